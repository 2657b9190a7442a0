# SPDX-License-Identifier: GPL-2.0-or-later
"""Output and reference rows side by side, with everything that is computed once and used by several checks."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np

from .found_crs import is_in
from .geometry import ShapeGaps, shape_gaps
from .ground import Ground, ground_of
from .heights import height_excess, height_limit
from .row_table import ColumnValues, RowTable, normal_text
from .rows import RowPairs, match_rows
from .values import ValueGaps, value_gaps
from .vector_reading import RowContract


class RowState:
    """What the checks of a vector or table output look at.

    Args:
        inputs_dir: Folder of the task's inputs, for predicates.
    """

    def __init__(self, contract: RowContract, reference: RowTable, output: RowTable, inputs_dir: Path | None = None):
        self.contract, self.reference, self.output, self.inputs_dir = contract, reference, output, inputs_dir
        if reference.empty_text_is_null or output.empty_text_is_null:
            for table in (reference, output):
                table.columns = {name: normal_text(column, True) for name, column in table.columns.items()}

    @cached_property
    def crs_is_right(self) -> bool:
        """Whether the output is in the CRS of the contract."""
        return self.contract.kind == "vector" and is_in(self.output.crs, self.contract.crs)

    @cached_property
    def ground(self) -> Ground:
        """Metres of the contract's CRS."""
        return ground_of(self.contract.crs if self.contract.kind == "vector" else None)

    @cached_property
    def pairs(self) -> RowPairs:
        """Paired rows."""
        return match_rows(self.contract, self.ground, self.reference, self.output)

    @cached_property
    def compared(self) -> list[str]:
        """The contract's columns, without ids, that the output has."""
        return [name for name in self.contract.compared_columns if name in self.output.columns]

    @cached_property
    def free(self) -> np.ndarray:
        """Pairs that are judged by value and shape: all but those of a tie group."""
        return np.flatnonzero(~self.pairs.tied)

    def column_pair(self, name: str) -> tuple[ColumnValues, ColumnValues]:
        """Returns the values of a column of judged pairs: reference and output."""
        rows_ref, rows_out = self.pairs.reference[self.free], self.pairs.output[self.free]
        return self.reference.columns[name].take(rows_ref), self.output.columns[name].take(rows_out)

    @cached_property
    def value_gaps(self) -> dict[str, ValueGaps]:
        """Gaps of every compared column over judged pairs."""
        return {name: self._gaps(name) for name in self.compared}

    def _gaps(self, name: str) -> ValueGaps:
        column = self.contract.columns[name]
        return value_gaps(column, self.contract.tolerance, self.ground, *self.column_pair(name))

    @cached_property
    def shape_pair(self) -> tuple[np.ndarray, np.ndarray]:
        """Shapes of judged pairs: reference and output; empty where a side has none."""
        if self.reference.shapes is None or self.output.shapes is None:
            return np.empty(0, object), np.empty(0, object)
        rows_ref, rows_out = self.pairs.reference[self.free], self.pairs.output[self.free]
        return self.reference.shapes[rows_ref], self.output.shapes[rows_out]

    @cached_property
    def flat_gaps(self) -> ShapeGaps:
        """Gaps of the shapes of judged pairs, heights left out."""
        assert self.contract.kind == "vector"
        return shape_gaps(self.contract.geometry, self.contract.tolerance, self.ground, *self.shape_pair)

    @cached_property
    def shape_gaps(self) -> ShapeGaps:
        """Gaps of the shapes of judged pairs, with those of Z or M values where the contract asks for them."""
        contract, flat = self.contract, self.flat_gaps
        assert contract.kind == "vector"
        if contract.dimension not in ("z", "m") or not self.crs_is_right:
            return flat
        right = np.flatnonzero(~flat.wrong)
        ours, theirs = (shapes[right] for shapes in self._shapes_with_heights())
        excess = flat.excess.copy()
        excess[right] = np.maximum(excess[right], height_excess(ours, theirs, height_limit(contract, self.ground)))
        return ShapeGaps(excess > 1, excess)

    def _shapes_with_heights(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the shapes of judged pairs with what is compared as Z."""
        if self.contract.kind != "vector" or self.contract.dimension == "z":
            return self.shape_pair
        ours, theirs = (
            table.shapes if table.shapes_by_m is None else table.shapes_by_m for table in (self.reference, self.output)
        )
        assert ours is not None and theirs is not None
        return ours[self.pairs.reference[self.free]], theirs[self.pairs.output[self.free]]

    @property
    def compares_shapes(self) -> bool:
        """Whether the contract asks for shapes that match."""
        contract = self.contract
        return contract.kind == "vector" and contract.has_geometry and contract.geometry.compare == "match"
