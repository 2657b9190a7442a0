# SPDX-License-Identifier: GPL-2.0-or-later
"""The embedded pack: complete, licensed, small, and true to the rules for tasks. No QGIS."""

import ast
import shutil
from collections import Counter
from statistics import mean
from typing import get_args

import pytest

from gisagentbench.headless.pack_self_test import broken_output_problems, declared_outputs
from gisagentbench.headless.pack_verification import run_check
from gisagentbench.headless.trajectory_check import trajectory_problems
from gisagentbench.scoring.score import score_task
from gisagentbench.tasks.document import read_model
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tasks.task import Caveat
from gisagentbench.tasks.task_evidence import NaiveWays
from gisagentbench.tasks.validation import pack_problems

DEMO = find_pack("demo")
TASKS = DEMO.task_ids()
FAMILIES = {"joining", "overlay", "terrain", "pattern", "remote_sensing"}
CHANGES_NOTHING = {"list_layers", "describe_layer", "load_layer", "fix_geometries", "export_layer", "export_raster"}
LICENCES = ("public domain", "MIT", "Apache-2.0", "BSD-3-Clause", "NYC Open Data")
MAX_DATA_BYTES = 3_000_000


def test_the_pack_is_valid():
    assert [str(problem) for problem in pack_problems(DEMO.folder)] == []


def test_references_call_registered_tools_with_valid_arguments():
    assert [str(problem) for problem in trajectory_problems(DEMO.folder)] == []


def test_each_family_has_three_tasks_and_four_are_controls():
    counts = Counter(DEMO.task(task).family for task in TASKS)
    assert set(counts) == FAMILIES and min(counts.values()) >= 3
    assert sum(not DEMO.task(task).caveats for task in TASKS) >= 4


def test_outputs_are_of_every_kind_and_some_tasks_have_two_files():
    outputs = [[output.kind for output in DEMO.task(task).outputs] for task in TASKS]
    assert {kind for kinds in outputs for kind in kinds} == {"raster", "table", "vector"}
    assert sum(len(kinds) > 1 for kinds in outputs) >= 2


def test_references_have_five_to_twenty_calls_and_nine_on_average():
    calls = [len(DEMO.trajectory(task).steps) for task in TASKS]
    assert min(calls) >= 5 and max(calls) <= 20 and mean(calls) >= 9


def test_at_least_half_of_the_naive_ways_run_and_are_wrong():
    bites = [note.bites for task in TASKS for note in DEMO.task(task).caveats.values()]
    assert bites.count("wrong") >= len(bites) / 2


@pytest.mark.parametrize("task", TASKS)
def test_a_reference_has_five_calls_of_which_three_change_something(task):
    apis = [step.api for step in DEMO.trajectory(task).steps]
    assert len(apis) >= 5
    assert len([api for api in apis if api not in CHANGES_NOTHING]) >= 3


def test_no_two_references_are_the_same_sequence():
    sequences = {tuple(step.api for step in DEMO.trajectory(task).steps) for task in TASKS}
    assert len(sequences) == len(TASKS)


@pytest.mark.parametrize("task", TASKS)
def test_a_prompt_names_no_tool(task):
    text = " ".join(DEMO.task(task).prompt.texts())
    called = {step.api for step in DEMO.trajectory(task).steps} - {"slope", "clip", "buffer"}
    assert [api for api in called if api in text] == []


@pytest.mark.parametrize("task", TASKS)
def test_a_rationale_states_measured_figures(task):
    for output in DEMO.task(task).outputs:
        assert len([word for word in output.rationale.split() if any(sign.isdigit() for sign in word)]) >= 4


def test_the_tasks_meet_all_five_caveats():
    caveats = {caveat for task in TASKS for caveat in DEMO.task(task).caveats}
    assert caveats == set(get_args(Caveat))


@pytest.mark.parametrize("task", TASKS)
def test_every_caveat_has_a_naive_way_that_ends_as_the_task_says(task):
    noted = {caveat: note.bites for caveat, note in DEMO.task(task).caveats.items()}
    file = DEMO.task_folder(task) / "naive.json"
    assert file.is_file() == bool(noted), "a control has no naive way"
    if not noted:
        return
    ways = read_model(file, NaiveWays)
    shown = {caveat: "refused" if way.bites.refused else "wrong" for caveat, way in ways.ways.items()}
    assert ways.task == task
    assert shown == noted


def test_every_dataset_is_embedded_used_and_of_a_clear_licence():
    used = {given.dataset for task in TASKS for given in DEMO.task(task).inputs.values()}
    assert used == set(DEMO.pack.datasets)
    for dataset in DEMO.pack.datasets.values():
        assert dataset.licence_class == "clear"
        assert any(licence in dataset.licence for licence in LICENCES)
        assert dataset.sources[0].kind == "embedded"


def test_data_hold_the_registered_bytes_and_nothing_else():
    resolved = [DEMO.dataset_file(name) for name in DEMO.pack.datasets]
    registered = {path for dataset in resolved for path in (dataset.file, *dataset.side_files)}
    found = set((DEMO.folder / "data").iterdir())
    assert found == registered
    assert sum(path.stat().st_size for path in found) <= MAX_DATA_BYTES


def test_every_source_package_has_its_licence_text():
    texts = (DEMO.folder / "LICENCES.txt").read_text("utf-8")
    packages = {
        source.name for entry in DEMO.pack.datasets.values() for source in entry.sources if source.kind == "package"
    }
    for package in packages | {"geopandas", "r-cran-sf", "weather-util-data"}:
        assert f"\n{package} " in texts


@pytest.mark.parametrize("task", TASKS)
def test_a_check_imports_neither_qgis_nor_the_project(task):
    tree = ast.parse((DEMO.task_folder(task) / "check.py").read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in imported} & {"qgis", "processing", "gisagentbench", "subprocess", "."}


@pytest.fixture
def inputs(tmp_path):
    """Puts the inputs of a task where its check looks for them, under the names of the task."""

    def put(task):
        folder = tmp_path / "inputs"
        folder.mkdir()
        for name, found in DEMO.input_files(DEMO.task(task)).items():
            for path in (found.file, *found.side_files):
                shutil.copy(path, folder / f"{name}{path.suffix}")
        return folder

    return put


@pytest.mark.parametrize("task", TASKS)
def test_another_library_derives_the_stored_reference(task, inputs, tmp_path):
    given = inputs(task)
    assert run_check(DEMO.task_folder(task) / "check.py", given, tmp_path / "out") == []
    score = score_task(DEMO.task(task), DEMO.reference_folder(task), tmp_path / "out", given)
    assert {name: first_failure(record) for name, record in score.outputs.items()} == dict.fromkeys(score.outputs)
    assert score.strict


def first_failure(record):
    return next((check.name for check in record.checks if check.passed is False), None)


@pytest.mark.parametrize("task", TASKS)
def test_declared_outputs_end_as_declared(task):
    declared = declared_outputs(DEMO, DEMO.task(task))
    assert {one.verdict for one in declared} == {"wrong", "equivalent"}
    assert [str(problem) for problem in broken_output_problems(DEMO, task)] == []
