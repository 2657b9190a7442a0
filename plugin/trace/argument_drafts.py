# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of arguments that are not applied yet: kept by step, whatever step is shown meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..i18n import plural
from .trace_step import TraceStep

MARK = "✎"


class DraftKey(NamedTuple):
    """Tells steps apart, wherever in the trace they are moved.

    Args:
        trace: Folder of the trace.
        call: What the step does, as JSON.
        number: How many steps before it do the same.
    """

    trace: str
    call: str
    number: int = 0


class Draft(NamedTuple):
    """What a person has begun to change.

    Args:
        rows: What each row of the form shows.
        text: What the JSON shows.
    """

    rows: dict[str, Any]
    text: str


def draft_keys(trace: str, steps: Iterable[TraceStep]) -> list[DraftKey]:
    """Gives the keys of steps, in their order."""
    seen: Counter[str] = Counter()
    keys = []
    for step in steps:
        call = step.call_text
        keys.append(DraftKey(trace, call, seen[call]))
        seen[call] += 1
    return keys


def draft_words(rows: Sequence[int]) -> str:
    """Says which steps have changes that are not applied; "" for none."""
    if not rows:
        return ""
    return plural(
        "Step {steps} has changes of its arguments that are not applied.",
        "Steps {steps} have changes of their arguments that are not applied.",
        len(rows),
        steps=", ".join(str(row + 1) for row in sorted(rows)),
    )
