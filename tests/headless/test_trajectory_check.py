# SPDX-License-Identifier: GPL-2.0-or-later
"""Trajectories are checked against the tools without running them, and each fault has its line."""

import json

import pytest

from gisagentbench.headless.trajectory_check import trajectory_problems
from gisagentbench.tests.headless.made_pack import steps, write_pack

LOAD = {"api": "load_layer", "arguments": {"file": "rows.csv", "name": "rows"}}
EXPORT = {"api": "export_layer", "arguments": {"layer": "rows", "file": "out.csv", "format": "csv"}}


def written(path, *what):
    lines = ",\n".join(json.dumps(step) for step in what)
    path.write_text(f'{{"schema_version": 1, "steps": [\n{lines}\n]}}\n')
    return path


def found(path, severity="error"):
    problems = trajectory_problems(path)
    return [(problem.code, problem.line) for problem in problems if problem.severity == severity]


def test_a_right_trajectory_has_no_problems(tmp_path):
    assert found(written(tmp_path / "plan.json", LOAD, EXPORT)) == []


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"api": "exprt_layer", "arguments": {}}, "UNKNOWN_TOOL"),
        ({"api": "export_layer", "arguments": {**EXPORT["arguments"], "layer": "rws"}}, "UNKNOWN_LAYER"),
        ({"api": "export_layer", "arguments": {**EXPORT["arguments"], "colour": "red"}}, "UNKNOWN_ARGUMENT"),
        ({"api": "export_layer", "arguments": {"layer": "rows", "format": "csv"}}, "MISSING_ARGUMENT"),
        ({"api": "export_layer", "arguments": {**EXPORT["arguments"], "format": "cvs"}}, "BAD_VALUE"),
        (LOAD, "OUTPUT_EXISTS"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_fault_is_told_with_its_code_and_line(tmp_path, step, code):
    assert found(written(tmp_path / "plan.json", LOAD, step)) == [(code, 3)]


def test_the_message_names_the_step_and_the_nearest_tool(tmp_path):
    (problem,) = trajectory_problems(written(tmp_path / "plan.json", {"api": "exprt_layer"}))
    assert problem.message.startswith('Step 1: there is no tool "exprt_layer". Hint: did you mean export_layer')


def test_files_are_known_where_a_pack_declares_them(tmp_path):
    pack = write_pack(tmp_path / "made", ("count_people",))
    reference = pack / "tasks/count_people/reference.json"
    assert found(pack) == []
    written(reference, {"api": "load_layer", "arguments": {"file": "rows.gpkg", "name": "rows"}}, EXPORT)
    assert found(pack) == found(reference) == [("FILE_NOT_FOUND", 2)]


def test_what_nothing_uses_is_a_warning_at_its_step(tmp_path):
    again = {"api": "load_layer", "arguments": {"file": "rows.csv", "name": "again"}}
    plan = written(tmp_path / "plan.json", LOAD, again, EXPORT)
    assert (found(plan), found(plan, "warning")) == ([], [("unused_layer", 3)])


def test_a_problem_tells_step_argument_and_hint(tmp_path):
    step = {"api": "export_layer", "arguments": {**EXPORT["arguments"], "layer": "rws"}}
    problem = trajectory_problems(written(tmp_path / "plan.json", LOAD, step))[0].as_dict()
    assert problem == {
        "where": f"{tmp_path / 'plan.json'}:3",
        "code": "UNKNOWN_LAYER",
        "message": 'Step 2: layer: there is no layer "rws". Hint: nearest of its 1 handles is "rows".',
        "severity": "error",
        "step": 2,
        "argument": "layer",
        "hint": 'nearest of its 1 handles is "rows"',
    }


def test_an_output_that_is_never_written_is_told(tmp_path):
    pack = write_pack(tmp_path / "made", ("count_people",))
    written(pack / "tasks/count_people/reference.json", *steps()[:1])
    assert [code for code, _ in found(pack)] == ["NO_OUTPUT_WRITTEN"]


@pytest.mark.parametrize(("states", "expected"), [("UNKNOWN_LAYER", []), ("BAD_VALUE", ["UNKNOWN_LAYER"])])
def test_a_naive_way_may_be_refused_by_the_code_it_states_and_no_other(tmp_path, states, expected):
    pack = write_pack(tmp_path / "made", ("count_people",))
    way = {"bites": {"refused": states}, "steps": [EXPORT]}
    naive = {"schema_version": 1, "task": "count_people", "ways": {"nodata": way}}
    (pack / "tasks/count_people/naive.json").write_text(json.dumps(naive))
    assert [code for code, _ in found(pack)] == expected


def test_what_is_no_trajectory_has_no_problems_here(tmp_path):
    (tmp_path / "contract.yaml").write_text("kind: table\n")
    (tmp_path / "cut.json").write_text('{"steps": [')
    assert found(tmp_path / "contract.yaml") == found(tmp_path / "cut.json") == []
