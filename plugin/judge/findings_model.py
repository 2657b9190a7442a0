# SPDX-License-Identifier: GPL-2.0-or-later
"""Differences as the rows of a table, with their marks."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from qgis.PyQt.QtGui import QFont, QIcon

from ..i18n import marked, tr, tr_marked
from ..panel.plain_text import plain_tip
from .findings import Finding
from .kinds import kind_icon, kind_word
from .marks import Mark, Marks

HEADERS = (
    marked("Difference"),
    marked("Row"),
    marked("Column"),
    marked("Expected"),
    marked("Found"),
)
MARK_ICONS = {"done": "/mIconSuccess.svg", "ignored": "/mActionHideAllLayers.svg"}
MARK_WORDS = {"done": marked("done"), "ignored": marked("ignored")}
Role = Qt.ItemDataRole


class FindingsModel(QAbstractTableModel):
    """The differences of one output that are shown.

    Args:
        parent: Owns the model.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Finding] = []
        self._shown: list[Finding] = []
        self._icons: dict[str, QIcon] = {}
        self._output = ""
        self._marks = Marks()
        self._kind = ""
        self._only_open = False

    def show(self, findings: list[Finding], output: str, marks: Marks) -> None:
        """Takes over the differences of an output."""
        self._all, self._output, self._marks = findings, output, marks
        self._choose()

    def show_kind(self, kind: str) -> None:
        """Shows one kind of difference; "" for all, "worst" for those that the record names."""
        self._kind = kind
        self._choose()

    def show_only_open(self, only_open: bool) -> None:
        """Hides what is marked, or shows it again."""
        self._only_open = only_open
        self._choose()

    def finding(self, row: int) -> Finding | None:
        """Returns the difference of a row; None where there is no such row."""
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def mark(self, row: int) -> Mark:
        """Returns the mark of a row."""
        finding = self.finding(row)
        return self._marks.of(finding.row_key(self._output)) if finding else ""

    def set_mark(self, row: int, mark: Mark) -> None:
        """Marks a row and keeps that. Raises: OSError."""
        finding = self.finding(row)
        if finding is None:
            return
        try:
            self._marks.set_row(finding.row_key(self._output), mark)
        finally:  # the row is marked in the window even where the disk refuses
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(HEADERS) - 1))

    def next_open(self, row: int, step: int) -> int:
        """Returns the next row without a mark in a direction; -1 where there is none."""
        at = row + step
        while 0 <= at < len(self._shown):
            if not self.mark(at):
                return at
            at += step
        return -1

    def words(self, finding: Finding) -> str:
        """Says all of a difference in a line, however narrow the columns are."""
        kind, key, column, expected, found = (self._text(finding, place) for place in range(len(HEADERS)))
        if finding.kind in ("missing", "extra"):
            row = expected if finding.kind == "missing" else found
            return tr("{row}: {kind} ({values})").format(row=key, kind=kind, values=row)
        values = tr("expected {expected}, found {found}").format(expected=expected, found=found)
        return tr("{row}, {column}: {values}").format(row=key, column=column, values=values)

    def counts(self) -> dict[str, int]:
        """Returns how many differences there are of each kind, and how many of the worst ones."""
        counts = {"": len(self._all), "worst": sum(one.is_worst for one in self._all)}
        for one in self._all:
            counts[one.kind] = counts.get(one.kind, 0) + 1
        return counts

    def marked_count(self) -> int:
        """Returns how many differences are marked."""
        marked = self._all if self._marks.has_rows else []
        return sum(bool(self._marks.of(one.row_key(self._output))) for one in marked)

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: N802, B008 (as Qt has it)
        """Returns the number of rows."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: N802, B008 (as Qt has it)
        """Returns the number of columns."""
        return 0 if parent.isValid() else len(HEADERS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """Returns the words over a column, the number of a row."""
        if role != Role.DisplayRole:
            return None
        return tr_marked(HEADERS[section]) if orientation == Qt.Orientation.Horizontal else str(section + 1)

    def data(self, index: QModelIndex, role: int = Role.DisplayRole) -> Any:
        """Returns what a cell shows."""
        finding = self.finding(index.row())
        if finding is None:
            return None
        mark = self.mark(index.row())
        if role == Role.DisplayRole:
            return self._text(finding, index.column())
        if role == Role.ToolTipRole:
            return self._hint(finding, index.column(), mark)
        if role == Role.DecorationRole and index.column() == 0:
            return self._icon(finding.kind)
        if role == Role.DecorationRole and index.column() == 1 and mark:
            return self._icon(mark)
        if role == Role.FontRole and mark:
            font = QFont()
            font.setStrikeOut(mark == "ignored")
            font.setItalic(True)
            return font
        return None

    def _text(self, finding: Finding, column: int) -> str:
        if column == 2 and finding.column == "row":
            return tr("whole row")
        if column == 2 and finding.column == "geometry":
            return tr("shape")
        return (kind_word(finding.kind), finding.key, finding.column, finding.expected, finding.found)[column]

    def _hint(self, finding: Finding, column: int, mark: Mark) -> str:
        text = self._text(finding, column)
        return plain_tip(f"{text} ({tr_marked(MARK_WORDS[mark])})" if mark else text)

    def _icon(self, name: str) -> QIcon:
        if name not in self._icons:
            theme = MARK_ICONS.get(name)
            self._icons[name] = QgsApplication.getThemeIcon(theme) if theme else kind_icon(name)
        return self._icons[name]

    def _choose(self) -> None:
        self.beginResetModel()
        self._shown = [one for one in self._all if self._is_shown(one)]
        self.endResetModel()

    def _is_shown(self, one: Finding) -> bool:
        if self._only_open and self._marks.of(one.row_key(self._output)):
            return False
        return one.is_worst if self._kind == "worst" else self._kind in ("", one.kind)
