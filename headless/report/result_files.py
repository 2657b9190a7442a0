# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of a report as CSV and JSON, for those who go on counting; docs/read-a-report.md tells every column."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ...scoring.record import canonical_json, rounded
from ...scoring.suite_figures.verdicts import Rates
from .comparison import PairView
from .entrants import Entrant
from .figure_rows import FigureRow
from .figures import Group
from .page_content import PageContent
from .run_reading import EpisodeContent
from .status import status_of

SCHEMA_VERSION = 1


def episode_rows(entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """Returns a row per episode, by agent; what is not known is None."""
    return [_row(entrant.run, episode) for entrant in entrants for episode in entrant.episodes]


def agents_csv(rows: Sequence[FigureRow]) -> str:
    """Writes the figures of agents, and those of papers, as CSV."""
    return results_csv([row._asdict() for row in rows])


def results_csv(rows: list[dict[str, Any]]) -> str:
    """Writes rows as CSV; what is not known is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]) if rows else ["task"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def results_json(page: PageContent, agents: Sequence[FigureRow], rows: list[dict[str, Any]]) -> str:
    """Writes figures, failures, rows, and what is compared, as JSON."""
    figures = page.figures
    whole = {"families": figures.families, "caveats": figures.caveats}
    document: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        **_group(figures.whole),
        "unjudged": figures.unjudged,
        "calls": figures.calls,
        "failed_calls": figures.failed_calls,
        "tool_seconds": figures.tool_seconds,
        "engine_seconds": figures.engine_seconds,
        **{name: {group.name: _group(group) for group in members} for name, members in whole.items()},
        "agents": {agent.entrant.label: _group(agent.whole) for agent in page.agents},
        "failed_with_note": page.failures.noted,
        "mechanisms": page.failures.mechanisms,
        "failed_alike": page.failures.shared,
        "agent_figures": [row._asdict() for row in agents],
        "changes": [_changes(pair) for pair in page.pairs],
        "option_differences": {difference.name: difference.values for difference in page.differences},
        "episodes": rows,
    }
    return canonical_json(rounded(document))


def _changes(pair: PairView) -> dict[str, Any]:
    changes = pair.changes
    return {
        "first": pair.first,
        "second": pair.second,
        "gained": [pair_keys(key) for key in changes.gained],
        "lost": [pair_keys(key) for key in changes.lost],
        "both_right": changes.both,
        "neither_right": changes.neither,
        "unpaired": changes.unpaired,
        "chance": changes.chance,
    }


def pair_keys(pair: tuple[str, int]) -> dict[str, Any]:
    """Returns task and repeat of a pair by name."""
    return {"task": pair[0], "repeat": pair[1]}


def _row(run: str, episode: EpisodeContent) -> dict[str, Any]:
    score, task, end = episode.score, episode.task, episode.end
    first, trajectory = None, score.trajectory if score else None
    if score is not None and score.score is not None:
        failing = (record.first_failing_check for record in score.score.outputs.values())
        first = next((name for name in failing if name is not None), None)
    return {
        "run": run,
        "task": episode.key.task,
        "family": task.family if task else None,
        "caveats": list(task.caveats) if task else None,
        "agent": episode.key.agent,
        "repeat": episode.key.repeat,
        "outcome": end.outcome if end else None,
        "status": status_of(episode),
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
        "warned_calls": episode.warnings.warned if episode.warnings else None,
        "warnings_used": episode.warnings.used if episode.warnings else None,
        **asdict(episode.usage),
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


def _group(group: Group | Rates) -> dict[str, Any]:
    return {
        "strict": group.strict,
        "judged": group.judged,
        "strict_rate": group.rate,
        "quantitative": group.closeness,
    }
