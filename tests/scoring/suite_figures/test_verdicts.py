# SPDX-License-Identifier: GPL-2.0-or-later
"""Rates count judged episodes alone; intervals are those of SciPy."""

import pytest
from scipy.stats import binomtest

from gisagentbench.scoring.suite_figures.verdicts import Verdict, rates, wilson_interval


def test_what_was_never_judged_is_in_neither_side():
    group = rates([Verdict("a", 1, True, 1.0), Verdict("b", 1, False, 0.2), Verdict("c", 1, None)])
    assert (group.strict, group.judged, group.unjudged, group.rate) == (1, 2, 1, 0.5)
    assert group.closeness == pytest.approx(0.6)


def test_nothing_judged_has_no_rate_and_no_interval():
    group = rates([Verdict("c", 1, None)])
    assert (group.rate, group.interval, group.closeness, group.unjudged) == (None, None, None, 1)


@pytest.mark.parametrize(("right", "tries"), [(0, 1), (1, 1), (0, 16), (5, 16), (16, 16), (114, 349)])
def test_the_interval_is_that_of_wilson(right, tries):
    known = binomtest(right, tries).proportion_ci(0.95, method="wilson")
    assert wilson_interval(right, tries) == pytest.approx((known.low, known.high), abs=1e-12)
