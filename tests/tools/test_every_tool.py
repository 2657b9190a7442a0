# SPDX-License-Identifier: GPL-2.0-or-later
"""What holds for every tool, whatever it does.

Its first plain row (see test_tool_rows.py) is run again with each of its layers made odd (odd_layers.py). The call must
be done, with a result on disk that its effect described, or be refused with a code that its help names; an engine's own
failure is neither.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from odd_layers import VARIANTS
from osgeo import gdal, ogr
from plain_rows import OF_EVERY_TOOL, PLAIN, TEXT_LIMIT, arguments_of
from tool_rows import check_effect

from gisagentbench.tools.declaration.registry import all_tools, find
from gisagentbench.tools.declaration.schema import arguments_schema

pytestmark = pytest.mark.qgis
CASES = [
    pytest.param(tool, layer, variant, id=f"{tool}: {layer} {variant}")
    for tool, row in PLAIN.items()
    for layer, recipe in row.get("given", {}).items()
    for variant, alter in VARIANTS.items()
    if alter(recipe) is not None
]


@pytest.mark.parametrize(("tool", "layer", "variant"), CASES)
def test_an_odd_layer_gives_a_result_or_a_named_refusal(tool: str, layer: str, variant: str, harness: Any) -> None:
    row = PLAIN[tool]
    for name, recipe in row["given"].items():
        step = harness.load(name, VARIANTS[variant](recipe) if name == layer else recipe)
        if not step.ok:
            assert name == layer and step.error["code"] in find("load_layer").help.codes, step.error
            return
    arguments = arguments_of(tool, row)
    before = dict(harness.workspace.handles)
    step = harness.call(tool, **arguments)
    if not step.ok:
        assert step.error["code"] in OF_EVERY_TOOL | set(find(tool).help.codes), step.error
        assert step.error["message"] and set(harness.workspace.handles) == set(before)
        return
    check_effect(harness, tool, arguments, before)
    assert json.loads(json.dumps(step.observation, allow_nan=False)) == step.observation
    assert len(step.observation["text"].encode()) <= TEXT_LIMIT
    if find(tool).main_output is not None:
        made = harness.workspace.layer(step.output)
        check_file(made.path, made.sublayer, variant)


@pytest.mark.parametrize(("tool", "layer", "variant"), CASES)
def test_so_it_does_from_the_toolbox(
    tool: str, layer: str, variant: str, qgis_application: Any, tmp_path: Path
) -> None:
    from toolbox import run_in_toolbox

    row = PLAIN[tool]
    given = {name: VARIANTS[variant](recipe) if name == layer else recipe for name, recipe in row["given"].items()}
    run = run_in_toolbox(tool, given, row["call"], tmp_path)
    if run.error:
        code = run.error.partition(":")[0]
        assert code in OF_EVERY_TOOL | set(find(tool).help.codes) or "Incorrect parameter value" in run.error, run.error
        return
    if find(tool).main_output is not None:
        check_file(str(run.results["OUTPUT"]).partition("|")[0], "", variant)


@pytest.mark.parametrize("tool", sorted(PLAIN))
def test_an_argument_that_does_not_exist_is_refused(tool: str, harness: Any) -> None:
    row = PLAIN[tool]
    for name, recipe in row.get("given", {}).items():
        harness.give(name, recipe)
    error = harness.refused(tool, **arguments_of(tool, row), no_such_argument=1)
    assert error["code"] == "UNKNOWN_ARGUMENT"


@pytest.mark.parametrize("tool", sorted(all_tools()))
def test_its_schema_closes_and_describes_every_argument(tool: str) -> None:
    schema = arguments_schema(find(tool))
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == {argument.name for argument in find(tool).arguments}
    assert all(value.get("description") for value in schema["properties"].values())


@pytest.mark.parametrize("tool", sorted(all_tools()))
def test_it_can_be_found_and_understood(tool: str) -> None:
    spec = find(tool)
    assert spec.tags and spec.help.summary.endswith(".") and len(spec.help.summary) > 20
    assert spec.help.source or spec.kind in ("inspect", "table", "convert"), "a method has a source"


def test_a_tool_without_a_plain_row_is_named() -> None:
    assert sorted(set(all_tools()) - set(PLAIN) - WITHOUT_ROWS) == []


# Tools that read or write files have tests in Python, not rows.
WITHOUT_ROWS = {"load_layer", "export_layer", "export_raster", "list_layers", "describe_layer"}


def check_file(path: str, sublayer: str, variant: str) -> None:
    """The file must be readable, its shapes of the type that the layer states, Z included; NULL never becomes EMPTY."""
    from harness import read_cells

    if path.endswith(".tif"):
        assert read_cells(path).size
        return
    dataset = gdal.OpenEx(path, gdal.OF_VECTOR)
    layer = dataset.GetLayerByName(sublayer) if sublayer else dataset.GetLayer(0)
    stated = single_type(layer.GetGeomType())
    features = list(layer)  # a geometry does not outlive its feature
    shapes = [feature.GetGeometryRef() for feature in features]
    assert variant != "null_geometry" or not any(shape is not None and shape.IsEmpty() for shape in shapes)
    full = [shape for shape in shapes if shape is not None and not shape.IsEmpty()]
    assert stated == ogr.wkbUnknown or all(shape.Is3D() == ogr.GT_HasZ(layer.GetGeomType()) for shape in full)
    types = {single_type(shape.GetGeometryType()) for shape in shapes if shape is not None}
    assert stated == ogr.wkbUnknown or types <= {stated}, f"{types} in a layer of {stated}"


def single_type(geometry_type: int) -> int:
    """Gives the type of one part, without Z and M."""
    flat = ogr.GT_Flatten(geometry_type)
    return {ogr.wkbMultiPoint: ogr.wkbPoint, ogr.wkbMultiLineString: ogr.wkbLineString,
            ogr.wkbMultiPolygon: ogr.wkbPolygon}.get(flat, flat)  # fmt: skip
