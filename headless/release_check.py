# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the tables of a pack's release: what they drop is there, and the evidence shows what it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..scoring.trajectory.calls import Call
from ..tasks.document_problem import DocumentError, DocumentProblem, problem_at
from ..tasks.pack import PACK_FILE, PackFolder, load_pack
from ..tasks.release import RoleDrop
from ..tasks.trajectory import read_trajectory
from .trajectory_calls import reference_calls
from .workflow_scoring import rules_of


def release_problems(folder: Path) -> list[DocumentProblem]:
    """Lists every role that the release drops, or takes out of its order, and the reference does not have; and every
    trajectory of evidence that does the role all the same.

    Edges: Tasks that are not there are told by `tasks.validation`, and documents that cannot be read.
    """
    try:
        pack = load_pack(folder)
    except DocumentError:
        return []
    release, known = pack.pack.release, set(pack.task_ids())
    messages: list[str] = []
    for task_id in sorted(known & (set(release.role_drops) | set(release.order_exceptions))):
        calls = _calls(pack, task_id, "reference.json")
        if calls is None:
            continue
        roles = {role for call in calls for role in rules_of(pack, task_id).counted(call)}
        drops, exceptions = release.role_drops.get(task_id, []), release.order_exceptions.get(task_id, [])
        messages += _unknown(task_id, "role_drops", [drop.role for drop in drops], roles)
        named = [role for one in exceptions for role in (one.first, one.then)]
        messages += _unknown(task_id, "order_exceptions", named, roles)
        messages += [message for drop in drops for message in _not_shown(pack, task_id, drop)]
    return [problem_at(folder / PACK_FILE, None, "bad_value", message) for message in messages]


def _unknown(task_id: str, table: str, named: list[str], roles: set[str]) -> Iterator[str]:
    for role in named:
        if role not in roles:
            has = ", ".join(sorted(roles))
            yield f'{table} of "{task_id}" names the role "{role}", which its reference does not have: {has}.'


def _not_shown(pack: PackFolder, task_id: str, drop: RoleDrop) -> Iterator[str]:
    """Tells why the trajectory of a drop is no evidence for it."""
    if drop.trajectory is None:
        return
    calls, rules = _calls(pack, task_id, drop.trajectory), rules_of(pack, task_id)
    if calls is None:
        yield f'role_drops of "{task_id}": "{drop.trajectory}" cannot be read as a trajectory.'
        return
    doing = [call.number for call in calls if rules.meets(call, drop.role)]
    if doing:
        yield f'role_drops of "{task_id}": step {doing[0]} of "{drop.trajectory}" does the dropped role "{drop.role}".'


def _calls(pack: PackFolder, task_id: str, name: str) -> list[Call] | None:
    try:
        trajectory = read_trajectory(pack.task_folder(task_id) / name)
        return reference_calls(trajectory, pack.task(task_id))
    except DocumentError:
        return None
