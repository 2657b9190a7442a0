# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures of papers as the page shows them: a table per paper, apart from those of the runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .figure_rows import THESE_TASKS, FigureRow
from .figure_table import figure_name, figure_words


class PublishedLine(NamedTuple):
    """One figure of a paper."""

    agent: str
    tasks: str
    figure: str
    value: str
    source: str


class PublishedView(NamedTuple):
    """One paper."""

    paper: str
    lines: list[PublishedLine]


def published_views(rows: Sequence[FigureRow]) -> list[PublishedView]:
    """Returns the figures of papers among these rows."""
    others = [row for row in rows if row.tasks != THESE_TASKS]
    papers = dict.fromkeys(row.run for row in others)
    return [PublishedView(paper, [_line(row) for row in others if row.run == paper]) for paper in papers]


def _line(row: FigureRow) -> PublishedLine:
    return PublishedLine(row.agent, row.tasks, figure_name(row.figure), figure_words(row)[0], row.source)
