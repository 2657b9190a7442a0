# SPDX-License-Identifier: GPL-2.0-or-later
"""The zones of a call as rows with their cells: polygons, or the numbers of a raster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import shapely

from ...declaration.facts import Field
from ...declaration.layers import Layer, Raster, Vector
from ..layers.rows import Column, RowSet, ogr_geometry_name, read_rows
from ..rasters.raster_windows import BandCells, open_band
from ..run import Run
from .zone_parts import CellRule, SmallZones, ZonePart, numbered_zones, parts_of_polygons, parts_of_raster

ZONE_COLUMN = "zone"


class OpenedZones(NamedTuple):
    """Zones of a call.

    Args:
        rows: One per zone; those of a raster have their number as `zone`, ascending, and no geometry.
        parts: Gives their cells; asked whether all cells of a part are wanted in memory at once.
        in_part: Whether cells may count in part.
        crs: Of the geometries; None where there are none.
        geometry_type: As write_rows takes it.
    """

    rows: RowSet
    parts: Callable[[bool], Iterator[ZonePart]]
    in_part: bool
    crs: str | None
    geometry_type: str | None


def opened_zones(
    run: Run, zones: Layer, raster: Raster, band: BandCells, cell_rule: CellRule, small_zones: SmallZones
) -> OpenedZones:
    """Opens the zones of a call on a band of a raster.

    Raises: ToolError INVALID_GEOMETRY; for a raster of zones GRID_MISMATCH, BAD_VALUE.
    """
    if isinstance(zones, Raster):
        return _opened_raster(run, zones, raster, band)
    assert isinstance(zones, Vector)
    run.require.valid(zones)
    run.count_before = zones.facts.count
    rows = read_rows(run, zones)

    def parts(by_order: bool) -> Iterator[ZonePart]:
        return parts_of_polygons(run, shapely.from_wkb(rows.geometries), band, cell_rule, small_zones, by_order)

    in_part = "area_weighted" in (cell_rule, small_zones)
    return OpenedZones(rows, parts, in_part, zones.facts.crs, ogr_geometry_name(zones.facts))


def _opened_raster(run: Run, zones: Raster, raster: Raster, band: BandCells) -> OpenedZones:
    run.require.one_band(zones, "zones")
    run.require.grid_same(raster, zones)
    numbered = numbered_zones(run, open_band(run, zones))
    column = Column(Field(ZONE_COLUMN, "integer"), numbered.numbers, np.zeros(len(numbered.numbers), bool))
    rows = RowSet([column], None, len(numbered.numbers))
    return OpenedZones(rows, lambda by_order: parts_of_raster(run, numbered, band, by_order), False, None, None)
