# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the checkers and tests of the project in two tiers, without QGIS and with it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from . import machine

FLOORS_WITH_TYPES = ("tasks", "scoring", "tools", "headless")
# numpy's own type information differs from version to version: the oldest one decides.
SYSTEM_OF_TYPES = "debian12"
# Enums, imports and old Qt names; QGS105 forbids what classFactory is given by QGIS, QGS2xx guesses by method names.
QGIS_RULES = ("--select=QGS1,QGS4", "--extend-ignore=QGS105")
OUTSIDE = ".venv,.cache,.git,runs,dist"
# A module named qgis that cannot be imported: what needs QGIS shows itself in the tier that does without.
SHADOW_OF_QGIS = machine.ROOT / "tests" / "house" / "shadow_of_qgis"


class Counts(NamedTuple):
    """How tests ended; errors of set-up and collection count as failed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def total(self) -> int:
        return sum(self)


@dataclass(frozen=True)
class Check:
    """One checker, or one run of tests, that was carried out; a negative status is the signal that ended it."""

    name: str
    status: int
    seconds: float
    counts: Counts = field(default_factory=Counts)

    @property
    def passed(self) -> bool:
        return self.status == 0


@dataclass(frozen=True)
class Tier:
    """The checks of one tier, in the order in which they ran."""

    name: str
    checks: list[Check]

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def seconds(self) -> float:
        return sum(check.seconds for check in self.checks)

    @property
    def counts(self) -> Counts:
        return Counts(*(sum(numbers) for numbers in zip(*(check.counts for check in self.checks), strict=True)))


def tier_without_qgis(slow: bool, say: Callable[[str], None]) -> Tier:
    """Runs the checkers and the tests that need no QGIS.

    Args:
        slow: Also the tests that are marked slow.
        say: Is told what begins.
    """
    environment = machine.child_environment()
    checks = [
        _checker(name, [sys.executable, "-P", "-m", *words], folder, environment, say)
        for name, words, folder in checkers(machine.environment_name())
    ]
    shadowed = environment | {"PYTHONPATH": os.pathsep.join((str(SHADOW_OF_QGIS), environment["PYTHONPATH"]))}
    expression = "not qgis" if slow else "not qgis and not slow"
    checks.append(_tests(["-m", expression], shadowed, say))
    return Tier("without QGIS", checks)


def checkers(environment: str) -> list[tuple[str, list[str], Path]]:
    """Returns name, words after `python -m`, and folder of each checker; mypy only where types are decided.

    Args:
        environment: Name of the Python environment, e.g. `debian12-py3.11`.
    """
    found = [
        ("ruff", ["ruff", "check", "--cache-dir", str(_cache("ruff"))], machine.ROOT),
        ("flake8-qgis", ["flake8", *QGIS_RULES, f"--exclude={OUTSIDE}"], machine.ROOT),
    ]
    if environment.startswith(f"{SYSTEM_OF_TYPES}-"):
        settings = ["--config-file", str(machine.ROOT / "pyproject.toml"), "--cache-dir", str(_cache("mypy"))]
        packages = [word for floor in FLOORS_WITH_TYPES for word in ("-p", f"gisagentbench.{floor}")]
        found.append(("mypy", ["mypy", *settings, *packages], machine.plugins_folder()))
    return found


def tier_with_qgis(slow: bool, say: Callable[[str], None]) -> Tier:
    """Runs the tests that need QGIS, in the environment of QGIS processes."""
    expression = "qgis" if slow else "qgis and not slow"
    return Tier("with QGIS", [_tests(["-m", expression], machine.child_environment(), say)])


def read_counts(report: Path) -> Counts:
    """Reads how tests ended from the JUnit report that pytest wrote; none where it wrote none."""
    if not report.exists():
        return Counts()
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))  # nosec B314  # what pytest wrote
    total, failures, errors, skipped = (
        sum(int(suite.get(name, "0")) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    return Counts(passed=total - failed - skipped, failed=failed, skipped=skipped)


def _cache(name: str) -> Path:
    return machine.cache_folder() / name


def _carry_out(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, float]:
    """Runs a command with its story on standard error; returns its exit status and seconds."""
    started = time.perf_counter()
    # standard output is kept for the answer
    done = subprocess.run(command, cwd=folder, env=environment, stdout=sys.stderr, stdin=subprocess.DEVNULL)
    return done.returncode, time.perf_counter() - started


def _checker(
    name: str, command: list[str], folder: Path, environment: dict[str, str], say: Callable[[str], None]
) -> Check:
    say(name)
    status, seconds = _carry_out(command, folder, environment)
    return Check(name, status, seconds)


def _tests(options: list[str], environment: dict[str, str], say: Callable[[str], None]) -> Check:
    """Runs pytest; a run that found no test has not passed."""
    say(f"pytest {' '.join(options)}")
    _cache("pytest").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_cache("pytest")) as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-P", "-m", "pytest", "-q", "--durations=20", *options, f"--junit-xml={report}"]
        command += ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
        command += ["-o", f"cache_dir={_cache('pytest') / 'cache'}"]
        status, seconds = _carry_out(command, machine.ROOT, environment)
        return Check("tests", status, seconds, read_counts(report))
