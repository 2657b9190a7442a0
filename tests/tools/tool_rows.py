# SPDX-License-Identifier: GPL-2.0-or-later
"""The rows of the tools' tests (see test_tool_rows.py), and how what came out is held against them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

FOLDER = Path(__file__).parent / "groups"
ROWS = [
    (path, row) for path in sorted(FOLDER.rglob("*.yaml")) for row in yaml.safe_load(path.read_text(encoding="utf-8"))
]
KEYS = {"rule", "tool", "given", "guard", "call", "expect", "oracle", "wrong", "twin", "workspace_alone"}
EXPECT_KEYS = {"error", "says", "rows", "columns", "cells", "inner", "within", "counts", "warning", "no_warning",
               "report", "count", "geometry_type", "crs", "dtype"}  # fmt: skip


def check_effect(harness: Any, tool: str, arguments: dict[str, Any], before: dict[str, Any]) -> None:
    """What the effect says of the output must be what came out; what it leaves open is not compared.

    So it must be where nothing is known of a layer, as the static validator meets it.
    """
    from gisagentbench.tools.declaration.facts import UNKNOWN

    for unknown in ({}, *({handle: UNKNOWN} for handle in before)):
        hold_effect(harness, tool, arguments, before | unknown)


def hold_effect(harness: Any, tool: str, arguments: dict[str, Any], before: dict[str, Any]) -> None:
    from gisagentbench.tools.declaration.validator import check_call, effect_of

    checked = check_call(tool, arguments, before)
    for output in checked.spec.outputs:
        handle = checked.call.arguments.get(checked.spec.output_argument(output)) if output.is_layer else None
        if handle:
            said = effect_of(checked.spec, checked.call)[output.name]
            real = harness.workspace.handles[handle]
            for fact in ("kind", "fields", "geometry_type", "is_multi", "has_z", "has_m", "grid", "bands", "count"):
                if getattr(said, fact) is not None:
                    assert getattr(real, fact) == getattr(said, fact), f"effect of {tool}: {fact}"
            if said.kind == "vector" and said.extent is not None:
                assert real.extent == pytest.approx(said.extent, rel=1e-12), f"effect of {tool}: extent"
            if said.crs is not None:
                from gisagentbench.tasks.crs_equality import same_crs

                assert said.crs == real.crs or same_crs(said.crs, real.crs), f"effect of {tool}: crs"


def check_shapes(harness: Any, before: dict[str, Any]) -> None:
    """Every shape in what came out must be of the type of its layer: a layer of a Multi type holds Multi shapes.

    Held by OGR, since two shapes of the same points are topologically equal whatever their types.
    """
    from osgeo import gdal, ogr

    for handle in set(harness.workspace.handles) - set(before):
        layer = harness.workspace.layer(handle)
        if layer.facts.kind != "vector":
            continue
        dataset = gdal.OpenEx(layer.path, gdal.OF_VECTOR)
        table = dataset.GetLayerByName(layer.sublayer) if layer.sublayer else dataset.GetLayer(0)
        said = table.GetGeomType()
        if said in (ogr.wkbNone, ogr.wkbUnknown):
            continue
        shapes = (feature.GetGeometryRef() for feature in table)
        found = {shape.GetGeometryType() for shape in shapes if shape is not None}
        words = ", ".join(sorted(map(ogr.GeometryTypeToName, found)))
        assert found <= {said}, f"{handle}: {words} in a layer of {ogr.GeometryTypeToName(said)}"


def check_words(step: Any, expect: dict[str, Any]) -> None:
    words = " ".join(step.warnings)
    if "warning" in expect:
        assert expect["warning"] in words, words or "no warning"
    if expect.get("no_warning"):
        assert not step.warnings
    for name, value in expect.get("counts", {}).items():
        assert step.observation["counts"][name] == pytest.approx(value), name
    for name, value in expect.get("report", {}).items():
        assert step.observation["report"][name] == value, name
    for name in ("count", "geometry_type", "crs"):
        if name in expect:
            assert step.observation[name] == expect[name], name


def check_result(harness: Any, step: Any, expect: dict[str, Any]) -> None:
    within = expect.get("within", 1e-9)
    if "columns" in expect:
        assert step.observation["fields"] == expect["columns"]
        assert list(step.observation["fields"]) == list(expect["columns"])
    if "rows" in expect:
        compare_rows(harness.rows(step.output), expect["rows"], within)
    if "cells" in expect:
        wanted = np.array([[np.nan if c is None else c for c in line] for line in expect["cells"]], float)
        np.testing.assert_allclose(harness.cells(step.output), wanted, rtol=0, atol=within)
    if "dtype" in expect:
        assert cell_type(harness.workspace.layer(step.output).path) == expect["dtype"]
    if "inner" in expect:
        np.testing.assert_allclose(harness.cells(step.output)[1:-1, 1:-1], expect["inner"], rtol=0, atol=within)


def cell_type(path: str) -> str:
    """Names the type of the cells of a raster's first band, as GDAL does."""
    from osgeo import gdal

    dataset = gdal.Open(path)
    return str(gdal.GetDataTypeName(dataset.GetRasterBand(1).DataType)).lower()


def compare_rows(found: list[dict[str, Any]], wanted: list[dict[str, Any]], within: float) -> None:
    assert len(found) == len(wanted), f"{len(found)} rows for {len(wanted)}"
    left = list(found)
    for row in wanted:
        match = next((other for other in left if is_same_row(other, row, within)), None)
        assert match is not None, f"no row like {row} among {left}"
        left.remove(match)


def is_same_row(found: dict[str, Any], wanted: dict[str, Any], within: float) -> bool:
    return all(name in found and is_same(name, found[name], value, within) for name, value in wanted.items())


def is_same(name: str, found: Any, wanted: Any, within: float) -> bool:
    if found is None or wanted is None:
        return found is None and wanted is None
    if name == "wkt":
        import shapely

        one, other = shapely.from_wkt(found), shapely.from_wkt(wanted)
        is_near = one.hausdorff_distance(other) <= within and abs(one.area - other.area) <= within
        # between the same vertices run other lines, too
        is_as_long = abs(one.length - other.length) <= max(within, 1e-9) * shapely.count_coordinates(one) * 2
        return one.equals(other) or bool(is_near and is_as_long)
    if isinstance(wanted, float) or isinstance(found, float):
        return abs(found - wanted) <= within
    return type(found) is type(wanted) and found == wanted
