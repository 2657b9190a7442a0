# SPDX-License-Identifier: GPL-2.0-or-later
"""The legend of the difference layers above, the table of differences below."""

from __future__ import annotations

from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QSplitter, QWidget

from .difference_group import DifferenceGroup
from .findings_table import FindingsTable
from .legend_list import LegendList


class DifferencePane(QSplitter):
    """Shows what differs.

    Args:
        group: The layers on the map.
    """

    def __init__(self, group: DifferenceGroup, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.legend = LegendList(group, self)
        self.findings = FindingsTable(self)
        self._is_split_by_hand = False
        for part, stretch in ((self.legend, 0), (self.findings, 1)):
            self.addWidget(part)
            self.setStretchFactor(self.indexOf(part), stretch)
        self.splitterMoved.connect(self._keep_split)

    def fit_legend(self) -> None:
        """Gives the legend the room that its lines need, at most half, until a person has chosen another one."""
        if not self._is_split_by_hand:
            whole, wanted = self.height(), self.legend.sizeHint().height()
            self.setSizes([min(wanted, whole // 2), whole - min(wanted, whole // 2)])

    def _keep_split(self, _at: int, _handle: int) -> None:
        self._is_split_by_hand = True
