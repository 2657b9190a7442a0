# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes are paired by task and repeat; their chance is the exact binomial test of SciPy."""

import pytest
from scipy.stats import binomtest

from gisagentbench.scoring.suite_figures.changes import paired_changes, sign_test
from gisagentbench.scoring.suite_figures.verdicts import Verdict

FIRST = [
    Verdict("both", 1, True),
    Verdict("gained", 1, False),
    Verdict("lost", 1, True),
    Verdict("neither", 1, False),
    Verdict("gained", 2, False),
    Verdict("broken", 1, None),
    Verdict("here alone", 1, True),
]
SECOND = [
    Verdict("neither", 1, False),
    Verdict("both", 1, True),
    Verdict("gained", 1, True),
    Verdict("gained", 2, True),
    Verdict("lost", 1, False),
    Verdict("broken", 1, True),
    Verdict("there alone", 1, True),
]


def test_each_pair_is_in_one_count_and_the_rest_is_counted_apart():
    changes = paired_changes(FIRST, SECOND)
    assert (changes.both, changes.neither) == (1, 1)
    assert changes.gained == [("gained", 1), ("gained", 2)]
    assert changes.lost == [("lost", 1)]
    assert changes.unpaired == 3  # broken, here alone, there alone


def test_the_other_way_round_gains_are_losses():
    there, back = paired_changes(FIRST, SECOND), paired_changes(SECOND, FIRST)
    assert sorted(there.gained) == sorted(back.lost)
    assert (there.both, there.neither, there.unpaired, there.chance) == (
        back.both,
        back.neither,
        back.unpaired,
        back.chance,
    )


@pytest.mark.parametrize(("gained", "lost"), [(1, 0), (5, 0), (6, 0), (9, 2), (3, 3), (40, 61), (2000, 1800)])
def test_the_chance_is_that_of_the_exact_test(gained, lost):
    assert sign_test(gained, lost) == pytest.approx(binomtest(gained, gained + lost).pvalue, rel=1e-9)


def test_without_changes_nothing_is_shown():
    assert sign_test(0, 0) == 1.0
