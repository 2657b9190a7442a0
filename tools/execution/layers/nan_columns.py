# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns of computed values, NaN as NULL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...declaration.facts import Field
from .rows import Column


def columns_of(fields: Iterable[Field], values: Iterable[Any]) -> list[Column]:
    """Makes a column of each field from as many arrays or lists, in order."""
    return [nan_column(field, np.asarray(each)) for field, each in zip(fields, values, strict=True)]


def nan_column(field: Field, values: np.ndarray) -> Column:
    """Makes a column of integers, reals or text, after the type of its field; NaN, and None for a number, is NULL."""
    if field.type == "text":
        return Column(field, values.astype(object), np.zeros(len(values), bool))
    if values.dtype == object:
        values = values.astype(float)
    is_null = np.isnan(values)
    kind = np.int64 if field.type == "integer" else np.float64
    return Column(field, np.where(is_null, 0, values).astype(kind), is_null)
