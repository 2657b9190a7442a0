# SPDX-License-Identifier: GPL-2.0-or-later
"""sieve_raster, clump_raster"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic
from ...declaration.effects import raster as raster_facts
from ...declaration.effects import table, unknown_table
from ...declaration.facts import Band, Field, Grid, LayerFacts
from ...declaration.layers import Raster, Table
from ...declaration.markers import BandNumber, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.cell_regions import Regions
    from ...execution.rasters.raster_windows import BandCells, Window
    from ...execution.run import Run

GROUP = "Raster processing"
Connectivity = Literal[4, 8]


class Sieved(NamedTuple):
    """Result of sieve_raster."""

    output: Raster


def _same_band(call: Call) -> Mapping[str, LayerFacts]:
    facts = call.facts("raster")
    return {"output": raster_facts(facts.crs, facts.grid).with_(bands=facts.bands)}


@tool(
    group=GROUP,
    kind="raster",
    engine="gdal:sieve",
    effect=_same_band,
    tags=("remove small patches", "minimum mapping unit", "salt and pepper", "despeckle", "clean classes", "islands"),
)
def sieve_raster(
    run: Run, raster: Raster, min_cells: Annotated[int, Number(2, 2_000_000_000)], connectivity: Connectivity
) -> Sieved:
    """Replaces patches smaller than a number of cells by the value of their largest neighbor.

    For classes only: 0.9 and 1.1 are two values, not one class.

    Args:
        raster: Classes as whole numbers, one band.
        min_cells: Patches of fewer cells are replaced; the area of so many cells is reported.
        connectivity: 4 makes a patch of cells that share a side, 8 also of those that share a corner; it changes which
            patches are small.
    Returns:
        output: The classes on the grid of `raster`, with its type, NoData and palette.
    CRS: Any; sizes are counted in cells.
    Edges: NoData is never replaced and never replaces. A small patch whose largest neighbor is small too takes the
        value that one gets; where no chain of neighbors ends at a large patch they stay, which is counted and said.
    Raises: BAD_VALUE (several bands, values that are no whole numbers), LIMIT_EXCEEDED (76 bytes of memory a cell),
        UNKNOWN_LAYER.
    Source: GDAL.
    """
    import numpy as np

    from ...execution.rasters.cell_regions import strips
    from ...execution.rasters.raster_files import stored_meaning, stored_raster
    from ...execution.rasters.raster_windows import open_band
    from ...execution.rasters.sieved_cells import read_sieved, sieved, small_patches

    run.require.one_band(raster, "raster")
    band = open_band(run, raster)
    crs = raster.facts.crs or ""
    _tell_area(run, crs, band.grid, min_cells)
    opened = sieved(run, band, crs, min_cells, connectivity)
    left = small_patches(run, band, opened, min_cells, connectivity)
    changed = 0
    with stored_raster(run, band.grid, crs, [stored_meaning(band)]) as output:
        for window in strips(run, band, (0.5, 1.0)):
            stored, missing = band.read_stored(window)
            cells = read_sieved(opened, window)
            valid = ~np.isnan(cells)
            new = np.where(valid, cells, stored).astype(stored.dtype)
            changed += int(np.count_nonzero(new[valid] != stored[valid]))
            output.write(window, new, missing)
    run.counts["changed_count"] = changed
    run.counts["small_patches"] = left
    if left:
        run.note(
            f"{counted(left, 'patch', 'patches')} of fewer than {min_cells} cells without a large neighbor remain."
        )
    return Sieved(output.path)  # type: ignore[arg-type]


def _tell_area(run: Run, crs: str, grid: Grid, min_cells: int) -> None:
    area = _area_of(crs, grid)
    if area is not None:
        run.report["min_area_m2"] = min_cells * area


def _area_of(crs: str, grid: Grid) -> float | None:
    """Gives the area of a cell in m2; None where the CRS is none of lengths."""
    from ...execution.rasters.cell_areas import cell_area_m2

    return cell_area_m2(grid, crs) if crs and not is_geographic(crs) else None


class Clumped(NamedTuple):
    """Result of clump_raster."""

    output: Raster
    regions: Table
    region_count: int


def _numbered(call: Call) -> Mapping[str, LayerFacts]:
    facts = call.facts("raster")
    kind: Any = None
    if facts.bands is not None:
        band = facts.bands[call.arguments["band"] - 1]
        is_whole = not band.dtype.startswith("float") and (band.scale, band.offset) == (1.0, 0.0)
        kind = "integer" if is_whole else "real"
    columns = _columns(kind) if kind else None
    made = table(*columns) if columns else unknown_table()
    return {"output": raster_facts(facts.crs, facts.grid, Band("int32", 0.0)), "regions": made}


def _columns(kind: Any) -> list[Field]:
    return [Field("region", "integer"), Field("value", kind), Field("count", "integer"), Field("area", "real")]


@tool(
    group=GROUP,
    kind="raster",
    engine="scipy.sparse.csgraph",
    effect=_numbered,
    title="Clump raster (region group)",
    tags=("region group", "connected components", "label", "patches", "segments", "r.clump", "contiguous"),
)
def clump_raster(
    run: Run,
    raster: Raster,
    connectivity: Connectivity,
    band: Annotated[int, BandNumber("raster")] = 1,
    exclude_values: list[float] | None = None,
) -> Clumped:
    """Numbers each group of connected cells of equal value.

    The result holds numbers of regions, no longer values: do not use it where the value itself is wanted.

    Args:
        raster: Raster of which one band is taken; a declared scale and offset are applied.
        connectivity: 4 joins cells that share a side, 8 also those that share a corner.
        band: Number of the band, from 1.
        exclude_values: Values whose cells get no region, such as 0 for background.
    Returns:
        output: int32 on the grid of `raster`: numbers from 1 by the first cell of a region, row by row; NoData 0.
        regions: A row per region with `region`, `value`, `count` of cells and `area` in m2.
        region_count: Number of regions.
    CRS: Any; area is NULL for degrees and without a CRS. For the table a scale error of areas above 1 % is
        CRS_UNSUITABLE.
    Edges: NoData and excluded cells get no region. Floats are equal only where all their digits are. An excluded value
        that no cell has is said.
    Raises: CRS_UNSUITABLE, LIMIT_EXCEEDED (76 bytes of memory a cell), UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: Hoshen and Kopelman 1976, by stretches of rows.
    """
    from ...execution.rasters.cell_regions import find_regions, painted, stretches_of, strips
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.raster_windows import open_band

    if run.wants("regions") and _area_of(raster.facts.crs or "", raster.facts.grid) is not None:  # type: ignore[arg-type]
        run.require.measurable(raster, "areal")
    source = open_band(run, raster, band)
    cells = _CellsToClump(source, exclude_values or [])
    with run.timed():
        regions = find_regions(run, source, cells.read, connectivity)
    cells.tell_absent(run)
    done = 0
    with new_raster(run, source.grid, raster.facts.crs or "", "int32", 0) as output:
        for window in strips(run, source, (0.5, 1.0)):
            found = stretches_of(cells.read(window), window.row)
            numbers = regions.of_stretch[done : done + len(found.row)] + 1
            done += len(found.row)
            output.write(window, painted(found, numbers, window))
    made = None
    if run.wants("regions"):
        made = _written(run, regions, source, _area_of(raster.facts.crs or "", source.grid))
    return Clumped(output.path, made, len(regions.value))  # type: ignore[arg-type]


class _CellsToClump:
    """Reads a band; excluded values are NaN, and those met are noted."""

    def __init__(self, band: BandCells, excluded: list[float]) -> None:
        self.band = band
        self.excluded = excluded
        self.met = [False] * len(excluded)

    def read(self, window: Window) -> np.ndarray:
        import numpy as np

        cells = self.band.read(window)
        for index, value in enumerate(self.excluded):
            is_it = cells == self.band.as_held(value)
            self.met[index] |= bool(is_it.any())
            cells[is_it] = np.nan
        return cells

    def tell_absent(self, run: Run) -> None:
        absent = [f"{value:.15g}" for value, met in zip(self.excluded, self.met, strict=True) if not met]
        if absent:
            run.note(f"No cell has the value {' or '.join(absent)} of exclude_values.")


def _written(run: Run, regions: Regions, band: BandCells, area: float | None) -> Any:
    import numpy as np

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows

    count = len(regions.value)
    run.require.size("rows", count, "the table", "sieve_raster first, or larger cells")
    values = regions.value.astype("int64") if band.is_whole else regions.value
    areas = regions.cell_count * (np.nan if area is None else area)
    arrays = [np.arange(1, count + 1), values, regions.cell_count, areas]
    fields = _columns("integer" if band.is_whole else "real")
    columns = columns_of(fields, arrays)
    if area is None:
        run.note("area is NULL, for the CRS is none of lengths.")
    return write_rows(run, RowSet(columns, None, count), output="regions")
