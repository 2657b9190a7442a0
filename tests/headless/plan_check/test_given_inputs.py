# SPDX-License-Identifier: GPL-2.0-or-later
"""Input files that are here are loaded as the plan says, and what comes out is what a workspace would know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless.plan_check import given_inputs, input_reader
from gisagentbench.headless.plan_check.given_inputs import FileInputs, StatedInputs
from gisagentbench.headless.plan_check.input_reader import InputReader
from gisagentbench.headless.workspace_inputs import InputFile
from gisagentbench.scoring.limited_child import STARTED, ChildEnd
from gisagentbench.tools.declaration.decoding import check_arguments
from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.facts import UNKNOWN, Field, LayerFacts
from gisagentbench.tools.declaration.registry import find

SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]
BOW_TIE = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]


@pytest.fixture
def inputs(tmp_path: Path) -> Iterator[FileInputs]:
    """A table and a layer of two polygons, of which one crosses itself."""
    (tmp_path / "people.csv").write_text("code,count\n007,1\n008,2\n")
    rows = [
        {"type": "Feature", "properties": {"n": 1}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for ring in (SQUARE, BOW_TIE)
    ]
    (tmp_path / "areas.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": rows}))
    files = {name: InputFile(tmp_path / name) for name in ("people.csv", "areas.geojson")}
    with InputReader() as reader:
        stated = {"areas.geojson": LayerFacts("vector")}
        yield FileInputs({Path(name).stem: file for name, file in files.items()}, reader, stated)


def facts_of(inputs: StatedInputs, file: str, **more: Any) -> LayerFacts:
    _, decoded = check_arguments(find("load_layer"), {"file": file, "name": "layer", **more})
    found = inputs.load(decoded)
    assert isinstance(found, LayerFacts), found
    return found


@pytest.mark.qgis
def test_a_table_is_read_as_load_layer_reads_it(inputs: FileInputs) -> None:
    facts = facts_of(inputs, "people.csv")
    # a leading zero makes a code of a number
    assert (facts.kind, facts.fields, facts.count) == ("table", (Field("code", "text"), Field("count", "integer")), 2)


@pytest.mark.qgis
def test_the_arguments_of_load_layer_count(inputs: FileInputs) -> None:
    facts = facts_of(inputs, "people.csv", types={"count": "real"})
    assert facts.fields == (Field("code", "text"), Field("count", "real"))


@pytest.mark.qgis
def test_shapes_that_are_invalid_are_counted(inputs: FileInputs) -> None:
    facts = facts_of(inputs, "areas.geojson")
    assert (facts.crs, facts.geometry_type, facts.count, facts.invalid_count) == ("EPSG:4326", "Polygon", 2, 1)


@pytest.mark.qgis
def test_what_load_layer_refuses_is_given_as_its_error(inputs: FileInputs) -> None:
    found = inputs.load({"file": "people.csv", "name": "layer", "types": {"count": "date"}})
    assert isinstance(found, ToolError) and found.code == "BAD_VALUE"


def test_files_that_are_too_large_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_inputs, "LARGEST_FILE", 3)
    (tmp_path / "rows.csv").write_text("a,b\n1,2\n")
    with InputReader() as reader:
        inputs = FileInputs({"rows": InputFile(tmp_path / "rows.csv")}, reader, {"rows.csv": LayerFacts("table")})
        assert facts_of(inputs, "rows.csv") == LayerFacts("table")


def test_a_file_that_is_declared_and_not_here_is_known_by_what_is_stated() -> None:
    inputs = StatedInputs({"far.gpkg": LayerFacts("vector", "EPSG:2263")})
    assert facts_of(inputs, "far.gpkg") == LayerFacts("vector", "EPSG:2263")


def test_a_name_that_no_one_declares_is_not_found(inputs: FileInputs) -> None:
    found = inputs.load({"file": "poeple.csv", "name": "layer"})
    assert isinstance(found, ToolError)
    assert (found.code, found.sentence) == ("FILE_NOT_FOUND", 'file: there is no file "poeple.csv" under inputs')
    assert found.hint == 'nearest of its 2 files is "people.csv"'


def test_nothing_is_left_of_the_copies(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("a,b\n1,2\n")
    with InputReader() as reader:
        FileInputs({"rows": InputFile(tmp_path / "rows.csv")}, reader)
        assert [path.name for path in reader.root.rglob("*.csv")] == ["rows.csv"]
    assert not reader.root.exists()


@pytest.mark.qgis
def test_calls_that_are_foreseen_are_made_together(inputs: FileInputs, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    run = input_reader.run_child

    def counted(module: str, request: dict[str, Any], seconds: float, **more: Any) -> Any:
        asked.append(len(request["jobs"]))
        return run(module, request, seconds, **more)

    monkeypatch.setattr(input_reader, "run_child", counted)
    inputs.foresee([("load_layer", {"file": name, "name": "layer"}) for name in ("people.csv", "areas.geojson")])
    assert (facts_of(inputs, "people.csv").kind, facts_of(inputs, "areas.geojson").kind) == ("table", "vector")
    assert asked == [2]


@pytest.mark.qgis
def test_calls_that_were_not_foreseen_are_made_as_well(inputs: FileInputs) -> None:
    found = [facts_of(inputs, name).kind for name in ("people.csv", "areas.geojson", "people.csv")]
    assert found == ["table", "vector", "table"]
    assert facts_of(inputs, "people.csv", types={"count": "text"}).fields == (
        Field("code", "text"),
        Field("count", "text"),
    )


def test_of_a_file_that_ends_its_reader_nothing_is_known(inputs: FileInputs, monkeypatch: pytest.MonkeyPatch) -> None:
    died = ChildEnd([STARTED], -11, "", [0.0, 0.0])
    monkeypatch.setattr(input_reader, "run_child", lambda *_, **__: died)
    assert facts_of(inputs, "areas.geojson") == LayerFacts("vector")
    assert facts_of(inputs, "people.csv") == UNKNOWN


def test_inputs_of_which_nothing_is_known_are_loaded_as_such() -> None:
    assert given_inputs.GivenInputs().load({"file": "any.gpkg", "name": "layer"}) is UNKNOWN
