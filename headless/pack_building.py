# SPDX-License-Identifier: GPL-2.0-or-later
"""Builds a pack: makes the reference outputs from the reference trajectories, and writes checksums.

Building twice gives the same bytes: an output that is there and holds what the trajectory makes is left as it is, since
files differ between versions of the libraries that write them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from ..scoring.comparison import CannotScore
from ..scoring.score import score_task
from ..scoring.source_file import file_parts
from ..tasks.content_hash import NotHashable
from ..tasks.document_problem import DocumentProblem, errors_of, problem_at
from ..tasks.pack import PackFolder, load_pack, write_checksums
from ..tasks.reference_content import CONTENT_FILE, read_reference_content, write_reference_content
from ..tasks.register import DatasetUnavailable
from ..tasks.task import Task
from ..tasks.validation import pack_problems
from .episode_scoring import task_inputs
from .pack_verification import CHECK, difference_words, replay_reference, run_check
from .stored_content import same_content, stored_content
from .trajectory_check import trajectory_problems
from .workspace_inputs import put_inputs

# What building mends itself.
MENDED = ("checksum",)
State = Literal["kept", "written", "replaced"]


class BuiltReference(NamedTuple):
    """One reference output.

    Args:
        state: kept as it was; written where there was none; replaced, since the trajectory makes another answer.
        shipped: Whether it is part of the release, or its content hash alone.
    """

    task: str
    file: str
    state: State
    shipped: bool


class BuiltPack(NamedTuple):
    """What building has done; with problems of severity error no checksum was written."""

    references: list[BuiltReference]
    problems: list[DocumentProblem]


def build_pack(
    pack: PackFolder, trust: bool, running: Callable[[str], None], unshipped_only: bool = False
) -> BuiltPack:
    """Builds a pack in its folder.

    Args:
        trust: Whether the check.py of each task is run, too; an answer that it does not agree with is not written.
        running: Told what runs now.
        unshipped_only: Whether only outputs are made that are no part of the release, which then stays as it is.
    """
    found = [*pack_problems(pack.folder), *trajectory_problems(pack.folder)]
    mended = () if unshipped_only else MENDED
    problems = [problem for problem in errors_of(found) if problem.code not in mended]
    references: list[BuiltReference] = []
    for task_id in unshipped_tasks(pack) if unshipped_only else pack.task_ids():
        folder = pack.task_folder(task_id)
        if not any(problem.where.startswith(f"{folder}/") for problem in problems):
            running(f"{task_id}: reference.json")
            built, faults = _build_task(pack, pack.task(task_id), trust)
            references += built
            problems += faults
    if not unshipped_only and not errors_of(problems):
        write_checksums(pack.folder)
        problems += errors_of(pack_problems(load_pack(pack.folder).folder))
    return BuiltPack(references, problems)


def _build_task(pack: PackFolder, task: Task, trust: bool) -> tuple[list[BuiltReference], list[DocumentProblem]]:
    folder = pack.task_folder(task.id)
    with tempfile.TemporaryDirectory(prefix="gisagentbench-build-") as temporary:
        workspace, checked = Path(temporary) / "replay", Path(temporary) / "check"
        try:
            put_inputs(workspace, task_inputs(pack, task))
        except DatasetUnavailable as absent:
            return [], [problem_at(folder / "task.yaml", None, "missing_data", f"{absent.message} {absent.hint}")]
        made = workspace / "output"
        problems = replay_reference(pack, task, workspace) or _missing(folder, task, made)
        if not problems and trust:
            faults = run_check(folder / CHECK, workspace / "inputs", checked)
            problems = faults or _disagreement(folder / CHECK, task, made, checked, workspace / "inputs")
        if problems:
            return [], problems
        if ships_references(pack, task):
            return _shipped(pack, task, made, workspace / "inputs")
        return _unshipped(pack, task, made)


def unshipped_tasks(pack: PackFolder) -> list[str]:
    """Returns the tasks whose outputs are no part of the release, by their recorded content hashes."""
    return [task_id for task_id in pack.task_ids() if (pack.task_folder(task_id) / CONTENT_FILE).is_file()]


def ships_references(pack: PackFolder, task: Task) -> bool:
    """Tells whether the reference outputs of a task are shipped: all its data may be, and it has no content hashes."""
    clear = all(pack.pack.datasets[given.dataset].licence_class == "clear" for given in task.inputs.values())
    return clear and not (pack.task_folder(task.id) / CONTENT_FILE).is_file()


def _missing(folder: Path, task: Task, made: Path) -> list[DocumentProblem]:
    absent = [output.file for output in task.outputs if not (made / output.file).is_file()]
    message = f"The trajectory writes no {', '.join(absent)}."
    return [problem_at(folder / "reference.json", None, "missing_file", message)] if absent else []


def _disagreement(where: Path, task: Task, made: Path, checked: Path, inputs: Path) -> list[DocumentProblem]:
    try:
        score = score_task(task, made, checked, inputs)
    except CannotScore as error:
        return [problem_at(where.with_name("reference.json"), None, error.code, error.message)]
    message = f"{difference_words(score)}; nothing was written."
    return [] if score.strict else [problem_at(where, None, "differs", message)]


def _shipped(
    pack: PackFolder, task: Task, made: Path, inputs: Path
) -> tuple[list[BuiltReference], list[DocumentProblem]]:
    """Puts the outputs in place; one that is there stays where it is right under the contract."""
    stored = pack.reference_folder(task.id)
    built = []
    agrees = _agrees(task, stored, made, inputs)
    for file in _files(task):
        state = _state(made / file, stored / file)
        if state == "replaced" and agrees:
            state = "kept"
        if state != "kept":
            _put(made / file, stored)
        built.append(BuiltReference(task.id, file, state, shipped=True))
    return built, []


def _agrees(task: Task, stored: Path, made: Path, inputs: Path) -> bool:
    """Tells whether the outputs that are there are those that were made, under the contracts."""
    if not all((stored / file).is_file() for file in _files(task)):
        return False
    try:
        return score_task(task, stored, made, inputs).strict
    except CannotScore:
        return False


def _unshipped(pack: PackFolder, task: Task, made: Path) -> tuple[list[BuiltReference], list[DocumentProblem]]:
    """Puts the outputs in place whose content is the recorded one; records it where none is."""
    folder = pack.task_folder(task.id)
    where = folder / CONTENT_FILE
    recorded = read_reference_content(folder) or {}
    try:
        found = {file: stored_content(made / file) for file in _files(task)}
    except NotHashable as error:
        return [], [problem_at(folder / "reference.json", None, "content", f"{error}.")]
    changed = [file for file in sorted(recorded) if found.get(file) != recorded[file]]
    problems = [problem_at(where, None, "content", _other_content(file, found.get(file), recorded)) for file in changed]
    if problems:
        return [], problems
    write_reference_content(folder, found)
    stored, built = pack.reference_folder(task.id), []
    for file in _files(task):
        state = _state(made / file, stored / file)
        if state != "kept":
            _put(made / file, stored)
        built.append(BuiltReference(task.id, file, state, shipped=False))
    return built, []


def _other_content(file: str, found: str | None, recorded: dict[str, str]) -> str:
    what = f"comes out as {found}" if found else "does not come out at all"
    hint = f"where trajectory or data were changed on purpose, remove {CONTENT_FILE} and build again"
    return f"{file} {what}, recorded is {recorded[file]}; nothing was written ({hint})."


def _files(task: Task) -> list[str]:
    return list(dict.fromkeys(output.file for output in task.outputs))


def _state(made: Path, stored: Path) -> State:
    if not stored.is_file():
        return "written"
    return "kept" if same_content(made, stored) else "replaced"


def _put(made: Path, folder: Path) -> None:
    """Puts a file and the parts of its format into a folder, each by rename."""
    folder.mkdir(exist_ok=True)
    for part in file_parts(made):
        unfinished = folder / f".{part.name}.unfinished"
        shutil.copyfile(part, unfinished)
        os.replace(unfinished, folder / part.name)
