# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of an episode as the rows of a table."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from ..i18n import marked, tr, tr_marked
from ..panel.plain_text import plain_tip
from .episode_steps import EpisodeSteps, Step
from .totals_words import count_text, money_text, seconds_text

HEADS = ("#", marked("Step"), marked("Result"), marked("Time"), marked("Tokens"), marked("Cost"))
NUMBERS = (0, 3, 4, 5)
TOKENS, COST = 4, 5
LONGEST = 120
RIGHT = 0x0002 | 0x0080  # to the right and in the middle; Qt 5 wants a number here, and flags of Qt 6 give none
ICONS = {"running": "/mIconLoading.gif", "done": "/mIconSuccess.svg", "failed": "/mIconCritical.svg"}
DISPLAY, ALIGN = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole
DECORATION, TIP = Qt.ItemDataRole.DecorationRole, Qt.ItemDataRole.ToolTipRole


class StepTable(QAbstractTableModel):
    """Shows the steps as they come."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.episode = EpisodeSteps()
        self._shown = 0

    def begin(self) -> None:
        """Forgets all steps, for a new episode."""
        self.beginResetModel()
        self.episode, self._shown = EpisodeSteps(), 0
        self.endResetModel()

    def take_all(self, events: list[dict[str, Any]]) -> None:
        """Shows an episode that is read whole."""
        self.beginResetModel()
        self.episode = EpisodeSteps()
        for event in events:
            self.episode.take(event)
        self.episode.cut_off()
        self._shown = len(self.episode.steps)
        self.endResetModel()

    def take(self, event: dict[str, Any]) -> bool:
        """Takes an event. Returns: Whether there is a new row."""
        rows = self.episode.take(event)
        self._tell([row for row in rows if row < self._shown])
        count = len(self.episode.steps)
        if count == self._shown:
            return False
        self.beginInsertRows(QModelIndex(), self._shown, count - 1)
        self._shown = count
        self.endInsertRows()
        return True

    def progress(self, call: int, share: float) -> None:
        """Shows how far a call is."""
        self._tell(self.episode.progress(call, share))

    def cut_off(self) -> None:
        """Shows that nothing runs any more."""
        self._tell(self.episode.cut_off())

    def step(self, row: int) -> Step | None:
        """Returns the step of a row; None where there is no such row."""
        return self.episode.steps[row] if 0 <= row < self._shown else None

    def rowCount(self, parent: QModelIndex | None = None) -> int:  # noqa: N802 (name of Qt)
        """Returns how many steps there are."""
        return 0 if parent is not None and parent.isValid() else self._shown

    def columnCount(self, parent: QModelIndex | None = None) -> int:  # noqa: N802 (name of Qt)
        """Returns how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(HEADS)

    def headerData(self, section: int, way: Qt.Orientation, role: int = DISPLAY) -> Any:  # noqa: N802
        """Returns the title of a column."""
        if way == Qt.Orientation.Horizontal and role == DISPLAY:
            return tr_marked(HEADS[section])
        return None

    def data(self, index: QModelIndex, role: int = DISPLAY) -> Any:
        """Returns what a cell shows."""
        step = self.step(index.row())
        if step is None:
            return None
        if role == DISPLAY:
            return _texts(step)[index.column()]
        if role == ALIGN and index.column() in NUMBERS:
            return RIGHT
        if role == DECORATION and index.column() == 1:
            return QgsApplication.getThemeIcon(icon_of(step))
        if role == TIP:
            return plain_tip(_tip(step))
        return None

    def _tell(self, rows: list[int]) -> None:
        for row in rows:
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(HEADS) - 1))


def icon_of(step: Step) -> str:
    """Names the icon of a step."""
    if step.kind == "answer":
        return "/mActionTextAnnotation.svg"
    if step.kind == "note":
        return "/mIconInfo.svg"
    if step.state == "done" and step.warnings:
        return "/mIconWarning.svg"
    return ICONS[step.state]


def _texts(step: Step) -> list[str]:
    time = seconds_text(step.record.get("seconds")) if step.record else ""
    if step.state == "running":
        time = f"{round(100 * step.share)} %" if step.share is not None else "…"
    name = step.api if step.kind == "call" else " ".join(step.said.split())[:LONGEST]
    number = str(step.call) if step.call else ""
    return [number, name[:LONGEST], _result(step), time, count_text(step.tokens), money_text(step.cost)]


def _result(step: Step) -> str:
    if step.kind == "answer":
        return tr("answer")
    if step.state == "running":
        return tr("running")
    return str(step.error.get("code") or step.record.get("output") or "")[:LONGEST]


def _tip(step: Step) -> str:
    if step.error:
        return f"{step.error.get('message', '')}"[:500]
    return "\n".join(step.warnings)[:500] or step.said[:500]
