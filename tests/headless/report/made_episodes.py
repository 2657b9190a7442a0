# SPDX-License-Identifier: GPL-2.0-or-later
"""Episodes as a report reads them, made in memory."""

from __future__ import annotations

from typing import Any

from gisagentbench.headless.episode_score import EpisodeKey, episode_score
from gisagentbench.headless.events import Finished
from gisagentbench.headless.report.entrants import Entrant
from gisagentbench.headless.report.run_reading import EpisodeContent, Step
from gisagentbench.headless.report.usage import Usage
from gisagentbench.headless.warnings_used import WarningCounts
from gisagentbench.scoring.record import Check, Closeness, ScoreRecord, TaskScore
from gisagentbench.tests.headless.report.made_run import step_record


def made_episode(task: str, verdict: str, *, agent: str = "a", repeat: int = 1, **more: Any) -> EpisodeContent:
    """An episode.

    Args:
        verdict: right, the check that failed first, infrastructure for a failure of the harness, or unfinished.
        more: `calls`, `failed`, `usage`, `warnings`, `closeness`.
    """
    key = EpisodeKey(task=task, agent=agent, repeat=repeat)
    calls, failed = more.get("calls", 2), more.get("failed", 0)
    steps = [Step(number, "clip", {}, record=_record(number <= failed)) for number in range(1, calls + 1)]
    content = EpisodeContent(key, None, None, None, steps=steps)
    content.usage = more.get("usage", Usage())
    content.warnings = more.get("warnings", WarningCounts(0, 0))
    if verdict == "unfinished":
        return content
    outcome = "infrastructure" if verdict == "infrastructure" else "finished"
    content.end = Finished(outcome=outcome, calls=calls, failed_calls=failed, turns=calls, seconds=1.0)
    if verdict != "infrastructure":
        is_right = verdict == "right"
        checks = [] if is_right else [Check(name=verdict, passed=False)]
        closeness = Closeness(quantitative=more.get("closeness", 1.0 if is_right else 0.5), coverage=1.0)
        record = ScoreRecord(strict=is_right, checks=checks, closeness=closeness)
        score = TaskScore(task=task, strict=is_right, quantitative=closeness.quantitative, outputs={"a.gpkg": record})
        content.score = episode_score(key, 1, content.end, score)
    return content


def entrant(label: str, *episodes: EpisodeContent, run: str = "run") -> Entrant:
    return Entrant(label, run, label, list(episodes))


def _record(is_failed: bool) -> dict[str, Any]:
    if is_failed:
        error = {"code": "CRS_UNSUITABLE", "message": "It is in degrees.", "hint": ""}
        return step_record("clip", {}, ok=False, error=error)
    return step_record("clip", {})
