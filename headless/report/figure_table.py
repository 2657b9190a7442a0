# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of all agents as a table of the page: a line per figure, a column per agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .check_words import CAVEATS, FAMILIES, MECHANISMS
from .figure_rows import THESE_TASKS, FigureRow, unit_of
from .step_words import memory_words, seconds_words, spaced_words

SECTIONS: dict[str, dict[str, str]] = {
    "Right": {
        "strict_rate": "Strictly right",
        "closeness": "Closeness",
        "workflow": "Workflow done",
        "nothing_written": "Nothing written",
        "not_judged": "Not judged",
        "infrastructure_failures": "of them failures of the harness",
    },
    "Over repeats": {
        "mean_strict_rate": "Strict rate, mean ± deviation",
        "pass_at_": "Right in one of {k} tries (pass@{k})",  # nosec B105
        "pass_all_": "Right in all of {k} tries (pass^{k})",  # nosec B105
        "unstable_tasks": "Tasks now right, now not",
    },
    "Calls": {
        "calls_per_episode": "Calls an episode",
        "error_rate": "Failed calls",
        "warned_calls": "Calls that warned",
        "warnings_used": "Warned, and used all the same",
    },
    "Time": {
        "agent_seconds": "Agent",
        "call_seconds": "Harness: inside calls",
        "engine_seconds": "of it in engines",
        "median_call_seconds": "inside calls, median episode",
        "host_start_seconds": "Harness: start of QGIS",
        "peak_memory_bytes": "Largest tool host",
    },
    "Tokens and money": {
        "prompt_tokens": "Prompt tokens",
        "cached_tokens": "of them cached",
        "completion_tokens": "Completion tokens",
        "reasoning_tokens": "of them for reasoning",
        "tokens_per_episode": "Tokens an episode",
        "schema_share": "Share of the prompt that is schemas",
        "cost_usd": "Cost",
        "cost_usd_per_episode": "Cost an episode",
        "cost_usd_per_right": "Cost a right answer",
        "carbon_grams": "Carbon dioxide, estimate",
        "carbon_grams_per_episode": "Carbon dioxide an episode, estimate",
    },
    "Why episodes failed, by rule": {"mechanism_": "{label}"},
}


class Line(NamedTuple):
    """One figure; a text per agent, with a small remark such as its denominator."""

    name: str
    cells: list[tuple[str, str]]


class Section(NamedTuple):
    """Figures that belong together."""

    title: str
    lines: list[Line]


def figure_sections(rows: Sequence[FigureRow], labels: Sequence[str]) -> list[Section]:
    """Returns the figures of these agents for the page; sections of which nothing is known are left out.

    Args:
        labels: Of the agents, a column each.
    """
    ours = [row for row in rows if row.tasks == THESE_TASKS]
    whole = [row for row in ours if row.group == "all"]
    sections = [
        Section(title, [line for start, words in names.items() for line in _lines(whole, start, words, labels)])
        for title, names in SECTIONS.items()
    ]
    sections[1:1] = [_group_section(ours, "family", FAMILIES, labels), _group_section(ours, "caveat", CAVEATS, labels)]
    return [section for section in sections if section.lines]


def figure_words(row: FigureRow) -> tuple[str, str]:
    """Writes a figure and its remark.

    >>> figure_words(FigureRow("r", "a", "these tasks", "all", "strict_rate", 0.5, of=16, low=0.28, high=0.72))
    ('50 %', '8 of 16, 28 to 72 %')
    """
    if row.value is None:
        return "–", ""
    unit, of = unit_of(row.figure), row.of
    if row.figure == "strict_rate" and of is not None and row.low is not None and row.high is not None:
        return _percent(row.value), f"{round(row.value * of)} of {of}, {100 * row.low:.0f} to {100 * row.high:.0f} %"
    if row.figure == "mean_strict_rate":
        shown = _percent(row.value) + ("" if row.deviation is None else f" ± {100 * row.deviation:.1f}")
        return shown, f"{of} repeats" if of else ""
    if unit == "share":
        if not of:
            return _percent(row.value), ""
        counted = row.figure.startswith("mechanism_") or row.figure == "error_rate"
        return _percent(row.value), f"{round(row.value * of)} of {of}" if counted else f"{of} tasks"
    if unit == "count":
        return _count(row.value), f"of {_count(of)}" if of is not None and not row.figure.endswith("tokens") else ""
    if unit == "bytes":
        return memory_words(int(row.value)), ""
    words = {
        "closeness": f"{row.value:.3f}",
        "mean": f"{row.value:.1f}" if row.value < 1000 else _count(row.value),
        "seconds": seconds_words(row.value),
        "usd": f"${row.value:.3g}" if row.value < 1 else f"${row.value:.2f}",
        "grams": f"{row.value:.3g} g",
    }[unit]
    return words, ""


def figure_name(figure: str) -> str:
    """Names a figure in words, as far as it stands in a section.

    >>> figure_name("pass_at_3"), figure_name("tokens_per_episode")
    ('Right in one of 3 tries (pass@3)', 'Tokens an episode')
    """
    names = {start: words for section in SECTIONS.values() for start, words in section.items()}
    start = next(start for start in names if figure == start or (start.endswith("_") and figure.startswith(start)))
    return _named(names[start], figure, start)


def _lines(rows: list[FigureRow], start: str, words: str, labels: Sequence[str]) -> list[Line]:
    figures = dict.fromkeys(
        row.figure for row in rows if row.figure == start or (start.endswith("_") and row.figure.startswith(start))
    )
    return [Line(_named(words, figure, start), _cells(rows, figure, labels)) for figure in figures]


def _named(words: str, figure: str, start: str) -> str:
    rest = figure.removeprefix(start)
    return words.format(k=rest, label=MECHANISMS.get(rest, rest))


def _cells(rows: list[FigureRow], figure: str, labels: Sequence[str]) -> list[tuple[str, str]]:
    found = {row.agent: row for row in rows if row.figure == figure}
    return [figure_words(found[label]) if label in found else ("–", "") for label in labels]


def _group_section(rows: list[FigureRow], kind: str, names: dict[str, str], labels: Sequence[str]) -> Section:
    lines = []
    for name, words in names.items():
        group = [row for row in rows if row.group == f"{kind} {name}"]
        if not group:
            continue
        rates, close = _cells(group, "strict_rate", labels), _cells(group, "closeness", labels)
        cells = [
            (rate, f"{counted.split(',')[0]}, closeness {near}") if rate != "–" else (rate, "")
            for (rate, counted), (near, _) in zip(rates, close, strict=True)
        ]
        lines.append(Line(words, cells))
    return Section(f"Strictly right by {kind}", lines)


def _percent(share: float) -> str:
    # noise of the last digits must not show the same share once as 81.2 and once as 81.3
    return "100 %" if share == 1 else f"{min(99.9, round(100 * share, 9)):.1f}".rstrip("0").rstrip(".") + " %"


def _count(value: float) -> str:
    return spaced_words(round(value))
