# SPDX-License-Identifier: GPL-2.0-or-later
"""`validate`: checks documents, task folders, packs and plans without running anything."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...tools.declaration.errors import did_you_mean
from ..refusal import CommandRefused
from . import answer
from .option_types import add_inputs

HELP = "check contracts, tasks, trajectories and packs without running them"
# Rules whose breach means that the document cannot be used at all; the others are faults of what it says.
UNREADABLE_RULES = (
    "missing_file", "too_large", "not_utf8", "unreadable", "not_yaml", "not_json", "duplicate_key", "anchor", "tag",
    "leading_zeros", "too_deep", "empty", "bad_key", "unknown_key", "missing_key", "bad_word", "bad_value",
    "wrong_type", "unknown_document", "bad_order",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `validate`."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, a task folder, a pack")
    parser.add_argument("--task", metavar="ID", help="check trajectories as answers to this task")
    parser.add_argument("--pack", metavar="P", help="the pack of --task, an embedded one or its folder (demo)")
    add_inputs(parser, "check trajectories on this file as inputs/NAME.<ending>")


def run(arguments: argparse.Namespace) -> int:
    """Validates. Returns: 0 ok, 1 faults in what documents say, 2 a document that cannot be read."""
    from ...tasks.validation import validate_path

    absent = next((path for path in arguments.paths if not path.exists()), None)
    if absent is not None:
        raise CommandRefused("FILE_NOT_FOUND", f'There is no file or folder "{absent}".')
    check = _plan_check(arguments)
    if importlib.util.find_spec("qgis") is None:
        sys.stderr.write("gisagentbench: QGIS is not here; plans are checked by their calls and contracts alone.\n")
    problems = [problem for path in arguments.paths for problem in (*validate_path(path), *check(path))]
    errors = [problem for problem in problems if problem.severity == "error"]
    unreadable = [problem for problem in errors if problem.code in UNREADABLE_RULES]
    record: dict[str, Any] = {"ok": not errors, "problems": [problem.as_dict() for problem in problems]}
    if unreadable:
        first = unreadable[0]
        record["error"] = {"code": "INVALID_DOCUMENT", "message": f"{first.where}: {first.message}", "hint": ""}
    answer.write(record, text(problems, len(errors)), arguments.json)
    return 2 if unreadable else 1 if errors else 0


def _plan_check(arguments: argparse.Namespace) -> Callable[[Path], list[Any]]:
    """Gives what checks the trajectories in a path, on the inputs that the command line names."""
    from ..trajectory_check import given_plan_problems, task_plan_problems, trajectory_problems

    if arguments.task is not None and arguments.input:
        raise CommandRefused("BAD_VALUE", "--task and --input are both given.", "A task has its inputs already.")
    if arguments.pack is not None and arguments.task is None:
        raise CommandRefused("MISSING_ARGUMENT", "--pack is given without --task.", "`tasks --pack P` lists them.")
    folder = next((path for path in arguments.paths if path.is_dir()), None)
    if folder is not None and (arguments.task is not None or arguments.input):
        message = f'--task and --input are for a trajectory; "{folder}" is a folder.'
        raise CommandRefused("BAD_VALUE", message, "A task folder and a pack have their tasks and inputs.")
    if arguments.task is not None:
        from ...tasks.pack import find_pack

        pack = find_pack(arguments.pack or "demo")
        if arguments.task not in pack.task_ids():
            hint = did_you_mean(arguments.task, pack.task_ids(), "tasks", "`tasks`") + "."
            raise CommandRefused("BAD_VALUE", f'The pack "{pack.pack.name}" has no task "{arguments.task}".', hint)
        return lambda path: task_plan_problems(path, pack, arguments.task)
    if arguments.input:
        from ..workspace_inputs import name_inputs

        files = name_inputs(arguments.input)
        return lambda path: given_plan_problems(path, files)
    return trajectory_problems


def text(problems: list[Any], errors: int) -> str:
    """Returns what a person reads: the verdict, a line per fault."""
    faults = f"{errors} {'fault' if errors == 1 else 'faults'}"
    lines = [f"not valid: {faults}" if errors else "valid"]
    lines += [f"  {problem.severity}  {problem}" for problem in problems]
    return "\n".join(lines)
