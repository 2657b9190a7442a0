# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of tests, read from pytest's report and said as CI reads them."""

import subprocess
import sys

import pytest

from gisagentbench.headless import check_tiers
from gisagentbench.headless.check_tiers import Check, Counts, Tier
from gisagentbench.headless.command_line import test as word

ONE_OF_EACH = """
import pytest
def test_passes(): pass
def test_fails(): assert 1 == 2
@pytest.mark.skipif(True, reason="shown here")
def test_skipped(): pass
@pytest.fixture
def broken(): raise RuntimeError
def test_error(broken): pass
"""


def test_counts_are_read_from_the_report_that_pytest_writes(tmp_path):
    (tmp_path / "test_one.py").write_text(ONE_OF_EACH)
    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "--rootdir", str(tmp_path)]
    subprocess.run([*command, f"--junit-xml={report}", str(tmp_path)], capture_output=True, cwd=tmp_path)
    assert check_tiers.read_counts(report) == Counts(passed=1, failed=2, skipped=1)


def test_a_report_that_was_never_written_counts_nothing(tmp_path):
    assert check_tiers.read_counts(tmp_path / "none.xml") == Counts(0, 0, 0)


def test_types_are_checked_where_numpy_is_oldest_and_style_everywhere():
    names = {
        system: [row[0] for row in check_tiers.checkers(system)] for system in ("debian12-py3.11", "debian13-py3.13")
    }
    assert names == {"debian12-py3.11": ["ruff", "flake8-qgis", "mypy"], "debian13-py3.13": ["ruff", "flake8-qgis"]}


def tiers(ruff=0, failed=0, tests=0):
    pure = Tier("without QGIS", [Check("ruff", ruff, 0.5), Check("tests", 0, 1.5, Counts(10, 0, 1))])
    return [pure, Tier("with QGIS", [Check("tests", tests, 3.0, Counts(5, failed, 0))])]


def test_the_last_line_is_what_ci_reads():
    assert word.tiers_text(tiers()).splitlines() == [
        "all checks and tests passed",
        "  without QGIS  11 tests, 2.0 s (ruff 0.5 s, tests 1.5 s)",
        "  with QGIS     5 tests, 3.0 s (tests 3.0 s)",
        "15 passed, 0 failed, 1 skipped",
    ]


def test_what_failed_is_named_first():
    lines = word.tiers_text(tiers(ruff=2, failed=2, tests=1)).splitlines()
    assert lines[0] == "failed: ruff (without QGIS, status 2), tests (with QGIS, status 1)"
    assert lines[-1] == "15 passed, 2 failed, 1 skipped"


def test_a_process_that_dies_after_its_last_test_is_told_by_its_signal():
    lines = word.tiers_text(tiers(tests=-11)).splitlines()
    assert lines[0] == "failed: tests (with QGIS, status -11)"


@pytest.mark.parametrize(("status", "passed"), [(0, True), (1, False), (5, False)])
def test_a_run_of_tests_passes_with_status_zero_alone(monkeypatch, tmp_path, status, passed):
    monkeypatch.setattr(check_tiers, "_carry_out", lambda command, folder, environment: (status, 1.0))
    monkeypatch.setattr(check_tiers, "_cache", lambda name: tmp_path / name)
    assert check_tiers._tests(["-m", "qgis"], {}, lambda text: None).passed is passed
