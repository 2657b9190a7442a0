# SPDX-License-Identifier: GPL-2.0-or-later
"""Right plans are spoilt in one place and run for real: what the check said is what happened, and nothing else.

The oracle is the executor, and the scorer where all calls are done.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless.plan_check.given_inputs import FileInputs
from gisagentbench.headless.plan_check.input_reader import InputReader
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.headless.workspace_inputs import InputFile
from gisagentbench.tasks.document import read_model
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tasks.task_evidence import NaiveWays
from gisagentbench.tests.headless.plan_check.judgement import Judgement, judged, recall
from gisagentbench.tests.headless.plan_check.mutated_plans import KINDS, Steps, mutated
from gisagentbench.tests.headless.plan_check.real_runs import RealRuns

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from given import write_vector

pytestmark = pytest.mark.qgis

DEMO = find_pack("demo")
SEED = 7
REFUSED = [
    (task, caveat, way)
    for task in DEMO.task_ids()
    if (DEMO.task_folder(task) / "naive.json").is_file()
    for caveat, way in read_model(DEMO.task_folder(task) / "naive.json", NaiveWays).ways.items()
    if way.bites.refused is not None
]


def input_files(task: str) -> dict[str, InputFile]:
    return {name: InputFile(*found) for name, found in DEMO.input_files(DEMO.task(task)).items()}


@pytest.mark.parametrize(("task", "caveat", "way"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_naive_way_that_is_refused_is_foretold_by_its_code(task: str, caveat: str, way: Any) -> None:
    with InputReader() as reader:
        inputs = FileInputs(input_files(task), reader)
        found = plan_findings([(step.api, step.arguments) for step in way.steps], inputs)
    errors = [(finding.step, finding.code) for finding in found if finding.severity == "error"]
    assert errors == [(len(way.steps) - 1, way.bites.refused)]


def judgements(task_id: str, each: int, folder: Path) -> dict[str, list[tuple[Judgement, str]]]:
    """Spoils the reference of a task, runs what comes out, and judges what was told of it, by kind of fault."""
    task, files = DEMO.task(task_id), input_files(task_id)
    right: Steps = [(step.api, step.arguments) for step in DEMO.trajectory(task_id).steps]
    runs = RealRuns(folder, files, right)
    made = defaultdict(list)
    with InputReader() as reader:
        inputs = FileInputs(files, reader)
        for kind, plan in mutated(right, SEED, each):
            found = plan_findings(plan, inputs, task.outputs)
            with runs.ended(plan) as ended:
                judgement, words = judged(found, ended, task, DEMO.reference_folder(task_id))
            made[kind].append((judgement, f"{task_id}, {kind}: {words}"))
    return made


def wrong_words(made: dict[str, list[tuple[Judgement, str]]]) -> list[str]:
    return [words for judged_plans in made.values() for judgement, words in judged_plans if judgement == "wrong"]


def test_what_is_told_of_a_spoilt_plan_happens(qgis_application: Any, tmp_path: Path) -> None:
    made = judgements("soho_pump_rings", 1, tmp_path)
    assert wrong_words(made) == []
    counts = Counter(judgement for plans in made.values() for judgement, _ in plans)
    assert counts["foretold"] >= 10, made


# Share of the faults of a kind that is foretold at least; the others show in the data alone
LEAST = dict.fromkeys(KINDS, 0.5) | dict.fromkeys(
    (
        "unknown tool", "unknown argument", "argument left out", "renamed handle", "handle used twice",
        "load left out", "other file", "column left out", "export left out", "other output", "swapped steps",
    ), 1.0,
)  # fmt: skip


@pytest.mark.slow
def test_what_is_told_of_spoilt_references_happens_and_little_is_missed(qgis_application: Any, tmp_path: Path) -> None:
    made: dict[str, list[tuple[Judgement, str]]] = defaultdict(list)
    for task in DEMO.task_ids():
        for kind, plans in judgements(task, 2, tmp_path / task).items():
            made[kind] += plans
    assert wrong_words(made) == []
    shares = {kind: recall(Counter(judgement for judgement, _ in plans)) for kind, plans in made.items()}
    assert {kind: share for kind, share in shares.items() if share < LEAST[kind]} == {}


def test_a_measure_before_the_repair_is_foretold(qgis_application: Any, tmp_path: Path) -> None:
    write_vector(tmp_path / "areas.gpkg", "areas", {
        "crs": "EPSG:28992",
        "rows": [{"wkt": "POLYGON((0 0, 2 2, 2 0, 0 2, 0 0))", "name": "a"}, {"wkt": "POLYGON((5 0, 6 0, 6 1, 5 0))"}],
    })  # fmt: skip
    files = {"areas": InputFile(tmp_path / "areas.gpkg")}
    named = {"measures": ["area"], "method": "planar", "area_unit": "m2", "output": "measured"}
    right: Steps = [
        ("load_layer", {"file": "areas.gpkg", "name": "areas"}),
        ("refactor_fields", {"layer": "areas", "rename": {"name": "title"}, "output": "titled"}),
        ("fix_geometries", {"layer": "titled", "method": "structure", "output": "repaired"}),
        ("add_geometry_attributes", {"layer": "repaired", **named}),
        ("export_layer", {"layer": "measured", "file": "out.gpkg", "format": "gpkg"}),
    ]
    (spoilt,) = KINDS["repair left out"](right)
    runs = RealRuns(tmp_path / "runs", files, right)
    with InputReader() as reader:
        inputs = FileInputs(files, reader)
        assert plan_findings(right, inputs) == []
        (finding,) = plan_findings(spoilt, inputs)
    with runs.ended(spoilt) as ended:
        assert (ended.step, ended.code) == (finding.step, finding.code) == (2, "INVALID_GEOMETRY")
