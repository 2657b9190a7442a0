# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops that judge. They alone look at references; none of what they answer goes to an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .op import Op, Service


def score(
    service: Service,
    *,
    folder: str | None = None,
    pack: str | None = None,
    task: str | None = None,
    output: str | None = None,
    file: str | None = None,
) -> dict[str, Any]:
    """Scores an episode, a trace, or a file under one contract of a task, in words.

    Args:
        folder: Attempt folder, episode folder or trace folder; `pack` where its pack is not found by name.
        output: With `file`: label of the contract.
    """
    from .judge_scores import scored
    from .judge_subject import subject_of

    return scored(subject_of(service.packs, folder, pack, task, output, file))


def differences(
    service: Service,
    *,
    folder: str | None = None,
    pack: str | None = None,
    task: str | None = None,
    output: str | None = None,
    file: str | None = None,
) -> dict[str, Any]:
    """Lays out where an output differs from its reference, as layers, and copies both.

    Args:
        output: Label of the output; the first where left out.
    """
    from .judge_differences import differences as laid_out
    from .judge_subject import subject_of

    subject = subject_of(service.packs, folder, pack, task, output if file is not None else None, file)
    return laid_out(subject, output, Path(service.folder))


def compare_steps(
    service: Service, *, folder: str, pack: str | None = None, strict: bool | None = None
) -> dict[str, Any]:
    """Aligns the steps of an episode or a trace with the reference, up to the first difference and beyond.

    Args:
        strict: Whether it is strictly right, as `score` says; where left out, no reasons for a failure are sought.
    """
    from .judge_steps import compared_steps
    from .judge_subject import subject_of

    return compared_steps(subject_of(service.packs, folder, pack), strict)


OPS: dict[str, Op] = {
    "score": Op(score),
    "differences": Op(differences),
    "compare_steps": Op(compare_steps),
}
