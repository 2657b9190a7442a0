# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores outputs: one file against its reference, or all outputs of a task. The way in for everybody else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..tasks.contract import OutputContract
from ..tasks.task import Task
from .limited_child import Cancelled, IsCancelled, Job, Limits, run_jobs
from .record import ScoreRecord, TaskScore

__all__ = ["Cancelled", "Limits", "OutputPaths", "score_output", "score_task"]


class OutputPaths(NamedTuple):
    """Where the reference and the output of one contract lie."""

    reference: Path
    output: Path


def score_output(
    contract: OutputContract,
    reference: Path,
    output: Path,
    inputs_dir: Path | None = None,
    limits: Limits | None = None,
    is_cancelled: IsCancelled | None = None,
) -> ScoreRecord:
    """Scores one output file.

    Args:
        contract: What it must be.
        reference: The right answer.
        output: The file to judge; it may be missing, broken or hostile.
        inputs_dir: Folder of the task's inputs (NAME.<ext>), for predicates that compare with one.
        limits: Memory, time and file size for reading and comparing; where left out, those that fit the reference.
        is_cancelled: Asked while the child reads and compares.
    Returns: A record, whatever the output is.
    Raises: CannotScore where the reference or the inputs cannot be used; Cancelled.
    """
    job = Job(contract, Path(reference), Path(output), inputs_dir)
    return run_jobs([job], limits, is_cancelled)[0]


def score_task(
    task: Task,
    reference_dir: Path,
    output_dir: Path,
    inputs_dir: Path | None = None,
    limits: Limits | None = None,
) -> TaskScore:
    """Scores all outputs of a task: strict where all are, closeness as their mean, a missing one counts 0.

    Raises: CannotScore.
    """
    jobs = [
        Job(contract, Path(reference_dir) / contract.file, Path(output_dir) / contract.file, inputs_dir)
        for contract in task.outputs
    ]
    records = run_jobs(jobs, limits)
    return task_score(task, dict(zip(map(output_name, task.outputs), records, strict=True)))


def task_score(task: Task, records: Mapping[str, ScoreRecord]) -> TaskScore:
    """Puts the records of all outputs of a task together."""
    return TaskScore(
        task=task.id,
        strict=all(record.strict for record in records.values()),
        quantitative=sum(record.closeness.quantitative for record in records.values()) / len(records),
        outputs=dict(records),
    )


def output_name(contract: OutputContract) -> str:
    """Returns the name of an output in a task score: its file, with the layer where one is named."""
    layer = getattr(contract, "layer", None)
    return f"{contract.file}:{layer}" if layer else contract.file
