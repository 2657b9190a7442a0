# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines of equal value, and the bands between them, by GDAL on a band it reads rightly."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pyogrio.raw
import shapely
from osgeo import gdal, ogr

from ...declaration.errors import ToolError
from ..layers.layer_facts import open_raster
from ..relations.overlay import of_dimension
from ..run import Run
from .raster_files import gdal_failures, gdal_progress, intermediate_raster
from .raster_windows import BandCells, Window, windows_of

NOT_MADE = "the contours could not be made"
NODATA = -1.7976931348623157e308  # of the copy; no contour of a value so low is wanted
FIELDS = ("number", "low", "high")
FUDGE = 1e-6  # GDAL moves what is so near to a level
LARGEST_EXPONENT = 29  # 8 steps of floats from 2^28 to 2^29 are within that
FAR = 2.0**1000
MOST_DIGITS = 300  # more cannot be rounded to


class Levels(NamedTuple):
    """The levels of a call.

    Args:
        interval: Between two levels; 0 where they are given.
        base: A level, from which the interval counts.
        given: Levels, ascending; none where there is an interval.
    """

    interval: float
    base: float
    given: np.ndarray

    def below(self, values: np.ndarray) -> np.ndarray:
        """Counts the levels up to each value, from any start; NaN stays NaN."""
        if self.interval:
            return np.asarray(np.floor((values - self.base) / self.interval))
        return np.where(np.isnan(values), np.nan, np.searchsorted(self.given, values, side="right"))

    def of_lines(self, values: np.ndarray, exponent: int) -> np.ndarray:
        """Gives the level of each line from the value that GDAL states, times 2^exponent."""
        if self.interval:
            return self._multiples(np.ldexp(values, -exponent))
        return np.asarray(self.given[np.searchsorted(self.scaled(exponent), values)])

    def around(self, lowest: float, highest: float) -> Levels:
        """Gives the levels between two values as given ones; of an interval also those just below and above.

        GDAL 3.10 leaves out what is as high as the highest value where it counts the levels of bands itself.
        """
        if not self.interval or lowest > highest:
            return self._replace(interval=0.0)
        first, last = (math.floor((value - self.base) / self.interval) for value in (lowest, highest))
        return Levels(0.0, self.base, self._multiples(self.base + self.interval * np.arange(first, last + 3.0)))

    def of_bands(self, high: np.ndarray, exponent: int) -> tuple[np.ndarray, np.ndarray]:
        """Gives the levels that bound each band from the upper one that GDAL states, NaN where there is none.

        Levels are given ones. The lower one that GDAL states is that of the last band that is not empty, or another.
        """
        bounds, scaled = np.concatenate([[np.nan], self.given, [np.nan]]), self.scaled(exponent)
        place = np.searchsorted(scaled, high)
        is_last = scaled[np.minimum(place, len(scaled) - 1)] != high
        place = np.where(is_last, len(scaled), place)
        return bounds[place], bounds[place + 1]

    def scaled(self, exponent: int) -> np.ndarray:
        """Gives the given levels times 2^exponent, those far beyond all values cut to what a float holds."""
        with np.errstate(over="ignore"):
            return np.asarray(np.clip(np.ldexp(self.given, exponent), -FAR, FAR))

    def _multiples(self, values: np.ndarray) -> np.ndarray:
        digits = 11 - math.floor(math.log10(max(self.interval, abs(self.base))))
        multiples = self.base + self.interval * np.round((values - self.base) / self.interval)
        return np.round(multiples, digits) if digits <= MOST_DIGITS else multiples


class Source(NamedTuple):
    """A band that GDAL reads rightly.

    Args:
        dataset, number: Where it is.
        nodata: None for none.
        lowest, highest: Of the values; infinite where there are none.
        exponent: Cells are values times 2^exponent.
    """

    dataset: Any
    number: int
    nodata: float | None
    lowest: float
    highest: float
    exponent: int = 0

    @property
    def floor(self) -> float:
        """Gives the highest level of cells that GDAL has all cells above."""
        return math.ldexp(self.lowest, self.exponent) + FUDGE


class Contours(NamedTuple):
    """Lines or bands.

    Args:
        shapes: Lines, or one multi-polygon per band.
        low, high: The level of a line, twice; the levels that bound a band, NaN where none does.
        repaired_count: Bands that were invalid.
    """

    shapes: np.ndarray
    low: np.ndarray
    high: np.ndarray
    repaired_count: int = 0


def contours_of(run: Run, band: BandCells, levels: Levels, as_bands: bool) -> Contours:
    """Draws contours.

    Returns: Ascending; lines of one level from north to south and west to east.
    Raises: ToolError LIMIT_EXCEEDED, BAD_VALUE for infinite cells, ENGINE_FAILED, CANCELLED.
    """
    source = _source(run, band, levels)
    path = run.intermediate(".gpkg")
    if as_bands:
        levels = levels.around(source.lowest, source.highest)
    options = [*_level_options(levels, source), "ID_FIELD=0", "ELEV_FIELD=1"]
    options += [] if source.nodata is None else [f"NODATA={source.nodata!r}"]
    options += ["POLYGONIZE=YES", "ELEV_FIELD_MIN=1", "ELEV_FIELD_MAX=2"] if as_bands else []
    with run.timed(), gdal_failures(NOT_MADE):
        target = ogr.GetDriverByName("GPKG").CreateDataSource(path)
        kind = ogr.wkbMultiPolygon if as_bands else ogr.wkbLineString
        layer = target.CreateLayer("contours", None, kind, ["SPATIAL_INDEX=NO"])
        for name in FIELDS:
            layer.CreateField(ogr.FieldDefn(name, ogr.OFTInteger if name == "number" else ogr.OFTReal))
        target.StartTransaction()
        try:
            gdal.ContourGenerateEx(
                source.dataset.GetRasterBand(source.number), layer, options=options, callback=gdal_progress(run)
            )
        finally:
            run.raise_if_cancelled()
        target.CommitTransaction()
        del layer, target
    _, _, geometries, (_, value, high) = pyogrio.raw.read(path)
    shapes = shapely.from_wkb(geometries)
    if as_bands:
        return _bands(shapes, *levels.of_bands(high, source.exponent))
    is_crossed = value > source.floor  # GDAL 3.10 also draws the lowest value
    return _lines(shapes[is_crossed], levels.of_lines(value[is_crossed], source.exponent))


def _lines(shapes: np.ndarray, level: np.ndarray) -> Contours:
    west, _, _, north = shapely.bounds(shapes).T if len(shapes) else np.zeros((4, 0))
    order = np.lexsort((west, -north, level))
    return Contours(shapes[order], level[order], level[order])


def _bands(shapes: np.ndarray, low: np.ndarray, high: np.ndarray) -> Contours:
    invalid = ~shapely.is_valid(shapes)
    shapes[invalid] = of_dimension(shapely.make_valid(shapes[invalid]), 2)
    # a peak that just reaches a level has no area above it
    has_area = ~(shapely.is_missing(shapes) | shapely.is_empty(shapes))
    order = np.argsort(np.where(np.isnan(low), -np.inf, low), kind="stable")
    order = order[has_area[order]]
    return Contours(shapes[order], low[order], high[order], int(np.count_nonzero(invalid & has_area)))


def _level_options(levels: Levels, source: Source) -> list[str]:
    if levels.interval:
        # GDAL numbers levels from the base in 32 bits
        steps = math.floor((source.lowest - levels.base) / levels.interval) if math.isfinite(source.lowest) else 0
        interval, base = levels.interval, levels.base + steps * levels.interval
        words = {"LEVEL_INTERVAL": interval, "LEVEL_BASE": base}
        return [f"{word}={math.ldexp(value, source.exponent)!r}" for word, value in words.items()]
    scaled = levels.scaled(source.exponent)
    # a level that no value reaches keeps the last band open
    fixed = np.unique([*scaled[scaled > source.floor], FAR])
    return ["FIXED_LEVELS=" + ",".join(repr(level) for level in fixed.tolist())]


def _exponent(levels: Levels, lowest: float, highest: float) -> int:
    """Finds the power of two that makes the largest value large, and the interval no more than a float holds."""
    largest = max(abs(lowest), abs(highest))
    if not 0 < largest < math.inf:
        return 0
    exponent = LARGEST_EXPONENT - math.frexp(largest)[1]
    return min(exponent, 1000 - math.frexp(levels.interval)[1]) if levels.interval else exponent


def _source(run: Run, band: BandCells, levels: Levels) -> Source:
    """Counts the crossings of levels, and gives the band as GDAL reads it rightly."""
    crossings = 0.0
    lowest, highest = math.inf, -math.inf
    for window in windows_of(run, [band]):
        right = min(window.width + 1, band.grid.width - window.column)
        below = min(window.height + 1, band.grid.height - window.row)
        cells = band.read(Window(window.column, window.row, right, below))
        band.refuse_infinite(cells)
        missing = np.isnan(cells)
        if missing.all():
            continue
        lowest, highest = min(lowest, float(np.nanmin(cells))), max(highest, float(np.nanmax(cells)))
        _demand_levels(run, levels, lowest, highest)
        passed = levels.below(cells)
        crossings += float(np.nansum(np.abs(np.diff(passed, axis=0))) + np.nansum(np.abs(np.diff(passed, axis=1))))
    run.require.size("vertices", crossings, "the contours", "a larger interval, or fewer levels", "interval")
    if band.is_plain:
        return Source(band.dataset, band.number, band.facts.nodata, lowest, highest)
    exponent = _exponent(levels, lowest, highest)
    with intermediate_raster(run, band.grid, "", "float64", NODATA) as copy:
        for window in windows_of(run, [band]):
            copy.write(window, np.ldexp(band.read(window), exponent))
    return Source(open_raster(copy.path), 1, NODATA, lowest, highest, exponent)


def _demand_levels(run: Run, levels: Levels, lowest: float, highest: float) -> None:
    if levels.interval:
        run.require.size("elements", (highest - lowest) / levels.interval, "the list of levels", "a larger interval",
                         "interval")  # fmt: skip
        if levels.interval < 8 * np.spacing(max(abs(lowest), abs(highest))):
            raise ToolError("BAD_VALUE", f"interval {levels.interval:.6g} is less than 64-bit numbers tell apart at "
                            f"values such as {highest:.6g}", "a larger interval", argument="interval")  # fmt: skip
