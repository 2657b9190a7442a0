# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares an output file with its reference under one contract, in this process.

A fault of the output is a failed check, never an exception; a fault of the reference is never a failed check.
"""

from __future__ import annotations

from pathlib import Path

from ..tasks.contract import RasterOutput, TableOutput, VectorOutput
from .area_overlap import area_overlap
from .check_names import asked_checks, stopped_at
from .closeness import nothing_read, row_closeness
from .diagnosis import row_diagnosis
from .entities import entity_scores
from .found_crs import is_in
from .grid import Cells, Grid, Window, open_grid
from .keys import key_codes, repeated_rows
from .predicates import InputsNeeded
from .raster_agreement import raster_closeness
from .raster_checks import RasterState, run_raster_checks
from .raster_diagnosis import raster_diagnosis
from .record import Check, ScoreRecord
from .row_checks import geometry_type, run_row_checks
from .row_state import RowState
from .row_table import RowTable
from .rows import row_score
from .sentences import listed
from .source_file import Unreadable, gdal_settings
from .type_check import type_fault
from .vector_reading import LayerMissing, RowContract, read_contract_rows
from .worst_rows import worst_cells, worst_rows

Contract = VectorOutput | TableOutput | RasterOutput
REFERENCE_HINT = "packs verify names what is wrong with a reference."


class CannotScore(Exception):
    """There is nothing to compare with: the reference, the contract or the inputs are at fault, not the output.

    Args:
        code: FILE_NOT_FOUND, BAD_FORMAT, MISSING_ARGUMENT, INVALID_DOCUMENT; DEPENDENCY_MISSING where the scorer
            itself cannot run.
    """

    def __init__(self, code: str, message: str, hint: str):
        super().__init__(f"{code}: {message} Hint: {hint}")
        self.code, self.message, self.hint = code, message, hint


def compare_files(contract: Contract, reference: Path, output: Path, inputs_dir: Path | None = None) -> ScoreRecord:
    """Compares two files; for outputs of strangers use score_output, which reads them in a limited child.

    Raises: CannotScore.
    """
    if isinstance(contract, RasterOutput):
        return _compare_rasters(contract, reference, output)
    return _compare_rows(contract, reference, output, inputs_dir)


def unread_record(contract: Contract, output: Path, reason: str) -> ScoreRecord:
    """Returns the record of an output that is missing or cannot be read."""
    detail = f'"{output.name}" {reason}.'
    checks = stopped_at(contract, "readable", detail, "the output cannot be read")
    return ScoreRecord(strict=False, checks=checks, closeness=nothing_read())


def _compare_rows(contract: RowContract, reference: Path, output: Path, inputs_dir: Path | None) -> ScoreRecord:
    expected = _reference_rows(contract, reference)
    try:
        found = read_contract_rows(output, contract)
    except Unreadable as error:
        return unread_record(contract, output, error.reason)
    except LayerMissing as error:
        detail = f'Expected the layer "{error.wanted}", found {listed(error.found)}.'
        checks = stopped_at(contract, "layer", detail, "the layer is not there")
        return ScoreRecord(strict=False, checks=checks, closeness=nothing_read())
    return rows_record(RowState(contract, expected, found, inputs_dir))


def rows_record(state: RowState) -> ScoreRecord:
    """Runs all checks of rows that are in memory, and puts the record together.

    Raises: CannotScore where a predicate lacks its input.
    """
    try:
        checks = [Check(name="readable", passed=True), *run_row_checks(state)]
    except InputsNeeded as error:
        raise CannotScore("MISSING_ARGUMENT", str(error), "score --inputs DIR names the folder.") from None
    assert [check.name for check in checks] == asked_checks(state.contract)
    rows = row_score(state.pairs, state.reference.count, state.output.count)
    return ScoreRecord(
        strict=all(check.passed for check in checks),
        checks=checks,
        rows=rows,
        closeness=row_closeness(state, rows, entity_scores(state), area_overlap(state)),
        diagnosis=row_diagnosis(state, checks),
        worst_rows=worst_rows(state, checks),
        location_crs=state.contract.crs if state.contract.kind == "vector" else None,
    )


def _reference_rows(contract: RowContract, path: Path) -> RowTable:
    try:
        table = read_contract_rows(path, contract)
    except Unreadable as error:
        code = "BAD_FORMAT" if path.exists() else "FILE_NOT_FOUND"
        raise CannotScore(code, f'The reference "{path.name}" {error.reason}.', REFERENCE_HINT) from None
    except LayerMissing as error:
        message = f'The reference "{path.name}" has no layer "{error.wanted}".'
        raise CannotScore("BAD_FORMAT", message, REFERENCE_HINT) from None
    fault = _reference_fault(contract, table)
    if fault:
        raise CannotScore(
            "BAD_FORMAT", f'The reference "{path.name}" does not keep its contract: {fault}.', REFERENCE_HINT
        )
    return table


def _reference_fault(contract: RowContract, table: RowTable) -> str | None:
    missing = [name for name in contract.columns if name not in table.columns]
    if missing:
        return f"it has no column {listed(missing)}"
    for name, column in contract.columns.items():
        fault = type_fault(column.type, table.columns[name])
        if fault:
            return f'"{name}" {fault}'
    if contract.id_columns and len(repeated_rows(key_codes(contract.id_columns, table, table).reference)):
        return f"{listed(contract.id_columns)} does not identify its rows"
    if isinstance(contract, VectorOutput) and contract.has_geometry:
        if table.shapes is None:
            return "it has no shapes"
        if not is_in(table.crs, contract.crs):
            return f"it is not in {contract.crs}"
        kind = geometry_type(RowState(contract, table, table))
        if kind and kind.passed is False:
            return kind.detail.rstrip(".")
    return _tie_fault(contract, table)


def _tie_fault(contract: RowContract, table: RowTable) -> str | None:
    """Names a tie group of which the reference has no row: nothing could stand for one of it."""
    if not contract.tie_groups:
        return None
    ids = [[table.columns[name].python_value(row) for row in range(table.count)] for name in contract.id_columns]
    rows = set(zip(*ids, strict=True))
    lost = [group for group in contract.tie_rows if not rows & set(group)]
    return f"it has none of the tied rows {listed(' / '.join(map(str, row)) for row in lost[0])}" if lost else None


def _compare_rasters(contract: RasterOutput, reference: Path, output: Path) -> ScoreRecord:
    with gdal_settings():
        expected = _reference_grid(contract, reference)
        try:
            state = RasterState(contract, expected, open_grid(output))
            checks = [Check(name="readable", passed=True), *run_raster_checks(state)]
            closeness = raster_closeness(state)
        except Unreadable as error:
            return unread_record(contract, output, error.reason)
        return ScoreRecord(
            strict=all(check.passed for check in checks),
            checks=checks,
            closeness=closeness,
            diagnosis=raster_diagnosis(state, checks),
            worst_rows=worst_cells(state, checks),
            location_crs=contract.crs,
        )


class ReferenceGrid(Grid):
    """A reference raster: what cannot be read of it is not the fault of the output."""

    def cells(self, band: int, window: Window) -> Cells:
        """Reads a window of a band. Raises: CannotScore."""
        try:
            return super().cells(band, window)
        except Unreadable as error:
            raise CannotScore("BAD_FORMAT", f"The reference {error.reason}.", REFERENCE_HINT) from None


def _reference_grid(contract: RasterOutput, path: Path) -> Grid:
    try:
        grid = open_grid(path)
    except Unreadable as error:
        code = "BAD_FORMAT" if path.exists() else "FILE_NOT_FOUND"
        raise CannotScore(code, f'The reference "{path.name}" {error.reason}.', REFERENCE_HINT) from None
    grid = ReferenceGrid(grid.dataset)
    state = RasterState(contract, grid, grid)
    broken = [name for name in ("same_size", "same_grid") if not getattr(state, name)]
    if broken or not is_in(grid.crs, contract.crs):
        what = "its grid is another one" if broken else f"it is not in {contract.crs}"
        raise CannotScore(
            "BAD_FORMAT", f'The reference "{path.name}" does not keep its contract: {what}.', REFERENCE_HINT
        )
    return grid
