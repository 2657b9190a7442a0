# SPDX-License-Identifier: GPL-2.0-or-later
"""Chooses what is judged: one of the stored episodes and traces, the next or the previous one, or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QElapsedTimer, Qt, QTimer, pyqtSignal
from qgis.PyQt.QtGui import QAction, QIcon, QKeySequence
from qgis.PyQt.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QToolBar, QWidget

from ..i18n import tr
from ..panel.plain_text import plain_tip
from ..panel.tight_room import tighten
from .marks import FILE, Mark, UnreadableMarks, read_marks
from .subjects import Subject
from .verdict_box import RIGHT, UNKNOWN, WRONG

MOST_LISTED = 500
SHORTEST_CHOICE = 12  # letters; the words for none chosen would leave no room for the buttons
LONGEST_TURN_MS = 8  # spent on reading marks before the window gets its turn again


class SubjectBar(QWidget):
    """A list of what can be judged, and ways through it."""

    chosen = pyqtSignal(object)
    """A Subject."""
    list_wanted = pyqtSignal()
    """The list is to be read anew."""
    file_wanted = pyqtSignal(bool)
    """The form for a file is to be shown or hidden."""
    mark_wanted = pyqtSignal(str)
    """The whole result is to be marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subjects: list[Subject] = []
        self._marks: list[Mark] = []
        self._unread: list[int] = []
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._read_marks)
        self.choice = QComboBox(self)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choice.setMinimumWidth(self.fontMetrics().averageCharWidth() * SHORTEST_CHOICE)
        self.choice.setPlaceholderText(tr("Choose an episode or a trace"))
        self.choice.setToolTip(tr("Episode or trace that is judged"))
        self.choice.setAccessibleName(tr("Episode or trace that is judged"))
        self.choice.activated.connect(self._activated)
        ways, more = tighten(QToolBar(self)), tighten(QToolBar(self))
        self.previous = self._act(
            ways, "/mActionArrowLeft.svg", tr("Previous result without a mark"), "Alt+Left", partial(self.go, -1)
        )
        self.next = self._act(
            more, "/mActionArrowRight.svg", tr("Next result without a mark"), "Alt+Right", partial(self.go, 1)
        )
        self.done = self._act(
            more, "/mIconSuccess.svg", tr("Mark this result as done"), "", partial(self.mark_wanted.emit, "done")
        )
        self.ignored = self._act(
            more,
            "/mActionHideAllLayers.svg",
            tr("Mark this result as ignored"),
            "",
            partial(self.mark_wanted.emit, "ignored"),
        )
        self.again = self._act(
            more, "/mActionRefresh.svg", tr("Read the list and score again"), "", self.list_wanted.emit
        )
        self.file = self._act(more, "/mActionFileOpen.svg", tr("Score a file for the task of the task browser"), "")
        for action in (self.done, self.ignored, self.file):
            action.setCheckable(True)
        self.file.toggled.connect(self.file_wanted.emit)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(ways)
        layout.addWidget(self.choice, 1)
        layout.addWidget(more)
        self.show_mark("", False)
        self._update()

    def fill(self, subjects: Sequence[Subject]) -> None:
        """Lists what can be judged; what was chosen stays chosen."""
        kept = self.current()
        self._subjects = list(subjects)[:MOST_LISTED]
        if kept and kept.identity not in [one.identity for one in self._subjects]:
            self._subjects.insert(0, kept)
        self._marks = [""] * len(self._subjects)
        self._unread = list(range(len(self._subjects)))
        self.choice.clear()
        for row, subject in enumerate(self._subjects):
            self.choice.addItem(self._icon(row), subject.label)
            self.choice.setItemData(row, plain_tip(subject.folder), Qt.ItemDataRole.ToolTipRole)
        rows = [row for row, one in enumerate(self._subjects) if kept and one.identity == kept.identity]
        self.choice.setCurrentIndex(rows[0] if rows else -1)
        self._read_marks()
        self._update()

    def current(self) -> Subject | None:
        """Returns what is chosen in the list."""
        row = self.choice.currentIndex()
        return self._subjects[row] if 0 <= row < len(self._subjects) else None

    def choose(self, subject: Subject) -> None:
        """Chooses something; what is not in the list is put in front."""
        rows = [row for row, one in enumerate(self._subjects) if one.identity == subject.identity]
        if not rows:
            self.fill([subject, *self._subjects])
            rows = [0]
        self.choice.setCurrentIndex(rows[0])
        self._update()
        self.chosen.emit(self._subjects[rows[0]])

    def name_current(self, task: str, agent: str) -> None:
        """Names what was chosen by its folder alone, once its task is known."""
        subject, row = self.current(), self.choice.currentIndex()
        if subject is not None and not subject.task:
            self._subjects[row] = replace(subject, task=task, agent=agent)
            self.choice.setItemText(row, self._subjects[row].label)

    def go(self, step: int) -> None:
        """Goes to the next result without a mark, or to the one before."""
        row = self._next_open(step)
        if row is not None:
            self.choice.setCurrentIndex(row)
            self._activated(row)

    def show_mark(self, mark: Mark, can_mark: bool) -> None:
        """Shows the mark of what is judged.

        Args:
            can_mark: Whether anything is judged that can be marked.
        """
        for action, name in ((self.done, "done"), (self.ignored, "ignored")):
            action.setChecked(mark == name)
            action.setEnabled(can_mark)
        row = self.choice.currentIndex()
        if can_mark and 0 <= row < len(self._marks):
            self._marks[row] = mark
            self.choice.setItemIcon(row, self._icon(row))
        self._update()

    def _act(self, bar: QToolBar, icon: str, words: str, key: str, does: Callable[[], None] | None = None) -> QAction:
        action = QAction(QgsApplication.getThemeIcon(icon), words, self)
        action.setToolTip(f"{words} ({key})" if key else words)
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if does is not None:
            action.triggered.connect(lambda _checked=False: does())
        bar.addAction(action)
        self.addAction(action)
        return action

    def _read_marks(self) -> None:
        """Reads marks for a short while; what is left waits for the next turn of the event loop."""
        clock = QElapsedTimer()
        clock.start()
        while self._unread and clock.elapsed() < LONGEST_TURN_MS:
            row = self._unread.pop(0)
            mark = whole_mark(self._subjects[row])
            if mark:
                self._marks[row] = mark
                self.choice.setItemIcon(row, self._icon(row))
        if self._unread:
            self._turn.start()
        else:
            self._update()

    def _icon(self, row: int) -> QIcon:
        if self._marks[row]:
            return QgsApplication.getThemeIcon("/mActionHideAllLayers.svg" if self._marks[row] == "ignored" else
                                               "/mIconSuccess.svg")  # fmt: skip
        strict = self._subjects[row].strict
        return QgsApplication.getThemeIcon(UNKNOWN if strict is None else RIGHT if strict else WRONG)

    def _activated(self, row: int) -> None:
        self._update()
        self.chosen.emit(self._subjects[row])

    def _next_open(self, step: int) -> int | None:
        row = self.choice.currentIndex() + step
        while 0 <= row < len(self._subjects):
            if not self._marks[row]:
                return row
            row += step
        return None

    def _update(self) -> None:
        self.previous.setEnabled(self._next_open(-1) is not None and self.choice.currentIndex() >= 0)
        self.next.setEnabled(self._next_open(1) is not None)


def whole_mark(subject: Subject) -> Mark:
    """Reads the mark of a result; "" where there is none or its file cannot be read."""
    if not subject.folder or not (Path(subject.folder) / FILE).is_file():
        return ""
    try:
        return read_marks(Path(subject.folder)).whole
    except (UnreadableMarks, OSError):
        return ""
