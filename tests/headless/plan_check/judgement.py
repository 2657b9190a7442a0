# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds what a plan was told against what became of it when it ran and was scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from gisagentbench.headless.plan_check.finding import Finding
from gisagentbench.scoring.score import score_task
from gisagentbench.tasks.task import Task
from gisagentbench.tests.headless.plan_check.real_runs import Ended

Judgement = Literal["foretold", "missed", "wrong", "right"]
MISFITS = ("layer", "crs", "geometry_type", "columns", "types", "transform", "size", "bands", "dtype")


def judged(found: Sequence[Finding], ended: Ended, task: Task, reference: Path) -> tuple[Judgement, str]:
    """Tells whether the first error of a plan was foretold, with both in words.

    Returns: foretold where step and code are those of the first call that failed, or where a check of the scorer failed
        that was named; missed where nothing was said; wrong where something else was; right where there was no fault.
    """
    errors = [finding for finding in found if finding.severity == "error"]
    first = errors[0] if errors else None
    if ended.step is not None:
        at_step = [finding.code for finding in errors if finding.step == ended.step]
        words = f"step {ended.step + 1} ended with {ended.code}; told: {first}"
        if first is not None and first.step == ended.step and at_step[0] == ended.code:
            return "foretold", words
        return ("missed" if first is None or first.step > ended.step else "wrong"), words
    failed = failed_checks(task, reference, ended.workspace)
    words = f"all calls done, failed checks: {failed}; told: {first}"
    if first is None:
        return ("missed" if any(name in MISFITS for name in failed) else "right"), words
    known = "readable" if first.code == "NO_OUTPUT_WRITTEN" else first.code
    return ("foretold" if known in failed else "wrong"), words


def failed_checks(task: Task, reference: Path, workspace: Path) -> list[str]:
    """Names the checks of the scorer that fail for the outputs in a workspace."""
    score = score_task(task, reference, workspace / "output", workspace / "inputs")
    return [check.name for record in score.outputs.values() for check in record.checks if check.passed is False]


def recall(judgements: Counter[Judgement]) -> float:
    """Gives the share of faults that were foretold."""
    faults = judgements["foretold"] + judgements["missed"] + judgements["wrong"]
    return judgements["foretold"] / faults if faults else 1.0
