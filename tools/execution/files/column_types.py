# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds and changes the types of columns of text; pure functions, no file is touched.

A type is found only where every value has it; what could lose something by it (leading zeros, a lone comma) stays text.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.facts import Field, FieldType
from ..layers.rows import Column

INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,18})", re.ASCII)
REAL = re.compile(r"-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
LEADING_ZERO = re.compile(r"[+-]?0\d+(?:\.\d*)?|\+\d+", re.ASCII)
MANY_DIGITS = re.compile(r"-?\d{16,}", re.ASCII)
WHOLE = re.compile(r"[+-]?\d+(?:\.0*)?", re.ASCII)
ANY_REAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
COMMA_REAL = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})*,\d+|[+-]?\d+,\d+", re.ASCII)
SEXAGESIMAL = re.compile(
    r"\s*[NSEWO]?\s*-?\d{1,3}\s*[°d ]\s*"  # degrees
    r"\d{1,2}(?:\s*[′'m ]\s*\d{1,2}(?:[.,]\d+)?\s*(?:[″\"s]|'')?|\s*[′'m])"  # minutes, or minutes and seconds
    r"\s*[NSEWO]?\s*",
    re.IGNORECASE,
)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
DATETIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?", re.ASCII)
BOOLEANS = {"true": True, "false": False}
ASKED_BOOLEANS = {**BOOLEANS, "t": True, "f": False, "yes": True, "no": False, "y": True, "n": False,
                  "1": True, "0": False}  # fmt: skip
TYPE_WORDS = ("integer", "real", "text", "boolean", "date", "datetime")
INT64 = range(-(2**63), 2**63)


def found_type(values: Sequence[str | None], decimal_mark: str = ".") -> FieldType:
    """Finds the type that every value of a column has; NULLs count for nothing.

    Examples:
        >>> found_type(["1", "-20", None]), found_type(["007", "8"]), found_type(["1.5", "2"])
        ('integer', 'text', 'real')
    """
    distinct = {value for value in values if value is not None}
    if not distinct:
        return "text"
    tests: tuple[tuple[FieldType, Callable[[str], bool]], ...] = (
        ("integer", lambda value: bool(INTEGER.fullmatch(value)) and int(value) in INT64),
        ("real", lambda value: _is_plain_real(_pointed(value, decimal_mark))),
        ("boolean", lambda value: value.lower() in BOOLEANS),
        ("date", lambda value: bool(DATE.fullmatch(value)) and _date(value) is not None),
        ("datetime", lambda value: bool(DATETIME.fullmatch(value)) and _datetime(value) is not None),
    )
    return next((word for word, holds in tests if all(map(holds, distinct))), "text")


def typed(name: str, values: Sequence[str | None], word: FieldType, decimal_mark: str = ".") -> Column:
    """Turns a column of text into one of a type.

    Raises:
        ToolError BAD_VALUE with the number of values that do not fit and the first of them.
    """
    is_null = np.array([value is None for value in values], bool)
    if word == "text":
        return Column(Field(name, word), np.array(list(values), object), is_null)
    parse, dtype, filler = parser_of(word, decimal_mark)
    parsed = {value: parse(value) for value in {value for value in values if value is not None}}
    wrong = [value for value in parsed if parsed[value] is None]
    if wrong:
        _refuse(name, word, values, set(wrong))
    cells = [filler if value is None else parsed[value] for value in values]
    return Column(Field(name, word), np.array(cells, dtype), is_null, is_utc=word == "datetime")


def as_text(column: Column) -> list[str | None]:
    """Writes every value of a column as text: shortest exact numbers, ISO dates, true and false."""
    values: Iterable[Any] = column.values
    if column.values.dtype.kind == "M":
        written = list(np.datetime_as_string(column.values))
        if column.field.type == "datetime":
            written = [f"{re.sub(r'[.]000$', '', text)}Z" for text in written]
    elif column.field.type == "boolean":
        written = ["true" if value else "false" for value in values]
    elif column.values.dtype.kind == "f":
        written = [repr(float(value)) for value in values]
    else:
        written = [str(value) for value in values]
    return [None if is_null else text for text, is_null in zip(written, column.is_null, strict=True)]


def zoned_share(values: Iterable[str | None]) -> float:
    """Gives the share of date-times that state a time zone."""
    known = [value for value in values if value is not None]
    zoned = sum(value.endswith("Z") or bool(re.search(r"[+-]\d{2}:?\d{2}$", value)) for value in known)
    return zoned / len(known) if known else 0.0


def remarks(name: str, values: Sequence[str | None], word: FieldType) -> list[str]:
    """Says what is suspicious in a column that was left text or became a number."""
    known = [value for value in values if value is not None]
    if word == "text" and known:
        return _text_remarks(name, known)
    if word in ("integer", "real") and known:
        sentinel = found_sentinel(np.array([float(value.replace(",", ".")) for value in set(known)]))
        if sentinel is not None:
            held = [value for value in known if float(value.replace(",", ".")) == sentinel]
            times = "once" if len(held) == 1 else f"{len(held)} times"
            listed = ", ".join(f'"{value}"' for value in dict.fromkeys(held))
            return [
                f'"{name}" holds {held[0]} {times}, which may stand for no value; null_values [{listed}] makes it NULL'
            ]
    return []


def found_sentinel(values: np.ndarray) -> float | None:
    """Finds the lowest value of a column where it looks like a code for "no value".

    Looks like -99, -999.9, -99997, the lowest integer of 16 or 32 bits or a huge negative number, and stands apart:
    all others are at least 0 or less than half as far below 0.
    """
    finite = np.unique(values[np.isfinite(values)])
    if len(finite) < 2 or finite[0] >= 0:
        return None
    lowest, following = float(finite[0]), float(finite[1])
    digits = f"{-lowest:.10g}"
    is_code = (
        bool(re.fullmatch(r"99+(?:\.9+)?|999\d{1,2}", digits)) or lowest in (-32768.0, -2147483648.0) or lowest < -1e30
    )
    return lowest if is_code and following > lowest / 2 else None


def _text_remarks(name: str, known: list[str]) -> list[str]:
    lost = next((value for value in known if not _is_plain_real(value)), "")
    if lost and all(REAL.fullmatch(value) for value in known):
        return [f'"{name}" stays text, since {lost[:40]} is more than a number of 64 bits holds']
    if all(LEADING_ZERO.fullmatch(value) or ANY_REAL.fullmatch(value) for value in known):
        return [f'"{name}" stays text, since some numbers begin with 0 or +']
    if all(COMMA_REAL.fullmatch(value) or INTEGER.fullmatch(value) for value in known):
        return [f'"{name}" stays text; its numbers seem to have a decimal comma: decimal_mark ","']
    if all(SEXAGESIMAL.fullmatch(value) for value in known):
        return [f'"{name}" holds degrees, minutes and seconds, such as "{known[0][:40]}"; they stay text']
    wrong = [value for value in known if not ANY_REAL.fullmatch(value)]
    if len(known) >= 5 and len(wrong) <= 0.2 * len(known):
        return [f'"{name}" stays text: {len(wrong)} of {len(known)} values are no numbers, such as "{wrong[0][:40]}"; '
                f"null_values can name them"]  # fmt: skip
    return []


def _refuse(name: str, word: str, values: Sequence[str | None], wrong: set[str]) -> None:
    rows = [index for index, value in enumerate(values, start=1) if value in wrong]
    shown = values[rows[0] - 1] or ""
    verb = "is" if len(rows) == 1 else "are"
    raise ToolError(
        "BAD_VALUE",
        f'types["{name}"]: {len(rows)} of {len(values)} values {verb} no {word}, first "{shown[:40]}" in row {rows[0]}',
        "null_values can name what stands for no value; text takes everything",
        argument="types",
        expected=word,
        found=shown[:40],
    )


def parser_of(word: str, decimal_mark: str = ".") -> tuple[Callable[[str], Any], Any, Any]:
    """Gives how text becomes a value of a type (None where it is none), the type of the array, and what fills it."""
    parsers: dict[str, tuple[Callable[[str], Any], Any, Any]] = {
        "integer": (lambda text: _integer(_pointed(text.strip(), decimal_mark)), np.int64, 0),
        "real": (lambda text: _real(_pointed(text.strip(), decimal_mark)), np.float64, np.nan),
        "boolean": (lambda text: ASKED_BOOLEANS.get(text.strip().lower()), bool, False),
        "date": (lambda text: _date(text.strip()), "datetime64[D]", None),
        "datetime": (lambda text: _datetime(text.strip()), "datetime64[ms]", None),
    }
    return parsers[word]


def _pointed(text: str, decimal_mark: str) -> str:
    """Gives a number with a decimal point; under a decimal comma a point is no part of a number."""
    if decimal_mark == ".":
        return text
    return text.replace(".", "?").replace(",", ".")


def _is_plain_real(text: str) -> bool:
    """Tells whether a text is a number that a 64-bit float holds: finite, and a whole one without losing a digit."""
    if not REAL.fullmatch(text) or not math.isfinite(float(text)):
        return False
    if float(text) == 0:
        return not re.search("[1-9]", text.lower().partition("e")[0])
    return not MANY_DIGITS.fullmatch(text) or int(float(text)) == int(text)


def _integer(text: str) -> int | None:
    if not WHOLE.fullmatch(text):
        return None
    number = int(text.partition(".")[0])
    return number if number in INT64 else None


def _real(text: str) -> float | None:
    return float(text) if ANY_REAL.fullmatch(text) and math.isfinite(float(text)) else None


def _date(text: str) -> np.datetime64 | None:
    try:
        return np.datetime64(datetime.date.fromisoformat(text), "D") if DATE.fullmatch(text) else None
    except ValueError:
        return None


def _datetime(text: str) -> np.datetime64 | None:
    if DATE.fullmatch(text):
        text += "T00:00"
    if not DATETIME.fullmatch(text):
        return None
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is not None:
        moment = moment.astimezone(datetime.UTC).replace(tzinfo=None)
    return np.datetime64(moment, "ms")
