# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls that warned, and whether the agent went on with what they made all the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..scoring.trajectory.data_flow import MOST_CALLS, flow_of
from ..tasks.task import Task
from ..tools.declaration.roles import EXPORT_ROLES
from .trajectory_calls import agent_calls


class WarningCounts(NamedTuple):
    """Calls of an episode that were done with a warning.

    Args:
        warned: How many.
        used: How many of them made a layer that a later call took, or wrote a file.
    """

    warned: int
    used: int


def warning_counts(events: Iterable[Any], task: Task) -> WarningCounts | None:
    """Counts the warnings of an episode.

    Inspecting a layer is no use of it. What a call made again without a warning is another layer.

    Returns: None for more calls than can be followed.
    """
    calls = agent_calls(events, task)
    if len(calls) > MOST_CALLS:
        return None
    flow = flow_of(calls)
    taken = {layer.maker for place in range(len(flow.calls)) for layer in flow.layers(place)}
    warned = [place for place, call in enumerate(flow.calls) if call.warnings]
    used = sum(place in taken or bool(flow.calls[place].roles & EXPORT_ROLES) for place in warned)
    only_looked = sum(call.ok and call.read_only and bool(call.warnings) for call in calls)
    return WarningCounts(len(warned) + only_looked, used)
