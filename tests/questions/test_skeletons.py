# SPDX-License-Identifier: GPL-2.0-or-later
"""The catalogue's questions as data: each has calls that answer it and that the validator takes."""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tools.declaration import registry
from gisagentbench.tools.declaration.facts import Band, Field, Grid, LayerFacts

sys.path.insert(0, str(Path(__file__).parent))
import skeletons

FILES = sorted(skeletons.FOLDER.glob("q*.yaml"))
QUESTIONS = 129
PARTIAL = [55]
OUT_OF_SCOPE = [110]
# Tools that no question of the catalogue needs
NEVER_USED = ["clip_buffers_to_polygons", "set_nodata"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_skeleton_has_no_fault(path: Path) -> None:
    assert skeletons.faults_of(skeletons.read(path)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_skeleton_bears_the_number_of_its_file(path: Path) -> None:
    assert f"q{skeletons.read(path).number:03}_" == path.stem[:5]


def test_every_question_of_the_catalogue_has_one_skeleton() -> None:
    assert [skeletons.read(path).number for path in FILES] == list(range(1, QUESTIONS + 1))


@pytest.mark.parametrize(("fits", "numbers"), [("partial", PARTIAL), ("no", OUT_OF_SCOPE)])
def test_what_does_not_fit_is_known(fits: str, numbers: list[int]) -> None:
    assert [one.number for one in map(skeletons.read, FILES) if one.fits == fits] == numbers


def test_no_two_skeletons_ask_the_same() -> None:
    asked = [skeletons.read(path).question for path in FILES]
    assert sorted(set(asked)) == sorted(asked)


def test_tools_that_no_skeleton_calls_are_known() -> None:
    called = {api for path in FILES for api, _ in skeletons.read(path).steps}
    assert [name for name in registry.all_tools() if name not in called] == NEVER_USED


PARKS = {
    "kind": "vector", "crs": "EPSG:2263", "geometry_type": "Polygon", "is_multi": True,
    "fields": {"name": "text", "acres": "real"},
}  # fmt: skip
STOPS = {"kind": "vector", "crs": "EPSG:4326", "geometry_type": "Point", "is_multi": False, "fields": {"stop": "text"}}
DEM = {
    "kind": "raster", "crs": "EPSG:32618", "width": 4, "height": 3, "transform": [10, 0, 500000, 0, -10, 4500000],
    "bands": [{"dtype": "float32", "nodata": -9999}],
}  # fmt: skip


def right() -> dict[str, Any]:
    """Gives a skeleton without fault, to be spoilt."""
    calls: list[tuple[str, dict[str, Any]]] = [
        ("load_layer", {"file": "parks.gpkg", "name": "parks"}),
        ("load_layer", {"file": "stops.gpkg", "name": "stops"}),
        ("reproject_layer", {"layer": "stops", "target_crs": "EPSG:2263", "output": "near"}),
        ("extract_by_expression", {"layer": "parks", "expression": "\"acres\" > 1 AND \"name\" <> 'a \"b\"'",
                                   "output": "large"}),
        ("spatial_join_summary", {"layer": "large", "join_layer": "near", "predicates": ["contains"],
                                  "output": "counted"}),
        ("export_layer", {"layer": "counted", "file": "answer.csv", "format": "csv"}),
    ]  # fmt: skip
    return {
        "number": 1,
        "question": "How many stops has each large park?",
        "fits": True,
        "inputs": {"parks.gpkg": PARKS, "stops.gpkg": STOPS},
        "steps": [{"api": api, "arguments": arguments} for api, arguments in copy.deepcopy(calls)],
    }


def test_a_right_skeleton_has_no_fault() -> None:
    assert skeletons.faults_of(skeletons.from_record(right())) == []


def test_facts_are_those_of_the_file() -> None:
    assert skeletons.facts_of(PARKS) == LayerFacts(
        kind="vector", crs="EPSG:2263", geometry_type="Polygon", is_multi=True,
        fields=(Field("name", "text"), Field("acres", "real")),
    )  # fmt: skip
    grid = Grid(4, 3, (10, 0, 500000, 0, -10, 4500000))
    assert skeletons.facts_of(DEM) == LayerFacts(
        kind="raster", crs="EPSG:32618", grid=grid, bands=(Band("float32", -9999),)
    )
    assert grid.extent == (500000, 4499970, 500040, 4500000)


@pytest.mark.parametrize("word", ["geometry", "columns"])
def test_a_fact_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(TypeError):
        skeletons.facts_of(PARKS | {word: "Polygon"})


SPOILT = [
    ({"question": "Stops of parks"}, "does not end as one"),
    ({"fits": "maybe", "reason": "Who knows."}, "fits is maybe"),
    ({"fits": "partial"}, "or none where not all does"),
    ({"reason": "None."}, "a reason stands where all fits"),
    ({"fits": False, "reason": "No tool does it."}, "has inputs or steps"),
    ({"inputs": {"parks.gpkg": PARKS}}, "FILE_NOT_FOUND"),
    ({"inputs": {"parks.gpkg": PARKS, "stops.gpkg": STOPS, "dem.tif": DEM}}, "dem.tif is not loaded"),
    ({"steps": []}, "exports nothing"),
]
SPOILT_STEPS = [
    (5, "export_layer", {"layer": "parks"}, "step 5: nothing reads counted"),
    (5, "sample_rows", {"file": None, "format": None}, "exports nothing"),
    (2, "reproject_layer", {"layer": "stop"}, "step 3: UNKNOWN_LAYER"),
    (2, "reproject_layer", {"target_crs": "EPSG:32118"}, "step 5: layers in EPSG:2263 and EPSG:32118"),
    (3, "extract_by_expression", {"expression": '"area" > 1'}, 'step 4: an expression reads the field "area"'),
    (3, "extract_by_expression", {"expression": "system('ls') = 1 AND (1 > 0)"}, "step 4: an expression calls system"),
    (4, "spatial_join_summary", {"join_layer": "large", "predicates": ["touches"]}, "step 3: nothing reads near"),
    (4, "distance_matrix", {"from_layer": "stops", "from_id": "stop", "to_layer": "stops", "to_id": "stop", "unit": "m",
                            "method": "planar", "layer": None, "join_layer": None, "predicates": None},
     "step 5: distance_matrix measures degrees"),
    (4, "join_nearest", {"join_layer": "large", "unit": "m", "predicates": None}, "step 5: counted has acres twice"),
    (4, "spatial_join_summary", {"statistics": {"stop": "mean"}}, "step 5: WRONG_TYPE"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "sentence"), SPOILT, ids=lambda value: value if isinstance(value, str) else "")
def test_a_fault_is_told(changes: dict[str, Any], sentence: str) -> None:
    assert_told(right() | changes, sentence)


@pytest.mark.parametrize(("index", "api", "changes", "sentence"), SPOILT_STEPS, ids=lambda value: str(value)[:40])
def test_a_fault_of_a_step_is_told(index: int, api: str, changes: dict[str, Any], sentence: str) -> None:
    record = right()
    arguments = record["steps"][index]["arguments"] | changes
    left = {name: value for name, value in arguments.items() if value is not None}
    record["steps"][index] = {"api": api, "arguments": left}
    assert_told(record, sentence)


def assert_told(record: dict[str, Any], sentence: str) -> None:
    """Asserts that the skeleton of a record has just the fault that a sentence tells."""
    faults = skeletons.faults_of(skeletons.from_record(record))
    assert [sentence in fault for fault in faults].count(True) == 1, faults
