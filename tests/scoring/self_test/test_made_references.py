# SPDX-License-Identifier: GPL-2.0-or-later
"""The scorer holds on references of every kind, and a scorer that is broken is found out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gisagentbench.scoring.check_names import asked_checks
from gisagentbench.scoring.comparison import compare_files
from gisagentbench.scoring.limited_child import Job
from gisagentbench.scoring.record import Check, ScoreRecord
from gisagentbench.scoring.self_test.made_references.columns import contract_of
from gisagentbench.scoring.self_test.made_references.suite import made_references, made_subjects
from gisagentbench.scoring.self_test.mutation import NotApplicable
from gisagentbench.scoring.self_test.outcome import OutputTest, counts_of
from gisagentbench.scoring.self_test.registry import OF_RASTERS, OF_ROWS, case_of, mutations_of
from gisagentbench.scoring.self_test.trial import Subject, run_tests
from gisagentbench.tasks.mutation_names import MUTATIONS

SOME = ("lines with M values", "a tie", "polygons that cover all", "labels of which some may be wrong")


def here(jobs: list[Job]) -> list[ScoreRecord]:
    """Scores in this process."""
    return [compare_files(*job) for job in jobs]


def passing(jobs: list[Job]) -> list[ScoreRecord]:
    """A scorer to which everything is right."""
    return [changed(record, strict=True) for record in here(jobs)]


def refusing(jobs: list[Job]) -> list[ScoreRecord]:
    """A scorer to which nothing is right."""
    return [changed(record, strict=False) for record in here(jobs)]


def blind(jobs: list[Job]) -> list[ScoreRecord]:
    """A scorer that does not look at values."""
    return [without(record, "values") for record in here(jobs)]


def changed(record: ScoreRecord, strict: bool) -> ScoreRecord:
    """Returns a record with another verdict in all its checks."""
    checks = [Check(name=check.name, passed=strict) for check in record.checks]
    return record.model_copy(update={"strict": strict, "checks": checks})


def without(record: ScoreRecord, name: str) -> ScoreRecord:
    """Returns a record in which one check passes whatever it found."""
    checks = [check if check.name != name else Check(name=name, passed=True) for check in record.checks]
    return record.model_copy(update={"checks": checks, "strict": all(check.passed for check in checks)})


def run(
    folder: Path, names: tuple[str, ...], score: Callable[[list[Job]], list[ScoreRecord]] = here
) -> list[OutputTest]:
    """Tests a scorer on some made references."""
    return run_tests(chosen(folder, names), score=score)


def chosen(folder: Path, names: tuple[str, ...]) -> list[Subject]:
    """Writes some made references."""
    return [subject for subject in made_subjects(folder) if not names or subject.output in names]


def misses(tests: list[OutputTest]) -> list[str]:
    """Returns what was missed, in words."""
    return [f"{miss['output']}: {miss['mutation']} {miss['message']}" for test in tests for miss in test.misses()]


def test_the_scorer_holds_on_some(tmp_path: Path) -> None:
    tests = run(tmp_path, SOME)
    assert misses(tests) == []
    counts = counts_of(tests)
    assert (counts["caught"], counts["accepted"]) == (counts["mutations"], counts["equivalents"])
    assert len(tests) == len(SOME)


@pytest.mark.slow
def test_the_scorer_holds_on_all(tmp_path: Path) -> None:
    tests = run(tmp_path, ())
    assert misses(tests) == []
    assert len(tests) == len(made_references())


def test_a_scorer_that_passes_everything_catches_nothing(tmp_path: Path) -> None:
    counts = counts_of(run(tmp_path, ("two ids",), passing))
    assert counts["caught"] == 0 < counts["mutations"]
    assert counts["accepted"] == counts["equivalents"]


def test_a_scorer_that_refuses_everything_accepts_nothing(tmp_path: Path) -> None:
    counts = counts_of(run(tmp_path, ("two ids",), refusing))
    assert counts["accepted"] == 0 < counts["equivalents"]


def test_a_scorer_without_one_check_misses_what_that_check_sees(tmp_path: Path) -> None:
    found = [miss for test in run(tmp_path, ("two ids",), blind) for miss in test.misses()]
    assert {miss["expected"] for miss in found} == {"values"}
    assert {"count_off_by_one", "value_as_null", "values_swapped"} <= {miss["mutation"] for miss in found}
    assert found[0]["message"] == "It fails first at values, and passed."


@pytest.fixture(scope="module")
def applied(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str | None]]:
    """Makes every mutation of every made reference; returns the checks that each expects."""
    folder = tmp_path_factory.mktemp("made")
    found: dict[str, set[str | None]] = {}
    for subject in made_subjects(folder):
        case = case_of(subject.contract, subject.reference, subject.inputs_dir)
        for mutation in mutations_of(subject.contract).values():
            for arguments in mutation.choices(case):
                try:
                    found.setdefault(mutation.name, set()).add(mutation.make(case, **arguments).check)
                except NotApplicable:
                    continue
    return found


def test_every_mutation_applies_somewhere(applied: dict[str, set[str | None]]) -> None:
    assert set(MUTATIONS) - set(applied) == set()


def test_every_check_is_the_first_to_fail_somewhere(applied: dict[str, set[str | None]]) -> None:
    asked = {name for made in made_references().values() for name in asked_checks(contract_of(made))}
    expected = {check for checks in applied.values() for check in checks if check is not None}
    assert expected == asked
    assert len(asked) == 15 + 9 - 3  # rows and rasters have readable, crs and values both


def test_the_list_that_documents_know_is_the_list_that_is_run() -> None:
    for mutation in (*OF_ROWS, *OF_RASTERS):
        assert MUTATIONS[mutation.name].arguments == mutation.arguments
    assert {mutation.name for mutation in (*OF_ROWS, *OF_RASTERS)} == set(MUTATIONS)
    assert {name for name, words in MUTATIONS.items() if "raster" in words.kinds} == {one.name for one in OF_RASTERS}
