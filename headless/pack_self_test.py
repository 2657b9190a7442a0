# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests the scorer on the references of a pack: mutations of every clause, and what its tasks declare broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from ..scoring.score import output_name
from ..scoring.self_test.outcome import OutputTest
from ..scoring.self_test.trial import Declared, Subject, run_tests
from ..tasks.broken_outputs import BROKEN_FILE, BROKEN_FOLDER, broken_problems, output_of
from ..tasks.document import read_model
from ..tasks.document_problem import DocumentError, DocumentProblem, errors_of, problem_at
from ..tasks.pack import PackFolder
from ..tasks.task import Task
from ..tasks.task_evidence import BrokenOutput, BrokenOutputs
from .episode_scoring import inputs_for_predicates


def scorer_test_on_pack(
    pack: PackFolder, running: Callable[[str], None], task_ids: list[str] | None = None, mutate: bool = True
) -> list[OutputTest]:
    """Tests the scorer on a pack.

    Args:
        running: Told what runs now.
        task_ids: The tasks; all of them where left out.
        mutate: Whether all mutations are run, or the outputs that tasks declare alone.
    Raises: CannotScore, DatasetUnavailable; DocumentError where a broken.yaml does not fit its task.
    """
    with ExitStack() as stack:
        return run_tests(
            _subjects(pack, pack.task_ids() if task_ids is None else task_ids, stack), running, mutate=mutate
        )


def _subjects(pack: PackFolder, task_ids: list[str], stack: ExitStack) -> Iterator[Subject]:
    for task_id in task_ids:
        task = pack.task(task_id)
        declared = declared_outputs(pack, task)
        inputs = stack.enter_context(inputs_for_predicates(pack, task))
        for contract in task.outputs:
            own = tuple(_declared(pack, task_id, one) for one in declared if output_of(task, one) is contract)
            reference = pack.reference_folder(task_id) / contract.file
            yield Subject(task_id, output_name(contract), contract, reference, inputs, own)


def declared_outputs(pack: PackFolder, task: Task) -> list[BrokenOutput]:
    """Returns what broken.yaml of a task declares; nothing where there is none.

    Raises: DocumentError where it does not fit its task.
    """
    folder = pack.task_folder(task.id)
    if not (folder / BROKEN_FILE).is_file():
        return []
    declared: list[BrokenOutput] = read_model(folder / BROKEN_FILE, BrokenOutputs)
    faults = errors_of(broken_problems(folder, task, declared))
    if faults:
        raise DocumentError(faults)
    return declared


def broken_output_problems(pack: PackFolder, task_id: str) -> list[DocumentProblem]:
    """Scores the outputs that a task declares; lists those that do not end as declared."""
    where = pack.task_folder(task_id) / BROKEN_FILE
    tests = scorer_test_on_pack(pack, lambda name: None, [task_id], mutate=False)
    return [
        problem_at(where, None, "differs", f'{trial.name} of "{test.output}": {trial.message}')
        for test in tests
        for trial in test.trials
        if not trial.held
    ]


def _declared(pack: PackFolder, task_id: str, one: BrokenOutput) -> Declared:
    file: Path | None = None
    if one.file is not None:
        file = pack.task_folder(task_id) / BROKEN_FOLDER / one.file
    return Declared(one.first_failing_check, file, one.mutation or "", one.arguments)
