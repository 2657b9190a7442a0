# SPDX-License-Identifier: GPL-2.0-or-later
"""Terrain measures stop when asked to, and a result that cannot be written is no result."""

from __future__ import annotations

import resource
from typing import Any

import pytest

from gisagentbench.tools.declaration.errors import ToolError

pytestmark = pytest.mark.qgis
DEM = {"crs": "EPSG:28992", "origin": [155000, 463000], "plane": {"rise_east": 1.0, "size": [300, 300]}}


def bound_run(harness: Any, tool: str) -> Any:
    from gisagentbench.tools.declaration.registry import find
    from gisagentbench.tools.execution.bound_run import BoundRun
    from gisagentbench.tools.execution.context import EngineFeedback

    return BoundRun(harness.workspace, find(tool), {"output": "result"}, "refuse", EngineFeedback())


@pytest.mark.parametrize("recipe", [DEM, {**DEM, "scale": 0.5}], ids=["heights as stored", "heights to be scaled"])
def test_a_cancelled_slope_stops(harness: Any, recipe: dict[str, Any]) -> None:
    harness.give("dem", recipe)
    run = bound_run(harness, "slope")
    run.feedback.cancel()
    with pytest.raises(ToolError) as caught:
        run.spec.body(run, harness.workspace.layer("dem"), "m")
    assert caught.value.code == "CANCELLED"


def test_a_cancelled_formula_leaves_no_file(harness: Any) -> None:
    from gisagentbench.tools.declaration.layers import BandOf

    harness.give("dem", DEM)
    run = bound_run(harness, "raster_calculator")
    run.feedback.cancel()
    with pytest.raises(ToolError) as caught:
        run.spec.body(run, {"a": BandOf(harness.workspace.layer("dem"), 1)}, "a + 1")
    assert caught.value.code == "CANCELLED"
    assert list(harness.workspace.writing.iterdir()) == []


def test_a_full_disk_is_an_error(harness: Any) -> None:
    """A limit on the size of files stands in for the disk."""
    harness.give("dem", DEM)
    run = bound_run(harness, "slope")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(ToolError) as caught:
            run.spec.body(run, harness.workspace.layer("dem"), "m")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.text == "ENGINE_FAILED: the slope could not be computed or written."


def test_infinite_heights_are_refused_where_they_are_found(harness: Any) -> None:
    harness.give("dem", {**DEM, "plane": None, "cells": [[1.0, float("inf"), 3.0], [1, 2, 3], [1, 2, 3]]})
    error = harness.refused("slope", dem="dem", z_unit="m", output="a")
    assert (error["code"], error["message"]) == ("BAD_VALUE", '"dem" holds inf in 1 cell, which is no height')
