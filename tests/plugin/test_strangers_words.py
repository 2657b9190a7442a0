# SPDX-License-Identifier: GPL-2.0-or-later
"""What packs, models and files say is shown as it is, wherever it stands: no picture is fetched, no link made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.agent.agent_of_tests import BEGUN, event, made, state
from gisagentbench.tests.plugin.fake_service import fake_command
from gisagentbench.tests.plugin.judge.made_answers import squares_score, steps
from gisagentbench.tests.plugin.strangers_words import WORDS, places_of, poisoned, taken_for_html
from gisagentbench.tests.plugin.told_tasks import pack, task
from gisagentbench.tests.plugin.trace.told_traces import BEGUN as TRACE
from gisagentbench.tests.plugin.trace.told_traces import FINDING, STEPS
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
FAULT = {"code": "INVALID_DOCUMENT", "sentence": "No.", "hint": "Yes."}
STORED = {"folder": "/runs/7", "task": "parks", "agent": "reference", "state": "ended", "outcome": "refused"}
STORED |= {"problem": "", "message": "It was refused.", "at": "2024-05-01T10:00:00+00:00", "model": "small"}
CALL = {"api": "buffer", "arguments": {"layer": "parks", "distance": "x" * 500}}
ANSWERS: dict[str, list[dict[str, Any]]] = {
    "hello": [{"result": {"missing": [{"package": "openai", "needed_for": "models", "how": "pip"}]}}],
    "packs": [{"result": {"packs": [pack()], "faults": [{"folder": "/x", **FAULT}]}}],
    "tasks": [{"result": {"tasks": [task("parks")], "faults": [{"task": "torn", **FAULT}]}}],
    "agents": [{"result": {"agents": [{"name": "reference", "title": "Reference", "needs_model": False}]}}],
    "episodes": [{"result": {"episodes": [STORED]}}],
    "start_episode": [
        BEGUN,
        *made(1, "load_layer"),
        *made(2, "clip", False),
        event("model_retry", reason="The endpoint said: wait."),
        state("waiting_for_approval", call=CALL),
    ],
    "begin_trace": [{"result": {**TRACE, "steps": STEPS, "layers": [], "findings": [FINDING], "left_out": ["a call"]}}],
    "score": [{"result": squares_score()}],
    "differences": [{"error": FAULT}],
    "compare_steps": [{"result": steps()}],
}


@pytest.fixture
def dock(window: Any, tmp_path: Path) -> Iterator[Any]:
    from qgis.PyQt.QtCore import Qt

    from gisagentbench.plugin.panel.dock import BenchDock

    script = {op: poisoned(deeds) for op, deeds in ANSWERS.items()}
    opened = BenchDock(window, None, window.mainWindow(), fake_command(tmp_path, script))
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, opened)
    opened.start()
    wait_for(lambda: opened.browser.tree.tasks() and not opened.client.waiting())
    yield opened
    opened.close()
    window.removeDockWidget(opened)
    opened.deleteLater()
    turn()


def test_of_packs_and_tasks(dock: Any, window: Any) -> None:
    dock.browser.choose("/packs/city", "parks")
    wait_for(lambda: dock.agent.form.agent.count())
    assert places_of(dock.browser) == {"page", "tool tip"}
    assert WORDS in dock.missing.words.text()
    assert taken_for_html(window.mainWindow()) == []


def test_of_models_and_tools(dock: Any, window: Any) -> None:
    dock.browser.choose("/packs/city", "parks")
    wait_for(lambda: dock.agent.form.is_complete())
    dock.agent.start()
    wait_for(lambda: not dock.agent.approval.isHidden())
    dock.agent.steering.stored_action.setChecked(True)
    wait_for(lambda: dock.agent.stored.tree.topLevelItemCount())
    assert places_of(dock.agent) == {"page", "tool tip", "label"}
    assert "&lt;img" in dock.agent.approval.words.toolTip()  # all of what was too long to be shown
    assert taken_for_html(window.mainWindow()) == []


def test_of_traces(dock: Any, window: Any) -> None:
    dock.trace.session.open("/traces/1")
    wait_for(lambda: dock.trace.session.is_open)
    assert places_of(dock.trace) == {"tool tip", "label"}
    assert taken_for_html(window.mainWindow()) == []


def test_of_results(dock: Any, window: Any) -> None:
    dock.show_judge("/runs/7")
    dock.judge.tabs.setCurrentWidget(dock.judge.steps)
    wait_for(lambda: dock.judge.steps.model.rowCount() and not dock.client.waiting())
    dock.judge.steps.view.selectRow(1)
    dock.judge.findings.view.selectRow(0)
    assert places_of(dock.judge) == {"page", "tool tip", "label"}
    assert taken_for_html(window.mainWindow()) == []


def test_of_messages_in_the_bar_and_in_the_log(window: Any) -> None:
    from qgis.core import QgsApplication
    from qgis.PyQt.QtWidgets import QTextEdit

    from gisagentbench.plugin.panel.messages import TAG, Messages

    logged: list[str] = []
    log = QgsApplication.messageLog()
    messages = Messages(window)

    def listener(text: str, tag: str, _level: object) -> None:
        if tag == TAG:  # the bar has a log of its own
            logged.append(text)

    log.messageReceived.connect(listener)
    messages.warning(f"First line\n{WORDS}", "Look", lambda: None)
    messages.error({"code": "BAD_VALUE", "sentence": WORDS, "hint": "a < b"})
    log.messageReceived.disconnect(listener)
    shown = [text.toPlainText() for text in window.messageBar().findChildren(QTextEdit)]
    assert any(WORDS in text for text in shown) and any("a < b" in text for text in shown)
    assert taken_for_html(window.mainWindow()) == []
    assert len(logged) == 2 and not any("<" in text for text in logged)
    assert "First line\n" in logged[0]  # the log panel makes lines of it itself
    messages.close()
