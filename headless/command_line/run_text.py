# SPDX-License-Identifier: GPL-2.0-or-later
"""A run as a person reads it: the verdict, a line per episode, where the report lies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...scoring.record import TaskScore
from ..episode_score import EpisodeKey, EpisodeScore

OUTCOME_TEXTS = {
    "infrastructure": "infrastructure failure",
    "cancelled": "cancelled",
    "parameter_refused": "not asked",
}


def run_text(
    folder: Path,
    keys: Sequence[EpisodeKey],
    scores: Sequence[EpisodeScore],
    report: str,
    why_absent: str = "another process is working on the run",
    notes: Sequence[str] = (),
) -> str:
    """Returns the text of a run.

    Args:
        keys: All its episodes.
        scores: The records there are.
        report: Where the report lies.
        why_absent: Why others are not there.
        notes: Lines that follow on the episodes.
    """
    lines = [verdict_line(len(keys), scores)]
    width = max((len(str(score.key)) for score in scores), default=0)
    for score in scores:
        lines += [f"  {score.key!s:<{width}}  {episode_line(score)}", *(f"      {text}" for text in faults(score))]
    absent = len(keys) - len(scores)
    if absent:
        lines.append(f"  {counted(absent, 'episode')} without a record: {why_absent}")
    return "\n".join([*lines, *notes, f"run: {folder}", f"report: {report}"])


def verdict_line(total: int, scores: Sequence[EpisodeScore]) -> str:
    """Returns the first line: how many are strictly right, of how many."""
    strict = sum(score.strict is True for score in scores)
    broken = sum(score.outcome == "infrastructure" for score in scores)
    judged = sum(score.strict is not None for score in scores)
    if judged and strict == judged == total:
        line = f"strict: {counted(total, 'episode')}, all right"
    else:
        line = f"strict: {strict} of {counted(judged, 'judged episode')} right"
    return line + (f"; {counted(broken, 'infrastructure failure')}, in neither side of the rate" if broken else "")


def episode_line(score: EpisodeScore) -> str:
    """Returns the verdict of an episode, its calls and seconds."""
    if score.strict is None:
        word = OUTCOME_TEXTS.get(score.outcome, score.outcome)
    else:
        word = "strict" if score.strict else "not strict"
    failed = f", {score.failed_calls} failed" if score.failed_calls else ""
    line = f"{word:<10}  {counted(score.calls, 'call')}{failed}  {score.seconds:.1f} s"
    return line if score.outcome in ("finished", *OUTCOME_TEXTS) else f"{line}  ended by {score.outcome}"


def faults(score: EpisodeScore) -> list[str]:
    """Returns why an episode is not right, a line each."""
    lines = [score.message] if score.message else []
    if score.changed_inputs:
        lines.append(f"changed its inputs: {', '.join(score.changed_inputs)}")
    lines += [f'turn {found.turn} says "{found.what}", which it was never shown' for found in score.audit]
    return lines + (failing_checks(score.score) if score.score else [])


def failing_checks(score: TaskScore) -> list[str]:
    """Returns the failed checks of all outputs, a line each."""
    return [
        f"{name}: {check.name}: {check.detail}"
        for name, record in score.outputs.items()
        for check in record.checks
        if check.passed is False
    ]


def counted(count: int, noun: str) -> str:
    """Returns a count with its noun."""
    return f"{count} {noun if count == 1 else noun + 's'}"
