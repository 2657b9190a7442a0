# SPDX-License-Identifier: GPL-2.0-or-later
"""Outputs of which several are right, told from the calls of a reference trajectory.

What an API leaves open is a fact about answers and not about how a tool runs, so it stands here as data: point where
they may lie, cut where equals may fall either way, number what has no number of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from .contract import RasterOutput, VectorOutput
from .task import Task
from .trajectory import Step, Trajectory

Open = Literal["place", "choice", "numbers"]


class ManyAnswers(NamedTuple):
    """An API whose answer leaves something open.

    Args:
        api: Its name.
        open: place of points, choice of rows among equals, or numbers that only tell groups apart.
        when: Argument and the word that leaves it open; an empty word for any value; None for every call.
        numbered: Argument that names the column of numbers, with its default.
    """

    api: str
    open: Open
    when: tuple[str, str] | None = None
    numbered: tuple[str, str] | None = None


MANY_ANSWERS = (
    ManyAnswers("interior_points", "place"),
    ManyAnswers("random_points", "place"),
    ManyAnswers("join_nearest", "choice", ("ties", "first")),
    ManyAnswers("spatial_join", "choice", ("matches", "first")),
    ManyAnswers("sort_and_rank", "choice", ("keep_top", "")),
    ManyAnswers("dbscan_clustering", "numbers", None, ("id_field", "cluster_id")),
    ManyAnswers("kmeans_clustering", "numbers", None, ("id_field", "cluster_id")),
    ManyAnswers("clump_raster", "numbers"),
    ManyAnswers("unsupervised_classification", "numbers"),
)


class OpenAnswer(NamedTuple):
    """Something that an output leaves open: the output's number in the task, the fault in words, and how grave."""

    output: int
    message: str
    severity: Literal["error", "warning"]


def open_answers(task: Task, trajectory: Trajectory) -> list[OpenAnswer]:
    """Returns where a contract matches one of several right answers.

    Edges: Follows handles from call to call into the exported file. Points in other places and numbers of groups are
        errors. Equals may be none, which only data show, so a choice among them is a warning.
    """
    found = []
    for index, output in enumerate(task.outputs):
        for step, fact in _facts_of(output.file, trajectory.steps):
            message = _message(output, step, fact)
            if message:
                found.append(OpenAnswer(index, message, "warning" if fact.open == "choice" else "error"))
    return found


def _message(output: Any, step: Step, fact: ManyAnswers) -> str | None:
    if fact.open == "place":
        points = isinstance(output, VectorOutput) and output.geometry_type == "Point"
        if points and output.geometry.compare == "match":
            return f'"{output.file}" holds points that {fact.api} may place otherwise; use compare: predicates.'
    elif fact.open == "choice":
        if not isinstance(output, RasterOutput) and not output.tie_groups and not output.predicates:
            how = fact.when[0] if fact.when else ""
            return f'"{output.file}": {fact.api} with {how} chooses among equals; if any, list them in tie_groups.'
    elif isinstance(output, RasterOutput):
        if output.values == "categorical":
            return f'"{output.file}" holds numbers that {fact.api} may give otherwise; use values: label.'
    elif fact.numbered:
        name = step.arguments.get(*fact.numbered)
        column = output.columns.get(name)
        if column is not None and column.role != "label":
            return f'"{name}" of "{output.file}" holds numbers that {fact.api} may give otherwise; use role: label.'
    return None


def _facts_of(file: str, steps: list[Step]) -> list[tuple[Step, ManyAnswers]]:
    """Returns the calls that leave something open and whose layers reach an exported file, in order."""
    facts = [(step, fact) for step in steps for fact in MANY_ANSWERS if fact.api == step.api and _applies(fact, step)]
    reached: dict[str, set[int]] = {}
    for place, step in enumerate(steps):
        words = set(_texts(step.arguments))
        through = {place}.union(*(reached.get(word, set()) for word in words))
        if file in words and _made(step) == []:
            return [(step, fact) for step, fact in facts if any(steps[other] is step for other in through)]
        for name in _made(step):
            reached[name] = through
    return []


def _made(step: Step) -> list[str]:
    """Returns the handles that a call makes."""
    named = [value for key, value in step.arguments.items() if key in ("output", "name") or key.endswith("_output")]
    return [value for value in named if isinstance(value, str)]


def _applies(fact: ManyAnswers, step: Step) -> bool:
    if fact.when is None:
        return True
    argument, word = fact.when
    value = step.arguments.get(argument)
    return value is not None and word in ("", value)


def _texts(value: Any) -> Iterator[str]:
    """Yields all texts in the arguments of a call, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
