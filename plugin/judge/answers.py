# SPDX-License-Identifier: GPL-2.0-or-later
"""What the service answers about a result, as typed values. The one place that knows the keys; no Qt, no pydantic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from ...headless.difference_layers.written_layers import DifferenceLayers, WrittenLayer

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
        differing: Names of arguments that do not agree.
        why: A sentence, where there is something to say.
    """

    reference: Step | None
    agent: Step | None
    same: bool
    differing: list[str]
    why: str


@dataclass(frozen=True)
class StepComparison:
    """Aligned steps.

    Args:
        first_divergence: Place in `rows`; None where nothing differs.
        mechanisms: Why it failed, as far as the calls tell: label and sentence.
    """

    rows: list[StepPair]
    first_divergence: int | None
    sentence: str
    figures: list[Figure]
    mechanisms: list[Figure]


def read_score(answer: Mapping[str, Any]) -> Score:
    """Reads the answer of `score`."""
    return Score(
        task=str(answer.get("task") or ""),
        title=str(answer.get("title") or answer.get("task") or ""),
        agent=str(answer.get("agent") or ""),
        strict=answer.get("strict"),
        quantitative=answer.get("quantitative"),
        message=str(answer.get("message") or ""),
        outputs=[_output(one) for one in answer["outputs"]],
    )


def read_differences(answer: Mapping[str, Any]) -> Differences:
    """Reads the answer of `differences`."""
    written = {**_known(DifferenceLayers, answer), "layers": [_written(one) for one in answer.get("layers") or ()]}
    return Differences(
        DifferenceLayers(**written),
        _side(answer.get("agent")),
        _side(answer.get("reference")),
        str(answer.get("column") or ""),
        str(answer.get("values") or "continuous"),
        tuple(answer.get("id_columns") or ()),
    )


def read_steps(answer: Mapping[str, Any]) -> StepComparison:
    """Reads the answer of `compare_steps`."""
    return StepComparison(
        [_pair(row) for row in answer["rows"]],
        answer.get("first_divergence"),
        str(answer.get("sentence") or ""),
        _figures(answer.get("figures")),
        [Figure(str(one["label"]), str(one["sentence"])) for one in answer.get("mechanisms") or ()],
    )


def _output(one: Mapping[str, Any]) -> OutputScore:
    return OutputScore(
        label=str(one["label"]),
        kind=str(one.get("kind") or ""),
        strict=one.get("strict"),
        failed=_checks(one.get("failed")),
        not_run=[NotRun(str(row["reason"]), list(row["names"])) for row in one.get("not_run") or ()],
        passed=_checks(one.get("passed")),
        diagnosis=[str(sentence) for sentence in one.get("diagnosis") or ()],
        figures=_figures(one.get("figures")),
        worst=[_worst(row) for row in one.get("worst") or ()],
    )


def _checks(rows: Iterable[Mapping[str, Any]] | None) -> list[CheckLine]:
    return [CheckLine(str(row["name"]), str(row.get("asks") or row["name"]), str(row["detail"])) for row in rows or ()]


def _figures(rows: Iterable[Mapping[str, Any]] | None) -> list[Figure]:
    return [Figure(str(row["name"]), str(row["value"])) for row in rows or ()]


def _worst(row: Mapping[str, Any]) -> Worst:
    texts = (str(row["key"]), str(row["column"]), _text(row.get("expected")), _text(row.get("found")))
    return Worst(*texts, read_extent(row.get("extent")), str(row.get("crs") or ""))


def read_extent(value: Mapping[str, Any] | None) -> Extent | None:
    """Reads an extent; None where there is none."""
    return Extent(*(float(value[name]) for name in Extent._fields)) if value else None


def _side(value: Mapping[str, Any] | None) -> Side | None:
    if not value or not value.get("path"):
        return None
    path = str(value["path"])
    return Side(path, str(value.get("sublayer") or ""), str(value["kind"]), str(value.get("name") or path))


def _pair(row: Mapping[str, Any]) -> StepPair:
    return StepPair(
        _step(row.get("reference")),
        _step(row.get("agent")),
        bool(row.get("same")),
        [str(name) for name in row.get("differing") or ()],
        str(row.get("why") or ""),
    )


def _step(value: Mapping[str, Any] | None) -> Step | None:
    if not value:
        return None
    arguments = value.get("arguments")
    given = arguments if isinstance(arguments, dict) else {"": arguments}
    return Step(int(value["step"]), str(value["api"]), given, str(value.get("error") or ""))


def _written(one: Mapping[str, Any]) -> WrittenLayer:
    return WrittenLayer(**_known(WrittenLayer, one))


def _known(record: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    names = {one.name for one in fields(record)}
    return {name: value for name, value in values.items() if name in names and value is not None}


def _text(value: Any) -> str:
    return "" if value is None else str(value)
