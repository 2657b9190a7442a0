# SPDX-License-Identifier: GPL-2.0-or-later
"""viewshed"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, HeightUnit, LengthUnit
from ...declaration.effects import raster
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Grid, LayerFacts
from ...declaration.layers import Points, Raster
from ...declaration.markers import Distance, FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.shapes import Parts
    from ...execution.run import Run

GROUP = "Terrain and hydrology"
Combine = Literal["any", "count"]
BANDS = {"any": Band("uint8", 255.0), "count": Band("int32", -9999.0)}


class Viewed(NamedTuple):
    """Result of viewshed."""

    output: Raster
    unplaced_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    dem = call.facts("dem")
    return {"output": raster(dem.crs, dem.grid, BANDS[call.arguments["combine"]])}


@tool(
    group=GROUP,
    kind="raster",
    engine="numba",
    effect=_effect,
    tags=("visibility", "line of sight", "intervisibility", "view", "observer", "horizon", "dem"),
)
def viewshed(
    run: Run,
    dem: Raster,
    z_unit: HeightUnit,
    observers: Points,
    max_distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    observer_height: Annotated[float | None, Number(0)] = None,
    observer_height_field: Annotated[str | None, FieldOf("observers", ("integer", "real"))] = None,
    target_height: Annotated[float, Number(0)] = 0,
    height_unit: HeightUnit = "m",
    refraction: Annotated[float, Number(0, 1)] = 0.13,
    combine: Combine = "any",
) -> Viewed:
    """Marks the cells that are seen from observers, or counts the observers that see each cell.

    Only what the raster holds hides: buildings and trees where it is a model of the surface. The curvature of the Earth
    and the bending of light are taken in, in metres whatever the unit of the CRS.

    Args:
        dem: Elevation, one band, heights in `z_unit`; a declared scale and offset are applied first. Any grid.
        z_unit: Unit of the heights of the raster. No default: metre heights on foot grids are common.
        observers: Points; each stands at the centre of its cell. Each point of a multi-point is one.
        max_distance: How far is looked, to the centres of cells; the work grows with its square.
        unit: Unit of max_distance.
        observer_height: Height of the eyes above the ground, in `height_unit`; this or the field is needed.
        observer_height_field: Field with the height of each observer's eyes above the ground, in `height_unit`.
        target_height: How far above its ground a cell is looked at, in `height_unit`.
        height_unit: Unit of these heights above the ground.
        refraction: Share of the curvature that the bending of light takes off; 0.13 is usual by day, 1 makes the Earth
            flat.
        combine: any marks what at least one observer sees, count tells how many do.
    Returns:
        output: On the grid of `dem`. any: byte, 1 seen, 0 not, NoData 255. count: int32, NoData -9999. Cells beyond the
            reach of every observer are NoData, and so are cells without a height.
        unplaced_count: Observers off the raster or on NoData; they see nothing.
    CRS: Projected, of any length unit; degrees and a scale error above 1 % are refused. Both layers share it.
    Edges: Ground is taken on the straight between neighbouring centres; a line that grazes it is free. NoData hides
        nothing, which is said. An observer sees its own cell.
    Raises: DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED (40 bytes of memory a cell in the reach of one observer, 5 a
        cell of the raster; pairs of observers and cells), MISSING_ARGUMENT (a height of the observers), CRS_MISSING,
        CRS_MISMATCH, CRS_UNSUITABLE, BAD_VALUE (both heights, NULL or negative ones, no distance, no observer on a
        height, several bands, a palette), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Lines of sight as R3 of Franklin and Ray 1994, all at once by their horizon; Earth of radius 6371.009 km.
    """
    import numpy as np

    from ...execution.geometry.shapes import apart, read_shapes
    from ...execution.rasters.band_meaning import BandMeaning
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.terrain.flow_grids import write_whole
    from ...execution.terrain.gdal_measures import note_other_unit
    from ...execution.terrain.sight_lines import Scene, sight_of
    from ...execution.terrain.surface_windows import open_heights

    if not max_distance > 0:
        raise ToolError("BAD_VALUE", f"max_distance is above 0, not {max_distance:g}", argument="max_distance")
    run.require.crs_same(dem, observers)
    band = open_heights(run, dem, "a viewshed")
    note_other_unit(run, dem, z_unit)
    crs, to_metres = dem.facts.crs or "", METRES[height_unit]
    parts = apart(read_shapes(run, observers))
    heights = _eye_heights(observers, parts, observer_height, observer_height_field)
    cells, placed = _cells_of(parts, band.grid)
    scene = Scene(band, metres_per_unit(crs), METRES[z_unit], max_distance * METRES[unit], target_height * to_metres,
                  refraction)  # fmt: skip
    with run.timed():
        sight = sight_of(run, scene, cells, heights[placed] * to_metres)
    unplaced = len(parts.shapes) - len(placed) + sight.blind_count
    _tell(run, dem, unplaced, len(parts.shapes), sight.has_gaps)
    meaning = BandMeaning(BANDS[combine].dtype, BANDS[combine].nodata)
    seen = np.minimum(sight.counts, 1).astype(np.uint8) if combine == "any" else sight.counts
    with stored_raster(run, band.grid, crs, [meaning]) as output:
        write_whole(run, output, seen, sight.counts < 0)
    return Viewed(output.path, unplaced)  # type: ignore[arg-type]


def _eye_heights(observers: Points, parts: Parts, height: float | None, field: str | None) -> np.ndarray:
    """Gives the height of the eyes of each observer, as stated."""
    import numpy as np

    if height is None and field is None:
        raise ToolError("MISSING_ARGUMENT", "viewshed needs observer_height or observer_height_field",
                        "1.7 m is the eyes of a person", argument="observer_height")  # fmt: skip
    if height is not None and field is not None:
        raise ToolError("BAD_VALUE", "observer_height and observer_height_field both say how high the eyes are",
                        "leave one of them out", argument="observer_height")  # fmt: skip
    if field is None:
        return np.full(len(parts.shapes), float(height or 0))
    column = parts.rows.column(field)
    values = np.where(column.is_null, np.nan, column.values.astype(float))
    unfit = int(np.count_nonzero(~(np.isfinite(values) & (values >= 0))))
    if unfit:
        raise ToolError("BAD_VALUE", f'{unfit} heights in "{field}" of "{observers.name}" are NULL or below 0',
                        "extract_by_expression leaves such observers out",
                        argument="observer_height_field")  # fmt: skip
    return values  # type: ignore[no-any-return]


def _cells_of(parts: Parts, grid: Grid) -> tuple[np.ndarray, np.ndarray]:
    """Finds row and column of the observers on the grid, and which of them these are."""
    import numpy as np
    import shapely

    from ...execution.rasters.cell_sampling import places_in

    full = np.flatnonzero(~shapely.is_missing(parts.shapes))
    found = places_in(grid, *shapely.get_coordinates(parts.shapes[full]).T)
    return np.stack([found.row, found.column], axis=1), full[found.number]


def _tell(run: Run, dem: Raster, unplaced: int, count: int, has_gaps: bool) -> None:
    if unplaced == count:
        raise ToolError("BAD_VALUE", f'none of {count} observers stands on a height of "{dem.name}"',
                        "describe_layer and describe_raster show their extents", argument="observers")  # fmt: skip
    if unplaced:
        noun = "observer stands" if unplaced == 1 else "observers stand"
        run.note(f'{unplaced} of {count} {noun} on no height of "{dem.name}" and see nothing.')
    if has_gaps:
        run.note("There are cells without a height within reach; they hide nothing.")
