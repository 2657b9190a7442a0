# SPDX-License-Identifier: GPL-2.0-or-later
"""One column: NULLs, range, examples, what is suspicious. Pure functions over arrays."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..files.column_types import LEADING_ZERO, REAL, found_sentinel
from ..layers.rows import Column

ID_NAME = re.compile(
    r"(?:^|_)(?:id|gid|fid|code|key|nr|uid|guid|uuid|fips|geoid|zip|postcode|bbl|bin)$|id$", re.IGNORECASE
)
LONGEST_EXAMPLE = 24


def field_profile(column: Column) -> dict[str, Any]:
    """Describes a column.

    Returns: name, type and null; min and max of numbers and dates, distinct and examples of texts; remarks.
    """
    line: dict[str, Any] = {"name": column.field.name, "type": column.field.type, "null": int(column.is_null.sum())}
    known = column.values[~column.is_null]
    if not len(known):
        return line
    if column.field.type in ("integer", "real", "date", "datetime"):
        line["min"], line["max"] = _shown(known.min()), _shown(known.max())
    values, counts = distinct(known)
    if column.field.type in ("text", "boolean"):
        line["distinct"] = len(values)
        order = np.argsort(-counts, kind="stable")[:3]
        line["values"] = " | ".join(_shortened(_shown(values[index])) for index in order)
    remarks = _remarks(column, known, values, counts)
    if remarks:
        line["remark"] = "; ".join(remarks)
    return line


def distinct(known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives the distinct values of a column in order, and how often each stands."""
    if known.dtype != object:
        return np.unique(known, return_counts=True)
    counts: dict[Any, int] = {}
    for value in known.tolist():
        counts[value] = counts.get(value, 0) + 1
    names = sorted(counts, key=str)
    return np.array([*names, None], object)[:-1], np.array([counts[name] for name in names], np.int64)


def _remarks(column: Column, known: np.ndarray, values: np.ndarray, counts: np.ndarray) -> list[str]:
    remarks = []
    repeated = int((counts > 1).sum())
    is_id = bool(ID_NAME.search(column.field.name)) and column.field.type in ("integer", "text")
    if is_id and repeated and len(values) > 0.5 * len(known):
        noun = "value stands" if repeated == 1 else "values stand"
        remarks.append(f"no unique id: {repeated} {noun} more than once")
    elif is_id and not repeated and not column.is_null.any():
        remarks.append("unique")
    if column.field.type == "text":
        remarks += _text_remarks(values)
    if column.field.type in ("integer", "real"):
        sentinel = found_sentinel(values.astype(float))
        if sentinel is not None:
            remarks.append(f"{sentinel:.15g} may stand for no value")
    return remarks


def _text_remarks(values: np.ndarray) -> list[str]:
    texts = [value for value in values.tolist() if isinstance(value, str)]
    remarks = []
    if "" in texts:
        remarks.append("holds empty texts")
    shaped = [text for text in texts if text]
    if shaped and all(REAL.fullmatch(text) or LEADING_ZERO.fullmatch(text) for text in shaped):
        zeros = any(LEADING_ZERO.fullmatch(text) for text in shaped)
        remarks.append("text that holds numbers" + (" with leading zeros" if zeros else ""))
    if any(text != text.strip() for text in shaped):
        remarks.append("some values begin or end with spaces")
    return remarks


def _shown(value: Any) -> Any:
    if isinstance(value, np.datetime64):
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(f"{float(value):.12g}")
    return str(value)


def _shortened(text: Any) -> str:
    plain = " ".join(str(text).split()) if text != "" else '""'
    return plain if len(plain) <= LONGEST_EXAMPLE else plain[: LONGEST_EXAMPLE - 1] + "…"
