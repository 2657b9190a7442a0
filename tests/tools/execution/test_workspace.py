# SPDX-License-Identifier: GPL-2.0-or-later
"""A workspace keeps what was done and nothing of what was not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.qgis

SQUARE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 4,0 4,0 0))", "name": "a"}]}
MASK = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((1 1,2 1,2 2,1 2,1 1))"}]}


def test_a_workspace_opened_again_knows_its_handles(harness: Any) -> None:
    from harness import Harness

    harness.give("parks", SQUARE)
    harness.give("mask", MASK)
    harness.done("clip", layer="parks", mask="mask", output="cut")
    again = Harness(harness.workspace.folder)
    assert again.workspace.handles == harness.workspace.handles
    assert again.workspace.state.steps == 1
    assert again.rows("cut")[0]["name"] == "a"


def test_a_failed_call_leaves_no_file_and_no_handle(harness: Any) -> None:
    harness.give("parks", SQUARE)
    harness.give("mask", {**MASK, "crs": "EPSG:4326"})
    before = sorted(path.name for path in harness.workspace.work.rglob("*"))
    assert harness.refused("clip", layer="parks", mask="mask", output="cut")["code"] == "CRS_MISMATCH"
    assert sorted(path.name for path in harness.workspace.work.rglob("*")) == before
    assert set(harness.workspace.handles) == {"parks", "mask"}


def test_what_a_killed_call_left_is_removed_on_opening(harness: Any) -> None:
    from harness import Harness

    harness.workspace.writing.mkdir()
    (harness.workspace.writing / "half.gpkg").write_bytes(b"half")
    Harness(harness.workspace.folder)
    assert not harness.workspace.writing.exists()


def test_changed_added_and_removed_inputs_are_named(harness: Any, tmp_path: Path) -> None:
    from harness import Harness

    inputs = harness.workspace.inputs
    for name in ("same.csv", "changed.csv", "removed.csv"):
        (inputs / name).write_text("a")
    workspace = Harness(harness.workspace.folder).workspace
    (inputs / "changed.csv").write_text("b")
    (inputs / "removed.csv").unlink()
    (inputs / "added.csv.aux.xml").write_text("x")
    assert workspace.changed_inputs() == ["added.csv.aux.xml", "changed.csv", "removed.csv"]


def test_a_call_leaves_its_inputs_and_source_files_as_they_were(harness: Any) -> None:
    from gisagentbench.tools.execution.workspace import checksums

    harness.give("parks", SQUARE)
    harness.give("mask", MASK)
    before = checksums(harness.workspace.work)
    harness.done("clip", layer="parks", mask="mask", output="cut")
    harness.done("reproject_layer", layer="cut", target_crs="EPSG:4326", output="degrees")
    after = checksums(harness.workspace.work)
    assert {name: after.get(name) for name in before} == before
    assert set(after) - set(before) == {"cut.gpkg", "degrees.gpkg"}


@pytest.mark.parametrize("text", ["", "{", '{"schema_version": 99, "handles": {}, "inputs": {}, "steps": 0}', "[]"])
def test_a_broken_workspace_file_is_an_error_and_stays(harness: Any, text: str) -> None:
    from harness import Harness

    from gisagentbench.tools.declaration.errors import ToolError

    harness.workspace.state_path.write_text(text)
    with pytest.raises(ToolError, match="INVALID_DOCUMENT"):
        Harness(harness.workspace.folder)
    assert harness.workspace.state_path.read_text() == text


def test_the_workspace_file_holds_relative_paths_alone(harness: Any) -> None:
    harness.give("parks", SQUARE)
    harness.workspace.save()
    text = harness.workspace.state_path.read_text()
    assert str(harness.workspace.folder) not in text
    assert json.loads(text)["handles"]["parks"]["path"] == "work/parks.gpkg"


def test_a_layer_whose_file_is_gone_is_unknown(harness: Any) -> None:
    harness.give("parks", SQUARE)
    (harness.workspace.work / "parks.gpkg").unlink()
    assert harness.refused("clip", layer="parks", mask="parks", output="cut")["code"] == "UNKNOWN_LAYER"


def changed_path(harness: Any, path: str) -> Any:
    """Opens the workspace again after someone has written another path for the layer parks."""
    from harness import Harness

    state = json.loads(harness.workspace.state_path.read_text())
    state["handles"]["parks"]["path"] = path
    harness.workspace.state_path.write_text(json.dumps(state))
    return Harness(harness.workspace.folder)


def test_no_layer_is_read_outside_inputs_and_work_whatever_workspace_json_says(harness: Any, tmp_path: Path) -> None:
    harness.give("parks", SQUARE)
    harness.workspace.save()
    secret = tmp_path / "secret.gpkg"
    secret.write_bytes((harness.workspace.work / "parks.gpkg").read_bytes())
    (harness.workspace.work / "link.gpkg").symlink_to(secret)
    (harness.workspace.work / "near.gpkg").symlink_to(harness.workspace.work / "parks.gpkg")
    for path in (
        str(secret),
        "../secret.gpkg",
        "work/../../secret.gpkg",
        "work/link.gpkg",
        "workspace.json",
        "work",
        "",
    ):
        for api in ("describe_layer", "add_geometry_attributes"):
            more = {"measures": ["x"], "method": "planar", "output": "a"} if api != "describe_layer" else {}
            fault = changed_path(harness, path).refused(api, layer="parks", **more)
            assert fault["code"] == "PATH_OUTSIDE_WORKSPACE", path
            assert str(tmp_path) not in json.dumps(fault)
    for path in ("work/parks.gpkg", "work/near.gpkg"):
        changed_path(harness, path).done("describe_layer", layer="parks")


def test_a_file_swapped_for_a_link_between_two_calls_is_refused(harness: Any, tmp_path: Path) -> None:
    harness.give("parks", SQUARE)
    path = harness.workspace.work / "parks.gpkg"
    harness.done("describe_layer", layer="parks")
    path.rename(tmp_path / "elsewhere.gpkg")
    path.symlink_to(tmp_path / "elsewhere.gpkg")
    assert harness.refused("describe_layer", layer="parks")["code"] == "PATH_OUTSIDE_WORKSPACE"


@pytest.mark.parametrize("part", ["inputs", "work", "output"])
def test_a_workspace_whose_folders_are_links_is_refused(qgis_application: Any, tmp_path: Path, part: str) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.workspace import Workspace

    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / part).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ToolError, match=part) as refused:
        Workspace(tmp_path / "w")
    assert refused.value.code == "INVALID_DOCUMENT"


ALMOST = '{"schema_version": 1, "handles": {"../x": {}}, "inputs": {}, "steps": 0}'


@pytest.mark.parametrize(
    "text", ["null", "[]", "{}", "[" * 100_000, "\udcff", '{"schema_version": 1, "handles": []}', ALMOST]
)
def test_a_workspace_file_of_anything_else_is_refused(qgis_application: Any, tmp_path: Path, text: str) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.workspace import Workspace

    (tmp_path / "workspace.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ToolError) as refused:
        Workspace(tmp_path)
    assert refused.value.code == "INVALID_DOCUMENT"


def test_names_that_are_no_handles_are_refused(harness: Any) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.workspace import Workspace

    harness.give("parks", SQUARE)
    harness.workspace.save()
    text = harness.workspace.state_path.read_text()
    for name in ("../parks", "Parks", "", "p" * 64):
        harness.workspace.state_path.write_text(text.replace('"parks": {', f'"{name}": {{', 1))
        with pytest.raises(ToolError, match="is no handle"):
            Workspace(harness.workspace.folder)


@pytest.mark.parametrize("name", ["a|b", "12:30", "a\nb", "a\tb", "a\x7fb"])
def test_a_folder_that_qgis_cannot_write_to_is_refused_at_once(
    qgis_application: Any, tmp_path: Path, name: str
) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.workspace import Workspace

    with pytest.raises(ToolError, match="colon") as refused:
        Workspace(tmp_path / name)
    assert (refused.value.code, list(tmp_path.iterdir())) == ("BAD_VALUE", [])


@pytest.mark.parametrize(
    "name", ["a b", 'a"b', "a'b", "ä", "a$b", "a%20b", "a?b#c", "[a]*", "a,b;c&d=e", "a.gpkg", "a\\b"]
)
def test_every_other_folder_is_written_to_by_every_engine(qgis_application: Any, tmp_path: Path, name: str) -> None:
    from harness import Harness

    harness = Harness(tmp_path / name)
    harness.give("parks", SQUARE)
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2, 3]] * 3, "cell": 1})
    how = {"unit": "m", "method": "planar", "distance": 1}
    harness.done("buffer", layer="parks", **how, output="native")
    harness.done("buffer", layer="parks", **how, dissolve=True, output="own")
    harness.done("clip", layer="native", mask="own", output="cut")
    harness.done("slope", dem="dem", z_unit="m", output="steep")
    harness.done("export_layer", layer="cut", file="a.kml", format="kml")
    assert len(harness.rows("cut")) == 1
