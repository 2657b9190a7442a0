# SPDX-License-Identifier: GPL-2.0-or-later
"""pass@k and pass^k against counting every choice of k tries by hand; spread and unstable tasks on paper."""

from itertools import combinations
from statistics import mean, stdev

import pytest

from gisagentbench.scoring.suite_figures.repeats import pass_all, pass_at, pass_figures, spread, unstable_tasks
from gisagentbench.scoring.suite_figures.verdicts import Verdict


def verdicts(**tasks):
    """Each task with its repeats as letters: r right, w wrong, - never judged."""
    words = {"r": True, "w": False, "-": None}
    return [
        Verdict(task, number, words[letter])
        for task, letters in tasks.items()
        for number, letter in enumerate(letters, start=1)
    ]


@pytest.mark.parametrize(
    ("tries", "right", "k"),
    [(tries, right, k) for tries in range(1, 7) for right in range(tries + 1) for k in range(1, tries + 1)],
)
def test_estimates_are_the_shares_of_all_choices_of_k_tries(tries, right, k):
    choices = list(combinations([True] * right + [False] * (tries - right), k))
    assert pass_at(tries, right, k) == pytest.approx(mean(any(choice) for choice in choices))
    assert pass_all(tries, right, k) == pytest.approx(mean(all(choice) for choice in choices))


def test_of_one_try_both_are_the_strict_rate():
    # a: 2 of 3, b: 1 of 3, c: 0 of 3
    (one, *_) = pass_figures(verdicts(a="rrw", b="wrw", c="www"))
    assert one.at == one.all == pytest.approx((2 / 3 + 1 / 3 + 0) / 3)


def test_a_task_with_too_few_judged_repeats_is_in_no_mean_of_a_higher_k():
    figures = pass_figures(verdicts(a="rrw", b="r-w", c="---"))
    assert [(figure.k, figure.tasks) for figure in figures] == [(1, 2), (2, 2), (3, 1)]
    # k = 2: a is right at least once in 3 of 3 pairs and always in 1 of 3; b has one pair, right once
    assert figures[1].at == pytest.approx((1 + 1) / 2)
    assert figures[1].all == pytest.approx((1 / 3 + 0) / 2)


def test_nothing_judged_has_no_figure():
    assert pass_figures(verdicts(a="--")) == []
    assert spread(verdicts(a="--")) is None
    assert unstable_tasks(verdicts(a="--")) == []


def test_the_spread_is_that_of_the_rates_of_repeats():
    # first repeat 2 of 2, second 1 of 2, third 0 of 1 judged
    found = spread(verdicts(a="rrw", b="rw-"))
    assert found.mean == pytest.approx(mean([1, 0.5, 0]))
    assert found.deviation == pytest.approx(stdev([1, 0.5, 0]))
    assert found.repeats == 3


def test_one_repeat_has_no_deviation():
    assert spread(verdicts(a="r", b="w")) == (0.5, None, 1)


def test_a_task_is_unstable_where_it_came_out_both_ways():
    assert unstable_tasks(verdicts(a="rrr", b="rwr", c="www", d="r-r", e="w-r")) == ["b", "e"]
