# SPDX-License-Identifier: GPL-2.0-or-later
"""Roles done the other way round, and steps that spoil. Both are flags: they take nothing off any figure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from .calls import Rules
from .data_flow import Flow
from .record import OrderViolation, SpoilingStep


def order_violations(reference: Flow, agent: Flow, rules: Rules, required: list[str]) -> list[OrderViolation]:
    """Finds required roles whose data flow goes against that of the reference.

    A pair of roles has an order where, in the reference, data goes from a call of the first into a call of the second,
    over whatever steps, and never the other way. It is violated where, at the agent, data goes from the second into the
    first and never from the first into the second. Calls that do not build on one another are in any order right, and
    so is a pair of which the release knows a strictly right run that did it the other way round.

    Args:
        required: Roles, in the order of the reference.
    """
    violations = []
    for first, then in _orders(reference, rules, required):
        makers = [place for place, call in enumerate(agent.calls) if rules.meets(call, first)]
        takers = [place for place, call in enumerate(agent.calls) if rules.meets(call, then)]
        turned = agent.first_path(takers, makers)
        if turned is not None and agent.first_path(makers, takers) is None:
            early, late = (agent.calls[place].number for place in turned)
            violations.append(OrderViolation(first=first, then=then, then_call=early, first_call=late))
    return violations


def _orders(reference: Flow, rules: Rules, required: list[str]) -> Iterator[tuple[str, str]]:
    calls = {role: [p for p, call in enumerate(reference.calls) if role in rules.counted(call)] for role in required}

    def goes(first: str, then: str) -> bool:
        return reference.first_path(calls[first], calls[then]) is not None

    for first, then in permutations(required, 2):
        if (first, then) not in rules.order_exceptions and goes(first, then) and not goes(then, first):
            yield first, then


def spoiling_steps(reference: Flow, agent: Flow, rules: Rules, strict: bool | None) -> list[SpoilingStep]:
    """Finds steps that lose information for good: of a role that the reference does without, on the way into a file.

    Edges: None for a strictly right run, which shows that the step did no harm.
    """
    if strict:
        return []
    of_reference = {role for call in reference.calls for role in call.roles}
    fed = agent.first_fed([place for place, call in enumerate(agent.calls) if call.roles & rules.exports])
    steps = []
    for place, call in enumerate(agent.calls):
        for role in sorted((call.roles & rules.spoiling) - of_reference):
            if place in fed:
                steps.append(SpoilingStep(role=role, call=call.number, export_call=agent.calls[fed[place]].number))
    return steps
