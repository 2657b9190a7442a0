# SPDX-License-Identifier: GPL-2.0-or-later
"""How near the values of paired rows come: numbers by relative error, classes by weighted F1.

Source: the closeness families of GISAgentBench; symmetric error, RMSE over the mean, weighted F1.
"""

from __future__ import annotations

import numpy as np

from .record import AreaOverlap, Closeness, EntityScore, NumberCloseness, RowScore
from .row_state import RowState
from .row_table import ColumnValues
from .values import Codes, value_codes, value_kind

NUMBER_ROLES = (None, "count", "measure", "coordinate")


def row_closeness(
    state: RowState, rows: RowScore, entities: dict[str, EntityScore], overlap: AreaOverlap | None
) -> Closeness:
    """Returns the closeness of a vector or table output.

    Args:
        entities: Score of shapes by kind; empty for a table.
        overlap: Of all polygons together, which is in no mean.
    """
    numbers = _number_columns(state)
    classes, single = _class_columns(state)
    numeric = _mean([part.closeness for part in numbers.values()])
    categorical = _mean(list(classes.values()))
    entity_f1 = entities_f1(entities)
    return Closeness(
        numeric=numeric,
        categorical=categorical,
        entity_f1=entity_f1,
        coverage=rows.recall,
        quantitative=quantitative([numeric, categorical, entity_f1], rows),
        columns=numbers,
        classes=classes,
        single_class=single,
        entities=entities,
        area_overlap=overlap,
    )


def quantitative(parts: list[float | None], rows: RowScore) -> float:
    """Returns the mean of the parts there are times row coverage.

    Edges: An empty reference gives 1 for an empty output and 0 for any other. Without any part coverage alone counts.
    """
    if rows.reference == 0:
        return float(rows.output == 0)
    mean = _mean([part for part in parts if part is not None])
    return (1.0 if mean is None else mean) * rows.recall


def nothing_read() -> Closeness:
    """Returns the closeness of an output that is missing or cannot be read."""
    return Closeness(quantitative=0.0, coverage=0.0)


def entities_f1(entities: dict[str, EntityScore]) -> float | None:
    """Returns the F1 of all shapes together, whatever their kind; None where neither side has any."""
    reference = sum(score.reference for score in entities.values())
    output = sum(score.output for score in entities.values())
    matched = sum(score.matched for score in entities.values())
    return 2 * matched / (reference + output) if reference + output else None


def _number_columns(state: RowState) -> dict[str, NumberCloseness]:
    found = {}
    for name in state.contract.compared_columns:
        column = state.contract.columns[name]
        if not column.is_number or column.effective_role not in NUMBER_ROLES or not len(state.free):
            continue
        if name not in state.output.columns:
            found[name] = _worst_number()
            continue
        pair = state.column_pair(name)
        if value_kind(pair[1]) != "number":
            found[name] = _worst_number()
        else:
            score = number_closeness(*pair, within=float(1 - state.value_gaps[name].wrong.mean()))
            if score is not None:
                found[name] = score
    return found


def _worst_number() -> NumberCloseness:
    return NumberCloseness(
        closeness=0.0, symmetric=0.0, rmse=None, weighted_mape=None, agreement=None, within_tolerance=0.0
    )


def number_closeness(reference: ColumnValues, output: ColumnValues, within: float) -> NumberCloseness | None:
    """Returns the closeness of paired numbers; None where both sides are NULL throughout.

    Args:
        within: Share of pairs within the contract's tolerance.
    """
    lone = int((reference.null != output.null).sum())
    both = ~reference.null & ~output.null
    ours, theirs = reference.values[both].astype(float), output.values[both].astype(float)
    if not lone and not len(ours):
        return None
    gap = np.abs(ours - theirs)
    size = np.abs(ours) + np.abs(theirs)
    terms = np.divide(gap, size, out=np.zeros(len(gap)), where=size > 0)
    terms = np.where(np.isfinite(terms), terms, np.where(ours == theirs, 0.0, 1.0))
    symmetric = 1 - (float(terms.sum()) + lone) / (len(terms) + lone)
    rmse = _rmse_closeness(ours, theirs)
    total = float(np.abs(ours).sum())
    return NumberCloseness(
        closeness=symmetric if rmse is None else (symmetric + rmse) / 2,
        symmetric=symmetric,
        rmse=rmse,
        weighted_mape=float(gap.sum()) / total if total and np.isfinite(gap).all() else None,
        agreement=_agreement(ours, theirs),
        within_tolerance=within,
    )


def _rmse_closeness(reference: np.ndarray, output: np.ndarray) -> float | None:
    mean = abs(float(reference.mean())) if len(reference) else 0.0
    if not mean or not np.isfinite(mean):
        return None
    rmse = float(np.sqrt(np.mean((reference - output) ** 2)))
    return min(1.0, max(0.0, 1 - rmse / mean)) if np.isfinite(rmse) else 0.0


def _agreement(reference: np.ndarray, output: np.ndarray) -> float | None:
    if len(reference) < 2 or not np.isfinite(output).all() or not np.isfinite(reference).all():
        return None
    ours, theirs = reference - reference.mean(), output - output.mean()
    spread = float(np.sqrt((ours**2).sum() * (theirs**2).sum()))
    return min(1.0, max(0.0, float((ours * theirs).sum()) / spread)) if spread > 0 else None


def _class_columns(state: RowState) -> tuple[dict[str, float], list[str]]:
    scores, single = {}, []
    for name in state.contract.compared_columns:
        column = state.contract.columns[name]
        if column.type not in ("text", "boolean") or column.role == "label" or not len(state.free):
            continue
        ours = state.reference.columns[name].take(state.pairs.reference[state.free])
        if _is_one_class(ours):
            single.append(name)
        elif name not in state.output.columns:
            scores[name] = 0.0
        else:
            is_right = not state.value_gaps[name].wrong.any()
            scores[name] = 1.0 if is_right else weighted_f1(value_codes(*state.column_pair(name)))
    return scores, single


def _is_one_class(column: ColumnValues) -> bool:
    if column.null.any():
        return bool(column.null.all())
    return bool((column.values == column.values[0]).all())


def weighted_f1(codes: Codes) -> float:
    """Returns the F1 of every class of the reference, weighted by how often it stands there; NULL is a class."""
    support = np.bincount(codes.reference, minlength=codes.size)
    found = np.bincount(codes.output, minlength=codes.size)
    hits = np.bincount(codes.reference[codes.reference == codes.output], minlength=codes.size)
    total = support + found
    f1 = np.divide(2.0 * hits, total, out=np.zeros(codes.size), where=total > 0)
    return float((f1 * support).sum() / support.sum())


def _mean(values: list[float]) -> float | None:
    return float(np.mean(values)) if values else None
