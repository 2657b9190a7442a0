# SPDX-License-Identifier: GPL-2.0-or-later
"""The three guard levels, and the figures the measuring guard is built on."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis

BOW_TIE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 4,4 0,0 4,0 0))"}]}
WHOLE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((-9 -9,9 -9,9 9,-9 9,-9 -9))"}]}


def test_refuse_is_an_error(make_harness: Any) -> None:
    harness = make_harness("refuse")
    harness.give("parks", BOW_TIE)
    harness.give("mask", WHOLE)
    error = harness.refused("clip", layer="mask", mask="parks", output="cut")
    assert error["code"] == "INVALID_GEOMETRY"


def test_warn_says_so_and_goes_on(make_harness: Any) -> None:
    harness = make_harness("warn")
    harness.give("parks", {**WHOLE, "crs": "EPSG:4326"})
    harness.give("mask", {**WHOLE, "crs": "EPSG:3857"})
    step = harness.done("clip", layer="parks", mask="mask", output="cut")
    assert [warning.split(":")[0] for warning in step.warnings] == ["CRS_MISMATCH"]


def test_silent_goes_on(make_harness: Any) -> None:
    harness = make_harness("silent")
    harness.give("parks", {**WHOLE, "crs": "EPSG:4326"})
    harness.give("mask", {**WHOLE, "crs": "EPSG:3857"})
    step = harness.done("clip", layer="parks", mask="mask", output="cut")
    assert step.warnings == []


def test_no_level_lets_a_missing_crs_pass(make_harness: Any) -> None:
    for level in ("refuse", "warn", "silent"):
        harness = make_harness(level)
        harness.give("parks", {**WHOLE, "crs": None})
        error = harness.refused("reproject_layer", layer="parks", target_crs="EPSG:4326", output="b")
        assert error["code"] == "CRS_MISSING"


def test_validity_is_found_once_and_kept(harness: Any) -> None:
    harness.give("parks", WHOLE)
    assert harness.workspace.handles["parks"].invalid_count is None
    harness.done("clip", layer="parks", mask="parks", output="cut")
    assert harness.workspace.handles["parks"].invalid_count == 0


@pytest.mark.parametrize(
    ("crs", "extent", "linear", "areal", "why"),
    [
        ("EPSG:3857", (0, -1, 1, 1), 0.00674, 0.00674, "equator: north is stretched by 1/(1 - e2), e2 = 0.00669438"),
        (
            "EPSG:3857",
            (0, 8399737, 1, 8399738),
            0.99834,
            2.98664,
            "w = 1 - 0.75 e2: sqrt(w)/cos 60, w^1.5/(1 - e2)/cos 60",
        ),
        ("EPSG:32631", (500000, 5000000, 500001, 5000001), 0.0004, 0.0008, "UTM on its central meridian: k = 0.9996"),
        ("EPSG:3035", (4321000, 3210000, 4321001, 3210001), 0.0, 0.0, "equal area, at its centre"),
        ("EPSG:3035", (2500000, 1500000, 2500001, 1500001), None, 0.0, "equal area, far from its centre"),
    ],
)
def test_scale_error(crs: str, extent: tuple[float, ...], linear: float | None, areal: float, why: str) -> None:
    from gisagentbench.tools.declaration.facts import Extent
    from gisagentbench.tools.execution.reference_systems.crs import scale_error

    found = scale_error(crs, Extent(*extent))
    assert found.areal == pytest.approx(areal, abs=5e-5), why
    if linear is not None:
        assert found.linear == pytest.approx(linear, abs=5e-5), why


@pytest.mark.parametrize(
    ("crs", "extent"), [("EPSG:3857", (0, 8399737, 1, 8399738)), ("EPSG:2263", (980000, 190000, 1000000, 210000))]
)
def test_scale_error_agrees_with_proj(crs: str, extent: tuple[float, ...]) -> None:
    """pyproj's factors of the projection, at the middle of a small extent."""
    import pyproj

    from gisagentbench.tools.declaration.facts import Extent
    from gisagentbench.tools.execution.reference_systems.crs import scale_error

    projection = pyproj.Proj(crs)
    to_degrees = pyproj.Transformer.from_crs(crs, pyproj.CRS(crs).geodetic_crs, always_xy=True)
    corners = [(extent[x], extent[y]) for x in (0, 2) for y in (1, 3)]
    factors = [projection.get_factors(*to_degrees.transform(x, y)) for x, y in corners]
    found = scale_error(crs, Extent(*extent))
    assert found.linear == pytest.approx(max(abs(f.meridional_scale - 1) for f in factors), rel=0.05, abs=2e-7)
    assert found.areal == pytest.approx(max(abs(f.areal_scale - 1) for f in factors), rel=0.05, abs=2e-7)


@pytest.mark.parametrize(
    ("second", "says"),
    [
        ((10, 0, 0, 0, -10, 100), ""),
        ((10, 0, 5, 0, -10, 100), "the second begins 0.5 cells further east and 0 further south"),
        ((10, 0, 0, 0, -10, 90), "the second begins 0 cells further east and 1 further south"),
        ((5, 0, 0, 0, -5, 100), "cells of 10 x 10 and 5 x 5"),
    ],
)
def test_grids_that_do_not_line_up_say_by_how_much(second: tuple[float, ...], says: str) -> None:
    from gisagentbench.tools.declaration.facts import Grid
    from gisagentbench.tools.execution.guards import grid_difference

    assert grid_difference(Grid(10, 10, (10, 0, 0, 0, -10, 100)), Grid(10, 10, second)) == says
