# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of closeness against the standard library and pandas, from the formulas of the field."""

from __future__ import annotations

import math
import statistics
from typing import Any

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as some

from gisagentbench.scoring.closeness import number_closeness, weighted_f1
from gisagentbench.scoring.values import value_codes

from .test_closeness import column
from .test_rows import text

NUMBERS = some.none() | some.integers(-50, 50).map(float) | some.sampled_from([0.0, 1e-9, 1e9])
PAIRS = some.lists(some.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8)
CLASSES = some.lists(some.tuples(some.sampled_from(["a", "b", "", None]), some.sampled_from(["a", "b", "c", None])),
                     min_size=1, max_size=12)  # fmt: skip


def symmetric_error(expected: float | None, found: float | None) -> float | None:
    """Returns |a-b| / (|a|+|b|), 1 for NULL against a number, nothing for two NULLs."""
    if expected is None or found is None:
        return None if expected is found else 1.0
    return abs(expected - found) / (abs(expected) + abs(found)) if expected or found else 0.0


@given(PAIRS)
def test_numbers_are_scored_by_the_formulas(pairs: list[tuple[Any, Any]]) -> None:
    score = number_closeness(column(*[a for a, _ in pairs]), column(*[b for _, b in pairs]), 0.5)
    terms = [term for term in (symmetric_error(*pair) for pair in pairs) if term is not None]
    if not terms:
        assert score is None
        return
    assert score is not None
    assert score.symmetric == pytest.approx(1 - statistics.fmean(terms))
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    mean = statistics.fmean(a for a, _ in both) if both else 0.0
    if mean == 0:
        assert (score.rmse, score.closeness) == (None, score.symmetric)
    else:
        rmse = math.sqrt(statistics.fmean((a - b) ** 2 for a, b in both))
        assert score.rmse == pytest.approx(min(1, max(0, 1 - rmse / abs(mean))), abs=1e-12)
        assert score.closeness == pytest.approx((score.symmetric + score.rmse) / 2)
    total = math.fsum(abs(a) for a, _ in both)
    assert score.weighted_mape == (pytest.approx(math.fsum(abs(a - b) for a, b in both) / total) if total else None)


@given(some.lists(some.tuples(some.integers(-50, 50), some.integers(-50, 50)), min_size=2, max_size=8))
def test_agreement_is_the_correlation_of_pearson(pairs: list[tuple[int, int]]) -> None:
    sides = [[float(pair[side]) for pair in pairs] for side in (0, 1)]
    score = number_closeness(column(*sides[0]), column(*sides[1]), 1.0)
    assert score is not None
    if len(set(sides[0])) == 1 or len(set(sides[1])) == 1:
        assert score.agreement is None
    else:
        assert score.agreement == pytest.approx(max(0.0, statistics.correlation(*sides)), abs=1e-9)


@given(CLASSES)
def test_classes_are_scored_by_the_table_of_pandas(pairs: list[tuple[Any, Any]]) -> None:
    codes = value_codes(*(text(*[pair[side] for pair in pairs]) for side in (0, 1)))
    words = [["NULL" if pair[side] is None else f"={pair[side]}" for pair in pairs] for side in (0, 1)]
    table = pandas.crosstab(np.array(words[0]), np.array(words[1]))
    total = 0.0
    for name, row in table.iterrows():
        hits = row.get(name, 0)
        precision = hits / table[name].sum() if name in table else 0.0
        recall = hits / row.sum()
        f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
        total += f1 * row.sum() / len(pairs)
    assert weighted_f1(codes) == pytest.approx(total)
