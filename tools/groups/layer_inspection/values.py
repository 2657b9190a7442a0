# SPDX-License-Identifier: GPL-2.0-or-later
"""get_unique_values"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ....tasks.crs_equality import is_geographic
from ...declaration.effects import no_output
from ...declaration.errors import ToolError
from ...declaration.layers import Layer, Raster, Rows
from ...declaration.markers import BandNumber, FieldOf, Number
from ...declaration.observation import rounded
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.profiles.distinct_values import Counted
    from ...execution.run import Run

GROUP = "Layer inspection"


class ValuesListed(NamedTuple):
    """Result of get_unique_values."""

    distinct_count: int
    null_count: int


@tool(
    group=GROUP,
    kind="inspect",
    engine="numpy",
    effect=no_output,
    title="Unique values",
    tags=("distinct", "categories", "classes", "codes", "domain", "count by value", "histogram", "area by class"),
)
def get_unique_values(
    run: Run,
    source: Layer,
    field: Annotated[str | None, FieldOf("source")] = None,
    band: Annotated[int, BandNumber("source")] = 1,
    max_values: Annotated[int, Number(1, 1000)] = 200,
) -> ValuesListed:
    """Lists the distinct values of a field or of a raster band, in their order, with the number of rows or cells.

    Args:
        source: Vector layer, table or raster.
        field: Field to list; needed for a vector layer or table, and only there.
        band: Number of the band of a raster, from 1.
        max_values: Most values to list; where there are more, the most frequent are listed, which is said.
    Returns:
        distinct_count: Number of distinct values, also of those that are not listed.
        null_count: Rows with NULL, or cells without a value.
    CRS: Cells get their area in m2 where the CRS is projected and its areas are true to 1 % over the raster.
    Edges: NULL is counted apart and is no value; "" and 0 are values. Texts that differ in case or blanks are different
        values, which is said; they are cut after 200 characters. Scale and offset of a band are applied.
    Raises: MISSING_ARGUMENT (field), BAD_VALUE (field of a raster), LIMIT_EXCEEDED (a million distinct cell values),
        UNKNOWN_FIELD, UNKNOWN_BAND, UNKNOWN_LAYER.
    """
    if isinstance(source, Raster):
        found, cell_area = _of_band(run, source, field, band)
    else:
        assert isinstance(source, Rows)
        found, cell_area = _of_field(run, source, field), None
    listed = found.most_frequent(max_values)
    if len(listed.values) < len(found.values):
        run.note(f"{len(found.values):,} distinct values; the {len(listed.values):,} most frequent are listed.")
    run.report["values"] = _lines(listed, "cells" if isinstance(source, Raster) else "rows", cell_area)
    return ValuesListed(len(found.values), found.missing)


def _of_field(run: Run, source: Rows, field: str | None) -> Counted:
    from ...execution.layers.rows import read_rows
    from ...execution.profiles.distinct_values import counted_values
    from ..attributes_and_selection.summarizing import note_spellings

    if field is None:
        raise ToolError("MISSING_ARGUMENT", f'field is needed: "{source.name}" has rows',
                        "describe_layer lists its fields", argument="field")  # fmt: skip
    column = read_rows(run, source, [field], geometry=False).column(field)
    note_spellings(run, column)
    with run.timed():
        return counted_values(column)


def _of_band(run: Run, raster: Raster, field: str | None, band: int) -> tuple[Counted, float | None]:
    from ...execution.profiles.distinct_values import counted_cells
    from ...execution.rasters.raster_windows import open_band

    if field is not None:
        raise ToolError("BAD_VALUE", f'field does not apply: "{raster.name}" is a raster', "leave it out",
                        argument="field")  # fmt: skip
    opened = open_band(run, raster, band)
    with run.timed():
        found = counted_cells(run, opened)
    return found, _cell_area(run, raster)


def _cell_area(run: Run, raster: Raster) -> float | None:
    """Gives the area of a cell in m2; None where areas on the map are not those on the ground."""
    from ...execution.guards import LARGEST_SCALE_ERROR, NOTED_SCALE_ERROR
    from ...execution.rasters.cell_areas import cell_area_m2
    from ...execution.reference_systems.crs import scale_error

    crs, grid = raster.facts.crs or "", raster.facts.grid
    assert grid is not None
    if not crs or is_geographic(crs):
        run.note("no areas: " + ("cells are in degrees." if crs else "no CRS is declared."))
        return None
    error = scale_error(crs, grid.extent).areal
    if error > LARGEST_SCALE_ERROR:
        run.note(f"no areas: those on the map are off by up to {100 * error:.3g} %.")
        return None
    if error > NOTED_SCALE_ERROR:
        run.note(f"areas are planar, off by up to {100 * error:.3g} %.")
    return cell_area_m2(grid, crs)


def _lines(found: Counted, noun: str, cell_area: float | None) -> list[dict[str, Any]] | str:
    from ...execution.profiles.distinct_values import shown

    lines: list[dict[str, Any]] = [
        {"value": shown(value), noun: int(count)} for value, count in zip(found.values, found.counts, strict=True)
    ]
    lines += [{"value": None, noun: found.missing}] if found.missing else []
    for line in lines:
        if cell_area is not None:
            line["area_m2"] = rounded(line[noun] * cell_area)
    return lines or "none"
