# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what the service answers about a result. The one place that knows the keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from ...headless.difference_layers.written_layers import DifferenceLayers, WrittenLayer
from .answers import (
    CheckLine,
    Differences,
    Extent,
    Figure,
    NotRun,
    OutputScore,
    Score,
    Side,
    Step,
    StepComparison,
    StepPair,
    Worst,
)


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
        [str(note) for note in (answer.get("ungradeable"), *(answer.get("flags") or ())) if note],
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
        str(row["kind"]),
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
