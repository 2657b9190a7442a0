# SPDX-License-Identifier: GPL-2.0-or-later
"""The best renaming of labels, against all renamings there are."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from gisagentbench.scoring import relabelling
from gisagentbench.scoring.relabelling import kept_by_renaming

COUNTS = some.dictionaries(some.tuples(some.integers(0, 3), some.integers(0, 3)), some.integers(1, 9), max_size=10)


def most_kept(counts: dict[tuple[int, int], int]) -> int:
    """Returns the most occurrences that a one-to-one renaming of four labels keeps, by trying all."""
    return max(sum(counts.get(pair, 0) for pair in enumerate(order)) for order in permutations(range(4)))


@settings(deadline=None, max_examples=300)
@given(COUNTS)
def test_renaming_keeps_as_much_as_any(counts: dict[tuple[int, int], int]) -> None:
    pairs = np.array(list(counts), int).reshape(-1, 2)
    kept = kept_by_renaming(pairs[:, 0], pairs[:, 1], np.array(list(counts.values()), int))
    assert len(set(pairs[kept, 0])) == len(set(pairs[kept, 1])) == kept.sum()
    assert sum(count for count, stays in zip(counts.values(), kept, strict=True) if stays) == most_kept(counts)


def test_most_frequent_pair_is_not_kept_where_others_are_worth_more(monkeypatch: pytest.MonkeyPatch) -> None:
    # 0 is 0 in 5 cells, but 4 + 4 cells stay if 0 becomes 1 and 1 becomes 0.
    labels = np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([5, 4, 4])
    assert kept_by_renaming(*labels).tolist() == [False, True, True]
    monkeypatch.setattr(relabelling, "MAX_LABELS", 1)
    assert kept_by_renaming(*labels).tolist() == [True, False, False]
