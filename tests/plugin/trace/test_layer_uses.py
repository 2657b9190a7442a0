# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of a run are found among its parameters, and their handles come in where they stood."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.plugin.trace.layer_uses import LayerUse, layer_uses, with_handles
from gisagentbench.tools.declaration.registry import find


@pytest.mark.parametrize(
    ("api", "inputs", "uses"),
    [
        (
            "clip",
            {"LAYER": "/a.gpkg", "MASK": "/b.gpkg"},
            [LayerUse(("layer", None), "/a.gpkg"), LayerUse(("mask", None), "/b.gpkg")],
        ),
        (
            "buffer",
            {"LAYER": {"source": "/a.gpkg", "selected_only": True}, "DISTANCE": 5},
            [LayerUse(("layer", None), {"source": "/a.gpkg", "selected_only": True})],
        ),
        (
            "merge_layers",
            {"LAYERS": ["/a.gpkg", "/b.gpkg"], "CRS": None},
            [LayerUse(("layers", 0), "/a.gpkg"), LayerUse(("layers", 1), "/b.gpkg")],
        ),
        (
            "merge_layers",
            {"LAYERS": "/a.gpkg;/b.gpkg"},
            [LayerUse(("layers", 0), "/a.gpkg"), LayerUse(("layers", 1), "/b.gpkg")],
        ),
        (
            "raster_calculator",
            {"INPUTS": ["nir", "/photo.tif@4", "dem", "/dem.tif"], "FORMULA": "nir + dem"},
            [LayerUse(("inputs", "nir"), "/photo.tif", 4), LayerUse(("inputs", "dem"), "/dem.tif", 1)],
        ),
    ],
)
def test_layers_among_parameters(api: str, inputs: dict[str, Any], uses: list[LayerUse]) -> None:
    assert layer_uses(find(api), inputs) == uses


def test_a_source_with_an_at_sign_is_no_band() -> None:
    (use,) = layer_uses(find("raster_calculator"), {"INPUTS": ["a", "/home/someone@work/dem.tif"]})
    assert use == LayerUse(("inputs", "a"), "/home/someone@work/dem.tif", 1)


@pytest.mark.parametrize(
    ("api", "inputs", "handles", "arguments"),
    [
        ("clip", {"LAYER": "a", "MASK": "b"}, ["parks", "areas"], {"layer": "parks", "mask": "areas"}),
        ("merge_layers", {"LAYERS": ["a", "b"]}, ["north", "south"], {"layers": ["north", "south"]}),
        (
            "raster_calculator",
            {"INPUTS": ["nir", "photo.tif@4", "red", "photo.tif@1"]},
            ["photo", "photo"],
            {"inputs": {"nir": "photo@4", "red": "photo@1"}},
        ),
    ],
)
def test_handles_come_in(api: str, inputs: dict[str, Any], handles: list[str], arguments: dict[str, Any]) -> None:
    uses = layer_uses(find(api), inputs)
    named = dict(zip((use.place for use in uses), handles, strict=True))
    assert with_handles({"output": "made"}, uses, named) == {"output": "made", **arguments}
