# SPDX-License-Identifier: GPL-2.0-or-later
"""Hundreds of hostile outputs: each has its record in words, in bounded time, and none leads its reader away.

The third of the campaign that runs everywhere takes every third case of every kind; `test --full` runs all of them, and
`bench hostile` the ones that cost minutes or gigabytes, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.scoring.comparison import CannotScore, compare_files
from gisagentbench.scoring.limited_child import Limits, Scored, scored_jobs

from .hostile.away import canary, leads_away, visits
from .hostile.campaign import fault, jobs, light_cases
from .hostile.cases import Case

LIMITS = Limits(seconds=60.0)
CASES_AT_LEAST, LONGEST_DETAIL = 600, 2000
Ran = tuple[list[Case], list[Scored], Path]


def run(cases: list[Case], folder: Path) -> Ran:
    """Scores cases, many in one child."""
    return cases, scored_jobs(list(jobs(cases, folder)), LIMITS), folder


@pytest.fixture(scope="module")
def third(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """Runs every third case."""
    return run(light_cases()[::3], tmp_path_factory.mktemp("hostile") / "third")


def faults(ran: Ran) -> list[str]:
    """Returns what is not as its case demands."""
    return [found for case, one in zip(ran[0], ran[1], strict=True) if (found := fault(case, one.record))]


def test_there_are_hundreds_of_cases_of_different_names() -> None:
    names = [case.name for case in light_cases()]
    assert len(names) >= CASES_AT_LEAST
    assert sorted(set(names)) == sorted(names)


def test_each_hostile_output_has_the_record_it_deserves(third: Ran) -> None:
    assert faults(third) == []


@pytest.mark.slow
def test_each_hostile_output_of_all_has_the_record_it_deserves(tmp_path: Path) -> None:
    assert faults(run(light_cases(), tmp_path / "all")) == []


def test_records_of_hostile_outputs_are_short_lines_without_paths(third: Ran) -> None:
    for one in third[1]:
        words = [check.detail for check in one.record.checks] + [str(row) for row in one.record.worst_rows]
        for text in words:
            assert len(text) <= 2 * LONGEST_DETAIL
            assert "gisagentbench-" not in text and str(third[2]) not in text and "Traceback" not in text
            assert "\x1b" not in text and "\n" not in text and "\u202e" not in text


def test_no_hostile_output_brings_about_an_error_of_the_scorer(third: Ran) -> None:
    details = [check.detail for one in third[1] for check in one.record.checks]
    assert [detail for detail in details if "could not be compared" in detail or "ended its reader" in detail] == []


def test_every_hostile_output_of_the_third_takes_less_than_its_limit(third: Ran) -> None:
    assert max(one.seconds for one in third[1]) < LIMITS.seconds


def test_reading_changes_no_hostile_output(tmp_path: Path) -> None:
    cases = [case for case in light_cases() if case.name.startswith("GeoPackage:")][::3]
    made = list(jobs(cases, tmp_path / "made"))
    (tmp_path / "victim").write_text("here")
    before = _contents(tmp_path)
    scored_jobs(made, LIMITS)
    assert _contents(tmp_path) == before


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() if path.is_file() and not path.is_symlink() else b"" for path in folder.rglob("*")
    }


def test_a_visit_is_seen() -> None:
    with visits() as seen:
        canary().read_text()
    assert seen == ["the canary was opened"]


def test_no_output_leads_its_reader_to_a_file_or_an_address(tmp_path: Path) -> None:
    """Read in this process, where no closed file system stands behind the choice of drivers and settings."""
    made = [job for job in jobs(light_cases(), tmp_path / "made") if leads_away(job.output.parent)]
    assert len(made) > 40
    with visits() as seen:
        for job in made:
            _compared(job)
    assert seen == []


def _compared(job: Any) -> None:
    try:
        compare_files(job.contract, job.reference, job.output)
    except CannotScore as error:
        raise AssertionError(f"{job.output} is taken for a fault of its reference") from error
