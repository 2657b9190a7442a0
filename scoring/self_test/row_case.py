# SPDX-License-Identifier: GPL-2.0-or-later
"""A vector or table contract with its reference, and the rules by which mutations tell what must happen to them.

The rules read contract and reference; they never ask the scorer.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np

from ...tasks.column import Column
from ...tasks.crs_equality import is_geographic, metres_per_unit
from ...tasks.output_format import ROW_FORMATS, RowFormat, extension
from ..vector_reading import RowContract, read_contract_rows
from .edited_rows import EditedRows
from .mutation import NotApplicable
from .shape_rules import shapes_are_a_key

METRES_PER_DEGREE = 111_319.49
ASSIGNED_ROWS = 2000
Stage = Literal["ids", "shapes", "column", "values"]


class RowCase:
    """A contract and its reference.

    Args:
        path: The reference file.
        inputs_dir: Folder of the task's inputs, for predicates.
    """

    def __init__(self, contract: RowContract, path: Path, inputs_dir: Path | None = None):
        self.contract, self.path, self.inputs_dir = contract, path, inputs_dir

    @cached_property
    def rows(self) -> EditedRows:
        """The rows of the reference: the columns of the contract alone, since all others are extra.

        Raises: Unreadable, LayerMissing.
        """
        table = read_contract_rows(self.path, self.contract)
        shapes, crs, kind, measured = None, None, "Unknown", False
        if self.contract.kind == "vector" and self.contract.has_geometry:
            crs, kind = self.contract.crs, self.contract.geometry_type
            measured = table.shapes_by_m is not None
            shapes = table.shapes_by_m if measured else table.shapes
        columns = {name: table.columns[name] for name in self.contract.columns}
        return EditedRows(columns, shapes, crs, self.contract.layer_name, kind, measured)

    @property
    def row_format(self) -> RowFormat:
        """The format of the file."""
        return ROW_FORMATS[extension(self.contract.file)]

    @property
    def driver(self) -> str:
        """The GDAL driver of the file."""
        return self.row_format.driver

    @property
    def has_shapes(self) -> bool:
        """Whether the contract asks for shapes."""
        return self.contract.kind == "vector" and self.contract.has_geometry

    @property
    def compare(self) -> str:
        """How shapes are compared; ignore where there are none."""
        return self.contract.geometry.compare if self.has_shapes else "ignore"  # type: ignore[union-attr]

    @property
    def predicates(self) -> set[str]:
        """Names of the predicates."""
        return {predicate.name for predicate in self.contract.predicates}

    @cached_property
    def units_per_metre(self) -> float:
        """Units of the CRS in a metre on the ground; degrees are those of the equator."""
        if not self.has_shapes:
            return 1.0
        crs = self.contract.crs  # type: ignore[union-attr]
        return 1 / METRES_PER_DEGREE if is_geographic(crs) else 1 / metres_per_unit(crs)

    @property
    def is_degrees(self) -> bool:
        """Whether coordinates are degrees."""
        return self.has_shapes and is_geographic(self.contract.crs)  # type: ignore[union-attr]

    @cached_property
    def stage(self) -> Stage:
        """How the rows of an output are told apart: the first of the four ways that can be gone."""
        if self.contract.id_columns:
            return "ids"
        if self.compare == "match" and shapes_are_a_key(self):
            return "shapes"
        return "column" if self.unique_columns else "values"

    @cached_property
    def unique_columns(self) -> list[str]:
        """Columns that could tell rows apart: whole numbers or texts, compared exactly, unique and never NULL."""
        able = [name for name, column in self.contract.columns.items() if _can_be_key(column)]
        return [name for name in able if self._is_unique(name)]

    def _is_unique(self, name: str) -> bool:
        column = self.rows.columns[name]
        return bool(self.rows.count) and not column.null.any() and len(set(column.values.tolist())) == self.rows.count

    def value_check(self, name: str) -> str:
        """Returns the check that sees one wrong value: `rows` where the value says which row it is, else `values`."""
        if name in self.contract.id_columns or (self.stage == "column" and self.unique_columns == [name]):
            return "rows"
        column = self.contract.columns[name]
        if self.stage == "values" and self.rows.count > ASSIGNED_ROWS and (not column.is_number or column.role == "id"):
            return "rows"
        return "values"

    def tolerance(self, name: str) -> np.ndarray:
        """Returns by how much each value of a number column may differ."""
        column, values = self.contract.columns[name], self.rows.columns[name].values.astype(float)
        limits = self.contract.column_tolerance(column)
        absolute = limits.absolute or 0.0
        if column.role == "coordinate" and column.tolerance.absolute is None:
            absolute *= self.units_per_metre
        return absolute + (limits.relative or 0.0) * np.abs(values)

    def lost_rows_check(self) -> str | None:
        """Returns the check that sees a missing row.

        Raises: NotApplicable where predicates leave it open.
        """
        if self.contract.rows != "subset":
            return "rows"
        if self.predicates & {"count", "one_per"}:
            return "predicates"
        if "covers" in self.predicates or self.rows.count < 2:
            raise NotApplicable("fewer rows are allowed, and predicates may see them or not")
        return None

    def added_row_check(self) -> str | None:
        """Returns the check that sees a copy of a row under an id of its own."""
        if self.contract.rows != "superset":
            return "rows"
        repeated = [one.unique for one in self.contract.predicates if one.unique]
        keyed = any(one.within and one.within.key for one in self.contract.predicates)
        seen = self.predicates & {"count", "one_per"} or keyed or set(repeated) - set(self.contract.id_columns)
        return "predicates" if seen else None


def _can_be_key(column: Column) -> bool:
    exact = column.role in (None, "id", "count") and not column.tolerance.absolute and not column.tolerance.relative
    return column.type in ("integer", "text") and exact
