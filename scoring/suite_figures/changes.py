# SPDX-License-Identifier: GPL-2.0-or-later
"""What two agents, or two runs of one, do differently on the same episodes."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

from .verdicts import Verdict

Pair = tuple[str, int]


class Changes(NamedTuple):
    """Two sets of episodes, paired by task and repeat.

    Args:
        both: Pairs that both have right.
        gained: Pairs that only the second has right.
        lost: Pairs that only the first has right.
        neither: Pairs that neither has right.
        unpaired: Episodes that were judged on one side alone, or on none; in no count.
    """

    both: int
    gained: list[Pair]
    lost: list[Pair]
    neither: int
    unpaired: int

    @property
    def chance(self) -> float:
        """Gives how likely a split as uneven as this one, or more, is by chance alone."""
        return sign_test(len(self.gained), len(self.lost))


def paired_changes(first: Iterable[Verdict], second: Iterable[Verdict]) -> Changes:
    """Pairs two sets of episodes.

    >>> ours = [Verdict("a", 1, True), Verdict("b", 1, False), Verdict("c", 1, None)]
    >>> theirs = [Verdict("a", 1, True), Verdict("b", 1, True), Verdict("c", 1, True)]
    >>> paired_changes(ours, theirs)
    Changes(both=1, gained=[('b', 1)], lost=[], neither=0, unpaired=1)
    """
    ours, theirs = _verdicts(first), _verdicts(second)
    pairs = [key for key in ours if ours[key] is not None and theirs.get(key) is not None]
    return Changes(
        both=sum(ours[key] is True and theirs[key] is True for key in pairs),
        gained=[key for key in pairs if theirs[key] and not ours[key]],
        lost=[key for key in pairs if ours[key] and not theirs[key]],
        neither=sum(not ours[key] and not theirs[key] for key in pairs),
        unpaired=len(ours.keys() | theirs.keys()) - len(pairs),
    )


def sign_test(gained: int, lost: int) -> float:
    """Returns the two-sided chance of so uneven a split where either side is as likely.

    Source: McNemar 1947; the exact form, binomial with one half.

    >>> sign_test(0, 0), sign_test(1, 0), sign_test(5, 0), sign_test(3, 3)
    (1.0, 1.0, 0.0625, 1.0)
    """
    total, fewer = gained + lost, min(gained, lost)
    # whole numbers: one half to the power of many thousands is no float
    tail = sum(comb(total, number) for number in range(fewer + 1))
    return min(1.0, 2 * tail / 2**total)


def _verdicts(verdicts: Iterable[Verdict]) -> dict[Pair, bool | None]:
    return {(one.task, one.repeat): one.strict for one in verdicts}
