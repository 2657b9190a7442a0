# SPDX-License-Identifier: GPL-2.0-or-later
"""contour_lines"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Raster, Vector
from ...declaration.markers import NEW_FIELD, BandNumber, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from .summarizing import GROUP

if TYPE_CHECKING:
    from ...execution.rasters.contouring import Levels
    from ...execution.run import Run


class Contoured(NamedTuple):
    """Result of contour_lines."""

    output: Vector


def _fields(value_field: str, result: str) -> tuple[Field, ...]:
    names = [value_field] if result == "lines" else [f"{value_field}_min", f"{value_field}_max"]
    return tuple(Field(name, "real") for name in names)


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    result = call.arguments["result"]
    fields = _fields(call.arguments["value_field"], result)
    kind: Literal["LineString", "Polygon"] = "LineString" if result == "lines" else "Polygon"
    return {"output": vector(call.facts("raster").crs, fields, kind, is_multi=result == "bands")}


@tool(
    group=GROUP,
    kind="convert",
    engine="gdal:contour",
    effect=_effect,
    title="Contour",
    tags=("isolines", "isobands", "contour polygons", "elevation lines", "isohypse", "filled contours", "levels"),
)
def contour_lines(
    run: Run,
    raster: Raster,
    interval: Annotated[float | None, Number(above=0)] = None,
    levels: list[float] | None = None,
    base: float | None = None,
    result: Literal["lines", "bands"] = "lines",
    band: Annotated[int, BandNumber("raster")] = 1,
    value_field: Annotated[str, NEW_FIELD] = "value",
) -> Contoured:
    """Draws lines of equal value at an interval or at given levels, or polygons of the bands between them.

    Values stand at the centres of cells, and are taken as linear between them; half a cell at the rim is drawn with the
    value of the rim.

    Args:
        raster: Quantities on any grid; a declared scale and offset are applied.
        interval: Distance between two levels, in the unit of the values; this or `levels`.
        levels: Levels in the unit of the values; this or `interval`.
        base: A level from which the interval counts, 0 where it is left out; only with `interval`.
        result: lines draws a line where the surface has the value of a level; bands makes one multi-polygon for all
            between two levels, together they cover the cells that have a value.
        band: Number of the band, from 1.
        value_field: Name of the field with the value of a line; bands have it with `_min` and `_max`.
    Returns:
        output: Lines ordered by value, then from north to south; or bands ordered by value, with the levels that bound
            them, NULL where no given level does.
    CRS: That of the raster, which may have none.
    Edges: Lines stop at NoData; what is not declared as NoData makes cliffs. A value exactly on a level lies in the
        band above, and lines there are drawn as if it were higher by up to 4e-15 of the largest value, or by 1e-6 where
        cells are whole numbers. Bands that are invalid are repaired, counted in `repaired_count`; one above a peak
        that just reaches its level has no area, and is left out.
    Raises: MISSING_ARGUMENT (interval or levels), BAD_VALUE (both, a base for levels, classes, infinite cells),
        LIMIT_EXCEEDED, UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: GDAL contour: marching squares.
    """
    from ...execution.geometry.shapes import as_multi_parts, with_shapes
    from ...execution.layers.nan_columns import nan_column
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.rasters.contouring import contours_of
    from ...execution.rasters.raster_windows import open_band

    wanted = _levels(interval, levels, base)
    fields = _fields(value_field, result)
    run.require.names_free("value_field", (), [field.name for field in fields], "another name")
    run.require.no_classes(raster, band, "a contour")
    made = contours_of(run, open_band(run, raster, band), wanted, result == "bands")
    if result == "bands":
        run.counts["repaired_count"] = made.repaired_count
    with run.timed():
        columns = [nan_column(field, values) for field, values in zip(fields, (made.low, made.high), strict=False)]
        shapes = as_multi_parts(made.shapes) if result == "bands" else made.shapes
        rows = with_shapes(RowSet(columns, None, len(shapes)), shapes)
    kind = "LineString" if result == "lines" else "MultiPolygon"
    return Contoured(write_rows(run, rows, crs=raster.facts.crs, geometry_type=kind))


def _levels(interval: float | None, levels: list[float] | None, base: float | None) -> Levels:
    import numpy as np

    from ...execution.rasters.contouring import Levels

    if interval is None and levels is None:
        raise ToolError("MISSING_ARGUMENT", "contour_lines needs interval or levels", argument="interval")
    if interval is not None and levels is not None:
        raise ToolError("BAD_VALUE", "interval and levels were both given", "one of the two", argument="levels")
    if levels is not None and base is not None:
        raise ToolError("BAD_VALUE", "base has no meaning for given levels", "leave it out", argument="base")
    return Levels(interval or 0.0, base or 0.0, np.sort(np.array(levels or [], float)))
