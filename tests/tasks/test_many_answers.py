# SPDX-License-Identifier: GPL-2.0-or-later
"""Contracts that match one of several right answers, told from the reference trajectory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from gisagentbench.tasks.validation import validate_path

from .example_documents import RASTER, TASK, VECTOR, changed

POINTS = changed(VECTOR, "columns", {"nta": {"type": "text"}}) | {"geometry_type": "Point"}
FREE = POINTS | {"geometry": {"compare": "predicates"}, "predicates": [{"non_empty": True}]}
CLUSTERS = changed(POINTS, "columns.cluster_id", {"type": "integer"})
LABELS = changed(POINTS, "columns.cluster_id", {"type": "integer", "role": "label"})
CLASSES = RASTER | {"file": "result.tif", "values": "categorical"}


def step(api: str, **arguments: Any) -> dict[str, Any]:
    """Returns a call."""
    return {"api": api, "arguments": arguments}


LOAD = step("load_layer", file="parks.gpkg", name="parks")
INSIDE = step("interior_points", layer="parks", output="inside")
NAMED = step("compute_field", layer="inside", output="named")


def export(layer: str, file: str = "result.gpkg") -> dict[str, Any]:
    """Returns the call that writes the output."""
    return step("export_layer", layer=layer, file=file)


OPEN = [
    ("points exported as they are", POINTS, [LOAD, INSIDE, export("inside")], "points that interior_points"),
    ("points that went through another call", POINTS, [LOAD, INSIDE, NAMED, export("named")], "interior_points"),
    ("points in a list of layers", POINTS,
     [LOAD, INSIDE, step("merge_layers", layers=["parks", "inside"], output="all"), export("all")], "interior_points"),
    ("random points", POINTS, [LOAD, step("random_points", polygons="parks", count=5, output="r"), export("r")],
     "random_points may place otherwise"),
    ("the best of a ranking", POINTS,
     [LOAD, step("sort_and_rank", layer="parks", order_by="x", keep_top=3, output="top"), export("top")],
     "sort_and_rank with keep_top chooses among equals"),
    ("the first of the nearest", POINTS,
     [LOAD, step("join_nearest", layer="parks", join_layer="parks", ties="first", output="n"), export("n")],
     "join_nearest with ties"),
    ("cluster numbers", CLUSTERS, [LOAD, step("kmeans_clustering", layer="parks", output="c"), export("c")],
     '"cluster_id" of "result.gpkg" holds numbers that kmeans_clustering may give otherwise; use role: label.'),
    ("classes without training", CLASSES,
     [step("unsupervised_classification", raster="parks", output="k"), export("k", "result.tif")],
     "use values: label"),
]  # fmt: skip
CLOSED = [
    ("points judged by predicates", FREE, [LOAD, INSIDE, export("inside")]),
    ("polygons that points only helped to find", VECTOR, [LOAD, INSIDE, NAMED, export("named")]),
    ("points that do not reach the output", POINTS, [LOAD, INSIDE, export("parks")]),
    ("a ranking that keeps all", POINTS,
     [LOAD, step("sort_and_rank", layer="parks", order_by="x", output="top"), export("top")]),
    ("all of the nearest", POINTS,
     [LOAD, step("join_nearest", layer="parks", join_layer="parks", ties="all", output="n"), export("n")]),
    ("cluster numbers as labels", LABELS, [LOAD, step("kmeans_clustering", layer="parks", output="c"), export("c")]),
    ("another column of that name", CLUSTERS,
     [LOAD, step("kmeans_clustering", layer="parks", id_field="k", output="c"), export("c")]),
]  # fmt: skip


def problems(folder: Path, output: dict[str, Any], steps: list[dict[str, Any]]) -> list[Any]:
    """Validates a task folder with one output and returns what is said of several answers."""
    task = folder / "parks"
    task.mkdir()
    (task / "task.yaml").write_text(yaml.safe_dump(changed(TASK, "outputs", [output])), "utf-8")
    (task / "reference.json").write_text(json.dumps({"schema_version": 1, "task": "parks", "steps": steps}), "utf-8")
    return [problem for problem in validate_path(task) if problem.code == "many_answers"]


@pytest.mark.parametrize(("rule", "output", "steps", "message"), OPEN, ids=[row[0] for row in OPEN])
def test_answer_that_is_one_of_several_is_told(
    tmp_path: Path, rule: str, output: Any, steps: Any, message: str
) -> None:
    (problem,) = problems(tmp_path, output, steps)
    assert message in problem.message
    assert problem.where.endswith(f"task.yaml:{problem.line}") and problem.line


@pytest.mark.parametrize(("rule", "output", "steps"), CLOSED, ids=[row[0] for row in CLOSED])
def test_answer_that_is_the_only_one_is_not_told(tmp_path: Path, rule: str, output: Any, steps: Any) -> None:
    assert problems(tmp_path, output, steps) == []


def test_ties_are_a_warning_since_only_data_show_them(tmp_path: Path) -> None:
    ranked = [LOAD, step("sort_and_rank", layer="parks", order_by="x", keep_top=3, output="top"), export("top")]
    (problem,) = problems(tmp_path, POINTS, ranked)
    assert problem.severity == "warning"
