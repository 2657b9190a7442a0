# SPDX-License-Identifier: GPL-2.0-or-later
"""The closed list of statistics words, one meaning in every tool."""

from __future__ import annotations

import re

STATISTICS = (
    "count", "unique", "sum", "mean", "min", "max", "range", "median", "stdev_pop", "stdev_sample",
    "variance_pop", "variance_sample", "first", "last", "concatenate", "majority", "minority",
)  # fmt: skip
PERCENTILE = re.compile(r"percentile_(100|[1-9]?\d)$")
NUMERIC_ONLY = frozenset(
    {"sum", "mean", "range", "median", "stdev_pop", "stdev_sample", "variance_pop", "variance_sample"}
)
KEEPS_TYPE = frozenset({"min", "max", "first", "last", "majority", "minority"})


def is_statistic(word: str) -> bool:
    """Tells whether `word` is of the closed list (`percentile_0` to `percentile_100` among it)."""
    return word in STATISTICS or PERCENTILE.match(word) is not None


def needs_numbers(word: str) -> bool:
    """Tells whether the statistic has a meaning for numbers only."""
    return word in NUMERIC_ONLY or PERCENTILE.match(word) is not None


def result_type(word: str, source_type: str) -> str:
    """Gives the field type of a statistic over a field of `source_type`.

    A sum of integers stays an integer; means and spreads are real; counts are integers.
    """
    if word in ("count", "unique"):
        return "integer"
    if word == "concatenate":
        return "text"
    if word in KEEPS_TYPE:
        return source_type
    if word in ("sum", "range") and source_type == "integer":
        return "integer"
    return "real"


def result_column(field: str, word: str, prefix: str = "") -> str:
    """Names the result column: `<prefix><field>_<statistic>`, for rasters (no field) `<prefix><statistic>`."""
    return f"{prefix}{field}_{word}" if field else f"{prefix}{word}"


RATE_WORDS = re.compile(
    r"(^|[_\W\d])(rate|ratio|pct|percent|percentage|share|density|dens|mean|avg|average|median|per)($|[_\W\d])"
)
_WORD_STARTS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def looks_like_rate(field: str) -> bool:
    """Tells by the words of its name whether a field holds a rate, share, density or mean.

    >>> looks_like_rate("poverty_rate"), looks_like_rate("popDensity"), looks_like_rate("operator")
    (True, True, False)
    """
    return RATE_WORDS.search(_WORD_STARTS.sub("_", field).lower()) is not None


SCHEMA = {
    "type": "string",
    "description": "one of " + ", ".join(STATISTICS) + ", percentile_N",
    "pattern": "^(" + "|".join(STATISTICS) + r"|percentile_(100|[1-9]?\d))$",
}
