# SPDX-License-Identifier: GPL-2.0-or-later
"""How the rows of an output differ from those of its reference. No QGIS.

Rows are paired and judged by the scorer, so a map never says another number than a check.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from ...scoring.row_state import RowState
from ...scoring.vector_reading import RowContract, read_contract_rows

RowKind = Literal["same", "wrong", "moved", "missing", "extra"]
KINDS: tuple[RowKind, ...] = ("same", "wrong", "moved", "missing", "extra")
NO_SHAPES = "The output has no shapes, so there is nothing to lay over the reference."
OTHER_CRS = "The output is not in the CRS of the contract, so its shapes were not compared."


@dataclass
class RowDifferences:
    """Rows by kind of difference; every row of reference and output is in exactly one.

    Args:
        state: Output and reference side by side; None where rows could not be compared.
        pairs: Numbers of pairs that are the same, hold wrong values, or moved.
        missing: Rows of the reference without a partner.
        extra: Rows of the output without a partner.
        wrong_values: Column to whether its value is wrong, for every pair.
        shape_excess: For every pair how many times the tolerance its shapes are apart.
        problem: Why rows could not be compared; "" where they were.
    """

    state: RowState | None = None
    pairs: dict[RowKind, np.ndarray] = field(default_factory=dict)
    missing: np.ndarray = field(default_factory=lambda: np.empty(0, np.intp))
    extra: np.ndarray = field(default_factory=lambda: np.empty(0, np.intp))
    wrong_values: dict[str, np.ndarray] = field(default_factory=dict)
    shape_excess: np.ndarray = field(default_factory=lambda: np.empty(0))
    problem: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """Rows by kind; empty where they could not be compared."""
        if self.state is None:
            return {}
        return {kind: len(self.rows(kind)) for kind in KINDS}

    def rows(self, kind: RowKind) -> np.ndarray:
        """Returns the rows of a kind: of the reference for missing ones, of the output for all others."""
        if kind == "missing":
            return self.missing
        return self.extra if kind == "extra" else self._state.pairs.output[self.pairs[kind]]

    def reference_rows(self, kind: RowKind) -> np.ndarray:
        """Returns the rows of the reference that paired rows of a kind stand for."""
        return self.missing if kind == "missing" else self._state.pairs.reference[self.pairs[kind]]

    def shapes(self, kind: RowKind) -> np.ndarray:
        """Returns what is drawn of a kind: the output's shapes, for missing rows the reference's."""
        table = self._state.reference if kind == "missing" else self._state.output
        return _shapes(table.shapes, self.rows(kind))

    def shapes_before(self) -> np.ndarray:
        """Returns the shapes of the reference for moved rows."""
        return _shapes(self._state.reference.shapes, self.reference_rows("moved"))

    @property
    def moved_with_wrong_values(self) -> int:
        """How many of the moved rows also hold wrong values."""
        moved = self.pairs.get("moved", self.missing)
        return int(_any(self.wrong_values, len(self.shape_excess))[moved].sum())

    @property
    def _state(self) -> RowState:
        assert self.state is not None, self.problem
        return self.state


def row_differences(contract: RowContract, reference_path: Path, output_path: Path) -> RowDifferences:
    """Compares two layers or tables under their contract.

    Edges: A row that both moved and has wrong values counts as moved. Rows of a tie group count as same.
    Raises: Unreadable, LayerMissing of the scorer.
    """
    reference, output = (read_contract_rows(path, contract) for path in (reference_path, output_path))
    return differences_of(RowState(contract, reference, output))


def differences_of(state: RowState) -> RowDifferences:
    """Compares rows that are in memory."""
    if has_shapes(state.contract):
        if state.reference.shapes is None or state.output.shapes is None:
            return RowDifferences(problem=NO_SHAPES)
        if not state.crs_is_right:
            return RowDifferences(problem=OTHER_CRS)
    count = len(state.pairs.reference)
    wrong_values = {name: _over_pairs(state, gaps.wrong) for name, gaps in state.value_gaps.items()}
    excess = _over_pairs(state, state.shape_gaps.excess) if state.compares_shapes else np.zeros(count)
    wrong, moved = _any(wrong_values, count), excess > 1
    return RowDifferences(
        state,
        pairs={
            "same": np.flatnonzero(~wrong & ~moved),
            "wrong": np.flatnonzero(wrong & ~moved),
            "moved": np.flatnonzero(moved),
        },
        missing=state.pairs.unmatched_reference(state.reference.count),
        extra=state.pairs.unmatched_output(state.output.count),
        wrong_values=wrong_values,
        shape_excess=excess,
    )


def has_shapes(contract: RowContract) -> bool:
    """Tells whether the rows of a contract have shapes."""
    return contract.kind == "vector" and contract.has_geometry


def _over_pairs(state: RowState, of_judged: np.ndarray) -> np.ndarray:
    """Returns values of judged pairs as values of all pairs; those of a tie group are right by definition."""
    values = np.zeros(len(state.pairs.reference), of_judged.dtype)
    values[state.free] = of_judged
    return values


def _any(wrong_values: dict[str, np.ndarray], count: int) -> np.ndarray:
    found = np.zeros(count, bool)
    for wrong in wrong_values.values():
        found |= wrong
    return found


def _shapes(shapes: np.ndarray | None, rows: np.ndarray) -> np.ndarray:
    return np.full(len(rows), None, object) if shapes is None else shapes[rows]
