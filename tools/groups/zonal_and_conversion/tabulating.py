# SPDX-License-Identifier: GPL-2.0-or-later
"""tabulate_area"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic
from ....tasks.units import SQUARE_METRES
from ...declaration.effects import table, unknown_table
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Raster, Table, Zones
from ...declaration.markers import BandNumber, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .summarizing import GROUP, ZONE, CellRule, SmallZones

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column
    from ...execution.rasters.raster_windows import BandCells
    from ...execution.run import Run
    from ...execution.zones.zone_classes import ClassTable
    from ...execution.zones.zone_rows import OpenedZones

ShareUnit = Literal["cells", "percent", "m2", "ha", "km2", "ft2", "us_ft2", "ac", "mi2"]


class Tabulated(NamedTuple):
    """Result of tabulate_area."""

    output: Table
    empty_zones: int


def _measure(unit: str, in_part: bool) -> Field:
    if unit == "cells":
        return Field("count", "real" if in_part else "integer")
    return Field("percent" if unit == "percent" else "area", "real")


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    arguments, zones = call.arguments, call.facts("zones")
    named = ZONE[0] if zones.kind == "raster" else zones.field(arguments.get("zone_id") or "")
    if arguments["layout"] == "wide" or named is None:
        return {"output": unknown_table()}
    in_part = zones.kind != "raster" and "area_weighted" in (arguments["cell_rule"], arguments["small_zones"])
    return {"output": table(named, Field("class", "integer"), _measure(arguments["unit"], in_part))}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    title="Tabulate area (zonal histogram)",
    tags=("zonal histogram", "land cover", "crosstab", "class area", "composition", "percent of class"),
)
def tabulate_area(
    run: Run,
    zones: Zones,
    raster: Raster,
    unit: ShareUnit,
    small_zones: SmallZones,
    zone_id: Annotated[str | None, FieldOf("zones")] = None,
    band: Annotated[int, BandNumber("raster")] = 1,
    cell_rule: CellRule = "cell_center",
    layout: Literal["wide", "long"] = "wide",
) -> Tabulated:
    """Makes a table of how much of each raster class lies in each zone, as cells, area or percent.

    For class rasters. Overlapping zones are counted each on its own. Areas are those of whole cells by cell_center, so
    they differ a little from the areas of polygons; area_weighted comes up to them.

    Args:
        zones: Polygons; or a raster of one band on the grid of `raster`, whose whole numbers name zones.
        raster: Classes as whole numbers, on any grid; a declared scale and offset are applied.
        unit: cells counts cells; m2, ha, km2, ft2, us_ft2, ac and mi2 multiply them by the area of a cell; percent is
            the share in the cells of the zone that have a value, 0 to 100.
        small_zones: What cell_center does with a polygon that holds no cell centre: leave_null gives it nothing,
            area_weighted the covered shares of its cells, any_touch every cell of which it covers a part as a whole.
            Without effect where cell_rule is area_weighted or zones are a raster.
        zone_id: Field that names the polygons; those of equal value are one zone. Needed with polygons alone; zones of
            a raster are named by their numbers.
        band: Number of the band with the classes, from 1.
        cell_rule: cell_center counts a cell wholly in the zone that holds its centre, area_weighted in every zone by
            the exact share of the cell that the zone covers. Zones of a raster hold whole cells by either.
        layout: wide has a row per zone, a column `class_<number>` per class that occurs and `nodata`; long has a row
            per zone and class, with `class` and `count`, `area` or `percent`.
    Returns:
        output: A table by `zone_id` (by `zone` for a raster of zones), ascending.
        empty_zones: Number of zones without a cell that has a value.
    CRS: One CRS. Areas need a projected CRS that is true to area; cells and percent of a degree grid take cells for
        equal, which is said.
    Edges: NoData is no class and not part of percent; `nodata`, in long the row whose class is NULL, has it in the same
        unit, in percent of all cells of the zone. A zone without cells has 0 everywhere (NULL for percent), in long no
        row. A centre exactly on an edge belongs to the zone east or south of it.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, GRID_MISMATCH, MISSING_ARGUMENT (zone_id), INVALID_GEOMETRY,
        WRONG_GEOMETRY_TYPE, BAD_VALUE, LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: Own kernel, that of zonal_statistics.
    """
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.rasters.raster_windows import open_band
    from ...execution.zones.zone_classes import tabulated
    from ...execution.zones.zone_rows import opened_zones

    _demand_name(zones, zone_id)
    run.require.crs_same(raster, zones)
    if unit not in ("cells", "percent"):
        run.require.measurable(raster, "areal")
    elif is_geographic(raster.facts.crs or ""):
        run.note(f'Cells of "{raster.name}" are equal in degrees, not in area; each counts alike.')
    cells = open_band(run, raster, band)
    opened = opened_zones(run, zones, raster, cells, cell_rule, small_zones)
    with run.timed():
        each = tabulated(run, opened.parts(False), opened.rows.count, cells)
        named, numbers = _named_zones(run, opened, zone_id or ZONE[0].name)
        found = each.merged(numbers, len(named.values))
        amounts = _amounts(found, unit, _cell_area(cells, raster.facts.crs or "", unit))
        measure = _measure(unit, opened.in_part)
        columns = (_wide if layout == "wide" else _long)(run, named, found, amounts, measure)
    path = write_rows(run, RowSet(columns, None, len(columns[0].values)))
    return Tabulated(path, _report(run, found, raster, layout))


class _Amounts(NamedTuple):
    """Cells in the unit asked for: of the pairs, and of NoData in each zone; NaN for the percent of nothing."""

    pairs: np.ndarray
    missing: np.ndarray


def _demand_name(zones: Zones, zone_id: str | None) -> None:
    if zones.facts.kind == "raster" and zone_id is not None:
        raise ToolError("BAD_VALUE", f'zone_id: "{zones.name}" is a raster, whose zones are named by their numbers',
                        "leave zone_id out", argument="zone_id")  # fmt: skip
    if zones.facts.kind != "raster" and zone_id is None:
        raise ToolError("MISSING_ARGUMENT", "tabulate_area needs zone_id where zones are polygons",
                        "a field that names them", argument="zone_id")  # fmt: skip


def _named_zones(run: Run, opened: OpenedZones, name: str) -> tuple[Column, np.ndarray]:
    """Gives the names of the zones, each once and ascending, and the place of each row's name among them."""
    from ...execution.layers.keys import group_rows

    column = opened.rows.column(name)
    grouped = group_rows([column], opened.rows.count)
    repeated = opened.rows.count - len(grouped.first_rows)
    if repeated:
        run.note(f'{counted(repeated, "zone")} with the "{name}" of another were taken together with it.')
    return column.take(grouped.first_rows), grouped.groups.codes


def _cell_area(cells: BandCells, crs: str, unit: str) -> float:
    from ...execution.rasters.cell_areas import cell_area_m2

    return cell_area_m2(cells.grid, crs) / SQUARE_METRES[unit] if unit in SQUARE_METRES else 1.0


def _amounts(found: ClassTable, unit: str, area: float) -> _Amounts:
    import numpy as np

    if unit != "percent":
        return _Amounts(found.weight * area, found.missing * area)
    valid = found.valid()
    every = valid + found.missing
    return _Amounts(
        100 * found.weight / valid[found.zone],
        100 * found.missing / np.where(every > 0, every, np.nan),
    )


def _wide(run: Run, named: Column, found: ClassTable, amounts: _Amounts, measure: Field) -> list[Column]:
    import numpy as np

    from ...execution.layers.nan_columns import nan_column

    classes, place = np.unique(found.value, return_inverse=True)
    names = [*(f"class_{number}" for number in classes), "nodata"]
    run.require.names_free("zone_id", [named.field.name], names, "rename the field with refactor_fields")
    run.require.size("columns", len(names) + 1, "the table", "layout long, or fewer classes", "layout")
    run.require.size("pairs", len(names) * len(named.values), "the table", "layout long", "layout")
    filled = np.zeros((len(classes), len(named.values)))
    filled[place, found.zone] = amounts.pairs
    if measure.name == "percent":
        filled[:, found.valid() == 0] = np.nan
    return [named, *(nan_column(Field(name, measure.type), values)
                     for name, values in zip(names, [*filled, amounts.missing], strict=True))]  # fmt: skip


def _long(run: Run, named: Column, found: ClassTable, amounts: _Amounts, measure: Field) -> list[Column]:
    import numpy as np

    from ...execution.layers.nan_columns import nan_column
    from ...execution.layers.rows import Column

    run.require.names_free("zone_id", [named.field.name], ["class", measure.name],
                           "rename the field with refactor_fields")  # fmt: skip
    lacking = np.flatnonzero(found.missing)
    zone = np.concatenate([found.zone, lacking])
    run.require.size("rows", len(zone), "the table", "fewer classes or zones", "layout")
    order = np.argsort(zone, kind="stable")  # NoData after the classes of its zone
    is_class = np.arange(len(zone)) < len(found.zone)
    value = np.concatenate([found.value, np.zeros(len(lacking), np.int64)])
    amount = np.concatenate([amounts.pairs, amounts.missing[lacking]])
    return [
        named.take(zone[order]),
        Column(Field("class", "integer"), value[order], ~is_class[order]),
        nan_column(measure, amount[order]),
    ]


def _report(run: Run, found: ClassTable, raster: Raster, layout: str) -> int:
    import numpy as np

    valid = found.valid()
    every = float(valid.sum() + found.missing.sum())
    empty = int(np.count_nonzero(valid == 0))
    bare = int(np.count_nonzero(valid + found.missing == 0))
    run.counts["nodata_share"] = float(found.missing.sum()) / every if every else 0.0
    run.counts["small_zones"] = found.small_count
    if found.beyond_count:
        run.note(f'{counted(found.beyond_count, "zone")} reached beyond "{raster.name}"; only its cells are used.')
    if bare and layout == "long":
        run.note(f"{counted(bare, 'zone')} without any cell had no row in the table.")
    if len(valid) and empty == len(valid):
        run.note("EMPTY: no zone holds a cell that has a value; check extents, NoData and small_zones.")
    return empty
