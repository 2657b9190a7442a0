# SPDX-License-Identifier: GPL-2.0-or-later
"""Causes of failed vector and table outputs, named only where they are certain.

Every cause is a pattern that all wrong rows share; one row that does not fit and nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .keys import key_codes, repeated_rows
from .known_ratios import SENTINELS, known_ratio
from .place_diagnosis import mercator_causes, place_causes
from .record import Check, Diagnosis, DiagnosisCode
from .row_state import RowState
from .row_table import ColumnValues
from .sentences import counted, listed, number_text
from .values import equal_numbers, value_kind

DBF_NAME = 10


def row_diagnosis(state: RowState, checks: list[Check]) -> list[Diagnosis]:
    """Returns the certain causes of the failed checks."""
    failed = {check.name for check in checks if check.passed is False}
    found: list[Diagnosis] = []
    if "columns" in failed:
        found += _truncated_names(state)
    if failed & {"types", "rows", "values"}:
        found += _leading_zeros(state)
    if failed & {"keys", "rows"}:
        found += _duplicated_rows(state, "keys" in failed)
    if "values" in failed:
        found += [cause for name in state.value_gaps for cause in _value_causes(state, name)]
    if failed & {"crs", "envelope", "geometry", "rows"}:
        found += place_causes(state, failed)
    return found


def _truncated_names(state: RowState) -> list[Diagnosis]:
    names = {name.lower() for name in state.output.names}
    missing = [name for name in state.contract.columns if name not in state.output.names]
    cut = [name for name in missing if len(name) > DBF_NAME and name[:DBF_NAME].lower() in names]
    if not cut or len(cut) < len(missing):
        return []
    message = f"{listed(cut)} found cut to {DBF_NAME} characters, as a shapefile does."
    return [Diagnosis(code="truncated_names", message=message)]


def _leading_zeros(state: RowState) -> list[Diagnosis]:
    found = []
    for name, column in state.contract.columns.items():
        if column.type != "text" or name not in state.output.columns:
            continue
        ours = _texts(state.reference.columns[name])
        theirs = _texts(state.output.columns[name])
        padded = {text for text in ours if text.startswith("0") and text.strip("0")}
        stripped = {text.lstrip("0") or "0" for text in ours}
        if padded and not padded & theirs and {text.lstrip("0") for text in padded} <= theirs <= stripped:
            message = f'"{name}" lost the leading zeros of {counted(len(padded), "value")}, such as "{min(padded)}".'
            found.append(Diagnosis(code="leading_zeros_lost", message=message, column=name))
    return found


def _texts(column: ColumnValues) -> set[str]:
    present = np.flatnonzero(~column.null)
    if column.type == "real":
        return {number_text(float(value)) for value in column.values[present]}
    return {str(value) for value in column.values[present].tolist()}


def _duplicated_rows(state: RowState, by_key: bool) -> list[Diagnosis]:
    codes = _row_codes(state)
    again = repeated_rows(codes)
    if by_key:
        of_keys = key_codes(state.contract.id_columns, state.output, state.output).output
        explained = len(again) == len(repeated_rows(of_keys))
    else:
        extra = state.pairs.unmatched_output(state.output.count)
        lost = len(state.pairs.reference) < state.reference.count and state.contract.rows != "subset"
        explained = not lost and bool(np.isin(codes[extra], codes[state.pairs.output]).all())
    if not len(again) or not explained:
        return []
    count = f"{len(again)} of {counted(state.output.count, 'row')}"
    message = f"{count} repeat another row in every column and shape."
    return [Diagnosis(code="duplicated_rows", message=message)]


def _row_codes(state: RowState) -> np.ndarray:
    """Numbers the different rows of the output: equal in all columns of the contract and in shape."""
    names = [name for name in state.contract.columns if name in state.output.columns]
    sides = [key_codes(names, state.output, state.output).output] if names else []
    if state.output.shapes is not None:
        import shapely

        places: dict[bytes | None, int] = {}
        texts = shapely.to_wkb(shapely.normalize(state.output.shapes)).tolist()
        sides.append(np.array([places.setdefault(text, len(places)) for text in texts], np.intp))
    if not sides:
        return np.arange(state.output.count)
    return np.unique(np.column_stack(sides), axis=0, return_inverse=True)[1].ravel()


def _value_causes(state: RowState, name: str) -> list[Diagnosis]:
    gaps, (ours, theirs) = state.value_gaps[name], state.column_pair(name)
    wrong = np.flatnonzero(gaps.wrong)
    if not len(wrong) or value_kind(ours) != "number" or value_kind(theirs) != "number":
        return []
    if state.contract.columns[name].role in ("id", "label", "angle", "coordinate"):
        return []
    for code, cause in VALUE_CAUSES.items():
        message = cause(ours, theirs, wrong)
        if message:
            return [Diagnosis(code=code, message=f'"{name}" {message}', column=name)]
    return mercator_causes(state, name, ours, theirs)


def _null_as_zero(ours: ColumnValues, theirs: ColumnValues, wrong: np.ndarray) -> str | None:
    if ours.null[wrong].all() and not theirs.null[wrong].any() and (theirs.values[wrong] == 0).all():
        return f"is 0 in {counted(len(wrong), 'row')} where it should be NULL."
    return None


def _zero_as_null(ours: ColumnValues, theirs: ColumnValues, wrong: np.ndarray) -> str | None:
    if theirs.null[wrong].all() and not ours.null[wrong].any() and (ours.values[wrong] == 0).all():
        return f"is NULL in {counted(len(wrong), 'row')} where it should be 0."
    return None


def _sentinel_as_value(ours: ColumnValues, theirs: ColumnValues, wrong: np.ndarray) -> str | None:
    found = theirs.values[wrong]
    same = not theirs.null[wrong].any() and len(np.unique(found)) == 1 and float(found[0]) in SENTINELS
    if ours.null[wrong].all() and same:
        return f"is {number_text(float(found[0]))} in {counted(len(wrong), 'row')} where it should be NULL."
    return None


def _off_by_one(ours: ColumnValues, theirs: ColumnValues, wrong: np.ndarray) -> str | None:
    if ours.type != "integer" or ours.null[wrong].any() or theirs.null[wrong].any():
        return None
    for step, word in ((1, "above"), (-1, "below")):
        moved = ours._replace(values=ours.values + step)
        if equal_numbers(moved.take(wrong), theirs.take(wrong)).all():
            return f"is one {word} the reference in {len(wrong)} of {counted(len(ours.null), 'row')}."
    return None


def _unit(ours: ColumnValues, theirs: ColumnValues, wrong: np.ndarray) -> str | None:
    if (ours.null != theirs.null).any():
        return None
    both = ~ours.null
    known = known_ratio(ours.values[both].astype(float), theirs.values[both].astype(float))
    if known is None:
        return None
    ratio, count = f"{known.ratio:.6g}", f"{len(wrong)} of {counted(len(ours.null), 'row')}"
    return f"is {ratio} times the reference in {count}: {known.found}, not {known.expected}."


VALUE_CAUSES: dict[DiagnosisCode, Callable[[ColumnValues, ColumnValues, np.ndarray], str | None]] = {
    "null_as_zero": _null_as_zero,
    "zero_as_null": _zero_as_null,
    "sentinel_as_value": _sentinel_as_value,
    "off_by_one": _off_by_one,
    "unit": _unit,
}
