# SPDX-License-Identifier: GPL-2.0-or-later
"""Episodes on disk."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QDateTime, QLocale, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ..i18n import marked, tr, tr_marked
from ..panel.plain_text import plain_tip

OUTCOMES = {
    "finished": marked("finished"),
    "cancelled": marked("stopped"),
    "infrastructure": marked("stopped by a fault"),
    "refused": marked("refused"),
    "empty_answer": marked("empty answer"),
    "content_filtered": marked("stopped by the filter of the endpoint"),
    "context_overflow": marked("too long for the model"),
    "parameter_refused": marked("a parameter was refused"),
    "limit_calls": marked("out of calls"),
    "limit_turns": marked("out of turns"),
    "limit_tokens": marked("out of tokens"),
    "limit_money": marked("out of money"),
    "limit_seconds": marked("out of time"),
}


class StoredList(QWidget):
    """Lists episodes, newest first; one can be looked at, or gone on with."""

    opened = pyqtSignal(dict)
    continued = pyqtSignal(dict)
    wanted = pyqtSignal()
    """The list is to be read anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._episodes: list[dict[str, Any]] = []
        self.tree = QTreeWidget(self)
        self.tree.setColumnCount(4)
        self.tree.setHeaderLabels([tr("Task"), tr("Agent"), tr("Outcome"), tr("When")])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setAccessibleName(tr("Stored episodes"))
        header = self.tree.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(False)
        self.look = QPushButton(QgsApplication.getThemeIcon("/mActionFileOpen.svg"), tr("Open"), self)
        self.go_on = QPushButton(QgsApplication.getThemeIcon("/mActionPlay.svg"), tr("Continue"), self)
        self.go_on.setToolTip(tr("Goes on where the episode was left, in the same folder"))
        again = QPushButton(QgsApplication.getThemeIcon("/mActionRefresh.svg"), tr("Refresh"), self)
        row = QHBoxLayout()
        for button in (self.look, self.go_on, again):
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        self.tree.currentItemChanged.connect(lambda *_: self._enable())
        self.tree.itemActivated.connect(lambda *_: self._tell(self.opened))
        self.look.clicked.connect(lambda: self._tell(self.opened))
        self.go_on.clicked.connect(lambda: self._tell(self.continued))
        again.clicked.connect(lambda: self.wanted.emit())
        self._enable()

    def set_episodes(self, episodes: list[dict[str, Any]]) -> None:
        """Shows what is on disk."""
        self.tree.clear()
        self._episodes = episodes
        for episode in episodes:
            at = QDateTime.fromString(str(episode.get("at") or ""), Qt.DateFormat.ISODate).toLocalTime()
            when = QLocale().toString(at, QLocale.FormatType.ShortFormat) if at.isValid() else ""
            texts = [str(episode.get("task")), _agent(episode), outcome_words(episode), when]
            item = QTreeWidgetItem(self.tree, texts)
            told = str(episode.get("problem") or episode.get("message") or episode.get("folder"))
            item.setToolTip(0, plain_tip(told))
        if episodes:
            self.tree.setCurrentItem(self.tree.topLevelItem(0))
        self._enable()

    def chosen(self) -> dict[str, Any] | None:
        """Returns the chosen episode."""
        row = self.tree.indexOfTopLevelItem(self.tree.currentItem())
        return self._episodes[row] if 0 <= row < len(self._episodes) else None

    def _enable(self) -> None:
        episode = self.chosen() or {}
        self.look.setEnabled(bool(episode) and episode.get("state") != "unreadable")
        self.go_on.setEnabled(bool(episode.get("can_continue")))

    def _tell(self, told: Any) -> None:
        episode = self.chosen()
        if episode is not None and episode.get("state") != "unreadable":
            told.emit(episode)


def outcome_words(episode: dict[str, Any]) -> str:
    """Says in a word or two how an episode ended."""
    state, outcome = episode.get("state"), str(episode.get("outcome") or "")
    if state in ("unfinished", "unreadable", "running"):
        return {"unfinished": tr("unfinished"), "unreadable": tr("cannot be read"), "running": tr("running")}[state]
    words = tr_marked(OUTCOMES[outcome]) if outcome in OUTCOMES else outcome.replace("_", " ")
    strict = episode.get("strict")
    return words if strict is None else f"{words} · {tr('right') if strict else tr('wrong')}"


def _agent(episode: dict[str, Any]) -> str:
    model = episode.get("model")
    return f"{episode.get('agent')} · {PurePath(str(model)).name}" if model else str(episode.get("agent"))
