# SPDX-License-Identifier: GPL-2.0-or-later
"""Whatever a body or an engine does, a call ends as a record with a code."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.qgis

SQUARE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 4,0 4,0 0))", "name": "a"}]}


@pytest.fixture
def clip_that(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replaces the body of clip."""
    from gisagentbench.tools.declaration import registry

    def replace(body: Any) -> None:
        real = registry.all_tools()
        spec = dataclasses.replace(real["clip"], body=body)
        monkeypatch.setattr(registry, "all_tools", lambda: {**real, "clip": spec})

    return replace


def call_clip(harness: Any) -> dict[str, str]:
    harness.give("parks", SQUARE)
    step = harness.call("clip", layer="parks", mask="parks", output="cut")
    assert not step.ok and step.output is None and step.error
    assert list(harness.workspace.handles) == ["parks"]
    json.dumps(step.record())
    return step.error


def test_an_engine_that_raises_is_engine_failed(harness: Any, clip_that: Any) -> None:
    def body(run: Any, layer: Any, mask: Any) -> Any:
        raise RuntimeError("at /home/someone/secret.gpkg")

    clip_that(body)
    assert call_clip(harness) == {"code": "ENGINE_FAILED", "message": "clip stopped with RuntimeError", "hint": ""}


def test_a_body_that_writes_nothing_is_named(harness: Any, clip_that: Any) -> None:
    from gisagentbench.tools.groups.vector_overlay.clipping import Clipped

    clip_that(lambda run, layer, mask: Clipped(run.destination_path()))
    assert call_clip(harness)["code"] == "NO_OUTPUT_WRITTEN"


def test_a_missing_package_is_named(harness: Any, clip_that: Any) -> None:
    def body(run: Any, layer: Any, mask: Any) -> Any:
        import a_package_that_is_not_there  # noqa: F401

    clip_that(body)
    error = call_clip(harness)
    assert error["code"] == "DEPENDENCY_MISSING"
    assert "a_package_that_is_not_there" in error["message"]


def test_memory_that_runs_out_is_a_limit(harness: Any, clip_that: Any) -> None:
    def body(run: Any, layer: Any, mask: Any) -> Any:
        raise MemoryError

    clip_that(body)
    assert call_clip(harness)["code"] == "LIMIT_EXCEEDED"


def test_engine_words_lose_their_paths(harness: Any, clip_that: Any) -> None:
    def body(run: Any, layer: Any, mask: Any) -> Any:
        return run.native("native:clip", INPUT="/home/someone/missing.gpkg", OVERLAY=mask)

    clip_that(body)
    error = call_clip(harness)
    assert error["code"] == "ENGINE_FAILED"
    assert "/home" not in error["message"]


def test_an_algorithm_this_qgis_lacks_is_a_missing_dependency(harness: Any, clip_that: Any) -> None:
    clip_that(lambda run, layer, mask: run.native("native:nosuchthing", INPUT=layer))
    assert call_clip(harness)["code"] == "DEPENDENCY_MISSING"


@pytest.mark.parametrize("arguments", [None, [], "x", 5, {"layer": {"a": 1}}, {"layer": None}, {1: 2}])
def test_arguments_of_any_form_are_answered(harness: Any, arguments: Any) -> None:
    step = harness.executor.call("clip", arguments)
    assert not step.ok and step.error["code"] in ("WRONG_TYPE", "MISSING_ARGUMENT", "UNKNOWN_ARGUMENT")


@pytest.mark.parametrize("api", ["", "Clip", "clip ", "os.system", "native:clip", "x" * 10_000])
def test_any_other_name_is_an_unknown_tool(harness: Any, api: str) -> None:
    assert harness.executor.call(api, {}).error["code"] == "UNKNOWN_TOOL"


def test_a_full_disk_is_storage_full_and_nothing_is_kept(qgis_application: Any, tmp_path: Path) -> None:
    """On a file system of 900 kB, half of it taken, a clip of some 10,000 vertices cannot be written."""
    from harness import Harness

    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small file system")
    try:
        harness = Harness(folder / "workspace")
        corners = ",".join(f"{x} {x % 2}" for x in range(9000))
        ring = f"POLYGON((0 -1,{corners},9000 -1,0 -1))"
        harness.give("parks", {"crs": "EPSG:28992", "rows": [{"wkt": ring, "name": "a"}]})
        harness.give("mask", {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 -1,9000 -1,9000 2,0 2,0 -1))"}]})
        (folder / "filler").write_bytes(b"x" * 400_000)
        step = harness.call("clip", layer="parks", mask="mask", output="cut")
        assert step.error is not None and step.error["code"] == "STORAGE_FULL"
        assert not (harness.workspace.work / "cut.gpkg").exists()
        assert set(harness.workspace.handles) == {"parks", "mask"}
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize(("api", "more"), [("dbscan_clustering", {"max_distance": 5, "unit": "m"}),
                                           ("nearest_neighbor_index", {"unit": "m"})])  # fmt: skip
def test_coordinates_beyond_all_computing_are_named(make_harness: Any, api: str, more: dict[str, Any]) -> None:
    """By rule: guards that are silent let them through to engines, whose squares of 1e300 are infinite."""
    harness = make_harness("silent")
    harness.give("far", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1e300 1e300)"}, {"wkt": "POINT(-1e15 4)"}]})
    error = harness.refused(api, points="far", output="found", **more)
    assert error["code"] == "INVALID_GEOMETRY" and 'coordinates of "far", which go up to 1e+300' in error["message"]


def test_a_layer_of_empty_geometries_has_no_extent(harness: Any) -> None:
    """On paper: what is nowhere has no corners; GDAL answers an error, and leaves the numbers as they were."""
    rows = [{"wkt": "POLYGON EMPTY"}, {"wkt": "POLYGON EMPTY"}]
    harness.give("nowhere", {"crs": "EPSG:28992", "geometry_type": "GeometryCollection", "rows": rows})
    assert harness.workspace.handles["nowhere"].count == 2 and harness.workspace.handles["nowhere"].extent is None
