# SPDX-License-Identifier: GPL-2.0-or-later
"""proximity_raster"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import on_grid_of
from ...declaration.errors import ToolError
from ...declaration.layers import Raster
from ...declaration.markers import BandNumber, Distance
from ...declaration.registry import tool

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.raster_windows import BandCells
    from ...execution.run import Run

GROUP = "Raster processing"
NODATA = -9999.0


class Near(NamedTuple):
    """Result of proximity_raster."""

    output: Raster


@tool(
    group=GROUP,
    kind="raster",
    engine="scipy.ndimage",
    effect=on_grid_of("raster", dtype="float32", nodata=NODATA),
    title="Proximity (raster distance)",
    tags=("euclidean distance", "distance to", "distance raster", "gdal_proximity", "nearest", "distance transform"),
)
def proximity_raster(
    run: Run,
    raster: Raster,
    target_values: list[float],
    unit: LengthUnit,
    band: Annotated[int, BandNumber("raster")] = 1,
    max_distance: Annotated[float | None, Distance("unit")] = None,
) -> Near:
    """Gives each cell the straight-line distance to the nearest cell with a target value.

    Distances go from centre to centre: target cells have 0, and features that were rasterized first are off by up to
    half a cell. Rasterize them on the grid of the other layers.

    Args:
        raster: Raster of which one band is taken; a declared scale and offset are applied.
        target_values: Values of the cells that are measured to.
        unit: Unit of the distances, and of `max_distance`.
        band: Number of the band, from 1.
        max_distance: Largest distance, in `unit`, above 0; farther cells become NoData. Left out, there is none.
    Returns:
        output: float32 on the grid of `raster`, NoData -9999.
    CRS: Projected, of any length unit; degrees and a scale error above 1 % are CRS_UNSUITABLE; north up. Cells may be
        oblong.
    Edges: NoData cells get a distance too; clip after. A target value that no cell has is said; without any target
        all is NoData. As many rows are held in memory as four times max_distance reaches, without it all of them; 12
        bytes a cell.
    Raises: CRS_MISSING, CRS_UNSUITABLE, GRID_UNSUITABLE, BAD_VALUE (a max_distance of 0 or less, infinite values),
        LIMIT_EXCEEDED, UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: Exact Euclidean distance transform of Maurer, Qi and Raghavan 2003, as in SciPy.
    """
    from ...execution.rasters.proximity import distances
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.raster_windows import open_band

    run.require.measurable(raster)
    run.require.north_up(raster)
    if max_distance is not None and max_distance <= 0:
        raise ToolError("BAD_VALUE", f"max_distance takes a number above 0, not {max_distance:g}",
                        argument="max_distance")  # fmt: skip
    source = open_band(run, raster, band)
    targets = _Targets(source, target_values)
    scale = metres_per_unit(raster.facts.crs or "") / METRES[unit]
    limit = None if max_distance is None else max_distance / scale
    with new_raster(run, source.grid, raster.facts.crs or "", "float32", NODATA) as output, run.timed():
        for window, away in distances(run, source, targets.among, limit):
            output.write(window, away * scale)
    absent = [f"{value:.15g}" for value, is_met in zip(target_values, targets.met, strict=True) if not is_met]
    if absent:
        run.note(f"No cell has the target value {' or '.join(absent)}.")
    return Near(output.path)  # type: ignore[arg-type]


class _Targets:
    """Tells target cells by their values, and which of these were met."""

    def __init__(self, band: BandCells, values: list[float]) -> None:
        self.values = [band.as_held(value) for value in values]
        self.met = [False] * len(values)

    def among(self, cells: np.ndarray) -> np.ndarray:
        import numpy as np

        found = np.zeros(cells.shape, bool)
        for index, value in enumerate(self.values):
            is_it = cells == value
            self.met[index] |= bool(is_it.any())
            found |= is_it
        return found
