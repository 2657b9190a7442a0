# SPDX-License-Identifier: GPL-2.0-or-later
"""Values of every type and role, by arithmetic on the row number."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....tasks.contract import OutputContract
from ...row_table import ColumnValues
from ..edited_rows import EditedRows

NAMES = (
    "Ahornweg",
    "Bäckerstraße",
    "Çarşı",
    "Dvůr Králové",
    "East End",
    "Førde",
    "Gdańsk",
    "Höfn",
    "Île de Ré",
    "Jõhvi",
)


class MadeReference(NamedTuple):
    """A contract with what its reference holds.

    Args:
        contract: As YAML would hold it, without rationale.
        content: Rows or a raster, with a way to write themselves.
        inputs: Layers that predicates compare with, by file name.
    """

    contract: dict[str, Any]
    content: Any
    inputs: dict[str, EditedRows] = {}


def contract_of(made: MadeReference) -> Any:
    """Returns the contract of a made reference."""
    from pydantic import TypeAdapter

    return TypeAdapter(OutputContract).validate_python({"rationale": "It was made, so it is right."} | made.contract)


def integers(values: Any, null: Any = None) -> ColumnValues:
    """Returns a column of integers, NULL where `null` is true."""
    return _column("integer", np.asarray(values, np.int64), null)


def reals(values: Any, null: Any = None) -> ColumnValues:
    """Returns a column of reals, NULL where `null` is true."""
    return _column("real", np.asarray(values, float), null)


def booleans(values: Any, null: Any = None) -> ColumnValues:
    """Returns a column of booleans, NULL where `null` is true."""
    return _column("boolean", np.asarray(values, bool), null)


def days(first: str, steps: Any, null: Any = None) -> ColumnValues:
    """Returns a column of dates, `steps` days behind the first."""
    return _column("date", np.datetime64(first, "D") + np.asarray(steps, np.int64), null)


def moments(first: str, minutes: Any, null: Any = None) -> ColumnValues:
    """Returns a column of times, some minutes behind the first."""
    steps = np.asarray(minutes, np.int64) * np.timedelta64(60_000, "ms")
    return _column("datetime", np.datetime64(first, "ms") + steps, null)


def texts(values: Any, null: Any = None) -> ColumnValues:
    """Returns a column of texts, NULL where `null` is true."""
    kept = np.empty(len(values), object)
    kept[:] = list(values)
    return _column("text", kept, null)


def names(count: int) -> list[str]:
    """Returns place names, repeated with a number where there are not enough."""
    return [NAMES[row % len(NAMES)] + (f" {row // len(NAMES)}" if row >= len(NAMES) else "") for row in range(count)]


def _column(kind: str, values: np.ndarray, null: Any) -> ColumnValues:
    return ColumnValues(kind, values, np.zeros(len(values), bool) if null is None else np.asarray(null, bool))
