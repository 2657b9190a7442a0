# SPDX-License-Identifier: GPL-2.0-or-later
"""What the service answers about a result, as typed values; no Qt, no pydantic."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...headless.difference_layers.written_layers import DifferenceLayers

WHOLE_ROW = ("row", "whole row")
NOTHING = ("", "none")


class CheckLine(NamedTuple):
    """One check: its name, what it asks, and what was found."""

    name: str
    asks: str
    detail: str


class NotRun(NamedTuple):
    """Checks that could not run, and why."""

    reason: str
    names: list[str]


class Figure(NamedTuple):
    """A figure and its value in words."""

    name: str
    value: str


class Extent(NamedTuple):
    """Where something lies; a point has no width."""

    xmin: float
    ymin: float
    xmax: float
    ymax: float


class Worst(NamedTuple):
    """One row or cell that is wrong.

    Args:
        key: How the row is known.
        column: A column, "geometry", "whole row", or the band of a cell.
        crs: CRS of the extent; "" where there is none.
    """

    key: str
    column: str
    expected: str
    found: str
    extent: Extent | None
    crs: str

    @property
    def kind(self) -> str:
        """What kind of difference it is: missing, extra, repeated, moved, cell or wrong."""
        if self.column in WHOLE_ROW:
            if self.expected in NOTHING:
                return "extra"
            return "missing" if self.found in NOTHING else "repeated"
        if self.column == "geometry":
            return "moved"
        return "cell" if self.column.startswith("band ") and self.key.startswith("row ") else "wrong"


@dataclass(frozen=True)
class OutputScore:
    """The score of one output.

    Args:
        strict: None where it was not judged.
    """

    label: str
    kind: str = ""
    strict: bool | None = None
    failed: list[CheckLine] = field(default_factory=list)
    not_run: list[NotRun] = field(default_factory=list)
    passed: list[CheckLine] = field(default_factory=list)
    diagnosis: list[str] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    worst: list[Worst] = field(default_factory=list)


@dataclass(frozen=True)
class Score:
    """The score of an episode, a trace or a file; `strict` is None where it says nothing about the agent."""

    task: str
    title: str
    agent: str
    strict: bool | None
    quantitative: float | None
    message: str
    outputs: list[OutputScore]


class Side(NamedTuple):
    """A layer to look at: the agent's or the reference's."""

    path: str
    sublayer: str
    kind: str
    name: str


@dataclass(frozen=True)
class Differences:
    """Difference layers of one output, and the two layers that differ.

    Args:
        column: The column that colours agent and reference alike; "" for one colour.
        values: What its values, or the cells of a raster, are.
        id_columns: Columns by which a row is known.
    """

    written: DifferenceLayers
    agent: Side | None = None
    reference: Side | None = None
    column: str = ""
    values: str = "continuous"
    id_columns: tuple[str, ...] = ()


class Step(NamedTuple):
    """One call of agent or reference.

    Args:
        number: From 1.
        error: What it was refused for; "" where it was done.
    """

    number: int
    api: str
    arguments: dict[str, Any]
    error: str


class StepPair(NamedTuple):
    """Two steps that stand for each other, or one that stands alone.

    Args:
        kind: same; differs; follows (the same call on a layer that differs already); missing; extra; unused (by
            nothing that is written); inspects; failed.
        differing: Names of arguments that do not agree.
        why: A sentence, where there is something to say.
    """

    reference: Step | None
    agent: Step | None
    kind: str
    differing: list[str]
    why: str


@dataclass(frozen=True)
class StepComparison:
    """Aligned steps.

    Args:
        first_divergence: Place in `rows`; None where nothing differs.
        notes: Sentences on what is remarkable, or why there are no figures.
        mechanisms: Why it failed, as far as the calls tell: label and sentence.
    """

    rows: list[StepPair]
    first_divergence: int | None
    sentence: str
    notes: list[str]
    figures: list[Figure]
    mechanisms: list[Figure]
