# SPDX-License-Identifier: GPL-2.0-or-later
"""An episode as suite figures take it, and the rates of a group of them."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054  # of the normal distribution, two-sided


class Verdict(NamedTuple):
    """One episode.

    Args:
        repeat: From 1.
        strict: None where it was never judged: the harness failed, or it was cancelled or has not ended.
        closeness: Quantitative closeness; None likewise.
    """

    task: str
    repeat: int
    strict: bool | None
    closeness: float | None = None


class Interval(NamedTuple):
    """Bounds of a share."""

    low: float
    high: float


class Rates(NamedTuple):
    """A group of episodes.

    Args:
        strict: Strictly right ones.
        judged: Those with a verdict, the denominator of every rate.
        unjudged: Those without; in neither side.
        closeness: Mean over the judged ones that have one; None for none.
    """

    strict: int
    judged: int
    unjudged: int
    closeness: float | None

    @property
    def rate(self) -> float | None:
        """Gives the share that is strictly right; None where none was judged."""
        return self.strict / self.judged if self.judged else None

    @property
    def interval(self) -> Interval | None:
        """Gives the interval in which the rate lies at 95 %; None where none was judged."""
        return wilson_interval(self.strict, self.judged) if self.judged else None


def rates(verdicts: Iterable[Verdict]) -> Rates:
    """Counts a group.

    >>> rates([Verdict("a", 1, True, 1.0), Verdict("b", 1, False, 0.5), Verdict("c", 1, None)])
    Rates(strict=1, judged=2, unjudged=1, closeness=0.75)
    """
    given = list(verdicts)
    judged = [one for one in given if one.strict is not None]
    close = [one.closeness for one in judged if one.closeness is not None]
    mean = sum(close) / len(close) if close else None
    return Rates(sum(one.strict is True for one in judged), len(judged), len(given) - len(judged), mean)


def wilson_interval(successes: int, trials: int, z: float = Z_95) -> Interval:
    """Returns the score interval of a share, which stays inside 0 and 1 and is sound for few trials.

    Args:
        trials: At least 1.
        z: Quantile of the normal distribution; 95 % where left out.
    Source: Wilson 1927, Probable inference, the law of succession, and statistical inference.

    >>> low, high = wilson_interval(0, 16)
    >>> low, round(high, 4)
    (0.0, 0.1936)
    """
    share = successes / trials
    grown = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / grown
    reach = z / grown * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else max(0.0, middle - reach)
    high = 1.0 if successes == trials else min(1.0, middle + reach)
    return Interval(low, high)
