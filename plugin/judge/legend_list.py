# SPDX-License-Identifier: GPL-2.0-or-later
"""The legend: what each sign on the map means and how often it is there; what is unchecked is hidden."""

from __future__ import annotations

from qgis.core import QgsIconUtils, QgsVectorLayer
from qgis.PyQt.QtCore import QSize, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QAbstractItemView, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget

from ...headless.map_drawing.palette import CELL_LOOKS
from ..i18n import tr, tr_marked
from .difference_group import AGENT, REFERENCE, RINGS, DifferenceGroup
from .kinds import CELL_WORDS, SIGN, cell_icon, layer_icon, layer_title

ROLE, CELL = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
MOST_LINES = 9


class LegendList(QTreeWidget):
    """A line per layer, and one per kind of cells.

    Args:
        group: The layers.
    """

    cells_hidden = pyqtSignal(set)
    """Kinds of cells that are to be left out."""

    def __init__(self, group: DifferenceGroup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = group
        self._counts: dict[str, int] = {}
        self._is_filling = False
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIconSize(SIGN)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(tr("Legend of the difference layers"))
        self.itemChanged.connect(self._checked)
        group.changed.connect(self._follow)

    def fill(self, counts: dict[str, int]) -> None:
        """Makes the lines anew.

        Args:
            counts: Rows or cells by kind.
        """
        self._counts = counts
        self._is_filling = True
        self.clear()
        for role in self._group.roles():
            self._add(role)
        self.expandAll()
        self.resizeColumnToContents(0)
        self._is_filling = False
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 (name of Qt)
        """Asks for room for all lines, up to seven."""
        lines = sum(1 + self.topLevelItem(row).childCount() for row in range(self.topLevelItemCount()))
        height = max(self.sizeHintForRow(0), self.fontMetrics().height() + 4)
        return QSize(super().sizeHint().width(), min(max(lines, 1), MOST_LINES) * height + 2 * self.frameWidth() + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (name of Qt)
        """Needs room for two lines."""
        return QSize(0, 2 * (self.fontMetrics().height() + 6))

    def _add(self, role: str) -> None:
        layer = self._group.layer(role)
        item = QTreeWidgetItem(self, [_words(role), self._count(role)])
        item.setData(0, ROLE, role)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, _state(self._group.is_visible(role)))
        if isinstance(layer, QgsVectorLayer) and role not in (AGENT, REFERENCE, RINGS):
            item.setIcon(0, layer_icon(role, layer.geometryType()))  # type: ignore[arg-type]
        elif role not in ("cells", RINGS) and layer is not None:
            item.setIcon(0, QgsIconUtils.iconForLayer(layer))
        if role == "cells":
            for kind in CELL_LOOKS:
                self._add_cells(item, kind)

    def _add_cells(self, parent: QTreeWidgetItem, kind: str) -> None:
        count = self._counts.get(kind, 0)
        if not count:
            return
        item = QTreeWidgetItem(parent, [tr_marked(CELL_WORDS[kind]), spaced(count)])
        item.setData(0, CELL, kind)
        item.setIcon(0, cell_icon(kind))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, Qt.CheckState.Checked)

    def _count(self, role: str) -> str:
        kind = "moved" if role == "before" else role
        return spaced(self._counts[kind]) if kind in self._counts else ""

    def _checked(self, item: QTreeWidgetItem, column: int) -> None:
        if self._is_filling or column != 0:
            return
        role = item.data(0, ROLE)
        if role:
            self._group.set_visible(role, item.checkState(0) == Qt.CheckState.Checked)
            return
        above = item.parent()
        children = [above.child(row) for row in range(above.childCount())]
        hidden = {child.data(0, CELL) for child in children if child.checkState(0) != Qt.CheckState.Checked}
        self.cells_hidden.emit(hidden)

    def _follow(self) -> None:
        """Takes over what was checked or removed in the layer tree."""
        roles = self._group.roles()
        self._is_filling = True
        for row in reversed(range(self.topLevelItemCount())):
            item = self.topLevelItem(row)
            role = item.data(0, ROLE)
            if role not in roles:
                self.takeTopLevelItem(row)
            else:
                item.setCheckState(0, _state(self._group.is_visible(role)))
        self._is_filling = False


def spaced(count: int) -> str:
    """Writes a whole number with a narrow space between thousands.

    >>> spaced(1234567)
    '1\\u202f234\\u202f567'
    """
    return f"{count:,}".replace(",", "\u202f")


def _words(role: str) -> str:
    own = {AGENT: tr("Output of the agent"), REFERENCE: tr("Reference"), RINGS: tr("Rings around wrong cells")}
    return own[role] if role in own else layer_title(role)  # type: ignore[arg-type]


def _state(on: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
