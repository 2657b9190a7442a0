# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs mutations and declared outputs through the scorer, many of them in one limited child."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ...tasks.contract import OutputContract
from ..comparison import CannotScore
from ..limited_child import Job, run_jobs
from ..record import ScoreRecord
from ..source_file import Unreadable
from ..vector_reading import LayerMissing
from .clauses import judge_clauses
from .mutation import Arguments, Made, NotApplicable
from .outcome import NotTried, OutputTest, Trial
from .registry import Case, case_of, mutations_of

JOBS_OF_A_CHILD = 200
BYTES_ON_DISK = 256 * 1024**2
REFERENCE_HINT = "packs verify names what is wrong with a reference."


class Declared(NamedTuple):
    """An output that a task declares broken or equivalent.

    Args:
        check: The check that must be the first to fail; None where it must pass.
        file: The file, where it is one.
        mutation: Name of a mutation of the reference, where it is one.
        arguments: Of the mutation.
    """

    check: str | None
    file: Path | None = None
    mutation: str = ""
    arguments: Arguments = {}


class Subject(NamedTuple):
    """One contract and its reference, on which the scorer is tested.

    Args:
        task: Name of the task, for the record.
        output: Name of the output, for the record.
        inputs_dir: Folder of the task's inputs, for predicates.
        declared: Outputs that the task declares, run beside all mutations that apply.
    """

    task: str
    output: str
    contract: OutputContract
    reference: Path
    inputs_dir: Path | None = None
    declared: tuple[Declared, ...] = ()


class _Waiting(NamedTuple):
    """An output that lies on disk and is not scored yet."""

    test: OutputTest
    job: Job
    name: str
    arguments: Arguments
    check: str | None


def run_tests(
    subjects: Iterable[Subject],
    running: Callable[[str], None] = lambda name: None,
    mutate: bool = True,
    score: Callable[[list[Job]], list[ScoreRecord]] | None = None,
) -> list[OutputTest]:
    """Tests the scorer on contracts and their references.

    Args:
        running: Told what runs now.
        mutate: Whether all mutations are run and clauses judged, or declared outputs are run alone.
        score: The scorer that is tested; the one in a limited child where left out.
    Raises: CannotScore where a reference or inputs cannot be used.
    """
    score = score or run_jobs
    tests: list[tuple[Case, OutputTest]] = []
    batch: list[_Waiting] = []
    with tempfile.TemporaryDirectory(prefix="gisagentbench-self-test-") as temporary:
        for subject in subjects:
            running(f"{subject.task}: {subject.output}")
            case = case_of(subject.contract, subject.reference, subject.inputs_dir)
            tests.append((case, OutputTest(subject.task, subject.output)))
            for waiting in _outputs(subject, *tests[-1], Path(temporary), mutate):
                batch.append(waiting)
                if len(batch) >= JOBS_OF_A_CHILD or _size(Path(temporary)) > BYTES_ON_DISK:
                    _score(batch, score)
        _score(batch, score)
    for case, test in tests if mutate else ():
        judge_clauses(case, test)
    return [test for _, test in tests]


def _outputs(subject: Subject, case: Case, test: OutputTest, folder: Path, mutate: bool) -> Iterator[_Waiting]:
    """Makes all outputs of a subject, the reference itself first.

    Raises: CannotScore.
    """
    itself = Job(subject.contract, subject.reference, subject.reference, subject.inputs_dir)
    yield _Waiting(test, itself, "the reference itself", {}, None)
    try:
        yield from _declared(subject, case, test, folder)
        if mutate:
            yield from _mutated(subject, case, test, folder)
    except Unreadable as error:
        message = f'The reference "{subject.reference.name}" {error.reason}.'
        code = "BAD_FORMAT" if subject.reference.exists() else "FILE_NOT_FOUND"
        raise CannotScore(code, message, REFERENCE_HINT) from None
    except LayerMissing as error:
        message = f'The reference "{subject.reference.name}" has no layer "{error.wanted}".'
        raise CannotScore("BAD_FORMAT", message, REFERENCE_HINT) from None


def _mutated(subject: Subject, case: Case, test: OutputTest, folder: Path) -> Iterator[_Waiting]:
    for mutation in mutations_of(subject.contract).values():
        for arguments in mutation.choices(case):
            try:
                made = mutation.make(case, **arguments)
            except NotApplicable as absent:
                test.not_applicable.append(NotTried(mutation.name, arguments, absent.reason))
                continue
            yield from _written(subject, test, Trial(mutation.name, arguments, made.check, None, False), made, folder)


def _declared(subject: Subject, case: Case, test: OutputTest, folder: Path) -> Iterator[_Waiting]:
    able = mutations_of(subject.contract)
    for one in subject.declared:
        if one.file is not None:
            job = Job(subject.contract, subject.reference, one.file, subject.inputs_dir)
            yield _Waiting(test, job, f"broken/{one.file.name}", {}, one.check)
            continue
        trial = Trial(one.mutation, one.arguments, one.check, None, False)
        try:
            made = able[one.mutation].apply(case, one.arguments)
        except NotApplicable as absent:
            test.trials.append(trial._replace(fault=f"The declared mutation does not apply: {absent.reason}"))
            continue
        yield from _written(subject, test, trial, made, folder)


def _written(subject: Subject, test: OutputTest, trial: Trial, made: Made, folder: Path) -> Iterator[_Waiting]:
    path = Path(tempfile.mkdtemp(dir=folder)) / subject.contract.file
    try:
        made.write(path)
    except (RuntimeError, ValueError) as error:
        fault = f"The output could not be written: {str(error)[:160].rstrip('.')}"
        test.trials.append(trial._replace(fault=fault))
        return
    job = Job(subject.contract, subject.reference, path, subject.inputs_dir)
    yield _Waiting(test, job, trial.name, trial.arguments, trial.expected)


def _score(batch: list[_Waiting], score: Callable[[list[Job]], list[ScoreRecord]]) -> None:
    """Scores what waits and empties the batch.

    Raises: CannotScore.
    """
    records = score([waiting.job for waiting in batch]) if batch else []
    for waiting, record in zip(batch, records, strict=True):
        found = record.first_failing_check
        waiting.test.trials.append(Trial(waiting.name, waiting.arguments, waiting.check, found, record.strict))
        made = waiting.job.output.parent
        if made.parent.name.startswith("gisagentbench-self-test-"):
            shutil.rmtree(made)
    batch.clear()


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
