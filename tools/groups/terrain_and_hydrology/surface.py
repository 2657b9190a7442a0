# SPDX-License-Identifier: GPL-2.0-or-later
"""slope, aspect, hillshade"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, HeightUnit
from ...declaration.effects import on_grid_of
from ...declaration.errors import ToolError
from ...declaration.layers import Raster
from ...declaration.markers import Number
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Terrain and hydrology"
NODATA = -9999.0
SlopeUnit = Literal["degrees", "percent"]
SlopeMethod = Literal["horn", "zevenbergen_thorne"]
_GDAL_UNITS = {"degrees": "degree", "percent": "percent"}
_GDAL_METHODS = {"horn": "Horn", "zevenbergen_thorne": "ZevenbergenThorne"}


class Sloped(NamedTuple):
    """Result of slope."""

    output: Raster


@tool(
    group=GROUP,
    kind="raster",
    engine="gdal:slope",
    effect=on_grid_of("dem", dtype="float32", nodata=NODATA),
    tags=("steepness", "gradient", "terrain", "dem", "relief"),
)
def slope(
    run: Run, dem: Raster, z_unit: HeightUnit, units: SlopeUnit = "degrees", method: SlopeMethod = "horn"
) -> Sloped:
    """Computes steepness from an elevation raster.

    Resample before the slope, not after it. Cells of unequal width and height are taken as they are.

    Args:
        dem: Elevation, one band, heights in `z_unit`; a declared scale and offset are applied first.
        z_unit: Unit of the heights. No default: metre heights on foot grids are common.
        units: degrees, or percent (100 percent is 45 degrees).
        method: horn weighs eight neighbours, zevenbergen_thorne uses four.
    Returns:
        output: float32 on the grid of `dem`, NoData -9999.
    CRS: Projected, of any length unit. A degree grid and a scale error above 1 % are CRS_UNSUITABLE; north up.
    Edges: The outer ring of cells and every cell with a NoData neighbour among the eight become NoData.
    Raises: CRS_MISSING, CRS_UNSUITABLE, GRID_UNSUITABLE, BAD_VALUE (several bands, or a palette), UNKNOWN_LAYER.
    Source: Horn 1981; Zevenbergen and Thorne 1987.
    """
    from ...execution.terrain.gdal_measures import note_other_unit, terrain_measure

    run.require.measurable(dem)
    run.require.north_up(dem)
    run.require.one_band(dem, "dem")
    run.require.no_classes(dem, 1, "a slope")
    note_other_unit(run, dem, z_unit)
    path = terrain_measure(
        run,
        dem,
        "slope",
        alg=_GDAL_METHODS[method],
        slopeFormat=_GDAL_UNITS[units],
        scale=metres_per_unit(dem.facts.crs or "") / METRES[z_unit],
    )
    return Sloped(path)  # type: ignore[arg-type]


class Aspected(NamedTuple):
    """Result of aspect."""

    output: Raster


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=on_grid_of("dem", dtype="float32", nodata=NODATA),
    tags=("exposition", "slope direction", "orientation", "facing", "terrain", "dem"),
)
def aspect(
    run: Run, dem: Raster, method: SlopeMethod = "horn", flat_value: Annotated[float, Number(-32768, 32767)] = -1
) -> Aspected:
    """Computes the direction in which each cell slopes down, in degrees clockwise from grid north.

    0 is north, 90 east. Directions wrap at 360: never average or resample them; to classify them, give north two
    ranges. The unit of the heights does not matter.

    Args:
        dem: Elevation, one band; a declared scale and offset are applied first. Any grid: cells of unequal sides,
            south-up and rotated ones are taken as they lie.
        method: horn weighs eight neighbours, zevenbergen_thorne uses four.
        flat_value: What a cell without a slope gets; -1 is no direction, 0 would be north.
    Returns:
        output: float32 degrees, from 0 to below 360, on the grid of `dem`; NoData -9999.
    CRS: Projected, of any length unit. A degree grid and a scale error above 1 % are CRS_UNSUITABLE.
    Edges: The outer ring of cells and every cell with a NoData neighbour among the eight become NoData. Cells with no
        slope in both axes, on tops and in hollows too, get flat_value.
    Raises: CRS_MISSING, CRS_UNSUITABLE, BAD_VALUE (several bands, a palette, flat_value -9999), UNKNOWN_LAYER.
    Source: Horn 1981; Zevenbergen and Thorne 1987.
    """
    import numpy as np

    from ...execution.rasters.raster_files import new_raster
    from ...execution.terrain.surface_windows import gradient, heights_with_margin, open_heights

    if flat_value == NODATA:
        raise ToolError("BAD_VALUE", f"flat_value {NODATA:g} is the NoData value of the result", "-1, or another "
                        "number that is no direction", argument="flat_value")  # fmt: skip
    heights = open_heights(run, dem, "an aspect")
    with new_raster(run, heights.grid, dem.facts.crs or "", "float32", NODATA) as output, run.timed():
        for window, framed in heights_with_margin(run, heights, 1):
            east, north = gradient(framed, heights.grid, method)
            degrees = np.degrees(np.arctan2(-east, -north)) % 360
            degrees[degrees.astype("float32") == 360] = 0  # the double just below 360 is 360 as a float
            output.write(window, np.where((east == 0) & (north == 0), flat_value, degrees))
    return Aspected(output.path)  # type: ignore[arg-type]


class Shaded(NamedTuple):
    """Result of hillshade."""

    output: Raster


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=on_grid_of("dem", dtype="uint8", nodata=0.0),
    tags=("shaded relief", "relief shading", "illumination", "sun", "insolation", "terrain", "dem"),
)
def hillshade(
    run: Run,
    dem: Raster,
    z_unit: HeightUnit,
    azimuth: Annotated[float, Number(0, 360)] = 315,
    altitude: Annotated[float, Number(0, 90)] = 45,
    z_factor: Annotated[float, Number(above=0)] = 1,
) -> Shaded:
    """Computes how brightly a light shines on the surface, from 1 (turned away) to 255 (full on).

    A cell is 1 + 254 cos(i), where i is the angle between the light and the upright of its surface, rounded; 1 where
    the light comes from behind. Shadows that terrain casts on other terrain are not modelled.

    Args:
        dem: Elevation, one band, heights in `z_unit`; a declared scale and offset are applied first. Any grid.
        z_unit: Unit of the heights. No default: metre heights on foot grids are common.
        azimuth: Where the light stands, in degrees clockwise from grid north; 315 is the north-west of maps. For the
            sun take its own place.
        altitude: How high the light stands above the horizon, in degrees.
        z_factor: Exaggeration of the heights; it is no unit, z_unit takes care of that.
    Returns:
        output: byte, 1 to 255, on the grid of `dem`; NoData 0.
    CRS: Projected, of any length unit. A degree grid and a scale error above 1 % are CRS_UNSUITABLE.
    Edges: The outer ring of cells and every cell with a NoData neighbour among the eight become NoData.
    Raises: CRS_MISSING, CRS_UNSUITABLE, BAD_VALUE (several bands, or a palette), UNKNOWN_LAYER.
    Source: Horn 1981; Lambert's law.
    """
    import numpy as np

    from ...execution.rasters.raster_files import new_raster
    from ...execution.terrain.gdal_measures import note_other_unit
    from ...execution.terrain.surface_windows import gradient, heights_with_margin, open_heights

    heights = open_heights(run, dem, "a hillshade")
    note_other_unit(run, dem, z_unit)
    rise = z_factor * METRES[z_unit] / metres_per_unit(dem.facts.crs or "")
    across, up = np.cos(np.radians(altitude)), np.sin(np.radians(altitude))
    to_east, to_north = across * np.sin(np.radians(azimuth)), across * np.cos(np.radians(azimuth))
    with new_raster(run, heights.grid, dem.facts.crs or "", "byte", 0) as output, run.timed():
        for window, framed in heights_with_margin(run, heights, 1):
            east, north = (rise * part for part in gradient(framed, heights.grid))
            light = (up - to_east * east - to_north * north) / np.sqrt(1 + east * east + north * north)
            output.write(window, np.floor(1.5 + 254 * np.maximum(light, 0)))
    return Shaded(output.path)  # type: ignore[arg-type]
