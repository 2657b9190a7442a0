# SPDX-License-Identifier: GPL-2.0-or-later
"""Keys of the panel's actions under Settings > Keyboard Shortcuts, whether the panel is open or not."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtGui import QAction, QKeySequence

from ..i18n import marked, tr_marked

PREFIX = "gisagentbench_"


class Shortcut(NamedTuple):
    """An action of the panel that has a key.

    Args:
        name: Under which QGIS keeps the key that a person chose; never changed.
        tab: Of the action.
        title: What it does.
        keys: As long as nobody chose others. None of QGIS's own: of two actions with one key neither acts.
        place: Where a panel holds it.
    """

    name: str
    tab: str
    title: str
    keys: str
    place: str

    def action(self, dock: Any) -> QAction:
        """Finds the action in a panel."""
        return attrgetter(self.place)(dock)


TASKS, AGENT, TRACE, JUDGE = marked("Tasks"), marked("Agent"), marked("Trace"), marked("Judge")
SHORTCUTS = (
    Shortcut("look_again", TASKS, marked("Look for packs again"), "Alt+Shift+L", "browser.reload"),
    Shortcut("inputs", TASKS, marked("Add the inputs of the task to the map"), "Alt+Shift+I", "browser.load_inputs"),
    Shortcut("give_task", TASKS, marked("Give the task to an agent"), "Alt+Shift+G", "browser.give"),
    Shortcut("reference", TASKS, marked("Open the reference of the task as a trace"), "Alt+Shift+F", "browser.trace"),
    Shortcut("run", AGENT, marked("Run"), "Alt+Shift+R", "agent.steering.run_action"),
    Shortcut("pause", AGENT, marked("Pause"), "Alt+Shift+P", "agent.steering.pause_action"),
    Shortcut("step", AGENT, marked("Step"), "Alt+Shift+N", "agent.steering.step_action"),
    Shortcut("stop", AGENT, marked("Stop"), "Alt+Shift+X", "agent.steering.stop_action"),
    Shortcut("approve", AGENT, marked("Approve each step"), "Alt+Shift+A", "agent.steering.approve_action"),
    Shortcut("state_after", AGENT, marked("State after the step"), "Alt+Shift+B", "agent.steering.state_action"),
    Shortcut("judge", AGENT, marked("Judge"), "Alt+Shift+J", "agent.steering.judge_action"),
    Shortcut("take_trace", AGENT, marked("Take as a trace"), "Alt+Shift+T", "agent.steering.trace_action"),
    Shortcut("stored", AGENT, marked("Stored episodes"), "Alt+Shift+O", "agent.steering.stored_action"),
    Shortcut("record", TRACE, marked("Record"), "Alt+Shift+C", "trace.bar.record"),
    Shortcut("add_step", TRACE, marked("Add a step: choose its tool…"), "Alt+Shift+D", "trace.bar.add"),
    Shortcut("run_trace", TRACE, marked("Run from the chosen step"), "Alt+Shift+R", "trace.bar.run"),
    Shortcut("stop_trace", TRACE, marked("Stop the running call; it is killed"), "Alt+Shift+X", "trace.bar.stop"),
    Shortcut("save_reference", TRACE, marked("Save as reference.json…"), "Alt+Shift+S", "trace.bar.save"),
    Shortcut("previous_result", JUDGE, marked("Previous result without a mark"), "Alt+Left", "judge.bar.previous"),
    Shortcut("next_result", JUDGE, marked("Next result without a mark"), "Alt+Right", "judge.bar.next"),
)


class Shortcuts(QObject):
    """Registers an action without a place for each key, and gives its key to the action of the panel that is open.

    The action of the panel alone obeys: it is seen when its tab is in front, so two tabs may have one key.

    Args:
        iface: The window's interface.
    """

    def __init__(self, iface: Any) -> None:
        super().__init__(iface.mainWindow())
        self._iface = iface
        self._dock: Any = None
        self.actions: dict[str, QAction] = {}
        for one in SHORTCUTS:
            action = QAction(f"GISAgentBench {tr_marked(one.tab)}: {tr_marked(one.title)}", self)
            action.setObjectName(f"{PREFIX}{one.name}")
            iface.registerMainWindowAction(action, one.keys)
            action.changed.connect(self._hand_on)
            self.actions[one.name] = action

    def follow(self, dock: Any) -> None:
        """Gives the keys to a panel from now on; None: there is none any more."""
        self._dock = dock
        self._hand_on()

    def remove(self) -> None:
        """Takes everything out."""
        self._dock = None
        for action in self.actions.values():
            action.changed.disconnect(self._hand_on)
            self._iface.unregisterMainWindowAction(action)
        self.actions.clear()
        self.deleteLater()

    def _hand_on(self) -> None:
        for one in SHORTCUTS if self._dock is not None else ():
            give_keys(one.action(self._dock), self.actions[one.name].shortcut())


def give_keys(action: QAction, keys: QKeySequence) -> None:
    """Gives an action its keys, wherever in the window the keyboard is, and names them in its tip."""
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    before, now = words_of(action.shortcut()), words_of(keys)
    if before == now:
        return
    action.setShortcut(keys)
    tip = action.toolTip().replace(before, "", 1) if before else action.toolTip()
    action.setToolTip(f"{tip}{now}")


def words_of(keys: QKeySequence) -> str:
    """Returns keys as a tip names them, with a space before; "" for none."""
    text = keys.toString(QKeySequence.SequenceFormat.NativeText)
    return f" ({text})" if text else ""
