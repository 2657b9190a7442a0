# SPDX-License-Identifier: GPL-2.0-or-later
"""A list of layers holds each of them once, in a workspace as from the toolbox, whatever the tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.structured_types import ListType
from gisagentbench.tools.declaration.value_types import LayerType

pytestmark = pytest.mark.qgis
LISTS = [
    (spec.name, argument.name, argument.type.item.accepts.__name__ == "Raster")
    for spec in all_tools().values()
    for argument in spec.arguments
    if isinstance(argument.type, ListType) and isinstance(argument.type.item, LayerType)
]
MORE = {
    "cell_statistics": {"statistic": "max"},
    "mosaic_rasters": {"overlap": "mean"},
    "overlap_analysis": {"layer": "base", "area_unit": "m2", "method": "planar"},
}
CELLS = {"crs": "EPSG:28992", "cells": [[1, 2], [3, 4]], "dtype": "int16", "nodata": -1}
SQUARE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 4,0 4,0 0))"}]}


@pytest.mark.parametrize(("tool", "argument", "is_raster"), LISTS)
def test_a_list_holds_each_layer_once(tool: str, argument: str, is_raster: bool, harness: Any, tmp_path: Path) -> None:
    from toolbox import run_in_toolbox

    given = {"one": CELLS, "other": CELLS} if is_raster else {"one": SQUARE, "other": SQUARE, "base": SQUARE}
    for name, recipe in given.items():
        harness.give(name, recipe)
    twice, apart = ({**MORE.get(tool, {}), argument: names} for names in (["one", "one"], ["one", "other"]))

    error = harness.refused(tool, **twice, output="result")
    run = run_in_toolbox(tool, given, twice, tmp_path)
    assert (error["code"], run.error.partition(":")[0]) == ("BAD_VALUE", "BAD_VALUE")
    for words in (error["message"], run.error):
        assert f"{argument} takes each value once, 'one' stands twice" in words

    harness.done(tool, **apart, output="result")
    assert not run_in_toolbox(tool, given, apart, tmp_path).error
