# SPDX-License-Identifier: GPL-2.0-or-later
"""The client never waits, and tells answers, notices and the end of the service apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
FAULT = {"code": "BAD_VALUE", "sentence": "No.", "hint": "Yes."}


class Heard:
    """What a client told."""

    def __init__(self, client: Any) -> None:
        self.results: list[Any] = []
        self.errors: list[Any] = []
        self.notices: list[Any] = []
        self.ends: list[str] = []
        client.noticed.connect(self.notices.append)
        client.ended.connect(self.ends.append)
        self.client = client

    def ask(self, op: str, **arguments: Any) -> int:
        return self.client.ask(op, arguments, self.results.append, self.errors.append)


@pytest.fixture
def script() -> dict[str, Any]:
    return {}


@pytest.fixture
def heard(qgis_application: Any, tmp_path: Path, script: dict[str, Any]) -> Iterator[Heard]:
    from gisagentbench.plugin.panel.service_client import ServiceClient

    client = ServiceClient(None, fake_command(tmp_path, script))
    yield Heard(client)
    client.close()
    client.deleteLater()
    turn()


def test_a_question_has_one_answer_and_starts_the_process(heard: Heard, script: dict[str, Any], tmp_path: Path) -> None:
    script["hello"] = [{"result": {"n": 1}}]
    script["packs"] = [{"error": FAULT}]
    assert not heard.client.is_running()
    heard.ask("hello", word="ü")
    heard.ask("packs")
    wait_for(lambda: heard.errors)
    assert (heard.results, heard.errors) == ([{"n": 1}], [FAULT])
    assert heard.client.waiting() == 0
    assert [(one["op"], one.get("word")) for one in asked(tmp_path)] == [("hello", "ü"), ("packs", None)]


def test_asking_does_not_wait_for_answers(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"sleep": 0.5}, {"result": {}}]
    heard.ask("hello")
    heard.ask("hello")
    assert heard.results == []
    wait_for(lambda: len(heard.results) == 2)


def test_notices_and_stray_words_are_no_answers(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [
        {"raw": "Warning 1: a library speaks"},
        {"notice": "state", "session": "s", "state": "running"},
        {"words": "told on the side"},
        {"result": {}},
    ]
    said: list[str] = []
    heard.client.said.connect(said.append)
    heard.ask("hello")
    wait_for(lambda: heard.results and said)
    assert heard.notices == [{"notice": "state", "session": "s", "state": "running"}]
    assert said == ["told on the side"]


def test_an_answer_to_no_question_is_dropped(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"raw": '{"id": 999, "result": {"of": "somebody"}}'}, {"result": {"of": "me"}}]
    heard.ask("hello")
    wait_for(lambda: heard.results)
    assert heard.results == [{"of": "me"}]


def test_a_death_answers_all_questions_and_the_next_one_starts_anew(
    heard: Heard, script: dict[str, Any], tmp_path: Path
) -> None:
    script["first"] = [{"result": {"n": 1}}, {"words": "Killed"}, {"exit": 3}]
    heard.ask("first")
    heard.ask("second")
    wait_for(lambda: heard.ends)
    assert heard.results == [{"n": 1}]
    (fault,) = heard.errors
    assert fault["code"] == "ENGINE_FAILED"
    assert "status 3" in fault["sentence"] and "Killed" in fault["hint"]
    assert len(heard.ends) == 1 and not heard.client.is_running()
    script["second"] = [{"result": {"n": 2}}]
    heard.ask("second")
    wait_for(lambda: len(heard.results) == 2)
    assert heard.results[1] == {"n": 2}


def test_a_program_that_is_not_there_is_told(heard: Heard) -> None:
    from gisagentbench.plugin.panel.service_process import ServiceCommand

    heard.client._command = lambda: ServiceCommand("/nowhere/python", [], {})
    heard.ask("hello")
    wait_for(lambda: heard.errors)
    assert heard.errors[0]["code"] == "ENGINE_FAILED" and "/nowhere/python" in heard.errors[0]["sentence"]


def test_a_broken_machine_is_told_later_not_at_once(heard: Heard) -> None:
    from gisagentbench.headless.machine import MachineBroken

    def broken() -> Any:
        raise MachineBroken("There is no Python.", "Choose one.")

    heard.client._command = broken
    heard.ask("hello")
    assert heard.errors == []
    wait_for(lambda: heard.errors)
    assert heard.errors == [{"code": "DEPENDENCY_MISSING", "sentence": "There is no Python.", "hint": "Choose one."}]


def test_after_close_nobody_is_called_and_the_process_ends(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"sleep": 0.3}, {"result": {}}]
    heard.ask("hello")
    turn(5)
    process = heard.client._process
    number = process.processId()
    heard.client.close()
    heard.ask("hello")
    wait_for(lambda: not Path(f"/proc/{number}").exists())
    turn(20)
    assert (heard.results, heard.errors, heard.ends) == ([], [], [])


def test_a_service_that_does_not_end_is_killed(
    heard: Heard, script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.plugin.panel import service_process

    monkeypatch.setattr(service_process.end_process, "__defaults__", (0.2,))
    script["hello"] = [{"sleep": 60}]
    heard.ask("hello")
    turn(5)
    number = heard.client._process.processId()
    heard.client.close()
    wait_for(lambda: not Path(f"/proc/{number}").exists(), seconds=3)


@pytest.mark.parametrize("sleeps", [0.3, 60], ids=["ends by itself", "is killed"])
def test_a_service_that_was_let_go_of_is_waited_for_when_qgis_ends(
    heard: Heard, script: dict[str, Any], sleeps: float
) -> None:
    """The event loop is over then, so nothing that waits for a signal would come."""
    from gisagentbench.plugin.panel import service_process

    script["hello"] = [{"sleep": sleeps}]
    heard.ask("hello")
    turn(5)
    number = heard.client._process.processId()
    heard.client.close()
    service_process.wait_for_ending(1)
    assert not Path(f"/proc/{number}").exists()
    assert service_process._ending == []


def test_renewing_starts_another_process_only_for_the_next_question(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"result": {}}]
    heard.ask("hello")
    wait_for(lambda: heard.results)
    first = heard.client._process.processId()
    heard.client.renew()
    assert not heard.client.is_running()
    heard.ask("hello")
    wait_for(lambda: len(heard.results) == 2)
    assert heard.client._process.processId() != first
    assert heard.ends == []


def test_a_service_that_is_asked_something_is_not_renewed(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"sleep": 0.1}, {"result": {}}]
    rests, renewals = [], []
    heard.client.rested.connect(lambda: rests.append(heard.client.waiting()))
    heard.client.renewed.connect(lambda: renewals.append(1))
    heard.ask("hello")
    assert not heard.client.renew()
    wait_for(lambda: heard.results)
    assert (rests, renewals) == ([0], [])
    assert heard.client.renew()
    assert renewals == [1]


def test_a_flood_of_notices_leaves_the_window_its_turns(heard: Heard, script: dict[str, Any]) -> None:
    from qgis.PyQt.QtCore import QTimer

    flood = "\n".join(json.dumps({"notice": "event", "event": {"n": n}}) for n in range(30_000))
    script["hello"] = [{"raw": flood}, {"result": {}}]
    heard_at_ticks: set[int] = set()
    timer = QTimer()
    timer.setInterval(0)
    timer.timeout.connect(lambda: heard_at_ticks.add(len(heard.notices)))
    heard.ask("hello")
    timer.start()
    wait_for(lambda: heard.results)
    timer.stop()
    assert [one["event"]["n"] for one in heard.notices] == list(range(30_000))
    assert len(heard_at_ticks) > 3  # the window had turns in between


def test_a_fault_of_whoever_asked_takes_no_answer_from_others(
    heard: Heard, script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with slots of Qt: the fault is told by the hook, in QGIS a window, and the next message comes all the same."""
    import sys

    told: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, fault, trace: told.append(fault))
    script["all"] = [{"raw": "\n".join(json.dumps({"id": number, "result": {"n": number}}) for number in (1, 2, 3))}]
    script["none"] = []  # all answers come in one piece
    script["last"] = [{"exit": 1}]

    def fails(_: object) -> None:
        raise ValueError("a view that was not ready")

    heard.client.ask("none", {}, fails, fails)
    heard.ask("none")
    heard.client.ask("all", {}, fails, fails)
    wait_for(lambda: heard.client.waiting() == 0)
    assert heard.results == [{"n": 2}] and len(told) == 2
    heard.client.ask("last", {}, fails, fails)
    heard.ask("last")
    wait_for(lambda: heard.ends)
    assert len(heard.errors) == 1 and len(told) == 3 and not heard.client.is_running()


@pytest.mark.parametrize("answer", ["{}", '{"result": 7}', '{"error": "no"}', '{"result": null}'])
def test_an_answer_that_is_none_is_an_error(heard: Heard, script: dict[str, Any], answer: str) -> None:
    script["hello"] = [{"raw": answer.replace("{", '{"id": 1, ', 1).replace(", }", "}")}]
    heard.ask("hello")
    wait_for(lambda: heard.errors)
    assert heard.errors[0]["code"] == "ENGINE_FAILED" and heard.client.waiting() == 0


def test_what_is_no_json_is_not_asked(heard: Heard) -> None:
    with pytest.raises(TypeError):
        heard.ask("hello", word=object())
    assert heard.client.waiting() == 0 and not heard.client.is_running()


def test_a_folder_that_cannot_be_made_is_told(heard: Heard) -> None:
    def refused() -> Any:
        raise PermissionError(13, "Permission denied", "/nowhere")

    heard.client._command = refused
    heard.ask("hello")
    wait_for(lambda: heard.errors)
    assert "Permission denied" in heard.errors[0]["sentence"] and heard.client.waiting() == 0


def test_a_service_that_is_asked_is_not_renewed_before_it_has_answered(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"sleep": 0.2}, {"result": {}}]
    rests: list[int] = []
    heard.client.rested.connect(lambda: rests.append(heard.client.waiting()))
    heard.ask("hello")
    assert not heard.client.renew() and heard.client.is_running()
    wait_for(lambda: heard.results)
    assert rests == [0] and heard.client.renew() and not heard.client.is_running()


def test_a_last_answer_may_lead_to_another_process(heard: Heard, script: dict[str, Any]) -> None:
    """The end of the old process is then none of the new one."""
    script["hello"] = [{"result": {}}, {"exit": 0}]
    script["other"] = [{"result": {"n": 2}}]

    def go_on() -> None:
        if heard.client.renew():
            heard.client.rested.disconnect(go_on)
            heard.ask("other")

    heard.client.rested.connect(go_on)
    heard.ask("hello")
    wait_for(lambda: len(heard.results) == 2)
    turn()
    assert heard.errors == [] and heard.ends == [] and heard.client.is_running()


def test_a_flood_of_words_on_the_side_does_not_flood_the_log(heard: Heard, script: dict[str, Any]) -> None:
    script["hello"] = [{"words": "\n".join(f"word {number}" for number in range(50_000))}, {"result": {}}]
    said: list[str] = []
    heard.client.said.connect(said.append)
    heard.ask("hello")
    wait_for(lambda: heard.results and said and said[-1] == "word 49999")
    assert len(said) < 5_000 and "lines are left out" in said[0]
