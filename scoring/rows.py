# SPDX-License-Identifier: GPL-2.0-or-later
"""Which row of the output stands for which row of the reference: a set, never by position.

In this order: the contract's id columns; the shapes as a key; a detected unique column; the best assignment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..tasks.column import Column, Tolerance
from .assignment import assigned_rows
from .ground import Ground
from .keys import has_comparable, key_codes, other_rows, repeated_rows
from .record import RowScore, Stage
from .row_order import ordered_rows
from .row_table import RowTable
from .shape_pairs import paired_shapes, pairs_with_itself
from .values import Codes, value_codes
from .vector_reading import RowContract


@dataclass
class RowPairs:
    """Paired rows, in the order of the reference.

    Args:
        reference: Row numbers of the reference.
        output: Row numbers of the output, one per reference row number.
        stage: How they were found.
        tied: True where the ids differ but stand in one tie group.
        column: The unique column of stage unique_column.
        note: What the pairing left out.
    """

    reference: np.ndarray
    output: np.ndarray
    stage: Stage
    tied: np.ndarray
    column: str | None = None
    note: str = ""

    def unmatched_reference(self, count: int) -> np.ndarray:
        """Returns the rows of the reference that have no partner."""
        return other_rows(count, self.reference)

    def unmatched_output(self, count: int) -> np.ndarray:
        """Returns the rows of the output that have no partner."""
        return other_rows(count, self.output)


def match_rows(contract: RowContract, ground: Ground, reference: RowTable, output: RowTable) -> RowPairs:
    """Pairs rows by the first way that can be gone.

    Edges: Where the output lacks an id column, the next way is tried. Of rows with one key the output may hold
        several; as many as the reference has are paired.
    """
    if contract.id_columns and has_comparable(contract.id_columns, reference, output):
        return _by_ids(contract, reference, output)
    if _shapes_are_a_key(contract, ground, reference, output):
        left, right = paired_shapes(contract.geometry, ground, reference.shapes, output.shapes)  # type: ignore
        return RowPairs(left, right, "geometry", np.zeros(len(left), bool))
    unique = _unique_column(contract, reference, output)
    if unique is not None:
        left, right = _first_pairs(value_codes(reference.columns[unique], output.columns[unique]))
        return RowPairs(left, right, "unique_column", np.zeros(len(left), bool), unique)
    found = assigned_rows(contract, ground, reference, output)
    return RowPairs(found.reference, found.output, "assignment", np.zeros(len(found.reference), bool), None, found.note)


def row_score(pairs: RowPairs, reference: int, output: int) -> RowScore:
    """Returns precision, recall and F1 of a pairing; two empty tables correspond wholly."""
    matched = len(pairs.reference)
    precision = matched / output if output else float(not reference)
    recall = matched / reference if reference else float(not output)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return RowScore(
        precision=precision,
        recall=recall,
        f1=f1,
        stage=pairs.stage,
        optimistic=pairs.stage == "assignment",
        matched=matched,
        reference=reference,
        output=output,
        note=pairs.note,
    )


def _by_ids(contract: RowContract, reference: RowTable, output: RowTable) -> RowPairs:
    codes = key_codes(contract.id_columns, reference, output)
    left, right = _first_pairs(_told_apart(contract, codes, output))
    tied = np.zeros(len(left), bool)
    if contract.tie_groups:
        more = _tied_pairs(contract, reference, output, left, right)
        left, right = np.concatenate([left, more[0]]), np.concatenate([right, more[1]])
        tied = np.concatenate([tied, np.ones(len(more[0]), bool)])
        order = np.argsort(left, kind="stable")
        left, right, tied = left[order], right[order], tied[order]
    return RowPairs(left, right, "id_columns", tied)


def _told_apart(contract: RowContract, codes: Codes, output: RowTable) -> Codes:
    """Gives repeated keys of the output codes that match nothing, save for one row of each key.

    Which one is kept depends on its values, never on its place in the file.
    """
    if not len(repeated_rows(codes.output)):
        return codes
    counts = np.bincount(codes.output, minlength=codes.size)
    doubled = np.flatnonzero(counts[codes.output] > 1)
    names = [name for name in contract.compared_columns if name in output.columns]
    by_values = ordered_rows(output, names, doubled)
    ranked = by_values[np.argsort(codes.output[by_values], kind="stable")]
    again = ranked[1:][np.diff(codes.output[ranked]) == 0]
    changed = codes.output.copy()
    changed[again] = codes.size + np.arange(len(again))
    return Codes(codes.reference, changed, codes.size + len(again))


def _first_pairs(codes: Codes) -> tuple[np.ndarray, np.ndarray]:
    """Pairs rows of equal code where every code is unique in the output; of the reference the first row counts."""
    place = np.full(codes.size, -1, np.intp)
    place[codes.output] = np.arange(len(codes.output))
    _, first = np.unique(codes.reference, return_index=True)
    rows = np.sort(first)
    partner = place[codes.reference[rows]]
    return rows[partner >= 0], partner[partner >= 0]


def _tied_pairs(
    contract: RowContract, reference: RowTable, output: RowTable, left: np.ndarray, right: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    group_of: dict[tuple[object, ...], int] = {}
    for number, group in enumerate(contract.tie_rows):
        group_of |= dict.fromkeys(group, number)

    def waiting(table: RowTable, taken: np.ndarray) -> dict[int, list[int]]:
        rows: dict[int, list[tuple[str, int]]] = {}
        for row in other_rows(table.count, taken).tolist():
            ids = tuple(table.columns[name].python_value(row) for name in contract.id_columns)
            if ids in group_of:
                rows.setdefault(group_of[ids], []).append((str(ids), row))
        return {group: [row for _, row in sorted(found)] for group, found in rows.items()}

    ours, theirs = waiting(reference, left), waiting(output, right)
    pairs = [pair for group in ours for pair in zip(ours[group], theirs.get(group, []), strict=False)]
    found = np.array(pairs, np.intp).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _shapes_are_a_key(contract: RowContract, ground: Ground, reference: RowTable, output: RowTable) -> bool:
    if contract.kind != "vector" or not contract.has_geometry or contract.geometry.compare != "match":
        return False
    if reference.shapes is None or output.shapes is None or not len(reference.shapes):
        return False
    return not pairs_with_itself(contract.geometry, ground, reference.shapes)


def _unique_column(contract: RowContract, reference: RowTable, output: RowTable) -> str | None:
    """Returns the integer or text column that is unique and never NULL on both sides and shares most values.

    Edges: Only what is compared exactly can tell rows apart: no labels, and nothing that has a tolerance.
    """
    best, most = None, 0
    for name, column in contract.columns.items():
        if not _tells_apart(column) or not has_comparable([name], reference, output):
            continue
        ours, theirs = reference.columns[name], output.columns[name]
        if ours.null.any() or theirs.null.any() or "real" in (ours.type, theirs.type):
            continue
        codes = value_codes(ours, theirs)
        if len(repeated_rows(codes.reference)) or len(repeated_rows(codes.output)):
            continue
        shared = len(np.intersect1d(codes.reference, codes.output))
        if shared > most:
            best, most = name, shared
    return best


def _tells_apart(column: Column) -> bool:
    limits = column.effective_tolerance(Tolerance())
    exact = column.role in (None, "id", "count") and not limits.absolute and not limits.relative
    return exact and column.type in ("integer", "text")
