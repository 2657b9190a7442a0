# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns of computed floats, NaN as NULL."""

from __future__ import annotations

import numpy as np

from ...declaration.facts import Field
from .rows import Column


def nan_column(field: Field, values: np.ndarray) -> Column:
    """Makes a column of integers or reals, after the type of its field."""
    is_null = np.isnan(values)
    kind = np.int64 if field.type == "integer" else np.float64
    return Column(field, np.where(is_null, 0, values).astype(kind), is_null)
