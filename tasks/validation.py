# SPDX-License-Identifier: GPL-2.0-or-later
"""Validation of documents by path, as far as they can be judged without tools or data."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from .broken_outputs import BROKEN_FILE, broken_problems
from .contract import OutputContract
from .document import Document, build_model, read_document
from .document_problem import DocumentError, DocumentProblem, Severity, problem_at
from .many_answers import open_answers
from .pack import PACK_FILE, PackFolder, checksum_problems, load_pack
from .pack_refusal import PackRefused
from .pack_zip_reading import unpack_pack
from .reference_content import CONTENT_FILE, ReferenceContent
from .task import Task
from .task_evidence import BrokenOutputs, NaiveWays, Reviews
from .trajectory import Trajectory
from .yaml_tree import KeyPath

COMPANIONS: dict[str, Any] = {
    "broken.yaml": BrokenOutputs,
    "naive.json": NaiveWays,
    "review.yaml": Reviews,
    CONTENT_FILE: ReferenceContent,
}


def validate_path(path: Path) -> list[DocumentProblem]:
    """Validates a contract, a task.yaml, a trajectory, a task folder, a pack or a folder of packs.

    Args:
        path: A file or folder; what it is is told by its name and its keys.
    Returns: Every fault, in the order of files and lines; empty where all is well.
    """
    path = Path(path)
    if path.suffix.lower() == ".zip":
        return _zip_problems(path)
    if not path.exists():
        return [problem_at(path, None, "missing_file", "There is no such file or folder.")]
    return _folder_problems(path) if path.is_dir() else _file_problems(path)


def _folder_problems(folder: Path) -> list[DocumentProblem]:
    if (folder / PACK_FILE).is_file():
        return pack_problems(folder)
    if (folder / "task.yaml").is_file():
        return task_folder_problems(folder)
    packs = sorted(path.parent for path in folder.glob(f"*/{PACK_FILE}"))
    if packs:
        return [problem for pack in packs for problem in pack_problems(pack)]
    message = f"The folder holds neither {PACK_FILE} nor task.yaml."
    return [problem_at(folder, None, "unknown_document", message)]


def _zip_problems(path: Path) -> list[DocumentProblem]:
    """Validates a zipped pack in a copy; the paths are those in the zip."""
    with tempfile.TemporaryDirectory(prefix="gisagentbench-zip-") as folder:
        try:
            unpack_pack(path, Path(folder))
        except PackRefused as refused:
            return [problem_at(path, None, "unknown_document", refused.message)]
        return [
            replace(found, where=found.where.replace(folder, str(path), 1)) for found in pack_problems(Path(folder))
        ]


def _file_problems(path: Path) -> list[DocumentProblem]:
    if path.name == PACK_FILE:
        return pack_problems(path.parent)
    try:
        document = read_document(path)
        model = COMPANIONS.get(path.name) or _model_of(document)
        build_model(document, model)
    except DocumentError as error:
        return list(error.problems)
    return []


def _model_of(document: Document) -> Any:
    keys = set(document.value) if isinstance(document.value, dict) else set()
    if "steps" in keys:
        return Trajectory
    if {"outputs", "prompt"} & keys:
        return Task
    if "kind" in keys or "columns" in keys:
        return OutputContract
    message = "The document is no task (outputs, prompt), no contract (kind) and no trajectory (steps)."
    raise DocumentError([problem_at(document.path, 1, "unknown_document", message)])


def task_folder_problems(folder: Path, pack: PackFolder | None = None) -> list[DocumentProblem]:
    """Validates a task and everything beside it.

    Args:
        pack: The pack it belongs to, for its areas and datasets; left out, they are not looked up.
    """
    problems: list[DocumentProblem] = []
    task = _read(folder / "task.yaml", Task, problems)
    trajectory = _read(folder / "reference.json", Trajectory, problems)
    found = {
        name: _read(folder / name, model, problems) for name, model in COMPANIONS.items() if (folder / name).exists()
    }
    if task is None:
        return problems
    where = folder / "task.yaml"
    if task.id != folder.name:
        message = f'The id "{task.id}" is not its folder "{folder.name}".'
        problems.append(problem_at(where, None, "bad_value", message))
    if trajectory is not None and trajectory.task not in (None, task.id):
        message = f'The trajectory is of task "{trajectory.task}", not of "{task.id}".'
        problems.append(problem_at(folder / "reference.json", None, "bad_value", message))
    if trajectory is not None:
        problems += [
            _task_problem(where, ("outputs", found.output), "many_answers", found.message, found.severity)
            for found in open_answers(task, trajectory)
        ]
    problems += [
        problem_at(where, None, "missing_file", _missing(output.file, found), "warning")
        for output in task.outputs
        if not (folder / "reference" / output.file).is_file()
    ]
    problems += _broken_problems(folder, task, found)
    return problems + (_register_problems(where, task, pack) if pack else [])


def _missing(file: str, companions: dict[str, Any]) -> str:
    """Says that a reference output is missing, and what makes it where it is not shipped."""
    content = companions.get(CONTENT_FILE)
    if content is not None and file in content.files:
        return f"reference/{file} is not shipped; `packs build` makes it where the data are."
    return f"reference/{file} is missing."


def _broken_problems(folder: Path, task: Task, companions: dict[str, Any]) -> list[DocumentProblem]:
    if BROKEN_FILE not in companions:
        message = "No output is declared wrong: there is no broken.yaml."
        return [problem_at(folder / BROKEN_FILE, None, "missing_file", message, "warning")]
    declared = companions[BROKEN_FILE]
    return [] if declared is None else broken_problems(folder, task, declared)


def _task_problem(where: Path, keys: KeyPath, code: str, message: str, severity: Severity) -> DocumentProblem:
    return read_document(where).problem(keys, code, message, severity=severity)


def _register_problems(where: Path, task: Task, pack: PackFolder) -> list[DocumentProblem]:
    problems = []
    if task.aoi not in pack.pack.areas:
        message = f'The area "{task.aoi}" is not among those of the pack: {", ".join(pack.pack.areas)}.'
        problems.append(problem_at(where, None, "bad_value", message))
    for name, given in task.inputs.items():
        dataset = pack.pack.datasets.get(given.dataset)
        if dataset is None:
            message = f'Input "{name}" is the dataset "{given.dataset}", which the register does not have.'
            problems.append(problem_at(where, None, "bad_value", message))
        elif dataset.kind != given.kind:
            message = f'Input "{name}" is a {given.kind}, but its dataset is a {dataset.kind}.'
            problems.append(problem_at(where, None, "bad_value", message))
    return problems


def pack_problems(folder: Path) -> list[DocumentProblem]:
    """Validates a pack: its own file, every task, and the checksums."""
    try:
        pack = load_pack(folder)
    except DocumentError as error:
        return list(error.problems)
    folders = [pack.task_folder(task_id) for task_id in pack.task_ids()]
    problems = [problem for task_folder in folders for problem in task_folder_problems(task_folder, pack)]
    if not pack.task_ids():
        problems.append(problem_at(folder / PACK_FILE, None, "missing_file", "The pack has no tasks."))
    known = set(pack.task_ids())
    for table, named in pack.pack.release.tables().items():
        for task_id in sorted(named - known):
            message = f'{table} names the task "{task_id}", which the pack does not have.'
            problems.append(problem_at(folder / PACK_FILE, None, "bad_value", message))
    return problems + checksum_problems(pack)


def _read(path: Path, model: Any, problems: list[DocumentProblem]) -> Any:
    return _kept(lambda: build_model(read_document(path), model), problems)


def _kept(read: Callable[[], Any], problems: list[DocumentProblem]) -> Any:
    try:
        return read()
    except DocumentError as error:
        problems.extend(error.problems)
        return None


def problems_as_json(problems: list[DocumentProblem]) -> str:
    """Returns the record that `validate --json` prints."""
    ok = not any(problem.severity == "error" for problem in problems)
    return json.dumps({"ok": ok, "problems": [problem.as_dict() for problem in problems]}, indent=2)
