# SPDX-License-Identifier: GPL-2.0-or-later
"""Test-only tools with the argument types that no registered tool has yet."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from gisagentbench.tools.declaration import markers
from gisagentbench.tools.declaration.effects import unknown_layer
from gisagentbench.tools.declaration.layers import Points, Raster, Table, Vector
from gisagentbench.tools.declaration.spec import ToolSpec, build
from gisagentbench.tools.declaration.structured_types import Coordinate, ExtentRequest, RangeRule


class Made(NamedTuple):
    """Result of the test-only tools."""

    output: Vector
    counts: Table
    matched_count: int


def every_type(
    run: Any,
    layer: Vector,
    stops: Points,
    rows: Table,
    layers: list[Vector],
    rasters: list[Raster],
    where: Annotated[str, markers.ExpressionOn("layer")],
    extent: ExtentRequest | str,
    ranges: list[RangeRule],
    positions: list[Coordinate],
    connectivity: Literal[4, 8],
    band: Annotated[int, markers.BandNumber("rasters")],
    distances: list[float],
    target: Annotated[str, markers.CrsText()],
    renamed: Annotated[dict[str, str], markers.MappingOf(markers.FieldOf("layer"), markers.FreeText())],
    statistics: Annotated[dict[str, list[str]], markers.MappingOf(markers.FieldOf("layer"), markers.StatisticWord())],
    weights: Annotated[dict[str, float], markers.MappingOf(markers.FreeText(), markers.Number(minimum=0))],
    distance: Annotated[float, markers.Distance("unit")],
    unit: Literal["m", "ft"] = "m",
    fields: Annotated[list[str] | None, markers.FieldOf("layer"), markers.LeftOut("all")] = None,
    share: Annotated[float | None, markers.Number(above=0, maximum=1)] = None,
    keep: bool = True,
) -> Made:
    """Takes every argument type once.

    Args:
        layer: A layer.
        stops: Points.
        rows: A table.
        layers: Layers.
        rasters: Rasters.
        where: An expression.
        extent: An extent.
        ranges: Ranges.
        positions: Positions.
        connectivity: Cells that touch.
        band: A band.
        distances: Distances in m.
        target: A CRS.
        renamed: Old to new.
        statistics: Field to statistics.
        weights: Name to weight.
        distance: How far, in `unit`.
        unit: Unit of `distance`.
        fields: Fields to keep.
        share: A share.
        keep: Whether to keep.
    Returns:
        output: A layer.
        counts: A table of counts.
        matched_count: A count.
    """


def every_type_spec() -> ToolSpec:
    """Builds the specification of the test-only tool."""
    return build(every_type, group="Tests", kind="vector", engine="none", effect=unknown_layer("output"))


CALL: dict[str, Any] = {
    "layer": "parks",
    "stops": "stops",
    "rows": "owners",
    "layers": ["parks", "stops"],
    "rasters": ["dem", "slope"],
    "where": '"area" > 5 and "name" = \'a\'',
    "extent": {"xmin": 1.5, "ymin": -2.0, "xmax": 3.0, "ymax": 4.0, "crs": "EPSG:28992"},
    "ranges": [{"min": None, "max": 10.0, "value": 1.0}, {"min": 10.0, "max": None, "value": None}],
    "positions": [{"x": 1.0, "y": 2.0, "label": "a"}, {"x": 3.0, "y": 4.0}],
    "connectivity": 8,
    "band": 2,
    "distances": [1.0, 2.5],
    "target": "EPSG:2263",
    "renamed": {"name": "label", "area": "größe"},
    "statistics": {"area": ["sum", "percentile_90"], "name": ["unique"]},
    "weights": {"a": 1.0, "b": 0.0},
    "distance": 12.5,
    "unit": "ft",
    "fields": ["name"],
    "share": 0.5,
    "keep": False,
    "output": "result",
}
