# SPDX-License-Identifier: GPL-2.0-or-later
"""zonal_statistics"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic
from ...declaration.effects import adds_fields, like, table, unknown_table
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, FieldType, LayerFacts
from ...declaration.layers import Raster, Rows, Zones
from ...declaration.markers import BandNumber, FreeText, StatisticWord
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.statistics import needs_numbers, result_column, result_type

if TYPE_CHECKING:
    from ...execution.run import Run
    from ...execution.zones.zone_summary import ZoneSummary

GROUP = "Zonal statistics and conversion"
CellRule = Literal["cell_center", "area_weighted"]
SmallZones = Literal["leave_null", "area_weighted", "any_touch"]
ZONE = (Field("zone", "integer"),)
NO_MEANING_FOR_CELLS = ("first", "last", "concatenate")


class Summarized(NamedTuple):
    """Result of zonal_statistics."""

    output: Rows
    empty_zones: int


def result_fields(arguments: dict[str, Any], band: Band) -> list[Field]:
    """Lists the columns that a call adds: counts and sums are integers only where no cell counts in part."""
    is_whole = not band.dtype.startswith("float") and (band.scale, band.offset) == (1.0, 0.0)
    in_part = "area_weighted" in (arguments["cell_rule"], arguments["small_zones"])
    source: FieldType = "integer" if is_whole else "real"
    fields = []
    for word in arguments["statistics"]:
        kind: Any = "real" if in_part and word in ("count", "sum") else result_type(word, source)
        fields.append(Field(result_column("", word, arguments["prefix"] or ""), kind))
    return fields


def _added(call: Call) -> list[Field] | None:
    bands = call.facts("raster").bands
    return None if bands is None else result_fields(call.arguments, bands[call.arguments["band"] - 1])


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    kind = call.facts("zones").kind
    if kind == "vector":
        return like("zones", fields=adds_fields("zones", _added))(call)
    added = _added(call)
    return {"output": LayerFacts() if kind is None else table(*ZONE, *added) if added else unknown_table()}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy",
    effect=_effect,
    tags=("raster", "polygon", "mean", "sum", "summary", "exactextract", "zonal mean", "raster zones"),
)
def zonal_statistics(
    run: Run,
    zones: Zones,
    raster: Raster,
    statistics: Annotated[list[str], StatisticWord()],
    small_zones: SmallZones,
    band: Annotated[int, BandNumber("raster")] = 1,
    cell_rule: CellRule = "cell_center",
    prefix: Annotated[str | None, FreeText()] = None,
) -> Summarized:
    """Adds to each zone statistics of the raster cells in it.

    Overlapping zones are summarized each on its own. The sum of a density is no total: multiply by the area of a cell
    first. With x the value of a cell and w its share inside (1 by cell_center): count is the sum of w, sum that of w x,
    mean is sum / count, variance_pop the sum of w (x - mean)^2 / count, variance_sample divides by count - 1, majority
    is the value with the most w. Median and percentiles weigh by w; min, max, range and unique take w above 0.

    Args:
        zones: Polygons, of which all rows and columns are kept, in order; or a raster of one band on the grid of
            `raster`, whose whole numbers name zones.
        raster: Any grid, also south-up or rotated; a declared scale and offset are applied.
        statistics: count, unique, sum, mean, min, max, range, median, stdev_pop, stdev_sample, variance_pop,
            variance_sample, percentile_N, majority, minority; ties of the last two go to the smallest value.
        small_zones: What cell_center does with a polygon that holds no cell centre: leave_null leaves it without
            values, area_weighted weighs the cells by their covered share in that zone, any_touch takes every cell of
            which it covers a part as a whole. Without effect where cell_rule is area_weighted or zones are a raster.
        band: Number of the band that is summarized, from 1.
        cell_rule: cell_center counts a cell wholly in the zone that holds its centre, area_weighted in every zone by
            the exact share of the cell that the zone covers. Zones of a raster hold whole cells by either.
        prefix: Put before the names of the new columns, as in dem_mean.
    Returns:
        output: The zones with one column per statistic, `<prefix><statistic>`; for a raster of zones a table with their
            numbers as `zone`, ascending.
        empty_zones: Number of zones without a cell that has a value.
    CRS: One CRS; where it differs reproject polygons, not the raster. Cells of a degree grid count alike though they
        are not of equal area, which is said.
    Edges: A centre exactly on an edge belongs to the zone east of it, on a level edge to the one south of it. NoData is
        left out; 0 is a zone like others, NoData none. A zone without valid cells has count and unique 0, all else
        NULL. Outside the raster are no cells.
    Raises: CRS_MISSING, CRS_MISMATCH, GRID_MISMATCH, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE, BAD_VALUE, UNKNOWN_BAND,
        UNKNOWN_LAYER.
    Source: Own kernel: even-odd scan lines; exact cover by signed trapezoids. Weighted percentiles as in exactextract.
    """
    from ...execution.layers.rows import Column, write_rows
    from ...execution.rasters.raster_windows import open_band
    from ...execution.zones.zone_rows import opened_zones
    from ...execution.zones.zone_summary import needs_all_cells, summarize_zones

    run.require.crs_same(raster, zones)
    cells = open_band(run, raster, band)
    words = {"statistics": statistics, "small_zones": small_zones, "cell_rule": cell_rule, "prefix": prefix}
    fields = result_fields(words, cells.facts)
    _demand_meaning(run, zones, raster, statistics, fields, cells.facts)
    opened = opened_zones(run, zones, raster, cells, cell_rule, small_zones)
    with run.timed():
        parts = opened.parts(needs_all_cells(statistics))
        whole = cells.is_whole and not opened.in_part
        summary = summarize_zones(run, parts, statistics, opened.rows.count, whole)
    added = [
        Column(named, summary.values[word].astype("int64" if named.type == "integer" else float), summary.nulls[word])
        for word, named in zip(statistics, fields, strict=True)
    ]
    rows = replace(opened.rows, columns=[*opened.rows.columns, *added])
    path = write_rows(run, rows, crs=opened.crs, geometry_type=opened.geometry_type)
    _report(run, summary, opened.rows.count, raster)
    return Summarized(path, summary.empty_count)


def _demand_meaning(
    run: Run, zones: Zones, raster: Raster, statistics: list[str], fields: list[Field], band: Band
) -> None:
    unfit = [word for word in statistics if word in NO_MEANING_FOR_CELLS]
    if unfit:
        raise ToolError("BAD_VALUE", f"statistics: {', '.join(unfit)} has no meaning for cells, which have no order",
                        "majority gives the most frequent value", argument="statistics")  # fmt: skip
    run.require.names_free("prefix", zones.facts.field_names or [ZONE[0].name], [field.name for field in fields],
                           "another prefix, such as the name of the raster")  # fmt: skip
    numeric = [word for word in statistics if needs_numbers(word)]
    if band.is_palette and numeric:
        run.warn("BAD_VALUE", f'the band of "{raster.name}" has a palette, so its values are classes; '
                 f"{', '.join(numeric)} of class codes means something only where they are quantities")  # fmt: skip
    if is_geographic(raster.facts.crs or ""):
        run.note(f'Cells of "{raster.name}" are equal in degrees, not in area; each counts alike.')


def _report(run: Run, summary: ZoneSummary, count: int, raster: Raster) -> None:
    run.counts["nodata_share"] = summary.nodata_share
    run.counts["small_zones"] = summary.small_count
    if summary.beyond_count:
        run.note(f'{summary.beyond_count} of {count} zones reach beyond "{raster.name}"; only its cells are used.')
    if count and summary.empty_count == count:
        run.note("EMPTY: no zone holds a cell that has a value; check extents, NoData and small_zones.")
