# SPDX-License-Identifier: GPL-2.0-or-later
"""Terrain measures by GDAL, in process, on heights it reads rightly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from osgeo import gdal

from ....tasks.crs_equality import parse_crs
from ....tasks.units import METRES
from ...declaration.cell_types import CELL_TYPES, FLOAT32_DTYPES
from ...declaration.layers import Raster
from ..layers.layer_facts import open_raster
from ..rasters.raster_files import CREATION_OPTIONS, gdal_failures, gdal_progress, intermediate_raster, report_valid
from ..rasters.raster_windows import BandCells, open_band, split, windows_of
from ..run import Run
from .surface_windows import heights_of

if TYPE_CHECKING:
    import numpy as np

TERRAIN_NODATA = -9999.0
LOWEST = CELL_TYPES["float32"].lowest
_UNIT_WORDS = {
    "m": ("m", "metre", "metres", "meter", "meters"),
    "ft": ("ft", "foot", "feet", "international foot", "international feet"),
    "us_ft": ("us ft", "ftus", "us-ft", "us survey foot", "us survey feet", "us foot"),
}


def terrain_measure(run: Run, dem: Raster, measure: str, output: str = "output", **options: Any) -> str:
    """Runs one mode of gdaldem on a raster of one band; rim cells and neighbours of NoData become NoData.

    Args:
        measure: slope, aspect, roughness …
        options: As gdal.DEMProcessing takes them.
    Returns: Path of a float32 GeoTIFF whose NoData value is -9999.
    Edges: Heights are read as physical values, masked and NaN cells as NoData. GDAL computes in 32-bit floats; heights
        of wider types are therefore given to it less their first value, which no difference notices.
    Raises: ToolError ENGINE_FAILED, CANCELLED.
    """
    heights = heights_of(run, dem)
    path = run.destination_path(output, ".tif")
    valid_count = None
    if _is_plain(heights):
        if heights.facts.dtype.startswith("float"):
            for window in windows_of(run, [heights]):
                heights.refuse_infinite(heights.read(window))
        valid_count = _measured(run, path, heights.dataset, measure, options)
    if valid_count is None:
        plain = open_raster(_plain_heights(run, heights, dem.facts.crs or ""))
        valid_count = _measured(run, path, plain, measure, options)
    report_valid(run, valid_count or 0, heights.grid.width * heights.grid.height)
    return path


def _measured(run: Run, path: str, source: Any, measure: str, options: dict[str, Any]) -> int | None:
    """Writes the measure of a dataset. Returns: Cells with a value; None where NaN among the heights spoils some."""
    with run.timed(), gdal_failures(f"the {measure} could not be computed or written"):
        try:
            made = gdal.DEMProcessing(path, source, measure, format="GTiff", computeEdges=False,
                                      creationOptions=CREATION_OPTIONS, callback=gdal_progress(run),
                                      **options)  # fmt: skip
        finally:
            run.raise_if_cancelled()
        if made is None:
            raise RuntimeError
        valid_count = _count_valid(made)
        made.FlushCache()
        del made
    return valid_count


def declared_height_unit(run: Run, dem: Raster) -> str:
    """Gives the unit that the band, or else a vertical CRS, declares for heights: m, ft or us_ft; "" for none."""
    word = open_band(run, dem).unit.lower().replace("_", " ").strip()
    named = next((unit for unit, words in _UNIT_WORDS.items() if word in words), "")
    if named or not dem.facts.crs:
        return named
    srs = parse_crs(dem.facts.crs)
    if not srs.IsCompound():
        return ""
    metres = srs.GetTargetLinearUnits("COMPD_CS|VERT_CS")
    return next((unit for unit in _UNIT_WORDS if abs(METRES[unit] - metres) < 1e-9), "")


def note_other_unit(run: Run, dem: Raster, z_unit: str) -> None:
    """Tells where a raster declares another unit of its heights than the call does."""
    declared = declared_height_unit(run, dem)
    if declared not in ("", z_unit):
        run.note(f'"{dem.name}" declares heights in {declared}; z_unit says {z_unit}, and that was used.')


def _is_plain(heights: BandCells) -> bool:
    fits = heights.facts.dtype in FLOAT32_DTYPES
    # gdaldem does not look at the height in the centre: in so small a grid no other cell would show that it is NaN
    shows_nan = min(heights.grid.width, heights.grid.height) > 3 or not heights.facts.dtype.startswith("float")
    return fits and shows_nan and not heights.is_scaled and not heights.is_masked


def _plain_heights(run: Run, heights: BandCells, crs: str) -> str:
    """Writes physical heights as float32, NaN as NoData."""
    base: float | None = None
    with intermediate_raster(run, heights.grid, crs, "float32", LOWEST) as plain, run.timed():
        for window in windows_of(run, [heights]):
            cells = heights.read(window)
            heights.refuse_infinite(cells)
            if base is None:
                base = _first_value(cells)
            plain.write(window, cells if base is None else cells - base)
    return plain.path


def _first_value(cells: np.ndarray) -> float | None:
    import numpy as np

    valid = np.flatnonzero(~np.isnan(cells))
    return float(cells.flat[valid[0]]) if len(valid) else None


def _count_valid(made: Any) -> int | None:
    """Counts the cells with a value; None where one is NaN, since a NaN height that is no NoData was taken for one."""
    import numpy as np

    band = made.GetRasterBand(1)
    valid = 0
    for window in split(made.RasterXSize, made.RasterYSize, tuple(band.GetBlockSize()), 2**21):
        cells = band.ReadAsArray(*window)
        if np.isnan(cells.sum()):
            return None
        valid += int(np.count_nonzero(cells != np.float32(TERRAIN_NODATA)))
    return valid
