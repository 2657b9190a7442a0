# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of differences: one after the other, on the map as one goes, each marked as done or ignored."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QItemSelectionModel, QModelIndex, Qt, pyqtSignal
from qgis.PyQt.QtGui import QAction, QKeySequence
from qgis.PyQt.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QTableView,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from ..i18n import plural, tr
from .findings import ORDER, Finding
from .findings_model import FindingsModel
from .kinds import kind_icon, kind_word
from .mark_keeping import fault_words
from .marks import Mark, Marks
from .verdict_box import plain_label

WIDEST = 150
MEASURED_ROWS = 50
ROOM_OF_ICON = 28  # with the margins


class FindingsTable(QWidget):
    """Differences in rows."""

    shown = pyqtSignal(object)
    """A difference was chosen and is to be shown on the map."""
    not_kept = pyqtSignal(str)
    """A mark could not be written, with the reason."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_restoring = False
        self._was_just_shown = False
        self.model = FindingsModel(self)
        self.view = QTableView(self)
        self.view.setModel(self.model)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setAlternatingRowColors(True)
        self.view.setWordWrap(False)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view.setTabKeyNavigation(False)
        self.view.setAccessibleName(tr("Differences"))
        self.view.verticalHeader().setVisible(False)
        self.view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.selectionModel().currentRowChanged.connect(self._chosen)
        self.view.clicked.connect(self._show_row)
        self.view.activated.connect(self._show_row)
        self._kinds = QComboBox(self)
        self._kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._kinds.setToolTip(tr("Which differences are listed"))
        self._kinds.setAccessibleName(tr("Which differences are listed"))
        self._kinds.activated.connect(self._kind_chosen)
        self._count = QLabel(self)
        self._count.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._words = plain_label(self)
        self._bar = QToolBar(self)
        self._fill_bar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._bar)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._words)
        self._update()

    def fill(self, findings: list[Finding], output: str, marks: Marks) -> None:
        """Lists the differences of an output, and keeps what was chosen where it is still there."""
        before = self.current()
        self.model.show(findings, output, marks)
        self._fill_kinds()
        self._fit_columns()
        self._choose_again(before)
        self._update()

    def current(self) -> Finding | None:
        """Returns the difference that is chosen."""
        return self.model.finding(self.view.currentIndex().row())

    def go(self, step: int) -> None:
        """Goes to the next difference without a mark, or to the one before."""
        row = self.model.next_open(self.view.currentIndex().row(), step)
        if row >= 0:
            self._select(row)

    def mark(self, mark: Mark) -> None:
        """Marks what is chosen and goes on; the same mark again takes it away."""
        row = self.view.currentIndex().row()
        finding = self.model.finding(row)
        if finding is None:
            return
        is_new = self.model.mark(row) != mark
        try:
            self.model.set_mark(row, mark if is_new else "")
        except OSError as fault:
            self.not_kept.emit(fault_words(fault))
        if is_new:
            following = self.model.next_open(row, 1)
            if self._only_open.isChecked():
                self.model.show_only_open(True)
                following = min(row, self.model.rowCount() - 1)
            if following >= 0:
                self._select(following)
        self._update()

    def _fill_bar(self) -> None:
        self._previous = self._act(
            "/mActionArrowUp.svg", tr("Previous difference without a mark"), "Ctrl+Up", partial(self.go, -1)
        )
        self._next = self._act(
            "/mActionArrowDown.svg", tr("Next difference without a mark"), "Ctrl+Down", partial(self.go, 1)
        )
        self._bar.addSeparator()
        self._done = self._act("/mIconSuccess.svg", tr("Mark as done and go on"), "D", partial(self.mark, "done"))
        self._ignored = self._act(
            "/mActionHideAllLayers.svg", tr("Mark as ignored and go on"), "I", partial(self.mark, "ignored")
        )
        self._only_open = self._act("/mActionFilter2.svg", tr("List only differences without a mark"), "", None)
        self._only_open.setCheckable(True)
        self._only_open.toggled.connect(self._show_only_open)
        self._bar.addSeparator()
        self._bar.addWidget(self._kinds)
        self._bar.addWidget(self._count)

    def _act(self, icon: str, words: str, key: str, does: Callable[[], None] | None) -> QAction:
        action = QAction(QgsApplication.getThemeIcon(icon), words, self)
        action.setToolTip(f"{words} ({key})" if key else words)
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if does is not None:
            action.triggered.connect(lambda _checked=False: does())
        self.addAction(action)
        self._bar.addAction(action)
        return action

    def _fill_kinds(self) -> None:
        kept = self._kinds.currentData()
        counts = self.model.counts()
        self._kinds.clear()
        everything = plural("{n} difference", "All {n} differences", counts[""]) if counts[""] else tr("No differences")
        self._kinds.addItem(everything, "")
        if counts["worst"]:
            self._kinds.addItem(plural("The worst one", "The {n} worst", counts["worst"]), "worst")
        for kind in ORDER:
            if counts.get(kind):
                words = tr("{kind} ({n})").format(kind=kind_word(kind), n=counts[kind])
                self._kinds.addItem(kind_icon(kind), words, kind)
        index = max(self._kinds.findData(kept), 0)
        self._kinds.setCurrentIndex(index)
        self.model.show_kind(self._kinds.itemData(index))

    def _fit_columns(self) -> None:
        """Gives columns the room that their first rows need, up to a width; the last one takes what is left.

        Qt itself would look at all rows of a table that is not seen yet, which takes seconds for thousands.
        """
        header, metrics = self.view.horizontalHeader(), self.view.fontMetrics()
        rows = range(min(self.model.rowCount(), MEASURED_ROWS))
        for column in range(self.model.columnCount() - 1):
            texts = [str(self.model.index(row, column).data()) for row in rows]
            widest = max(map(metrics.horizontalAdvance, texts), default=0) + ROOM_OF_ICON
            self.view.setColumnWidth(column, min(max(widest, header.sectionSizeHint(column)), WIDEST))

    def _kind_chosen(self, index: int) -> None:
        self.model.show_kind(self._kinds.itemData(index))
        self._update()

    def _show_only_open(self, only_open: bool) -> None:
        self.model.show_only_open(only_open)
        self._update()

    def _choose_again(self, before: Finding | None) -> None:
        if before is None:
            return
        wanted = (before.kind, before.column, before.key)
        for row in range(self.model.rowCount()):
            one = self.model.finding(row)
            if one is not None and (one.kind, one.column, one.key) == wanted:
                self._is_restoring = True  # it is on the map already
                self.view.selectRow(row)
                self._is_restoring = False
                return

    def _select(self, row: int) -> None:
        index = self.model.index(row, 0)
        rows = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.view.selectionModel().setCurrentIndex(index, rows)
        self.view.scrollTo(index)

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._update()
        finding = self.model.finding(current.row()) if current.isValid() else None
        if finding is not None and not self._is_restoring:
            self._was_just_shown = True
            self.shown.emit(finding)

    def _show_row(self, index: QModelIndex) -> None:
        """Shows a row once more that was chosen before; a click that has just chosen it has shown it too."""
        finding = self.model.finding(index.row())
        if finding is not None and not self._was_just_shown:
            self.shown.emit(finding)
        self._was_just_shown = False

    def _update(self) -> None:
        row, rows = self.view.currentIndex().row(), self.model.rowCount()
        self._previous.setEnabled(row >= 0 and self.model.next_open(row, -1) >= 0)
        self._next.setEnabled(self.model.next_open(row, 1) >= 0)
        for action in (self._done, self._ignored):
            action.setEnabled(0 <= row < rows)
        self._only_open.setEnabled(self.model.counts()[""] > 0)
        finding = self.current()
        self._words.setText(self.model.words(finding) if finding is not None else "")
        marked = self.model.marked_count()
        self._count.setText(tr("{n} marked").format(n=marked) if marked else "")
