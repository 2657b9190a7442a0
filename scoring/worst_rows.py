# SPDX-License-Identifier: GPL-2.0-or-later
"""The ten worst rows of each kind of fault: missing and extra rows, wrong values, wrong shapes, wrong cells."""

from __future__ import annotations

import numpy as np

from .keys import key_codes, key_text
from .raster_checks import RasterState
from .record import Check, WorstRow
from .row_order import ordered_rows
from .row_state import RowState
from .row_table import RowTable
from .shape_words import shape_words

SHOWN = 10


def worst_rows(state: RowState, checks: list[Check]) -> list[WorstRow]:
    """Returns the worst rows of the failed checks, with expected and found and where they lie."""
    failed = {check.name for check in checks if check.passed is False}
    found: list[WorstRow] = []
    if "keys" in failed:
        found += _repeated_keys(state)
    if "rows" in failed:
        found += _lone_rows(state)
    if "values" in failed:
        found += _wrong_values(state)
    if "geometry" in failed:
        found += _wrong_shapes(state)
    return found


def _repeated_keys(state: RowState) -> list[WorstRow]:
    names = state.contract.id_columns
    codes = key_codes(names, state.output, state.output).output
    counts = np.bincount(codes)
    first = np.unique(codes, return_index=True)[1]
    doubled = ordered_rows(state.output, names, first[counts[codes[first]] > 1])
    often = doubled[np.argsort(-counts[codes[doubled]], kind="stable")][:SHOWN].tolist()
    return [
        WorstRow(
            key=key_text(names, state.output, row),
            column="row",
            expected="once",
            found=f"{counts[codes[row]]} times",
            location=_place(state.output, row) if state.crs_is_right else None,
        )
        for row in often
    ]


def _lone_rows(state: RowState) -> list[WorstRow]:
    names = state.contract.id_columns
    missing = state.pairs.unmatched_reference(state.reference.count)[:SHOWN].tolist()
    rest = state.pairs.unmatched_output(state.output.count)
    extra = ordered_rows(state.output, [*names, *state.contract.compared_columns], rest)[:SHOWN].tolist()
    if state.contract.rows == "subset":
        missing = []
    if state.contract.rows == "superset":
        extra = []
    lone = [
        WorstRow(
            key=key_text(names, state.reference, row),
            column="row",
            expected="there",
            found=None,
            location=_place(state.reference, row),
        )
        for row in missing
    ]
    lone += [
        WorstRow(
            key=key_text(names, state.output, row) if names else "extra row",
            column="row",
            expected=None,
            found="there",
            location=_place(state.output, row) if state.crs_is_right else None,
        )
        for row in extra[: SHOWN - len(lone)]
    ]
    return lone


def _wrong_values(state: RowState) -> list[WorstRow]:
    names = list(state.value_gaps)
    entries = []
    for place, name in enumerate(names):
        excess = np.where(state.value_gaps[name].wrong, state.value_gaps[name].excess, 0.0)
        for pair in np.argsort(-excess, kind="stable")[:SHOWN].tolist():
            if state.value_gaps[name].wrong[pair]:
                entries.append((-excess[pair], place, pair))
    rows = []
    for _, place, pair in sorted(entries)[:SHOWN]:
        ours, theirs = (side.python_value(pair) for side in state.column_pair(names[place]))
        row = int(state.pairs.reference[state.free][pair])
        rows.append(
            WorstRow(
                key=key_text(state.contract.id_columns, state.reference, row),
                column=names[place],
                expected=ours,
                found=theirs,
                location=_place(state.reference, row),
            )
        )
    return rows


def _wrong_shapes(state: RowState) -> list[WorstRow]:
    gaps, (ours, theirs) = state.shape_gaps, state.shape_pair
    rows = []
    for pair in np.argsort(-gaps.excess, kind="stable")[:SHOWN].tolist():
        if gaps.wrong[pair]:
            row = int(state.pairs.reference[state.free][pair])
            words = shape_words(state.ground, ours[pair], theirs[pair])
            rows.append(
                WorstRow(
                    key=key_text(state.contract.id_columns, state.reference, row),
                    column="geometry",
                    expected=words.expected,
                    found=words.found,
                    location=_place(state.reference, row),
                )
            )
    return rows


def _place(table: RowTable, row: int) -> list[float] | None:
    if table.shapes is None or table.shapes[row] is None:
        return None
    point = table.shapes[row].centroid
    place = [] if point.is_empty else [point.x, point.y]
    return place if place and np.isfinite(place).all() else None


def worst_cells(state: RasterState, checks: list[Check]) -> list[WorstRow]:
    """Returns the worst cells of the failed checks, counted from 1 at the top left; none where the grid differs."""
    failed = {check.name for check in checks if check.passed is False}
    if not state.same_grid:
        return []
    cells = [
        *(state.cells.unlike_masks if "mask" in failed else ()),
        *(state.cells.worst if "values" in failed else ()),
    ]
    return [
        WorstRow(
            key=f"row {cell.row + 1}, column {cell.column + 1}",
            column=f"band {cell.band}",
            expected="NoData" if cell.expected is None else cell.expected,
            found="NoData" if cell.found is None else cell.found,
            location=state.reference.center(cell.row, cell.column),
        )
        for cell in cells
    ]
