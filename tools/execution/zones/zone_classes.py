# SPDX-License-Identifier: GPL-2.0-or-later
"""How much of each class of a raster lies in each of many zones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...declaration.errors import ToolError
from ..rasters.raster_windows import BandCells
from ..run import Run
from .zone_parts import ZonePart
from .zone_values import ZoneValues

PAIRS_AT_ONCE = 2**20
LARGEST_EXACT = 2**53


class ClassTable(NamedTuple):
    """Classes in zones.

    Args:
        zone: Number of the zone of each pair that occurs, ascending.
        value: Its class, ascending within the zone.
        weight: Its cells, shares counted as such.
        missing: Cells of each zone that are NoData.
        small_count: Zones that overlap the raster but hold no cell centre; 0 under area_weighted.
        beyond_count: Zones that reach beyond the raster.
    """

    zone: np.ndarray
    value: np.ndarray
    weight: np.ndarray
    missing: np.ndarray
    small_count: int
    beyond_count: int

    def merged(self, zone: np.ndarray, zone_count: int) -> ClassTable:
        """Takes zones together.

        Args:
            zone: New number of each zone.
        """
        pairs = _merged([_Pairs(zone[self.zone], self.value, self.weight)])
        missing = np.bincount(zone, self.missing, minlength=zone_count)
        return ClassTable(*pairs, missing, self.small_count, self.beyond_count)

    def valid(self) -> np.ndarray:
        """Gives how many cells with a value each zone has."""
        return np.bincount(self.zone, self.weight, minlength=len(self.missing))


class _Pairs(NamedTuple):
    zone: np.ndarray
    value: np.ndarray
    weight: np.ndarray


def tabulated(run: Run, parts: Iterable[ZonePart], zone_count: int, band: BandCells) -> ClassTable:
    """Counts the cells of each class in each zone.

    Raises: ToolError BAD_VALUE where cells are no whole numbers, LIMIT_EXCEEDED, CANCELLED, and those of reading.
    """
    missing = np.zeros(zone_count)
    found: list[_Pairs] = []
    small = beyond = held = 0
    for part in parts:
        small, beyond = small + part.small_count, beyond + part.beyond_count
        for batch in part.batches:
            run.raise_if_cancelled()
            pairs = _pairs_of(band, batch)
            found.append(pairs._replace(zone=part.zones[pairs.zone]))
            missing += np.bincount(part.zones[batch.missing_zone], batch.missing_weights, minlength=zone_count)
            held += len(pairs.zone)
            if held > PAIRS_AT_ONCE:
                found = [_merged(found)]
                held = len(found[0].zone)
                run.require.size("pairs", held, "the table", "fewer classes or zones", "raster")
    return ClassTable(*_merged(found), missing, small, beyond)


def _pairs_of(band: BandCells, batch: ZoneValues) -> _Pairs:
    if not band.is_whole:
        _demand_classes(band, batch.values)
    if not len(batch.values):
        return _Pairs(batch.zone, batch.values.astype(np.int64), batch.values)
    value = batch.values.astype(np.int64)
    low, high = int(value.min()), int(value.max())
    span = high - low + 1
    size = (int(batch.zone.max()) + 1) * span
    if size <= 4 * PAIRS_AT_ONCE:
        weight = np.bincount(batch.zone * span + (value - low), batch.weights, minlength=size)
        key = np.flatnonzero(weight)
        return _Pairs(key // span, key % span + low, weight[key].astype(float))
    weights = np.ones(len(value)) if batch.weights is None else batch.weights
    return _merged([_Pairs(batch.zone, value, weights)])


def _merged(found: list[_Pairs]) -> _Pairs:
    if not found:
        return _Pairs(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    zone, value, weight = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.lexsort((value, zone))
    zone, value, weight = zone[order], value[order], weight[order]
    starts = np.flatnonzero(np.append(True, (zone[1:] != zone[:-1]) | (value[1:] != value[:-1]))[: len(zone)])
    return _Pairs(zone[starts], value[starts], np.add.reduceat(weight, starts) if len(starts) else weight)


def _demand_classes(band: BandCells, values: np.ndarray) -> None:
    odd = values[(values != np.floor(values)) | (np.abs(values) > LARGEST_EXACT)]
    if len(odd):
        raise ToolError("BAD_VALUE", f'cells of "{band.name}" are no whole numbers, such as {odd[0]:.15g}, so they '
                        "are no classes", "raster_calculator with floor(a) or where(a < 10, 1, 2) makes classes",
                        argument="raster")  # fmt: skip
