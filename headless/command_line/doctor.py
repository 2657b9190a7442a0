# SPDX-License-Identifier: GPL-2.0-or-later
"""`doctor`: every version that counts and what is wrong; with `--full` in a started QGIS, too."""

from __future__ import annotations

import argparse
from typing import Any

from .. import machine_check
from . import answer

HELP = "show versions and what is wrong with this machine"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `doctor`."""
    parser.add_argument("--full", action="store_true", help="also start qgis_process and look for the provider")


def run(arguments: argparse.Namespace) -> int:
    """Diagnoses this machine. Returns: 0 where all is well, 3 where something is broken."""
    started: dict[str, Any] = {}
    if arguments.full:
        diagnosis, started = machine_check.diagnose_with_qgis()
    else:
        diagnosis = machine_check.diagnose()
    record = diagnosis.record() | started
    wrong = next((problem for problem in diagnosis.problems if problem.severity == "error"), None)
    if wrong is not None:
        record["error"] = {"code": wrong.code, "message": wrong.message, "hint": wrong.hint}
    answer.write(record, text(diagnosis, started), arguments.json)
    return 0 if diagnosis.ok else 3


def text(diagnosis: machine_check.Diagnosis, started: dict[str, Any]) -> str:
    """Returns what a person reads: the verdict, what is wrong, the versions."""
    errors = sum(problem.severity == "error" for problem in diagnosis.problems)
    verdict = "all is well" if diagnosis.ok else f"{errors} {'thing is' if errors == 1 else 'things are'} wrong"
    lines = [verdict]
    for problem in diagnosis.problems:
        lines += [f"  {problem.severity}  {problem.where}: {problem.message}", f"         {problem.hint}"]
    if started.get("algorithms"):
        count = len(started["algorithms"])
        lines.append(f"  QGIS started in {started['seconds']} s and lists {count} algorithms of gisagentbench")
    width = max(map(len, diagnosis.versions))
    lines += [f"  {name:<{width}}  {version or 'absent'}" for name, version in diagnosis.versions.items()]
    return "\n".join(lines)
