# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the values of a column are of the type that a contract asks for."""

from __future__ import annotations

import numpy as np

from .row_table import ColumnValues
from .sentences import value_text
from .values import as_integers

ARTICLES = {"integer": "integers", "real": "numbers", "text": "texts", "boolean": "booleans", "date": "dates"}
WORDS = ARTICLES | {"datetime": "dates with a time", "other": "values of a kind no contract asks for"}


def type_fault(wanted: str, column: ColumnValues) -> str | None:
    """Says what is wrong with the type of a column; None where it is right.

    Edges: Numbers are told by value: whole reals are integers, integers are numbers. Texts are no numbers, and a
        column without any value is of every type.
    """
    if column.unread is not None:
        return f"should hold {WORDS[wanted]}, found the text {value_text(column.unread)}"
    if column.null.all() or column.type == wanted or (wanted == "real" and column.type == "integer"):
        return None
    if wanted == "integer" and column.type == "real":
        present = column.values[~column.null]
        whole = as_integers(present)[1]
        if whole.all():
            return None
        return f"should hold integers, found {value_text(float(present[np.argmin(whole)]))}"
    example = column.python_value(int(np.argmin(column.null)))
    such = "" if column.type == "other" else f", such as {value_text(example)}"
    return f"should hold {WORDS[wanted]}, found {WORDS[column.type]}{such}"
