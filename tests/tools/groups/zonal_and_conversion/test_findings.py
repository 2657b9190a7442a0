# SPDX-License-Identifier: GPL-2.0-or-later
"""What guards find at their lower levels, libraries that are missing, and calls that are cancelled."""

from __future__ import annotations

import sys
from typing import Any

import pytest

pytestmark = pytest.mark.qgis
SQUARE = "POLYGON((0 0,3 0,3 1,0 1,0 0))"
BOW_TIE = "POLYGON((0 0,3 1,3 0,0 1,0 0))"
CALLS: dict[str, dict[str, Any]] = {
    "tabulate_area": {"zones": "zones", "zone_id": "n", "raster": "cover", "unit": "cells",
                      "small_zones": "leave_null"},
    "zonal_statistics": {"zones": "zones", "raster": "cover", "statistics": ["sum"], "small_zones": "leave_null"},
    "sample_raster": {"points": "points", "raster": "cover"},
    "rasterize_vector": {"layer": "zones", "cell_rule": "cell_center", "match_raster": "cover"},
    "polygonize_raster": {"raster": "cover", "connectivity": 4},
    "contour_lines": {"raster": "cover", "levels": [1.5]},
    "kernel_density": {"points": "points", "radius": 2, "unit": "m", "pixel_size": 1, "pixel_unit": "m",
                       "density_unit": "raw"},
    "interpolate_points": {"points": "points", "value_field": "n", "method": "nearest", "pixel_size": 1,
                           "pixel_unit": "m"},
}  # fmt: skip


def give(harness: Any, vector_crs: str, raster_crs: str, shape: str = SQUARE) -> None:
    harness.give("zones", {"crs": vector_crs, "rows": [{"wkt": shape, "n": 1}]})
    points = [{"wkt": "POINT(0.5 0.5)", "n": 1}, {"wkt": "POINT(2.5 0.5)", "n": 2}]
    harness.give("points", {"crs": vector_crs, "rows": points})
    harness.give("cover", {"crs": raster_crs, "dtype": "uint8", "cells": [[1, 2, 3]]})


@pytest.mark.parametrize("tool", ["tabulate_area", "zonal_statistics", "sample_raster", "rasterize_vector"])
@pytest.mark.parametrize(("level", "codes"), [("refuse", None), ("warn", ["CRS_MISMATCH"]), ("silent", [])])
def test_two_crss(make_harness: Any, tool: str, level: str, codes: list[str] | None) -> None:
    harness = make_harness(level)
    give(harness, "EPSG:32631", "EPSG:28992")
    step = harness.call(tool, **CALLS[tool], output="result")
    if codes is None:
        assert step.error["code"] == "CRS_MISMATCH"
        return
    assert step.ok and [warning.split(":")[0] for warning in step.warnings if "CRS" in warning[:4]] == codes


@pytest.mark.parametrize("tool", ["tabulate_area", "zonal_statistics", "rasterize_vector"])
@pytest.mark.parametrize(("level", "codes"), [("refuse", None), ("warn", ["INVALID_GEOMETRY"]), ("silent", [])])
def test_a_bow_tie(make_harness: Any, tool: str, level: str, codes: list[str] | None) -> None:
    harness = make_harness(level)
    give(harness, "EPSG:28992", "EPSG:28992", BOW_TIE)
    step = harness.call(tool, **CALLS[tool], output="result")
    if codes is None:
        assert step.error["code"] == "INVALID_GEOMETRY"
        return
    assert step.ok and [warning.split(":")[0] for warning in step.warnings if "INVALID" in warning[:8]] == codes


@pytest.mark.parametrize("tool", ["kernel_density", "interpolate_points"])
@pytest.mark.parametrize(("level", "codes"), [("refuse", None), ("warn", ["CRS_UNSUITABLE"]), ("silent", [])])
def test_web_mercator(make_harness: Any, tool: str, level: str, codes: list[str] | None) -> None:
    harness = make_harness(level)
    rows = [{"wkt": "POINT(600000 6800000)", "n": 1}, {"wkt": "POINT(600004 6800003)", "n": 2}]
    harness.give("points", {"crs": "EPSG:3857", "rows": rows})
    step = harness.call(tool, **CALLS[tool], output="result")
    if codes is None:
        assert step.error["code"] == "CRS_UNSUITABLE"
        return
    assert step.ok and [warning.split(":")[0] for warning in step.warnings if "CRS" in warning[:4]] == codes


@pytest.mark.parametrize("method", ["idw", "nearest", "tin"])
def test_without_scipy_it_is_named(harness: Any, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    give(harness, "EPSG:28992", "EPSG:28992")
    monkeypatch.setitem(sys.modules, "scipy.spatial", None)
    monkeypatch.setitem(sys.modules, "scipy.interpolate", None)
    more = {"neighbours": 1} if method == "idw" else {}
    error = harness.refused("interpolate_points", **{**CALLS["interpolate_points"], "method": method}, **more,
                            output="result")  # fmt: skip
    assert error["code"] == "DEPENDENCY_MISSING" and "scipy" in error["message"]


@pytest.mark.parametrize("tool", sorted(CALLS))
def test_a_cancelled_call_leaves_nothing(harness: Any, tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.context import EngineFeedback

    give(harness, "EPSG:28992", "EPSG:28992")
    before = set(harness.workspace.handles)
    monkeypatch.setattr(EngineFeedback, "isCanceled", lambda _: True)
    step = harness.call(tool, **CALLS[tool], output="result")
    assert step.error is not None and step.error["code"] == "CANCELLED"
    assert set(harness.workspace.handles) == before
    assert not list(harness.workspace.work.glob("result*"))
