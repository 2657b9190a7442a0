# SPDX-License-Identifier: GPL-2.0-or-later
"""All cases, and a run over them: many in one child, each with its record, its seconds and its folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gisagentbench.scoring.limited_child import Job
from gisagentbench.scoring.record import ScoreRecord

from ..layer_files import contract_of
from . import blobs, databases, file_kinds, names, rasters, row_files, shapefiles
from .cases import ANY, CONTRACTS, EXTENSIONS, FREE, PASSES, Case, honest

MODULES = (file_kinds, databases, blobs, row_files, shapefiles, rasters, names)


def light_cases() -> list[Case]:
    """Returns the cases that cost little."""
    return [case for module in MODULES for case in module.cases()]


def references(folder: Path) -> dict[str, Path]:
    """Writes the right answers, and returns them by extension."""
    folder.mkdir(parents=True, exist_ok=True)
    return {ending: honest(folder / f"result{ending}") for ending in EXTENSIONS}


def jobs(cases: list[Case], folder: Path) -> Iterator[Job]:
    """Makes the outputs of cases, and yields what to score."""
    right = references(folder / "reference")
    for number, case in enumerate(cases):
        output = folder / str(number) / case.file
        output.parent.mkdir()
        case.make(output)
        ending = output.suffix.lower()
        yield Job(contract_of(**CONTRACTS[ending] | {"file": case.file}), right[ending], output)


def fault(case: Case, record: ScoreRecord) -> str | None:
    """Says what is not as the case demands; None where all is."""
    first = record.first_failing_check
    detail = next((check.detail for check in record.checks if check.name == first), "")
    kept = {ANY: first is not None, PASSES: first is None, FREE: True}.get(case.check, first == case.check)
    if kept and case.reason in detail and not (first and len(detail) < 20):
        return None
    return f"{case.name}: expected {case.check} {case.reason!r}, found {first} {detail!r}"
