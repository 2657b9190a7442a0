# SPDX-License-Identifier: GPL-2.0-or-later
"""Which call of the agent stands for which call of the reference.

Whether two calls agree depends on which earlier calls stand for one another, and the other way round. So it is done in
rounds: an optimal assignment (Kuhn 1955) over what is known, then again with the layers it makes the same, until
nothing changes. Calls are put in the order of their digests before, so neither names of handles nor the order of calls
that do not build on one another can decide a tie.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .agreement import Agreement, Comparison
from .calls import Rules
from .data_flow import Flow

MAX_CALLS = 1000  # counted, of a side
MAX_PAIRS = 20_000  # that could stand for one another
TOO_MANY_CALLS = "Arguments were not compared: too many calls could stand for one another."
ROUNDS = 6
WORTH_OF_ROLE = 0.005  # a call with the role is better than none
WORTH_OF_API = 0.005  # and one of the same API better than a substitute
WORTH_OF_USE = 0.1  # decides between calls that agree alike: what they made is used alike


class Alignment(NamedTuple):
    """The best assignment found.

    Args:
        pairs: Place of a reference call to the place of the agent's.
        agreements: How far each pair agrees.
        comparison: What the pairs were compared by.
    """

    pairs: dict[int, int]
    agreements: dict[int, Agreement]
    comparison: Comparison

    @property
    def total(self) -> float:
        """Gives the sum of the agreements."""
        return sum(self.agreements[place].share for place in sorted(self.agreements))


def align(reference: Flow, agent: Flow, rules: Rules, free: frozenset[int] = frozenset()) -> Alignment | None:
    """Assigns calls of the agent to calls of the reference one to one, each of a role that the other asks for.

    Args:
        free: Places of reference calls that are not required.
    Returns: None where either side has more than 1,000 counted calls, or more than 20,000 pairs share a role.
    """
    rows, columns = _counted(reference, rules), _counted(agent, rules)
    if max(len(rows), len(columns)) > MAX_CALLS:
        return None
    can_stand = np.array([[_can_stand(reference, agent, rules, r, c) for c in columns] for r in rows], bool)
    if can_stand.sum() > MAX_PAIRS:
        return None
    comparison = Comparison(reference, agent, free)
    best = _judged(comparison, {})
    pairs: dict[int, int] = {}
    for _ in range(ROUNDS):
        worth = _worth(comparison.under(pairs), pairs, rows, columns, can_stand)
        found = _assigned(worth, rows, columns)
        if found == pairs:
            break
        pairs = found
        judged = _judged(comparison.under(pairs), pairs)
        if not best.pairs or judged.total > best.total:
            best = judged
    return best


def _counted(flow: Flow, rules: Rules) -> list[int]:
    places = [place for place, call in enumerate(flow.calls) if rules.counted(call)]
    return sorted(places, key=lambda place: (flow.digests[place], place))


def _can_stand(reference: Flow, agent: Flow, rules: Rules, ours: int, theirs: int) -> bool:
    roles = rules.counted(reference.calls[ours])
    return any(rules.meets(agent.calls[theirs], role) for role in roles)


def _worth(
    comparison: Comparison, pairs: dict[int, int], rows: list[int], columns: list[int], can_stand: np.ndarray
) -> np.ndarray:
    alike = used_alike(comparison.reference, comparison.agent, pairs)
    worth = np.zeros((len(rows), len(columns)))
    known: dict[tuple[str, str], float] = {}
    for row, column in np.argwhere(can_stand):
        ours, theirs = rows[row], columns[column]
        digests = comparison.reference.digests[ours], comparison.agent.digests[theirs]
        if digests not in known:
            is_same_api = comparison.reference.calls[ours].api == comparison.agent.calls[theirs].api
            known[digests] = comparison.of(ours, theirs).share + WORTH_OF_ROLE + WORTH_OF_API * is_same_api
        worth[row, column] = known[digests] + WORTH_OF_USE * (digests in alike)
    return worth


def used_alike(reference: Flow, agent: Flow, pairs: dict[int, int]) -> set[tuple[str, str]]:
    """Returns digests of calls whose layers are taken by the same argument of calls that stand for one another."""
    alike = set()
    for ours, theirs in pairs.items():
        if reference.calls[ours].api != agent.calls[theirs].api:
            continue
        for name in reference.bindings[ours].keys() & agent.bindings[theirs].keys():
            layers = zip(reference.bindings[ours][name].layers, agent.bindings[theirs][name].layers, strict=False)
            makers = [(one.maker, other.maker) for one, other in layers]
            alike |= {
                (reference.digests[one], agent.digests[other])
                for one, other in makers
                if one is not None and other is not None
            }
    return alike


def _assigned(worth: np.ndarray, rows: list[int], columns: list[int]) -> dict[int, int]:
    from scipy.optimize import linear_sum_assignment

    if worth.size == 0:
        return {}
    chosen = zip(*linear_sum_assignment(worth, maximize=True), strict=True)
    return {rows[row]: columns[column] for row, column in chosen if worth[row, column] > 0}


def _judged(comparison: Comparison, pairs: dict[int, int]) -> Alignment:
    return Alignment(pairs, {ours: comparison.of(ours, theirs) for ours, theirs in pairs.items()}, comparison)
