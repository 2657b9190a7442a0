# SPDX-License-Identifier: GPL-2.0-or-later
"""A short campaign of made calls: no fault, one host, most reach an engine; and faults are told from refusals."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from osgeo import ogr

from gisagentbench.bench.fuzz import (
    CALLS,
    LEAST_SHARE,
    fault_of,
    reached_engine,
    result_faults,
    run_campaign,
    shares,
    specs_of,
)
from gisagentbench.headless.drawn_calls.made_calls import CallMaker
from gisagentbench.tools.declaration.facts import Extent, Field, LayerFacts
from gisagentbench.tools.declaration.registry import all_tools

PLOTS = LayerFacts("vector", "EPSG:28992", (Field("id", "integer"),), "Polygon", count=3, extent=Extent(0, 0, 9, 9))
DEM = LayerFacts("raster", "EPSG:28992")
LAYERS = {"plots": PLOTS, "dem": DEM}


@pytest.mark.qgis
def test_made_calls_end_done_or_refused(tmp_path):
    """Law: a call is done or refused by a code; no engine fails, no host dies, no other file changes."""
    done = run_campaign(tmp_path, seed=5, count=60, most_layers=14)
    assert done.faults == []
    assert len(done.steps) == 60 and done.starts == 1
    assert done.share >= LEAST_SHARE


def test_the_same_seed_makes_the_same_calls_of_every_tool_once():
    count = len(all_tools())
    first, second, other = ([maker.call(LAYERS) for _ in range(count)] for maker in (
        CallMaker(7, ["a.gpkg"]), CallMaker(7, ["a.gpkg"]), CallMaker(8, ["a.gpkg"])))  # fmt: skip
    assert repr(first) == repr(second) != repr(other)
    assert sorted(api for api, _ in first) == sorted(all_tools())


def test_a_half_of_the_tools_is_called_alone():
    """By the catalogue: 74 APIs work on vector layers and tables, 54 on rasters, networks, patterns and imagery."""
    vectors, rasters = ({spec.name for spec in specs_of(half)} for half in ("vectors", "rasters"))
    assert (len(vectors), len(rasters)) == (74, 54) and vectors | rasters == set(all_tools())
    maker = CallMaker(7, ["a.gpkg"], specs_of("rasters"))
    assert {maker.call(LAYERS)[0] for _ in rasters} == rasters


@pytest.mark.parametrize("calls", [1, CALLS, CALLS + 1, 5000])
def test_calls_are_shared_out_to_campaigns_that_a_workspace_holds(calls):
    parts = shares(calls)
    assert sum(parts) == calls and max(parts) <= CALLS and max(parts) - min(parts) <= 1


def step(code: str = "", message: str = "it is so", **more: Any) -> dict[str, Any]:
    error = {"code": code, "message": message, "hint": ""} if code else None
    return {
        "ok": not code,
        "error": error,
        "engine_seconds": 0.0,
        "observation": None if code else {"text": "a"},
    } | more


@pytest.mark.parametrize(
    ("of", "fault", "reached"),
    [
        (step(), "", True),
        (step(observation=None), "done without an observation", True),
        (step("BAD_VALUE"), "", False),
        (step("INVALID_GEOMETRY", engine_seconds=0.2), "", True),
        (step("BAD_VALUE", message=""), "no sentence", False),
        (step("ENGINE_FAILED"), "ENGINE_FAILED", True),
        (step("TIMEOUT"), "TIMEOUT", True),
        (step("NO_OUTPUT_WRITTEN"), "NO_OUTPUT_WRITTEN", True),
        (step("ODD"), "a code that is not of the closed list", False),
    ],
)
def test_a_fault_is_told_from_a_refusal(of, fault, reached):
    assert (fault_of(of), reached_engine(of)) == (fault, reached)


@pytest.mark.parametrize(
    ("told", "is_wrong"),
    [({}, False), ({"count": 2}, True), ({"fields": ()}, True), ({"geometry_type": "Point"}, True)],
)
def test_a_layer_that_is_not_what_its_facts_tell_is_named(told, is_wrong, tmp_path):
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(tmp_path / "plots.gpkg"))
    layer = dataset.CreateLayer("plots", None, ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn("id", ogr.OFTInteger))
    feature = ogr.Feature(layer.GetLayerDefn())
    feature.SetGeometry(ogr.CreateGeometryFromWkt("POLYGON((0 0,1 0,1 1,0 0))"))
    layer.CreateFeature(feature)
    del feature, layer, dataset
    record = SimpleNamespace(path="plots.gpkg", sublayer="plots", step=1)
    state = SimpleNamespace(handles={"plots": record})
    facts = PLOTS.with_(**{"count": 1, **told})
    workspace: Any = SimpleNamespace(folder=tmp_path, state=state, handles={"plots": facts})
    assert bool(list(result_faults(workspace))) is is_wrong
