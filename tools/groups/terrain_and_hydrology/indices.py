# SPDX-License-Identifier: GPL-2.0-or-later
"""terrain_index"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, HeightUnit
from ...declaration.cell_types import CELL_TYPES
from ...declaration.effects import on_grid_of
from ...declaration.errors import ToolError
from ...declaration.layers import Raster
from ...declaration.markers import Number
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Terrain and hydrology"
TerrainIndex = Literal["tri", "tpi", "roughness", "profile_curvature", "plan_curvature"]
TriFormula = Literal["riley", "wilson"]
NODATA = CELL_TYPES["float32"].lowest
WIDEST = 100  # cells
WIDEST_TRI = 25  # takes 2,600 neighbours one by one


class Indexed(NamedTuple):
    """Result of terrain_index."""

    output: Raster


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=on_grid_of("dem", dtype="float32", nodata=NODATA),
    title="Terrain index (TRI, TPI, roughness, curvature)",
    tags=("ruggedness", "tri", "topographic position", "tpi", "roughness", "curvature", "convexity", "relief", "dem"),
)
def terrain_index(
    run: Run,
    dem: Raster,
    index: TerrainIndex,
    z_unit: HeightUnit | None = None,
    radius_cells: Annotated[int, Number(1, WIDEST)] = 1,
    tri_formula: TriFormula = "riley",
) -> Indexed:
    """Computes a ruggedness, position, roughness or curvature index from an elevation raster.

    Every index depends on the size of the cells: compare only what was made on equal grids.

    Args:
        dem: Elevation, one band; a declared scale and offset are applied first. Any grid.
        index: tri is ruggedness by `tri_formula`, tpi the height less the mean of the neighbours (above 0 on ridges),
            roughness the range of the heights, all three in the unit of the heights. profile_curvature, down the slope,
            is above 0 where the surface is concave, plan_curvature, across it, where it is convex; both in 1 per 100 m.
        z_unit: Unit of the heights; curvature needs it, the other indices stay in that unit whatever it is.
        radius_cells: How far the square of neighbours reaches from a cell; 1 is the eight around it. At most 100, for
            tri 25; curvature is that of the eight.
        tri_formula: riley is the root of the sum of squared differences from the cell to its neighbours, wilson the
            mean of the absolute differences; riley is the larger.
    Returns:
        output: float32 on the grid of `dem`; NoData is the lowest number of the type.
    CRS: Projected, of any length unit. A degree grid and a scale error above 1 % are CRS_UNSUITABLE.
    Edges: A cell whose square reaches beyond the raster or holds NoData becomes NoData. Curvature is 0 where the cell
        has no slope.
    Raises: MISSING_ARGUMENT (z_unit for curvature), CRS_MISSING, CRS_UNSUITABLE, BAD_VALUE (several bands, a palette, a
        radius that the index does not take), UNKNOWN_LAYER.
    Source: Riley, DeGloria and Elliot 1999; Wilson et al. 2007; Weiss 2001; curvature: Zevenbergen and Thorne 1987.
    """
    from ...execution.rasters.raster_files import new_raster
    from ...execution.terrain import surface_indices as indices
    from ...execution.terrain.gdal_measures import note_other_unit
    from ...execution.terrain.surface_windows import heights_with_margin, open_heights

    _demand_fit(index, z_unit, radius_cells)
    heights = open_heights(run, dem, "a terrain index")
    crs = dem.facts.crs or ""
    per_100_m = 1.0
    if z_unit is not None:
        note_other_unit(run, dem, z_unit)
        per_100_m = 100 * METRES[z_unit] / metres_per_unit(crs) ** 2
    with new_raster(run, heights.grid, crs, "float32", NODATA) as output, run.timed():
        for window, framed in heights_with_margin(run, heights, radius_cells):
            if index == "tri":
                cells = indices.ruggedness(framed, radius_cells, tri_formula)
            elif index == "tpi":
                cells = indices.position(framed, radius_cells)
            elif index == "roughness":
                cells = indices.roughness(framed, radius_cells)
            else:
                cells = per_100_m * indices.curvature(framed, heights.grid, index.removesuffix("_curvature"))
            output.write(window, cells)
    return Indexed(output.path)  # type: ignore[arg-type]


def _demand_fit(index: TerrainIndex, z_unit: HeightUnit | None, radius_cells: int) -> None:
    if index.endswith("_curvature"):
        if z_unit is None:
            raise ToolError("MISSING_ARGUMENT", f"{index} needs z_unit, the unit of the heights", "m, ft or us_ft",
                            argument="z_unit")  # fmt: skip
        if radius_cells > 1:
            raise ToolError("BAD_VALUE", f"{index} is taken from the eight neighbours; radius_cells is {radius_cells}",
                            "larger cells show the larger forms", argument="radius_cells")  # fmt: skip
    if index == "tri" and radius_cells > WIDEST_TRI:
        raise ToolError("BAD_VALUE", f"radius_cells goes up to {WIDEST_TRI} for tri, not {radius_cells}",
                        "roughness reaches further; or larger cells", argument="radius_cells")  # fmt: skip
