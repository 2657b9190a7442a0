# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools of grids and bands know the size of a result before they work, and leave nothing when they are cancelled."""

import pytest

from gisagentbench.tools.declaration.limits import LIMITS

pytestmark = pytest.mark.qgis
RECIPE = {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463060], "nodata": -1, "cells": [[1.0] * 8] * 6}
WHOLE = {"xmin": 155000, "ymin": 463000, "xmax": 155080, "ymax": 463060}
CALLS = [
    (48, "reclassify_raster",
     {"raster": "dem", "boundaries": "include_both", "rules": [{"min": 1, "max": 1, "value": 2}]}),
    (192, "resample_raster", {"raster": "dem", "pixel_size": 5, "pixel_unit": "m", "resampling": "nearest"}),
    (48, "align_rasters", {"raster": "dem", "reference": "dem", "resampling": "nearest"}),
    (96, "mosaic_rasters", {"rasters": ["dem", "east"], "overlap": "first"}),
    (48, "clip_raster", {"raster": "dem", "extent": WHOLE}),
    (48, "set_nodata", {"raster": "dem", "nodata": -2}),
    (96, "stack_bands", {"bands": {"a": "dem", "b": "dem@1"}}),
    (48, "spectral_index", {"raster": "photo", "index": "ndvi", "bands": {"red": 1, "nir": 2}}),
    (48, "detect_change", {"before": "dem", "after": "dem", "method": "difference"}),
]  # fmt: skip


@pytest.fixture
def filled(harness):
    """Gives a raster, its eastern neighbour, and one of two bands."""
    harness.give("dem", RECIPE)
    harness.give("east", {**RECIPE, "origin": [155080, 463060]})
    bands = {key: value for key, value in RECIPE.items() if key != "cells"}
    harness.give("photo", {**bands, "bands": [RECIPE["cells"], [[3.0] * 8] * 6]})
    return harness


@pytest.mark.parametrize(("size", "api", "arguments"), CALLS, ids=[call[1] for call in CALLS])
def test_the_size_is_known_before_the_work(filled, monkeypatch, size, api, arguments):
    """On paper: 8 x 6 cells, four times as many at half the size, twice as many for two rasters or bands."""
    monkeypatch.setitem(LIMITS, "cells", size - 1)
    error = filled.refused(api, **arguments, output="small")
    assert error["code"] == "LIMIT_EXCEEDED" and f"about {size} cells; the limit is {size - 1}" in error["message"]
    assert error["hint"] and "small" not in filled.workspace.handles
    monkeypatch.setitem(LIMITS, "cells", size)
    filled.done(api, **arguments, output="large")


@pytest.mark.parametrize(("size", "api", "arguments"), CALLS, ids=[call[1] for call in CALLS])
def test_a_cancelled_call_leaves_nothing(filled, size, api, arguments):
    from gisagentbench.tools.execution.context import EngineFeedback

    class Cancelling(EngineFeedback):
        def isCanceled(self):  # noqa: N802 (name of QGIS)
            return True

    original = filled.executor._run_of

    def run_of(checked):
        run = original(checked)
        run.feedback = Cancelling()
        return run

    filled.executor._run_of = run_of
    assert filled.refused(api, **arguments, output="made")["code"] == "CANCELLED"
    assert "made" not in filled.workspace.handles and not list(filled.workspace.writing.glob("*"))
