# SPDX-License-Identifier: GPL-2.0-or-later
"""The score of what is judged, in words, with the places of its worst rows."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...scoring.record import ScoreRecord
from ...scoring.score import output_name, score_output, task_score
from ...tasks.contract import OutputContract
from ..episode_scoring import inputs_for_predicates
from ..report.output_words import OutputView, output_view
from .judge_places import worst_extents
from .judge_subject import Subject


def scored(subject: Subject) -> dict[str, Any]:
    """Scores all outputs; nothing is stored.

    Raises: CannotScore where reference or inputs cannot be used; DatasetUnavailable where a predicate needs an input.
    """
    folder = subject.pack.reference_folder(subject.task.id)
    views, records = [], {}
    with inputs_for_predicates(subject.pack, subject.task) as inputs:
        for contract, output in subject.outputs:
            reference = folder / contract.file
            record = score_output(contract, reference, output, inputs)
            label = output_name(contract)
            records[label] = record
            extents = worst_extents(contract, reference, output, record)
            views.append(_view(output_view(contract, label, record), contract, record, extents))
    score = task_score(subject.task, records)
    return {
        "task": subject.task.id,
        "title": subject.task.title,
        "pack": str(subject.pack.folder),
        "agent": subject.agent,
        "strict": score.strict,
        "quantitative": score.as_dict()["quantitative"],
        "message": subject.message,
        "outputs": views,
    }


def _view(
    view: OutputView, contract: OutputContract, record: ScoreRecord, extents: list[dict[str, float] | None]
) -> dict[str, Any]:
    crs = record.location_crs
    worst = [
        {
            "key": row.key,
            "column": row.column,
            "expected": row.expected,
            "found": row.found,
            "extent": extent,
            "crs": crs,
        }
        for row, extent in zip(view.worst, extents, strict=True)
    ]
    return {
        "label": view.label,
        "kind": contract.kind,
        "strict": view.strict,
        "failed": [asdict(check) for check in view.failed],
        "not_run": [{"reason": reason, "names": names} for reason, names in view.not_run],
        "passed": [asdict(check) for check in view.passed],
        "diagnosis": view.diagnosis,
        "figures": [{"name": term.name, "value": term.words} for term in view.figures],
        "worst": worst,
        "id_columns": list(getattr(contract, "id_columns", [])),
    }
