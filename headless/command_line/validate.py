# SPDX-License-Identifier: GPL-2.0-or-later
"""`validate`: checks documents, task folders and packs without running anything."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..refusal import CommandRefused
from . import answer

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


def run(arguments: argparse.Namespace) -> int:
    """Validates. Returns: 0 ok, 1 faults in what documents say, 2 a document that cannot be read."""
    from ...tasks.validation import validate_path
    from ..trajectory_check import trajectory_problems

    absent = next((path for path in arguments.paths if not path.exists()), None)
    if absent is not None:
        raise CommandRefused("FILE_NOT_FOUND", f'There is no file or folder "{absent}".')
    problems = [problem for path in arguments.paths for problem in (*validate_path(path), *trajectory_problems(path))]
    errors = [problem for problem in problems if problem.severity == "error"]
    unreadable = [problem for problem in errors if problem.code in UNREADABLE_RULES]
    record: dict[str, Any] = {"ok": not errors, "problems": [problem.as_dict() for problem in problems]}
    if unreadable:
        first = unreadable[0]
        record["error"] = {"code": "INVALID_DOCUMENT", "message": f"{first.where}: {first.message}", "hint": ""}
    answer.write(record, text(problems, len(errors)), arguments.json)
    return 2 if unreadable else 1 if errors else 0


def text(problems: list[Any], errors: int) -> str:
    """Returns what a person reads: the verdict, a line per fault."""
    faults = f"{errors} {'fault' if errors == 1 else 'faults'}"
    lines = [f"not valid: {faults}" if errors else "valid"]
    lines += [f"  {problem.severity}  {problem}" for problem in problems]
    return "\n".join(lines)
