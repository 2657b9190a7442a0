# SPDX-License-Identifier: GPL-2.0-or-later
"""The agent tab steers an episode and shows its steps and layers, with a service that answers by a script."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.agent.agent_of_tests import AGENTS, BEGUN, ENDED, View, event, made, state
from gisagentbench.tests.plugin.made_files import squares, told
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis


@pytest.fixture
def script(tmp_path: Path) -> dict[str, Any]:
    layers = [{"notice": "layer", "session": "s1", **told(squares(tmp_path / f"{n}.gpkg"), n, f"s{n}")} for n in (1, 2)]
    whole = [
        state("running"),
        *made(1, "load_layer"),
        layers[0],
        *made(2, "buffer"),
        layers[1],
        *made(3, "clip", False),
    ]
    return {"agents": [{"result": {"agents": AGENTS}}], "start_episode": [BEGUN, *whole, *ENDED]}


@pytest.fixture
def view(window: Any, tmp_path: Path, script: dict[str, Any]) -> Any:
    made_view = View(window, tmp_path, script)
    yield made_view
    made_view.close()


def test_nothing_can_be_started_before_task_and_agent_are_chosen(view: Any) -> None:
    steering = view.tab.steering
    actions = (steering.run_action, steering.step_action, steering.pause_action, steering.stop_action)
    assert [action.isEnabled() for action in actions] == [False] * 4
    view.choose("openai")
    assert not steering.run_action.isEnabled()  # a model is needed, and none is set up
    view.choose("reference")
    assert [action.isEnabled() for action in actions] == [True, True, False, False]


def test_who_has_no_model_is_offered_an_agent_that_can_run_and_what_was_chosen_stays(view: Any) -> None:
    form = view.tab.form
    form.set_agents(AGENTS)
    assert form.agent_name() == "reference"
    view.choose("openai")
    form.set_agents(AGENTS)
    assert form.agent_name() == "openai"


def test_an_episode_is_shown_step_by_step(view: Any) -> None:
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: view.tab.session.state == "ended")
    (question,) = view.asked("start_episode")
    assert question["pack"] == "/packs/city" and question["task"] == "parks" and question["agent"] == "reference"
    assert question["model"] is None and question["approve"] is False and question["begin"] == "run"
    assert view.rows() == [
        ["1", "load_layer", "s1", "0.25 s", "1\u202f050", "$0.010"],
        ["2", "buffer", "s2", "0.25 s", "1\u202f050", "$0.020"],
        ["3", "clip", "CRS_MISMATCH", "0.25 s", "1\u202f050", "$0.030"],
    ]
    assert view.tab.status.text() == "Finished · 3 calls · 1 failed · 3.8 s · 3\u202f150 tokens · $0.030"
    page = view.tab.pane.page.toPlainText()
    assert "Now clip." in page and "CRS_MISMATCH" in page and "Reproject." in page  # the last step is followed
    assert "The agent has finished." in view.window.messages()[0]


def test_layers_of_steps_are_shown_and_chosen_by_their_rows(view: Any) -> None:
    from qgis.core import QgsProject

    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 2)

    def drawn() -> list[tuple[str, bool]]:
        (group,) = QgsProject.instance().layerTreeRoot().findGroups()
        return [(node.name(), node.itemVisibilityChecked()) for node in group.findLayers()]

    wait_for(lambda: view.tab.session.state == "ended")
    assert drawn() == [("2 · s2", True), ("1 · s1", False)]
    view.tab.pane.table.setCurrentIndex(view.tab.steps.index(0, 0))
    assert drawn() == [("2 · s2", False), ("1 · s1", True)]
    assert "load_layer made 3 polygons" in view.tab.pane.page.toPlainText()
    view.tab.pane.table.setCurrentIndex(view.tab.steps.index(2, 0))  # it made nothing: what was shown stays
    assert drawn() == [("2 · s2", False), ("1 · s1", True)]


def test_the_state_after_a_step_has_no_later_layers(view: Any) -> None:
    from qgis.core import QgsProject

    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 2 and view.tab.session.state == "ended")
    first = {key: view.script["start_episode"][5][key] for key in ("step", "handle", "path", "sublayer", "kind", "crs")}
    view.script["layers_at"] = [{"result": {"layers": [first]}}]
    view.client.renew()  # the script is read anew by a new process
    view.tab.pane.table.setCurrentIndex(view.tab.steps.index(0, 0))
    view.tab.steering.state_action.setChecked(True)
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 1)
    assert [(one["folder"], one["step"]) for one in view.asked("layers_at")] == [("/runs/1", 1)]
    view.tab.steering.state_action.setChecked(False)
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 2)


def test_notices_that_come_before_the_answer_are_not_lost(view: Any, script: dict[str, Any]) -> None:
    script["start_episode"] = [*made(1, "load_layer"), BEGUN, *made(2, "buffer"), *ENDED]
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: view.tab.session.state == "ended")
    assert [row[1] for row in view.rows()] == ["load_layer", "buffer"]


def test_notices_of_other_sessions_are_not_ours(view: Any, script: dict[str, Any]) -> None:
    strange = [{**notice, "session": "trace-9"} for notice in made(7, "dissolve")]
    script["start_episode"] = [*strange, BEGUN, *strange, *made(1, "load_layer"), *ENDED]
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: view.tab.session.state == "ended")
    assert [row[1] for row in view.rows()] == ["load_layer"]


def test_pause_step_resume_and_stop_are_asked_of_the_service(view: Any, script: dict[str, Any]) -> None:
    script["start_episode"] = [
        BEGUN,
        state("running"),
        event("host_started", reason="first", seconds=1.0),
        event("call_started", call=1, turn=1, api="buffer", arguments={}),
    ]
    script["pause"] = [{"result": {}}, state("paused")]
    script["step"] = [{"result": {}}, state("running"), state("paused")]
    script["resume"] = [{"result": {}}, state("running")]
    ended = [event("finished", outcome="cancelled", message=""), state("ended", outcome="cancelled")]
    script["stop"] = [{"result": {"killed_call": True}}, *ended]
    view.choose()
    steering = view.tab.steering
    steering.run_action.trigger()
    wait_for(lambda: view.rows())
    assert view.tab.status.text().startswith("Running buffer")
    steering.pause_action.trigger()
    assert view.tab.status.text().startswith("Running buffer · Pauses after this call")
    wait_for(lambda: view.tab.session.state == "paused")
    assert steering.run_action.text() == "Resume" and not steering.pause_action.isEnabled()
    steering.step_action.trigger()
    wait_for(lambda: view.asked("step") and view.tab.session.state == "paused")
    turn()
    steering.run_action.trigger()
    wait_for(lambda: view.tab.session.state == "running")
    steering.stop_action.trigger()
    assert view.tab.session.state == "stopping"
    wait_for(lambda: view.tab.session.state == "ended")
    assert [one["session"] for op in ("pause", "step", "resume", "stop") for one in view.asked(op)] == ["s1"] * 4
    assert any("buffer was running and could only be killed" in text for text in view.window.messages())
    assert view.rows()[0][:3] == ["1", "buffer", ""]
    assert steering.run_action.text() == "Run" and steering.run_action.isEnabled()


def test_each_step_is_approved_or_refused_with_a_reason(view: Any, script: dict[str, Any]) -> None:
    call = {"api": "buffer", "arguments": {"layer": "parks", "distance": 100}}
    script["start_episode"] = [BEGUN, state("waiting_for_approval", call=call)]
    script["approve"] = [{"result": {}}, state("running"), state("waiting_for_approval", call={**call, "api": "clip"})]
    script["refuse"] = [{"result": {}}, state("running")]
    view.tab.steering.approve_action.setChecked(True)
    view.choose()
    view.tab.steering.run_action.trigger()
    bar = view.tab.approval
    wait_for(lambda: not bar.isHidden())
    assert view.asked("start_episode")[0]["approve"] is True
    assert bar.words.text() == "The agent asks for buffer with layer: parks, distance: 100"
    assert view.tab.status.text().startswith("Waits for your approval")
    view.window.mainWindow().show()
    view.tab.show()
    bar.yes.click()
    wait_for(lambda: "clip" in bar.words.text())
    bar.reason.setText("Feet, not metres")
    bar.no.click()
    wait_for(lambda: view.tab.session.state == "running")
    assert [one["reason"] for one in view.asked("refuse")] == ["Feet, not metres"]
    assert bar.isHidden()


def test_a_service_that_dies_leaves_an_episode_to_continue(view: Any, script: dict[str, Any]) -> None:
    running = event("call_started", call=2, turn=2, api="overlay", arguments={})
    script["start_episode"] = [BEGUN, *made(1, "load_layer"), running, {"sleep": 0.1}, {"exit": 9}]
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(lambda: view.tab.session.state == "ended")
    assert view.tab.steps.episode.running() is None
    assert any("can be continued" in text for text in view.window.messages())
    assert view.tab.steering.run_action.isEnabled()
    assert view.tab.folder == "/runs/1"


def test_an_episode_that_cannot_begin_says_why(view: Any, script: dict[str, Any]) -> None:
    script["start_episode"] = [{"error": {"code": "DEPENDENCY_MISSING", "sentence": "openai is missing.", "hint": ""}}]
    view.choose()
    view.tab.steering.run_action.trigger()
    wait_for(view.window.messages)
    assert view.tab.session.state == "idle"
    assert view.window.messages() == ["openai is missing."]
    assert view.tab.steering.run_action.isEnabled()


def test_a_stored_episode_is_opened_and_continued_from_disk(view: Any, script: dict[str, Any], tmp_path: Path) -> None:
    from qgis.core import QgsProject

    stored = {"folder": "/runs/7", "task": "parks", "agent": "reference", "state": "unfinished", "can_continue": True}
    stored |= {"outcome": None, "at": "2024-05-01T10:00:00+00:00", "base_url": None, "model": None}
    events = [notice["event"] for notice in made(1, "load_layer")]
    events.append({"event": "call_started", "call": 2, "turn": 2, "api": "overlay", "arguments": {}})
    layers = [told(squares(tmp_path / "stored.gpkg"), 1, "s1")]
    script["episodes"] = [{"result": {"episodes": [stored]}}]
    script["read_episode"] = [{"result": {"episode": stored, "events": events, "layers": layers, "score": None}}]
    script["continue_episode"] = [{"result": {"session": "s1", "folder": "/runs/7"}}, *made(2, "overlay"), *ENDED]
    view.tab.steering.stored_action.setChecked(True)
    wait_for(lambda: view.tab.stored.tree.topLevelItemCount() == 1)
    assert view.tab.stored.tree.topLevelItem(0).text(2) == "unfinished"
    view.tab.stored.look.click()
    wait_for(lambda: QgsProject.instance().mapLayers())
    assert [row[1] for row in view.rows()] == ["load_layer", "overlay"]
    assert view.tab.steps.episode.running() is None
    assert view.tab.stack.currentIndex() == 0
    view.tab.steering.stored_action.setChecked(True)
    wait_for(lambda: view.tab.stored.go_on.isEnabled())
    view.tab.stored.go_on.click()
    wait_for(lambda: view.tab.session.state == "ended")
    (question,) = view.asked("continue_episode")
    assert (question["folder"], question["approve"]) == ("/runs/7", False)
    assert [(row[1], row[2]) for row in view.rows()] == [("load_layer", "s1"), ("overlay", ""), ("overlay", "s2")]
    assert view.tab.status.text().startswith("Finished")


def stored_episodes(view: Any, monkeypatch: pytest.MonkeyPatch, *names: str) -> list[dict[str, Any]]:
    """Has ended episodes, with a layer each, be read as the service would tell of them. Returns: Their entries."""
    entries = [
        {"folder": f"/runs/{name}", "task": name, "agent": "reference", "state": "ended", "outcome": "finished"}
        for name in names
    ]
    answers = {
        entry["folder"]: {
            "episode": entry,
            "events": [],
            "layers": [told(squares(view.folder / f"{entry['task']}.gpkg"), 1, "s1")],
        }
        for entry in entries
    }
    monkeypatch.setattr(view.tab.episodes, "read", lambda folder, show: show(answers[folder]))
    return entries


def groups() -> list[str]:
    from qgis.core import QgsProject

    return sorted(group.name() for group in QgsProject.instance().layerTreeRoot().findGroups())


def test_layers_of_an_episode_that_was_looked_at_go_when_another_one_is_chosen(
    view: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from qgis.core import QgsProject

    for entry in stored_episodes(view, monkeypatch, "one", "two", "three"):
        view.tab.open_episode(entry)
        wait_for(lambda task=entry["task"]: groups() == [f"GISAgentBench: {task} · reference"])
        wait_for(lambda: len(QgsProject.instance().mapLayers()) == 1)


def test_layers_of_the_last_episodes_that_ran_here_stay_out_of_the_map(
    view: Any, script: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from qgis.core import QgsProject

    from gisagentbench.plugin.agent.episode_map import KEPT_GROUPS

    layer = {"notice": "layer", "session": "s1", **told(squares(tmp_path / "a.gpkg"), 1, "s1")}
    script["start_episode"] = [BEGUN, *made(1, "load_layer"), layer, *ENDED]
    view.choose()
    for run in range(KEPT_GROUPS + 2):
        view.tab.start()
        wait_for(lambda: view.tab.session.state == "ended")
        wait_for(lambda run=run: len(groups()) == min(run, KEPT_GROUPS) + 1)
    root = QgsProject.instance().layerTreeRoot()
    assert sum(group.isVisible() for group in root.findGroups()) == 1
    (entry,) = stored_episodes(view, monkeypatch, "one")
    view.tab.open_episode(entry)
    wait_for(lambda: "GISAgentBench: one · reference" in groups())
    assert len(groups()) == KEPT_GROUPS + 1


def test_the_latest_unfinished_episode_is_offered(view: Any, script: dict[str, Any]) -> None:
    stored = {"folder": "/runs/7", "task": "parks", "agent": "reference", "state": "unfinished", "can_continue": True}
    script["episodes"] = [{"result": {"episodes": [stored]}}]
    view.tab.load()
    wait_for(view.window.messages)
    assert view.window.messages() == ["The episode of reference at parks was not finished."]


def test_a_model_is_asked_with_its_key_which_is_kept_nowhere(
    window: Any, tmp_path: Path, script: dict[str, Any]
) -> None:
    from gisagentbench.tests.plugin.settings_of_tests import SettingsOfTests

    view = View(window, tmp_path, script, SettingsOfTests(key="sk-secret"))
    try:
        view.choose("openai")
        assert view.tab.form.model.currentText() == "small · Local"
        view.tab.steering.run_action.trigger()
        wait_for(lambda: view.tab.session.state == "ended")
        (question,) = view.asked("start_episode")
        assert question["model"] == {"base_url": "http://127.0.0.1:1/v1", "name": "small"}
        assert question["key"] == "sk-secret"
        assert question["limits"] == {"calls": 5} and question["guard"] == "warn"
        held = [value for value in vars(view.tab.session).values() if isinstance(value, str)]
        assert all("sk-secret" not in value for value in held)
    finally:
        view.close()


@pytest.mark.parametrize(
    ("base_url", "key", "is_warned"),
    [
        ("http://models.test/v1", "sk-secret", True),
        ("http://models.test/v1", None, False),
        ("https://models.test/v1", "sk-secret", False),
        ("http://localhost:1/v1", "sk-secret", False),
    ],
)
def test_a_key_that_others_could_read_on_its_way_is_warned_of_before_a_run(
    window: Any, tmp_path: Path, script: dict[str, Any], base_url: str, key: str | None, is_warned: bool
) -> None:
    from gisagentbench.tests.plugin.settings_of_tests import SettingsOfTests

    view = View(window, tmp_path, script, SettingsOfTests(key=key, base_url=base_url))
    try:
        view.choose("openai")
        view.tab.steering.run_action.trigger()
        warnings = [text for text in view.window.messages() if "models.test unencrypted" in text]
        assert len(warnings) == is_warned and "sk-secret" not in "".join(view.window.messages())
        wait_for(lambda: view.tab.session.state == "ended")
    finally:
        view.close()


def test_a_locked_key_starts_nothing_and_says_so(window: Any, tmp_path: Path, script: dict[str, Any]) -> None:
    from gisagentbench.tests.plugin.settings_of_tests import SettingsOfTests

    view = View(window, tmp_path, script, SettingsOfTests(state="locked"))
    try:
        view.choose("openai")
        view.tab.steering.run_action.trigger()
        turn()
        assert view.tab.session.state == "idle" and view.asked("start_episode") == []
        assert view.window.messages() == ["The key is locked. Unlock it."]
    finally:
        view.close()
