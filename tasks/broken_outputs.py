# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the broken and equivalent outputs that a task declares fit its contracts."""

from __future__ import annotations

from pathlib import Path

from .contract import OutputContract, RasterOutput
from .document_problem import DocumentProblem, problem_at
from .mutation_names import MUTATIONS
from .task import Task
from .task_evidence import BrokenOutput

BROKEN_FILE = "broken.yaml"
BROKEN_FOLDER = "broken"


def output_of(task: Task, broken: BrokenOutput) -> OutputContract | None:
    """Returns the contract that a broken output stands for; None where that cannot be told."""
    able = [output for output in task.outputs if broken.output in (None, output.file, getattr(output, "layer", None))]
    return able[0] if len(able) == 1 else None


def broken_problems(folder: Path, task: Task, declared: list[BrokenOutput]) -> list[DocumentProblem]:
    """Lists what of broken.yaml does not fit its task: outputs, files, kinds, columns, and verdicts that are absent.

    Args:
        folder: Of the task.
    """
    where = folder / BROKEN_FILE
    faults = [(number, fault) for number, one in enumerate(declared, start=1) for fault in _faults(folder, task, one)]
    problems = [problem_at(where, None, code, f"Entry {number}: {text}") for number, (code, text) in faults]
    broken = [output_of(task, one) for one in declared if one.verdict == "wrong"]
    for output in task.outputs:
        if not any(one is output for one in broken):
            message = f'No output is declared wrong for "{output.file}".'
            problems.append(problem_at(where, None, "no_broken_output", message, "warning"))
    return problems


def _faults(folder: Path, task: Task, broken: BrokenOutput) -> list[tuple[str, str]]:
    contract = output_of(task, broken)
    if contract is None:
        files = ", ".join(f'"{output.file}"' for output in task.outputs)
        return [("bad_value", f"`output` must name one of {files}.")]
    if broken.file is not None:
        absent = not (folder / BROKEN_FOLDER / broken.file).is_file()
        return [("missing_file", f"{BROKEN_FOLDER}/{broken.file} is missing.")] if absent else []
    kinds = MUTATIONS[str(broken.mutation)].kinds
    if contract.kind not in kinds:
        return [("bad_value", f'{broken.mutation} changes a {" or ".join(kinds)}, and "{contract.file}" is none.')]
    column = broken.arguments.get("column")
    if column is None or isinstance(contract, RasterOutput) or column in contract.columns:
        return []
    return [("bad_value", f'"{column}" is no column of "{contract.file}" ({", ".join(contract.columns)}).')]
