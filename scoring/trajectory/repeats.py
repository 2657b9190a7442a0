# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls made again and again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from .calls import Call, Rules
from .data_flow import argument_text, flow_of

MANY = 3


class Repeat(NamedTuple):
    """One call, made several times.

    Args:
        numbers: Of the calls.
        error: The code each time; "" where they were done.
    """

    api: str
    numbers: list[int]
    error: str


def repeats(reference: Sequence[Call], agent: Sequence[Call], rules: Rules) -> list[Repeat]:
    """Finds calls made three times or more, and oftener than in the reference.

    Returns: The same computation done again, whatever its handles are called, and the same failing call with the same
        code; loading and inspecting are left out.
    """
    return sorted([*_done(reference, agent, rules), *_failed(agent, rules)], key=lambda repeat: repeat.numbers)


def _done(reference: Sequence[Call], agent: Sequence[Call], rules: Rules) -> list[Repeat]:
    ours, theirs = flow_of(reference), flow_of(agent)
    usual = Counter(ours.digests)
    places = defaultdict(list)
    for place, digest in enumerate(theirs.digests):
        if rules.counted(theirs.calls[place]):
            places[digest].append(theirs.calls[place])
    return [
        Repeat(calls[0].api, [call.number for call in calls], "")
        for digest, calls in places.items()
        if len(calls) >= max(MANY, usual[digest] + 1)
    ]


def _failed(agent: Sequence[Call], rules: Rules) -> list[Repeat]:
    groups = defaultdict(list)
    for call in agent:
        if not call.ok and not call.read_only and not call.roles & rules.uncounted:
            groups[call.api, call.error, argument_text(dict(call.arguments))].append(call.number)
    return [Repeat(api, numbers, error) for (api, error, _), numbers in groups.items() if len(numbers) >= MANY]
