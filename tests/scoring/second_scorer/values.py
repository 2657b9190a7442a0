# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether two values are equal by role."""

from __future__ import annotations

import math
import unicodedata
from typing import Any

from .layers import Keys
from .places import metres_of

NUMBERS = ("integer", "real")


def is_null(value: Any) -> bool:
    """Tells whether a value is NULL; NaN is."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def role_of(column: Keys) -> str | None:
    """Returns the role of a column; a real without one is a measure."""
    return column.get("role") or ("measure" if column["type"] == "real" else None)


def tolerances(column: Keys, of_contract: Keys, crs: str | None) -> tuple[float, float]:
    """Returns the absolute and the relative tolerance of a column."""
    own, role = column.get("tolerance", {}), role_of(column)
    absolute, relative = 0.0, 0.0
    if role == "measure":
        absolute = of_contract.get("absolute", 1e-6)
        relative = of_contract.get("relative", 1e-4)
    elif role == "coordinate" and "absolute" not in own:
        assert crs is not None
        absolute = 0.01 / metres_of(crs)[1]
    elif role == "angle":
        absolute = 1e-6
    return own.get("absolute", absolute), own.get("relative", relative)


def equal_values(column: Keys, of_contract: Keys, crs: str | None, expected: Any, found: Any) -> bool:
    """Tells whether a value is right; labels are judged as a whole by `equal_labels`."""
    if is_null(expected) or is_null(found):
        return is_null(expected) and is_null(found)
    if column["type"] == "text":
        return unicodedata.normalize("NFC", expected) == unicodedata.normalize("NFC", found)
    if column["type"] not in NUMBERS or expected == found:
        return bool(expected == found)
    if math.isinf(expected) or math.isinf(found):
        return False
    absolute, relative = tolerances(column, of_contract, crs)
    if role_of(column) == "angle":
        period = column.get("period", 360)
        apart = (expected - found) % period
        return min(apart, period - apart) <= absolute
    return abs(expected - found) <= absolute + relative * abs(expected)


def equal_labels(pairs: list[tuple[Any, Any]]) -> bool:
    """Tells whether labels are equal up to renaming: one name for one name, NULL for NULL."""
    plain = [tuple(unicodedata.normalize("NFC", x) if isinstance(x, str) else x for x in pair) for pair in pairs]
    for a, b in plain:
        if is_null(a) != is_null(b):
            return False
    named = [(a, b) for a, b in plain if not is_null(a)]
    return all((a == c) == (b == d) for a, b in named for c, d in named)


def fits_type(wanted: str, has: str, values: list[Any]) -> bool:
    """Tells whether a column of a file is of the asked type: whole reals of 64 bits are integers, integers are reals.

    A column without any value is of every type; some formats cannot say what it is of.
    """
    if wanted == has or all(is_null(value) for value in values):
        return True
    if (wanted, has) == ("real", "integer"):
        return True
    if (wanted, has) == ("integer", "real"):
        return all(is_null(value) or (value.is_integer() and -(2**63) <= value < 2**63) for value in values)
    return False
