# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of one column, by the kind of its values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.observation import rounded
from ..files.column_types import ANY_REAL, found_sentinel
from ..layers.rows import Column
from ..layers.statistics import GroupedValues, Groups, note_rates
from ..run import Run
from .distinct_values import shown

NUMBER_WORDS = ("sum", "mean", "min", "percentile_25", "median", "percentile_75", "max", "range", "stdev_pop",
                "stdev_sample")  # fmt: skip


def statistics_of(run: Run, column: Column) -> dict[str, Any]:
    """Gives the statistics of a column, and says what is suspicious."""
    values = GroupedValues(column, Groups(np.zeros(len(column.values), np.int64), 1))
    kind = column.field.type
    words = {"integer": NUMBER_WORDS, "real": NUMBER_WORDS, "boolean": ()}.get(kind, ("min", "max"))
    report: dict[str, Any] = {"field": column.field.name, "type": kind, "unique": _value(run, values, "unique")}
    for word in words:
        value = _value(run, values, word)
        if value is not None:
            report[word] = f"{value}Z" if column.is_utc else value
    known = values.values
    if kind == "boolean" and len(known):
        report["true"], report["false"] = int(known.sum()), int((~known.astype(bool)).sum())
    if kind in ("integer", "real"):
        _tell_of_numbers(run, column.field.name, known)
    if kind == "text" and len(known):
        report.update(_of_texts(run, column.field.name, known.tolist()))
    return report


def _value(run: Run, values: GroupedValues, word: str) -> Any:
    try:
        found = values.statistic(word)
    except ToolError as fault:  # a sum beyond 64 bits is no reason to tell nothing
        run.note(f"{word} is left out: {fault.sentence}.")
        return None
    if found.is_null[0]:
        return None
    value = shown(found.values[0])
    return rounded(value) if isinstance(value, float) else value


def _tell_of_numbers(run: Run, name: str, known: np.ndarray) -> None:
    note_rates(run, {name: ["sum", "mean"]})
    sentinel = found_sentinel(np.unique(known).astype(float))
    if sentinel is not None:
        run.warn("BAD_VALUE", f'"{name}" holds {sentinel:.15g} in {int((known == sentinel).sum())} rows, which may '
                 "stand for no value and is counted as one")  # fmt: skip


def _of_texts(run: Run, name: str, known: list[str]) -> dict[str, Any]:
    lengths = [len(text) for text in known]
    numbers = sum(bool(ANY_REAL.fullmatch(text.strip())) for text in known)
    if numbers == len(known):
        run.note(f'"{name}" is text that holds numbers; its order is that of text.')
    return {
        "shortest": min(lengths), "longest": max(lengths), "empty": known.count(""), "texts_that_are_numbers": numbers,
    }  # fmt: skip
