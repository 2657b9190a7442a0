# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures that papers print of their own agents, on other tasks: to be read beside a run, never ranked with it."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

OTHER_TASKS = "other tasks"
FILE = Path(__file__).parent / "published_figures.csv"


class PublishedFigure(NamedTuple):
    """One figure of a paper.

    Args:
        source: Its table, or the text on it.
        tasks: On which tasks it was measured.
        figure: As `figure_rows` names it.
        deviation: Standard deviation; None where the paper gives none.
    """

    paper: str
    source: str
    agent: str
    tasks: str
    figure: str
    value: float
    deviation: float | None


def published_figures() -> list[PublishedFigure]:
    """Reads the figures, in the order of the papers."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return [_figure(row) for row in csv.DictReader(file)]


def _figure(row: dict[str, str]) -> PublishedFigure:
    paper, source, agent, tasks, figure = (row[name] for name in ("paper", "source", "agent", "tasks", "figure"))
    deviation = float(row["deviation"]) if row["deviation"] else None
    return PublishedFigure(paper, source, agent, tasks, figure, float(row["value"]), deviation)
