# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores the calls of an episode against the reference of its task, and notes why it failed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ..scoring.trajectory.calls import Rules
from ..scoring.trajectory.closeness import score_trajectory
from ..scoring.trajectory.mechanisms import failure_note
from ..scoring.trajectory.record import FailureNote, TrajectoryScore
from ..tasks.pack import PackFolder
from ..tools.declaration.roles import EXPORT_ROLES, SPOILING_ROLES, SUBSTITUTES, UNCOUNTED_ROLES
from .trajectory_calls import agent_calls, reference_calls


class Workflow(NamedTuple):
    """What the calls of an episode tell.

    Args:
        failure: None for a run that is right, or made no call.
    """

    trajectory: TrajectoryScore
    failure: FailureNote | None


def score_workflow(
    pack: PackFolder, task_id: str, events: Iterable[Any], output_folder: Path, strict: bool
) -> Workflow:
    """Scores the calls of an episode.

    Args:
        strict: Whether its outputs are strictly right.
    Raises: DocumentError where the reference trajectory cannot be read.
    """
    task, rules = pack.task(task_id), rules_of(pack, task_id)
    reference, agent = reference_calls(pack.trajectory(task_id), task), agent_calls(events, task)
    trajectory = score_trajectory(reference, agent, rules, strict)
    if strict or not agent:
        return Workflow(trajectory, None)
    files = dict.fromkeys(output.file for output in task.outputs)
    absent = [file for file in files if not (output_folder / file).is_file()]
    return Workflow(trajectory, failure_note(trajectory, reference, agent, rules, absent))


def rules_of(pack: PackFolder, task_id: str) -> Rules:
    """Returns the rules of a task: the tables of roles, and what the release of the pack drops."""
    release = pack.pack.release
    return Rules(
        uncounted=UNCOUNTED_ROLES,
        exports=EXPORT_ROLES,
        substitutes=SUBSTITUTES,
        drops={drop.role: drop.evidence for drop in release.role_drops.get(task_id, [])},
        order_exceptions=frozenset((one.first, one.then) for one in release.order_exceptions.get(task_id, [])),
        spoiling=SPOILING_ROLES,
    )
