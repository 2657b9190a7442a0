# SPDX-License-Identifier: GPL-2.0-or-later
"""`replay` and `tools call` with a host that is no QGIS."""

import dataclasses

import pytest

from gisagentbench.tests.headless.made_pack import ROWS, steps, trajectory
from gisagentbench.tests.headless.program import fake_qgis_process, run_here
from gisagentbench.tools.declaration.records import StepRecord

STEP_KEYS = {field.name for field in dataclasses.fields(StepRecord)}
CALL_KEYS = {"ok", "output", "outputs", "observation", "warnings", "error", "seconds"}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a table and a trajectory, in which commands run."""
    (tmp_path / "people.csv").write_text(ROWS)
    (tmp_path / "plan.json").write_text(trajectory(steps()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def program(place, capfd, monkeypatch):
    """Runs a command line in this process, with a host that behaves in some manner."""

    def run(*words, manner="good"):
        for name, value in fake_qgis_process(place, manner).items():
            monkeypatch.setenv(name, value)
        return run_here(capfd, *words)

    return run


def replaying(*more, plan="plan.json"):
    return ("replay", "--trajectory", plan, "--input", "rows=people.csv", "--workspace", "w", *more)


def calling(api, arguments, *more):
    return ("tools", "call", api, "--workspace", "w", "--arguments", arguments, *more)


def test_a_replay_answers_with_every_step_and_leaves_the_outputs(place, program):
    ended = program(*replaying("--json"))
    assert ended.status == 0
    assert (ended.record["ok"], ended.record["workspace"]) == (True, "w")
    assert [step["api"] for step in ended.record["steps"]] == ["load_layer", "export_layer"]
    assert [set(step) for step in ended.record["steps"]] == [STEP_KEYS] * 2
    assert (place / "w/output/out.csv").read_text() == ROWS


def test_a_replay_in_words_begins_with_the_verdict(place, program):
    ended = program(*replaying())
    lines = ended.output.splitlines()
    assert lines[0] == "all of 2 calls done"
    assert lines[-1] == "outputs: w/output"
    assert "1 of 2 calls done: load_layer" in ended.story


@pytest.mark.parametrize(
    ("more", "made"),
    [((), ["load_layer", "clip"]), (("--keep-going",), ["load_layer", "clip", "load_layer"])],
)
def test_a_replay_stops_at_the_first_failed_call_unless_told_to_go_on(place, program, more, made):
    failing = {"api": "clip", "arguments": {"file": "die.gpkg"}}
    (place / "bad.json").write_text(trajectory([steps()[0], failing, {**steps()[0]}]))
    ended = program(*replaying("--json", *more, plan="bad.json"))
    assert ended.status == 1
    assert ended.record["ok"] is False
    assert [step["api"] for step in ended.record["steps"]] == made
    assert ended.record["steps"][1]["error"]["code"] == "ENGINE_FAILED"


def test_a_host_that_cannot_be_started_is_a_broken_environment(program):
    ended = program(*replaying("--json"), manner="exits")
    assert (ended.status, ended.error_code) == (3, "ENGINE_FAILED")


def test_a_call_makes_the_workspace_and_answers_with_its_record(place, program):
    words = calling("load_layer", '{"file": "rows.csv", "name": "r"}', "--input", "rows=people.csv", "--json")
    ended = program(*words)
    assert ended.status == 0
    assert set(ended.record) == CALL_KEYS
    assert (ended.record["ok"], ended.record["output"]) == (True, "r")
    assert (place / "w/inputs/rows.csv").read_text() == ROWS


def test_arguments_may_stand_in_a_file(place, program):
    (place / "arguments.json").write_text('{"file": "rows.csv", "name": "r"}')
    assert program(*calling("load_layer", "@arguments.json")).status == 0


def test_a_workspace_is_used_again(program):
    first = program(*calling("load_layer", '{"file": "a.gpkg", "name": "a"}'))
    second = program(*calling("load_layer", '{"file": "b.gpkg", "name": "b"}'))
    assert (first.status, second.status) == (0, 0)


@pytest.mark.parametrize(
    ("api", "arguments", "code"),
    [
        ("bufer", "{}", "UNKNOWN_TOOL"),
        ("load_layer", '{"file": "a.gpkg"}', "MISSING_ARGUMENT"),
        ("load_layer", '{"file": "a.gpkg", "name": "a", "colour": 1}', "UNKNOWN_ARGUMENT"),
        ("load_layer", "[1]", "WRONG_TYPE"),
    ],
)
def test_a_call_that_is_refused_is_status_1_and_starts_no_host(program, api, arguments, code):
    ended = program(*calling(api, arguments, "--json"), manner="exits")
    assert (ended.status, ended.record["ok"], ended.record["error"]["code"]) == (1, False, code)
