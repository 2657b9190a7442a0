# SPDX-License-Identifier: GPL-2.0-or-later
"""Texts of files without types (CSV, dates in GeoJSON) to values of the type a contract asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from .arrow_columns import empty_type
from .row_table import ColumnValues

INTEGER = re.compile(r"[-+]?[0-9]+\Z")
NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\Z|[-+]?(inf|infinity)\Z", re.IGNORECASE)
DATE = re.compile(r"([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})\Z")
DATETIME = re.compile(
    r"([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
    r"(Z|[-+][0-9]{2}(?::?[0-9]{2})?)?\Z"
)
TRUTH = {"true": True, "false": False, "1": True, "0": False}
INT64 = range(-(2**63), 2**63)


def parsed_column(texts: list[str | None], wanted: str) -> ColumnValues:
    """Returns texts as a column of the wanted type.

    Args:
        texts: None where NULL.
        wanted: integer, real, text, boolean, date or datetime.
    Returns: A column of that type; a real one for integers with fractions; a text column with `unread` set where
        some text is not of the type. Times with an offset are turned into UTC.
    """
    null = np.fromiter((text is None for text in texts), bool, len(texts))
    if wanted == "text":
        return ColumnValues("text", _objects(texts), null)
    parse = PARSERS[wanted]
    values = []
    for text in texts:
        value = None if text is None else parse(text)
        if text is not None and value is None and text.lower() != "nan":
            if wanted == "integer" and NUMBER.match(text):
                return parsed_column(texts, "real")
            return ColumnValues("text", _objects(texts), null, unread=text)
        values.append(value)
    null = np.fromiter((value is None for value in values), bool, len(values))
    kind = empty_type(wanted)
    filler = np.datetime64("1970-01-01") if wanted in ("date", "datetime") else 0
    return ColumnValues(wanted, np.array([filler if value is None else value for value in values], kind), null)


def _objects(texts: list[str | None]) -> np.ndarray:
    values = np.empty(len(texts), object)
    values[:] = texts
    return values


def _integer(text: str) -> int | None:
    if not INTEGER.match(text) or len(text) > 20:
        return None
    return int(text) if int(text) in INT64 else None


def _real(text: str) -> float | None:
    return float(text) if NUMBER.match(text) else None


def _boolean(text: str) -> bool | None:
    return TRUTH.get(text.lower())


def _date(text: str) -> np.datetime64 | None:
    match = DATE.match(text)
    return _moment("-".join(match.groups()), "D") if match else None


def _datetime(text: str) -> np.datetime64 | None:
    match = DATETIME.match(text)
    if not match:
        return None
    year, month, day, hour, minute, second, fraction, offset = match.groups()
    clock = f"{hour}:{minute}:{second or '00'}.{(fraction or '0')[:3]:0<3}"
    moment = _moment(f"{year}-{month}-{day}T{clock}", "ms")
    return moment - _offset(offset) if moment is not None and offset else moment


def _offset(text: str) -> np.timedelta64:
    if text == "Z":
        return np.timedelta64(0, "m")
    digits = text[1:].replace(":", "")
    minutes = int(digits[:2]) * 60 + int(digits[2:] or 0)
    return np.timedelta64(-minutes if text[0] == "-" else minutes, "m")


def _moment(text: str, unit: Any) -> np.datetime64 | None:
    try:
        return np.datetime64(text, unit)
    except ValueError:
        return None


PARSERS: dict[str, Callable[[str], Any]] = {
    "integer": _integer,
    "real": _real,
    "boolean": _boolean,
    "date": _date,
    "datetime": _datetime,
}
