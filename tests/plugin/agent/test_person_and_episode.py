# SPDX-License-Identifier: GPL-2.0-or-later
"""What a person does with an episode beside watching it: early, unseen, elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.agent.agent_of_tests import AGENTS, BEGUN, ENDED, View, made, state
from gisagentbench.tests.plugin.waiting import wait_for

pytestmark = pytest.mark.qgis


@pytest.fixture
def script() -> dict[str, Any]:
    started = [BEGUN, *made(1, "load_layer"), *made(2, "buffer"), *ENDED]
    return {"agents": [{"result": {"agents": AGENTS}}], "start_episode": started}


@pytest.fixture
def view(window: Any, tmp_path: Path, script: dict[str, Any]) -> Iterator[View]:
    made_view = View(window, tmp_path, script)
    yield made_view
    made_view.close()


def test_what_is_asked_while_an_episode_begins_is_done_once_it_has(view: Any, script: dict[str, Any]) -> None:
    """Above all that each step waits for approval: the button shows it from then on."""
    script["start_episode"] = [{"sleep": 0.3}, BEGUN, state("running")]
    script["stop"] = [{"result": {"killed_call": False}}, *ENDED]
    view.choose()
    steering = view.tab.steering
    steering.run_action.trigger()
    assert view.tab.session.state == "starting" and steering.stop_action.isEnabled()
    steering.approve_action.setChecked(True)
    steering.stop_action.trigger()
    assert view.tab.session.state == "stopping" and not steering.stop_action.isEnabled()
    wait_for(lambda: view.tab.session.state == "ended")
    assert [(one["session"], one["on"]) for one in view.asked("approve_each")] == [("s1", True)]
    assert [one["session"] for one in view.asked("stop")] == ["s1"]


def test_a_call_that_waits_is_told_of_where_the_tab_is_not_seen(view: Any, script: dict[str, Any]) -> None:
    from qgis.PyQt.QtWidgets import QPushButton

    script["start_episode"] = [BEGUN, state("waiting_for_approval", call={"api": "buffer", "arguments": {}})]
    wanted: list[bool] = []
    view.tab.seen_wanted.connect(lambda: wanted.append(True))
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(view.window.messages)
    assert view.window.messages() == ["The agent waits for your approval."]
    view.window.messageBar().items()[0].findChild(QPushButton).click()
    assert wanted == [True]


def test_a_call_is_not_approved_unseen(view: Any) -> None:
    """What is cut off is said to be cut off, and stands whole in the tool tip."""
    bar = view.tab.approval
    bar.ask({"api": "buffer", "arguments": {"note": "a" * 1000, "file": "b.gpkg"}})
    assert bar.words.text().endswith("…") and "b.gpkg" in bar.words.toolTip()
    bar.ask({"api": "buffer", "arguments": {"file": "b.gpkg"}})
    assert bar.words.text().endswith("file: b.gpkg") and bar.words.toolTip() == ""


def test_every_outcome_has_its_words() -> None:
    from typing import get_args

    from gisagentbench.headless.events import Outcome
    from gisagentbench.plugin.agent.stored_list import OUTCOMES

    assert set(get_args(Outcome)) == set(OUTCOMES)


def test_a_step_is_copied_for_use_elsewhere(view: Any, script: dict[str, Any]) -> None:
    from qgis.PyQt.QtWidgets import QApplication

    script["export_step"] = [{"result": {"text": "processing.run('buffer')"}}]
    actions = view.tab.copying.actions
    assert not actions["json"].isEnabled()  # there is no step yet
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: view.tab.session.state == "ended")
    view.tab.pane.table.setCurrentIndex(view.tab.steps.index(1, 0))
    actions["json"].trigger()
    assert QApplication.clipboard().text() == '{\n  "api": "buffer",\n  "arguments": {\n    "layer": "a"\n  }\n}'
    actions["python"].trigger()
    wait_for(lambda: QApplication.clipboard().text() == "processing.run('buffer')")
    (question,) = view.asked("export_step")
    assert (question["api"], question["arguments"], question["kind"]) == ("buffer", {"layer": "a"}, "python")
