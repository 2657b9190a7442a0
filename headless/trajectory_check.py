# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the trajectories in documents, task folders and packs before they run: each fault with its file and line."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..tasks.contract import OutputContract
from ..tasks.document import Document, read_document
from ..tasks.document_problem import DocumentError, DocumentProblem
from ..tasks.pack import PACK_FILE, PackFolder, load_pack
from ..tasks.register import DatasetUnavailable
from ..tasks.task import Task, read_task
from ..tasks.task_evidence import NaiveWays
from ..tasks.trajectory import Step, Trajectory
from ..tasks.yaml_tree import KeyPath
from ..tools.declaration.facts import LayerFacts
from .plan_check.finding import Finding
from .plan_check.given_inputs import FileInputs, GivenInputs, StatedInputs
from .plan_check.input_reader import InputReader
from .plan_check.plan import plan_findings
from .release_check import release_problems
from .workspace_inputs import InputFile

REFERENCE = "reference.json"
NAIVE = "naive.json"


@dataclass(frozen=True)
class StepProblem(DocumentProblem):
    """A fault of a trajectory.

    Args:
        step: Number of the step, from 1; None for what is missing at the end.
        argument: At fault; "" where it is none in particular.
        hint: What helps; "" where that is plain.
    """

    step: int | None = None
    argument: str = ""
    hint: str = ""

    def as_dict(self) -> dict[str, object]:  # type: ignore[override]
        """Returns the four keys of every problem, and the three of a step."""
        return {**super().as_dict(), "step": self.step, "argument": self.argument, "hint": self.hint}


def trajectory_problems(path: Path) -> list[DocumentProblem]:
    """Checks the trajectories in a file, a task folder, a pack or a folder of packs.

    Returns: A problem for each fault of a call; none for documents that are no trajectories, and for those that
        cannot be read, which is told by `tasks.validation`.
    """
    if path.name == PACK_FILE:
        path = path.parent
    is_of_task = path.name in (REFERENCE, NAIVE) and (path.parent / "task.yaml").is_file()
    with InputReader() as reader:
        if path.is_dir():
            given = [_given(found.parent, reader) for found in sorted(path.glob("**/task.yaml"))]
            packs = sorted(found.parent for found in path.glob(f"**/{PACK_FILE}"))
            problems = [problem for task in given for name in (REFERENCE, NAIVE) for problem in task.problems(name)]
            return problems + [problem for pack in packs for problem in release_problems(pack)]
        return _given(path.parent, reader).problems(path.name) if is_of_task else plan_problems(path)


def plan_problems(
    path: Path, inputs: GivenInputs | None = None, outputs: Iterable[OutputContract] | None = None
) -> list[DocumentProblem]:
    """Checks one trajectory.

    Args:
        inputs: What is known of the input files; None where nothing is.
        outputs: What it is to write; None where nobody says.
    """
    document, trajectory = _document(path), _model_of(path, Trajectory)
    if document is None or trajectory is None:
        return []
    found = plan_findings(_calls(trajectory.steps), inputs or GivenInputs(), outputs)
    return [_problem(document, ("steps",), finding, trajectory.steps) for finding in found]


def given_plan_problems(path: Path, files: Mapping[str, InputFile]) -> list[DocumentProblem]:
    """Checks a trajectory on files of a command line, by the name of the input. Raises: OSError."""
    with InputReader() as reader:
        return plan_problems(path, FileInputs(files, reader))


def task_plan_problems(path: Path, pack: PackFolder, task_id: str) -> list[DocumentProblem]:
    """Checks a trajectory as one for a task of a pack. Raises: DocumentError where the task cannot be read."""
    pack.task(task_id)
    with InputReader() as reader:
        given = _given(pack.task_folder(task_id), reader)
        return plan_problems(path, given.inputs, given.outputs)


class _Given(NamedTuple):
    """A task folder with what is known of its inputs."""

    folder: Path
    inputs: GivenInputs
    outputs: list[OutputContract] | None

    def problems(self, name: str) -> list[DocumentProblem]:
        """Checks the reference or the naive ways."""
        path = self.folder / name
        is_naive = name == NAIVE
        return _naive_problems(path, self.inputs) if is_naive else plan_problems(path, self.inputs, self.outputs)


def _naive_problems(path: Path, inputs: GivenInputs) -> list[DocumentProblem]:
    """Checks naive ways; a way that is meant to be refused may be refused here already, by the code it states."""
    document, naive = _document(path), _model_of(path, NaiveWays)
    if document is None or naive is None:
        return []
    problems: list[DocumentProblem] = []
    for caveat, way in naive.ways.items():
        found = [finding for finding in plan_findings(_calls(way.steps), inputs) if finding.severity == "error"]
        unexpected = [finding for finding in found if finding.code != way.bites.refused]
        problems += [_problem(document, ("ways", caveat, "steps"), finding, way.steps) for finding in unexpected]
    return problems


def _calls(steps: Sequence[Step]) -> list[tuple[str, dict[str, object]]]:
    return [(step.api, step.arguments) for step in steps]


def _problem(document: Document, keys: tuple[str, ...], finding: Finding, steps: Sequence[Step]) -> DocumentProblem:
    is_step = finding.step < len(steps)
    hint = f" Hint: {finding.hint.rstrip('.')}." if finding.hint else ""
    place = f"{keys[1]}, step" if len(keys) > 1 else "Step"
    sentence = f"{finding.sentence.rstrip('.')}."
    begin = f"{place} {finding.step + 1}: " if is_step else ""
    message = f"{begin}{sentence}{hint}" if begin else f"{sentence[:1].upper()}{sentence[1:]}{hint}"
    place_keys: KeyPath = (*keys, finding.step) if is_step else keys
    at = document.problem(place_keys, finding.code, message, severity=finding.severity)
    return StepProblem(**vars(at), step=finding.step + 1 if is_step else None, argument=finding.argument,
                       hint=finding.hint)  # fmt: skip


def _given(folder: Path, reader: InputReader) -> _Given:
    """Gives a task folder with its inputs, by their bytes where they are here; its own plans are foreseen."""
    task, pack = _task_of(folder), _pack_of(folder)
    inputs = _inputs_of(task, pack, reader) if task is not None and pack is not None else GivenInputs()
    trajectory, naive = _model_of(folder / REFERENCE, Trajectory), _model_of(folder / NAIVE, NaiveWays)
    for steps in [trajectory.steps] if trajectory else []:
        inputs.foresee(_calls(steps))
    for way in naive.ways.values() if naive else []:
        inputs.foresee(_calls(way.steps))
    return _Given(folder, inputs, None if task is None else task.outputs)


def _inputs_of(task: Task, pack: PackFolder, reader: InputReader) -> GivenInputs:
    if any(given.dataset not in pack.pack.datasets for given in task.inputs.values()):
        return GivenInputs()
    files = {}
    for name, given in task.inputs.items():
        with contextlib.suppress(DatasetUnavailable, OSError):
            files[name] = InputFile(*pack.dataset_file(given.dataset))
    stated = _stated_facts(task, pack)
    try:
        return FileInputs(files, reader, stated)
    except OSError:
        return StatedInputs(stated)


def _stated_facts(task: Task, pack: PackFolder) -> dict[str, LayerFacts]:
    """Returns file name to what the register says of it; loading may drop rows, so their number is left out."""
    facts = {}
    for name, given in task.inputs.items():
        dataset = pack.pack.datasets[given.dataset]
        facts[f"{name}.{dataset.format}"] = LayerFacts(kind=dataset.kind, crs=dataset.crs)
    return facts


def _model_of(path: Path, model: Any) -> Any:
    document = _document(path)
    try:
        return None if document is None else model.model_validate(document.value)
    except ValueError:
        return None


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
