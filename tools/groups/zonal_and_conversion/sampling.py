# SPDX-License-Identifier: GPL-2.0-or-later
"""sample_raster"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, LayerFacts
from ...declaration.layers import BandOf, Points, Raster
from ...declaration.markers import BandNumber, FreeText, LeftOut
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .summarizing import GROUP

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run


class Sampled(NamedTuple):
    """Result of sample_raster."""

    output: Points
    nodata_count: int


def _field(number: int, band: Band, prefix: str | None, method: str) -> Field:
    is_whole = not band.dtype.startswith("float") and (band.scale, band.offset) == (1.0, 0.0) and method == "nearest"
    return Field(f"{prefix or ''}band_{number}", "integer" if is_whole else "real")


def _added(call: Call) -> list[Field] | None:
    bands, arguments = call.facts("raster").bands, call.arguments
    if bands is None:
        return None
    numbers = arguments.get("bands") or range(1, len(bands) + 1)
    return [_field(number, bands[number - 1], arguments.get("prefix"), arguments["method"]) for number in numbers]


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    return like("points", fields=adds_fields("points", _added))(call)


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    title="Sample raster values",
    tags=("extract values to points", "point sampling", "pixel value", "drill", "bilinear", "elevation at points"),
)
def sample_raster(
    run: Run,
    points: Points,
    raster: Raster,
    bands: Annotated[list[int] | None, BandNumber("raster"), LeftOut("all")] = None,
    method: Literal["nearest", "bilinear"] = "nearest",
    prefix: Annotated[str | None, FreeText()] = None,
) -> Sampled:
    """Adds to each point the raster value under it, or the bilinear value of the four cells around.

    Args:
        points: Points; all rows and columns are kept, in order. A multi-point may have one point.
        raster: Any grid, also south-up or rotated; a declared scale and offset are applied.
        bands: Numbers of the bands to sample, from 1; all of them where left out.
        method: nearest takes the cell that the point lies in, whole numbers exactly; bilinear interpolates between the
            four nearest cell centres, for quantities and not for classes.
        prefix: Put before the names of the new columns, as in dem_band_1.
    Returns:
        output: The points with a column `<prefix>band_<number>` per band.
        nodata_count: Number of points without a value in one of the bands or more: on NoData, outside of the raster, or
            without a geometry.
    CRS: Points and raster share one CRS; where it differs reproject the points, not the raster.
    Edges: A point on the edge between cells takes the cell east and south of it; on the last edges of the raster it is
        outside. NoData, masked cells and NaN give NULL, never 0. Bilinear gives NULL where a cell that has weight is
        NoData or missing, as nearer to the rim than half a cell.
    Raises: CRS_MISSING, CRS_MISMATCH, BAD_VALUE, UNKNOWN_BAND, WRONG_GEOMETRY_TYPE, UNKNOWN_LAYER.
    Source: Bilinear interpolation.
    """
    import numpy as np

    from ...execution.layers.nan_columns import nan_column
    from ...execution.layers.rows import ogr_geometry_name, read_rows, write_rows
    from ...execution.rasters.cell_sampling import places_in, sampled
    from ...execution.rasters.raster_windows import open_bands

    run.require.crs_same(raster, points)
    numbers = bands or list(range(1, len(raster.facts.bands or ()) + 1))
    opened = open_bands(run, {str(number): BandOf(raster, number) for number in numbers})
    fields = [_field(number, opened[str(number)].facts, prefix, method) for number in numbers]
    run.require.names_free("prefix", points.facts.field_names or (), [field.name for field in fields],
                           "another prefix, such as the name of the raster")  # fmt: skip
    if method == "bilinear":
        for number in numbers:
            run.require.no_classes(raster, number, "bilinear interpolation")
    run.count_before = points.facts.count
    rows = read_rows(run, points)
    with run.timed():
        places = places_in(next(iter(opened.values())).grid, *_coordinates(points, rows.geometries))
        found = [sampled(run, opened[str(number)], places, rows.count, method) for number in numbers]
    columns = [nan_column(field, values) for field, values in zip(fields, found, strict=True)]
    result = replace(rows, columns=[*rows.columns, *columns])
    path = write_rows(run, result, crs=points.facts.crs, geometry_type=ogr_geometry_name(points.facts))
    missing = int(np.count_nonzero(np.isnan(found).any(axis=0)))
    _report(run, rows.count, rows.count - len(places.number), missing, raster)
    return Sampled(path, missing)


def _coordinates(points: Points, geometries: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    import numpy as np
    import shapely

    shapes = shapely.from_wkb(geometries)
    several = int(np.count_nonzero(shapely.get_num_geometries(shapes) > 1))
    if several:
        raise ToolError("BAD_VALUE", f'{counted(several, "row")} of "{points.name}" have more than one point each',
                        "multipart_to_singlepart makes a row of each", argument="points")  # fmt: skip
    places, owner = shapely.get_coordinates(shapes, return_index=True)
    x, y = np.full(len(shapes), np.nan), np.full(len(shapes), np.nan)
    x[owner], y[owner] = places.T
    return x, y


def _report(run: Run, count: int, outside: int, missing: int, raster: Raster) -> None:
    if outside:
        run.note(f'{counted(outside, "point")} of {count} lie outside of "{raster.name}" or nowhere.')
    if count and missing == count:
        run.note("EMPTY: no point has a value in all bands; check extents and NoData.")
