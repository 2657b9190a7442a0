# SPDX-License-Identifier: GPL-2.0-or-later
"""kernel_density"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, SQUARE_METRES, LengthUnit
from ...declaration.effects import raster
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Extent, LayerFacts
from ...declaration.layers import Points, Raster
from ...declaration.markers import CellSize, Distance, FieldOf, LeftOut
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.structured_types import ExtentRequest
from ...declaration.wording import counted
from .summarizing import GROUP

if TYPE_CHECKING:
    from ...execution.run import Run

NODATA = -9999.0
PixelUnit = Literal["m", "ft", "us_ft"]  # distances of degrees are refused
DENSITIES = {"per_m2": "m2", "per_ha": "ha", "per_km2": "km2", "per_mi2": "mi2"}


class Spread(NamedTuple):
    """Result of kernel_density."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": raster(call.facts("points").crs, None, Band("float64", NODATA))}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    title="Kernel density (heatmap)",
    tags=("heat map", "heatmap", "kde", "hot spots", "intensity", "bandwidth", "point density", "smoothing"),
)
def kernel_density(
    run: Run,
    points: Points,
    radius: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    pixel_size: Annotated[float, CellSize("pixel_unit")],
    pixel_unit: PixelUnit,
    density_unit: Literal["per_m2", "per_ha", "per_km2", "per_mi2", "raw"],
    kernel: Literal["quartic", "triangular", "uniform", "triweight", "epanechnikov"] = "quartic",
    weight_field: Annotated[str | None, FieldOf("points", ("integer", "real")), LeftOut("none")] = None,
    extent: Annotated[ExtentRequest | str | None, LeftOut("auto")] = None,
) -> Spread:
    """Spreads points over a raster with a kernel of a stated radius, as density per area or as raw kernel sums.

    The radius drives the result; the kernel hardly does. With d the distance over the radius, a point counts within it
    as (1 - d^2)^2 by quartic, 1 - d by triangular, 1 by uniform, (1 - d^2)^3 by triweight, 1 - d^2 by epanechnikov.

    Args:
        points: Points; each point of a multi-point counts.
        radius: Bandwidth, the distance at which a point ends to count, in `unit`; no rule chooses it.
        unit: Unit of `radius`.
        pixel_size: Width and height of the cells, in `pixel_unit`; a quarter of the radius or less shows the kernel.
        pixel_unit: Unit of `pixel_size`, which must be that of the CRS: m, ft or us_ft.
        density_unit: per_m2, per_ha, per_km2 and per_mi2 are densities: the sum over all cells times the area of a cell
            comes up to the number of points, or to the sum of weights. raw is the sum of kernels of height 1.
        kernel: How a point spreads within the radius.
        weight_field: Field of numbers from 0 that say how often a point counts; none counts each once. Rows without a
            value are left out.
        extent: Rectangle in the CRS of the points, or a layer whose extent is taken; cells begin at its upper left
            corner and cover it. auto is that of the points grown by the radius.
    Returns:
        output: 64-bit floats, value at the centre of each cell; 0 where no point is near, no cell is NoData.
    CRS: Projected; a CRS whose areas are off by more than 1 % is refused.
    Edges: No correction at the rim: near the edge of a study area density falls since nothing lies beyond. Points
        outside of the extent still count within their radius. A point exactly at the radius counts by uniform alone.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, BAD_VALUE, WRONG_TYPE, WRONG_GEOMETRY_TYPE, UNKNOWN_FIELD,
        LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Silverman 1986.
    """
    from ...execution.interpolation.kernel_sums import VOLUMES, kernel_sums
    from ...execution.interpolation.valued_points import read_valued_points
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.square_grids import grid_over

    if radius <= 0:
        raise ToolError("BAD_VALUE", f"radius takes a distance above 0, not {radius:g}", argument="radius")
    run.require.crs_known(points)
    crs = points.facts.crs or ""
    found = read_valued_points(run, points, weight_field, "points")
    reach = radius * METRES[unit] / metres_per_unit(crs)
    west, south, east, north = found.extent
    around = Extent(west - reach, south - reach, east + reach, north + reach)
    run.require.measurable(points, "areal", around)
    grid = grid_over(points, pixel_size, pixel_unit, extent, around)
    negative = int((found.values < 0).sum())
    if negative:
        raise ToolError("BAD_VALUE", f'{counted(negative, "weight")} in "{weight_field}" {_are(negative)} below 0',
                        "a weight says how often a point counts", argument="weight_field")  # fmt: skip
    disc = min(math.pi * (reach / pixel_size) ** 2, grid.width * grid.height)
    run.require.size("pairs", len(found.values) * disc, "the sums of points in cells",
                     "a larger pixel_size, or a smaller radius or extent", "pixel_size")  # fmt: skip
    if reach < pixel_size:
        run.warn("BAD_VALUE", f"radius is {reach / pixel_size:.3g} cells: most points miss every cell centre or count "
                 "too much; a smaller pixel_size shows the density")  # fmt: skip
    area = SQUARE_METRES[DENSITIES[density_unit]] if density_unit in DENSITIES else 0.0
    scale = area / (VOLUMES[kernel] * (radius * METRES[unit]) ** 2) if area else 1.0
    with new_raster(run, grid, crs, "float64", NODATA) as output, run.timed():
        for window, cells in kernel_sums(run, found, grid, reach, kernel):
            output.write(window, cells * scale)
    return Spread(output.path)  # type: ignore[arg-type]


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
