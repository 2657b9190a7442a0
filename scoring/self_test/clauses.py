# SPDX-License-Identifier: GPL-2.0-or-later
"""Which clauses of a contract must be tried, and which can never be the first to fail, whatever an output holds."""

from __future__ import annotations

import numpy as np

from ..check_names import asked_checks
from .file_mutations import SEVERAL_LAYERS
from .mutation import NotApplicable
from .outcome import NotTried, OutputTest
from .raster_case import RasterCase
from .registry import Case
from .row_case import RowCase

NO_MUTATION = "no mutation of the list applies to it"
OF_VALUES = ("values", "rows")
OF_ROWS = ("geometry_type", "multi", "dimension", "types", "keys", "order", "rows", "values", "geometry", "envelope")


def judge_clauses(case: Case, test: OutputTest) -> None:
    """Adds to a test the clauses that no mutation broke: as a miss, or with the reason why none can."""
    broken = {trial.expected for trial in test.trials}
    for check in asked_checks(case.contract):
        if check not in broken:
            _add(
                test,
                check,
                None,
                _row_reason(case, check) if isinstance(case, RowCase) else _raster_reason(case, check),
            )
    if isinstance(case, RowCase):
        _judge_columns(case, test)


def _judge_columns(case: RowCase, test: OutputTest) -> None:
    tried = {trial.arguments.get("column") for trial in test.trials if trial.expected in OF_VALUES}
    for name in case.contract.compared_columns:
        if name not in tried and case.rows.count:
            _add(test, "values", name, None)


def _add(test: OutputTest, check: str, column: str | None, reason: str | None) -> None:
    clause = NotTried(check, {"column": column} if column else {}, reason or NO_MUTATION)
    (test.cannot_fail if reason else test.untested).append(clause)


def _row_reason(case: RowCase, check: str) -> str | None:
    """Says why a check of rows can never be the first to fail; None where it can."""
    contract, row_format = case.contract, case.row_format
    if check == "layer" and case.driver not in SEVERAL_LAYERS:
        return f"a {row_format.name} file has one layer"
    if check == "crs" and case.driver == "LIBKML":
        return "a KML file is always in EPSG:4326"
    if check == "dimension" and case.driver == "LIBKML":
        return "KML always holds heights"
    if check in OF_ROWS and not case.rows.count:
        return "the reference has no rows"
    if check == "columns" and not contract.columns and not contract.columns_exact:
        return "no column is asked for"
    if check == "types" and _takes_every_type(case):
        return "its columns take values of every type"
    if check == "predicates" and not _predicates_can_be_first(case):
        return "whatever breaks a predicate breaks an earlier check"
    return None


def _takes_every_type(case: RowCase) -> bool:
    """Tells whether a format tells no types: all is text, or there are no values."""
    texts_alone = not case.row_format.typed or case.driver == "LIBKML"
    return all(
        case.rows.columns[name].null.all() or (texts_alone and column.type == "text")
        for name, column in case.contract.columns.items()
    )


def _predicates_can_be_first(case: RowCase) -> bool:
    """Tells whether rows may be added or left out, or shapes moved, without an earlier check seeing it."""
    if case.contract.rows == "subset" or (case.contract.tie_groups and "range" in case.predicates):
        return True
    if case.contract.rows == "superset":
        try:
            return case.added_row_check() == "predicates" or bool(
                case.contract.id_columns and case.predicates & {"range", "unique"}
            )
        except NotApplicable:
            return True
    return case.compare == "predicates" and bool(case.predicates & {"within", "covers", "equals_measure"})


def _raster_reason(case: RasterCase, check: str) -> str | None:
    """Says why a check of rasters can never be the first to fail; None where it can."""
    grid = case.driver != "GTiff"
    if check == "bands" and grid:
        return "an ASCII grid has one band"
    if check == "dtype" and grid and case.contract.dtype == "float64":
        return "an ASCII grid tells whole numbers from reals, no more"
    if check == "nodata" and case.contract.nodata == "any":
        return "every NoData is right"
    if check == "mask" and case.masked_cells_needed > case.known_count:
        return "the contract passes over all cells that have a value"
    if check == "mask" and grid and case.raster.nodata is None and np.dtype(case.raster.data_type).kind in "iu":
        return "without a NoData number whole numbers of an ASCII grid are all valid"
    if check == "values" and case.wrong_cells_needed > case.known_count:
        return "the contract passes over all cells that have a value"
    return None
