# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks trajectories without running them: every call against the tools, step by step, following their effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..tasks.document import Document, read_document
from ..tasks.document_problem import DocumentError, DocumentProblem
from ..tasks.pack import PACK_FILE, PackFolder, load_pack
from ..tasks.task import Task, read_task
from ..tasks.task_evidence import NaiveWays
from ..tasks.trajectory import Trajectory
from ..tools.declaration.errors import ToolError
from ..tools.declaration.facts import LayerFacts
from ..tools.declaration.validator import check_steps
from .release_check import release_problems

REFERENCE = "reference.json"
NAIVE = "naive.json"


def trajectory_problems(path: Path) -> list[DocumentProblem]:
    """Checks the trajectories in a file, a task folder, a pack or a folder of packs.

    Returns: A problem for each fault of a call; none for documents that are no trajectories, and for those that
        cannot be read, which is told by `tasks.validation`.
    """
    if path.is_dir():
        folders = sorted(found.parent for found in path.glob("**/task.yaml"))
        packs = sorted(found.parent for found in path.glob(f"**/{PACK_FILE}"))
        problems = [problem for folder in folders for problem in _folder_problems(folder)]
        return problems + [problem for pack in packs for problem in release_problems(pack)]
    if path.name == PACK_FILE:
        return trajectory_problems(path.parent)
    if path.name in (REFERENCE, NAIVE) and (path.parent / "task.yaml").is_file():
        task = _task_of(path.parent)
        return _file_problems(path, _input_facts(task, _pack_of(path.parent)), _output_files(task))
    return _file_problems(path, None, None)


def _folder_problems(folder: Path) -> list[DocumentProblem]:
    task = _task_of(folder)
    facts = _input_facts(task, _pack_of(folder))
    problems = _file_problems(folder / REFERENCE, facts, _output_files(task))
    return problems + _naive_problems(folder / NAIVE, facts)


def _file_problems(
    path: Path, inputs: Mapping[str, LayerFacts] | None, outputs: Iterable[str] | None
) -> list[DocumentProblem]:
    document = _document(path)
    if document is None or not isinstance(document.value, dict) or "steps" not in document.value:
        return []
    try:
        trajectory = Trajectory.model_validate(document.value)
    except ValueError:
        return []
    faults = check_steps([(step.api, step.arguments) for step in trajectory.steps], inputs, outputs)
    return [_problem(document, ("steps",), step, fault) for step, fault in faults]


def _naive_problems(path: Path, inputs: Mapping[str, LayerFacts] | None) -> list[DocumentProblem]:
    """Checks naive ways; a way that is meant to be refused may be refused here already, by the code it states."""
    document = _document(path)
    if document is None:
        return []
    try:
        ways = NaiveWays.model_validate(document.value).ways
    except ValueError:
        return []
    problems = []
    for caveat, way in ways.items():
        faults = check_steps([(step.api, step.arguments) for step in way.steps], inputs)
        unexpected = [(step, fault) for step, fault in faults if fault.code != way.bites.refused]
        problems += [_problem(document, ("ways", caveat, "steps"), step, fault) for step, fault in unexpected]
    return problems


def _problem(document: Document, keys: tuple[str, ...], step: int, fault: ToolError) -> DocumentProblem:
    hint = f" Hint: {fault.hint}." if fault.hint else ""
    place = f"{keys[1]}, step" if len(keys) > 1 else "Step"
    message = f"{place} {step + 1}: {fault.sentence.rstrip('.')}.{hint}"
    if fault.code == "NO_OUTPUT_WRITTEN":
        message = f"{fault.sentence[:1].upper()}{fault.sentence[1:]}."
    return document.problem((*keys, step), fault.code, message)


def _input_facts(task: Task | None, pack: PackFolder | None) -> dict[str, LayerFacts] | None:
    """Returns file name to what the register says of it; None where there is no pack to ask."""
    if task is None or pack is None or any(given.dataset not in pack.pack.datasets for given in task.inputs.values()):
        return None
    facts = {}
    for name, given in task.inputs.items():
        dataset = pack.pack.datasets[given.dataset]
        facts[f"{name}.{dataset.format}"] = LayerFacts(kind=dataset.kind, crs=dataset.crs, count=dataset.features)
    return facts


def _output_files(task: Task | None) -> list[str] | None:
    return None if task is None else [output.file for output in task.outputs]


def _task_of(folder: Path) -> Task | None:
    try:
        return read_task(folder)
    except DocumentError:
        return None


def _pack_of(folder: Path) -> PackFolder | None:
    """Finds the pack that a task folder lies in."""
    try:
        return load_pack(folder.parent.parent)
    except DocumentError:
        return None


def _document(path: Path) -> Document | None:
    try:
        return read_document(path)
    except DocumentError:
        return None
