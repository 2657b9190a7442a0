# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of a run as CSV and JSON, for those who go on counting."""

from __future__ import annotations

import csv
import io
from typing import Any

from ...scoring.record import canonical_json, rounded
from .failures import Failures
from .figures import Figures, Group
from .run_reading import EpisodeContent

SCHEMA_VERSION = 1


def episode_rows(episodes: list[EpisodeContent]) -> list[dict[str, Any]]:
    """Returns a row per episode; what is not known is None."""
    return [_row(episode) for episode in episodes]


def results_csv(rows: list[dict[str, Any]]) -> str:
    """Writes rows as CSV; what is not known is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]) if rows else ["task"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def results_json(figures: Figures, failures: Failures, rows: list[dict[str, Any]]) -> str:
    """Writes figures, failures and rows as JSON."""
    groups = {"families": figures.families, "caveats": figures.caveats, "agents": figures.agents}
    document: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        **_group(figures.whole),
        "unjudged": figures.unjudged,
        "calls": figures.calls,
        "failed_calls": figures.failed_calls,
        "tool_seconds": figures.tool_seconds,
        "engine_seconds": figures.engine_seconds,
        **{name: {group.name: _group(group) for group in members} for name, members in groups.items()},
        "failed_with_note": failures.noted,
        "mechanisms": failures.mechanisms,
        "failed_alike": failures.shared,
        "episodes": rows,
    }
    return canonical_json(rounded(document))


def _row(episode: EpisodeContent) -> dict[str, Any]:
    score, task, end = episode.score, episode.task, episode.end
    first, trajectory = None, score.trajectory if score else None
    if score is not None and score.score is not None:
        failing = (record.first_failing_check for record in score.score.outputs.values())
        first = next((name for name in failing if name is not None), None)
    return {
        "task": episode.key.task,
        "family": task.family if task else None,
        "caveats": list(task.caveats) if task else None,
        "agent": episode.key.agent,
        "repeat": episode.key.repeat,
        "outcome": end.outcome if end else None,
        "strict": score.strict if score else None,
        "quantitative": score.quantitative if score else None,
        "first_failing_check": first,
        "trajectory_closeness": trajectory.closeness if trajectory else None,
        "trajectory_without_exports": trajectory.without_exports if trajectory else None,
        "multiplicity": trajectory.multiplicity if trajectory else None,
        "argument_aware": trajectory.argument_aware if trajectory else None,
        "mechanisms": score.failure.labels if score and score.failure else None,
        "calls": end.calls if end else len(episode.steps),
        "failed_calls": end.failed_calls if end else None,
        "turns": end.turns if end else None,
        "seconds": end.seconds if end else None,
        "tool_seconds": episode.tool_seconds,
        "engine_seconds": episode.engine_seconds,
        "agent_seconds": episode.agent_seconds,
        "host_start_seconds": episode.host_seconds,
        "peak_memory_bytes": episode.peak_memory_bytes,
    }


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.12g}"
    # A spreadsheet takes a text that begins so for a formula.
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def _group(group: Group) -> dict[str, Any]:
    return {
        "strict": group.strict,
        "judged": group.judged,
        "strict_rate": group.rate,
        "quantitative": group.closeness,
    }
