# SPDX-License-Identifier: GPL-2.0-or-later
"""polygonize_raster"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import vector
from ...declaration.facts import Band, Field, FieldType, LayerFacts
from ...declaration.layers import Raster, Vector
from ...declaration.markers import NEW_FIELD, BandNumber
from ...declaration.registry import tool
from ...declaration.spec import Call
from .summarizing import GROUP

if TYPE_CHECKING:
    from ...execution.run import Run

Result = Literal["regions", "cells", "points"]


class Polygonized(NamedTuple):
    """Result of polygonize_raster."""

    output: Vector


def _value_type(band: Band, result: str) -> FieldType:
    is_whole = not band.dtype.startswith("float") and (band.scale, band.offset) == (1.0, 0.0)
    return "integer" if is_whole or result == "regions" else "real"


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source, result = call.facts("raster"), call.arguments["result"]
    fields = None
    if source.bands is not None:
        kind = _value_type(source.bands[call.arguments["band"] - 1], result)
        fields = (Field(call.arguments["value_field"], kind),)
    is_multi = result == "regions" and call.arguments["connectivity"] == 8
    return {"output": vector(source.crs, fields, "Point" if result == "points" else "Polygon", is_multi=is_multi)}


@tool(
    group=GROUP,
    kind="convert",
    engine="gdal:polygonize",
    effect=_effect,
    title="Polygonize (raster to vector)",
    tags=("raster to polygon", "vectorize", "regions", "connected", "raster to points", "pixels to polygons"),
)
def polygonize_raster(
    run: Run,
    raster: Raster,
    connectivity: Literal[4, 8],
    result: Result = "regions",
    band: Annotated[int, BandNumber("raster")] = 1,
    value_field: Annotated[str, NEW_FIELD] = "value",
) -> Polygonized:
    """Makes a polygon for each connected group of equal cells, or a square or a point for each cell, with the value.

    Args:
        raster: Any grid, also south-up or rotated; a declared scale and offset are applied.
        connectivity: 4 joins cells that share a side, 8 also cells that share a corner. Without effect on cells and
            points.
        result: regions joins equal cells and takes whole numbers alone; cells makes a square of each cell, points a
            point at its centre, both of any numbers.
        band: Number of the band, from 1.
        value_field: Name of the field that takes the value.
    Returns:
        output: Polygons or points with the value, regions ordered by value, then from north to south, cells and points
            row by row; multi-polygons by connectivity 8, since parts of a region may meet in a corner alone.
    CRS: That of the raster, which may have none. Polygons reprojected later differ from those of a warped raster.
    Edges: NoData, masked cells and NaN give nothing. Rings that touch themselves are repaired, counted in
        `repaired_count`. Borders follow the cells, and are not smoothed.
    Raises: BAD_VALUE (fractions for regions), LIMIT_EXCEEDED, UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: GDAL polygonize, on 64-bit integers.
    """
    import numpy as np

    from ...execution.geometry.shapes import as_multi_parts, with_shapes
    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.rasters.cell_shapes import each_cell, regions_of
    from ...execution.rasters.raster_windows import open_band

    run.require.names_free("value_field", (), [value_field], "another name")
    cells = open_band(run, raster, band)
    is_multi = result == "regions" and connectivity == 8
    if result == "regions":
        made = regions_of(run, cells, connectivity)
        run.counts["repaired_count"] = made.repaired_count
    else:
        made = each_cell(run, cells, result == "points")
    with run.timed():
        field = Field(value_field, _value_type(cells.facts, result))
        values = made.values.astype(np.int64 if field.type == "integer" else np.float64)
        column = Column(field, values, np.zeros(len(values), bool))
        shapes = as_multi_parts(made.shapes) if is_multi else made.shapes
        rows = with_shapes(RowSet([column], None, len(values)), shapes)
    kind = "Point" if result == "points" else "MultiPolygon" if is_multi else "Polygon"
    return Polygonized(write_rows(run, rows, crs=raster.facts.crs, geometry_type=kind))
