# SPDX-License-Identifier: GPL-2.0-or-later
"""Run, pause, step, stop and what else can be done with an episode, as actions of a tool bar."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QObject, Qt, pyqtSignal
from qgis.PyQt.QtGui import QAction, QKeySequence
from qgis.PyQt.QtWidgets import QToolBar, QWidget

from ..i18n import tr

IDLE = ("idle", "ended")


class Steering(QObject):
    """Holds the actions, and knows which of them make sense.

    Args:
        parent: The tab; shortcuts count while the keyboard is in it. They are none of QGIS's own, since Qt obeys
            neither of two that are alike.
    """

    run = pyqtSignal()
    pause = pyqtSignal()
    step = pyqtSignal()
    stop = pyqtSignal()
    approve_each = pyqtSignal(bool)
    state_after = pyqtSignal(bool)
    judge = pyqtSignal()
    trace = pyqtSignal()
    stored = pyqtSignal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._tab = parent
        self.tools = QToolBar(parent)
        self.run_action = self._add("/mActionPlay.svg", "Alt+Shift+R", self.run)
        self.pause_action = self._add("/temporal_navigation/pause.svg", "Alt+Shift+P", self.pause)
        self.step_action = self._add("/temporal_navigation/next.svg", "Alt+Shift+N", self.step)
        self.stop_action = self._add("/mActionStop.svg", "Alt+Shift+X", self.stop)
        self.tools.addSeparator()
        self.approve_action = self._add_switch("/mActionMapTips.svg", "Alt+Shift+A", self.approve_each)
        self.state_action = self._add_switch("/mActionUndo.svg", "Alt+Shift+B", self.state_after)
        self.tools.addSeparator()
        self.judge_action = self._add("/algorithms/mAlgorithmCheckGeometry.svg", "Alt+Shift+J", self.judge)
        self.trace_action = self._add("/mActionHistory.svg", "Alt+Shift+T", self.trace)
        self.stored_action = self._add_switch("/mActionFileOpen.svg", "Alt+Shift+O", self.stored)
        _name(self.pause_action, tr("Pause"), tr("Pauses before the next call; the running one goes on to its end"))
        _name(self.step_action, tr("Step"), tr("Makes one call, then pauses"))
        _name(self.stop_action, tr("Stop"), tr("Ends the episode; a call that is running can only be killed"))
        _name(self.approve_action, tr("Approve each step"), tr("Asks you before every call"))
        _name(
            self.state_action,
            tr("State after the step"),
            tr("Shows the layers that were there after the chosen step, and no others"),
        )
        _name(self.judge_action, tr("Judge"), tr("Scores the episode against the reference"))
        _name(self.trace_action, tr("Take as a trace"), tr("Takes the steps as a trace that you can correct"))
        _name(
            self.stored_action, tr("Stored episodes"), tr("Lists the episodes on disk: look at one, or go on with it")
        )
        self.set_state("idle", can_start=False, has_episode=False)

    def set_state(self, state: str, can_start: bool, has_episode: bool) -> None:
        """Enables what makes sense.

        Args:
            state: Of the session.
            can_start: Whether task, agent and model are chosen.
            has_episode: Whether there is a folder of an episode.
        """
        is_idle = state in IDLE
        if state == "paused":
            _name(self.run_action, tr("Resume"), tr("Goes on"))
        else:
            _name(self.run_action, tr("Run"), tr("Gives the task to the agent"))
        self.run_action.setEnabled(can_start if is_idle else state == "paused")
        self.step_action.setEnabled(can_start if is_idle else state == "paused")
        self.pause_action.setEnabled(state in ("running", "waiting_for_approval"))
        self.stop_action.setEnabled(not is_idle and state != "stopping")
        self.state_action.setEnabled(has_episode)
        self.judge_action.setEnabled(has_episode and is_idle)
        self.trace_action.setEnabled(has_episode and is_idle)

    def _add(self, icon: str, keys: str, told: pyqtSignal) -> QAction:
        action = self._new(icon, keys)
        action.triggered.connect(lambda checked=False: told.emit())
        return action

    def _add_switch(self, icon: str, keys: str, told: pyqtSignal) -> QAction:
        action = self._new(icon, keys)
        action.setCheckable(True)
        action.toggled.connect(told)
        return action

    def _new(self, icon: str, keys: str) -> QAction:
        action = QAction(QgsApplication.getThemeIcon(icon), "", self._tab)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._tab.addAction(action)
        self.tools.addAction(action)
        return action


def _name(action: QAction, name: str, tip: str) -> None:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setText(name)
    action.setToolTip(f"<b>{name}</b> ({keys})<br>{tip}")
