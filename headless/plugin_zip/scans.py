# SPDX-License-Identifier: GPL-2.0-or-later
"""Bandit and detect-secrets over the files of the zip, as the plugin repository runs them."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..refusal import BROKEN, CommandRefused
from .members import Member
from .rules import Fault

SCANNERS = ("bandit", "detect_secrets")
# Even of low severity, what the repository blocks: passwords that are written out, modules that run
# what they read, and shells.
ALSO = {"B105", "B106", "B107", "B401", "B402", "B403", "B602", "B605"}
WEIGHTY = ("MEDIUM", "HIGH")


def scan(members: Sequence[Member]) -> list[Fault]:
    """Lists what both find.

    Raises: CommandRefused where one of them is not installed or cannot be run.
    """
    lacking = [name.replace("_", "-") for name in SCANNERS if importlib.util.find_spec(name) is None]
    if lacking:
        message = f"{' and '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} missing; the zip was not scanned."
        raise CommandRefused("DEPENDENCY_MISSING", message, "Start ./gisagentbench test once.", BROKEN)
    with tempfile.TemporaryDirectory(prefix="gisagentbench-zip-") as name:
        folder = Path(name)
        for member in members:
            file = folder / member.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(member.data)
        return [*bandit_faults(folder), *secret_faults(folder)]


def bandit_faults(folder: Path) -> list[Fault]:
    """Lists what Bandit finds of medium or high severity, passwords that are written out, and what it cannot read."""
    report = _report(folder, ["bandit", "--recursive", ".", "--format", "json", "--quiet"])
    found = [Fault(_place(error.get("filename")), f"Bandit: {error.get('reason')}") for error in report["errors"]]
    for issue in report["results"]:
        if issue["issue_severity"] in WEIGHTY or issue["test_id"] in ALSO:
            where = f"{_place(issue['filename'])}:{issue['line_number']}"
            found.append(Fault(where, f"Bandit {issue['test_id']}: {issue['issue_text']}"))
    return found


def secret_faults(folder: Path) -> list[Fault]:
    """Lists what detect-secrets takes for a secret."""
    report = _report(folder, ["detect_secrets", "scan", "--all-files", "--exclude-files", r"metadata\.txt", "."])
    return [
        Fault(f"{_place(file)}:{secret['line_number']}", f"detect-secrets: {secret['type']}")
        for file, secrets in sorted(report["results"].items())
        for secret in secrets
    ]


def _report(folder: Path, words: list[str]) -> Any:
    command = [sys.executable, "-P", "-m", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    try:
        return json.loads(done.stdout)
    except ValueError:
        said = (done.stderr.strip().splitlines() or ["it does not say why"])[-1]
        message = f"{words[0]} ended with status {done.returncode}: {said}."
        raise CommandRefused("ENGINE_FAILED", message, "", BROKEN) from None


def _place(name: Any) -> str:
    return str(name).removeprefix("./")
