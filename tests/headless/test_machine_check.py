# SPDX-License-Identifier: GPL-2.0-or-later
"""What doctor finds wrong: each fault is made up, and named with what mends it."""

from pathlib import Path

import pytest

from gisagentbench.headless import machine, machine_check

SOUND = {"qgis": "3.40.6-Bratislava", "gdal": "3.6.2", "pyogrio_gdal": "3.6.2", "proj": "9.1.1", "pyproj_proj": "9.1.1"}
PACKAGES = Path("/p/.venv/debian12-py3.11/lib/python3.11/site-packages")


def found(versions=SOUND, failures=None, files=None, crash=None):
    libraries = machine.Libraries(versions, failures or {}, files or {}, crash)
    return [(p.where, p.message) for p in machine_check.library_problems(libraries, PACKAGES)]


def test_a_sound_machine_has_no_problem():
    assert found() == []


@pytest.mark.parametrize(
    ("arguments", "where", "words"),
    [
        ({"versions": SOUND | {"qgis": "3.34.12-Prizren"}}, "qgis", "QGIS 3.34.12-Prizren is older than 3.40."),
        (
            {"versions": SOUND | {"pyogrio_gdal": "3.12.4"}},
            "pyogrio",
            "pyogrio brings GDAL 3.12.4, QGIS has 3.6.2; both in one process crash.",
        ),
        (
            {"versions": SOUND | {"pyproj_proj": "9.5.1"}},
            "pyproj",
            "pyproj brings PROJ 9.5.1, QGIS has 9.1.1; both in one process crash.",
        ),
        (
            {"files": {"pyproj": str(PACKAGES / "pyproj/__init__.py")}},
            "pyproj",
            "pyproj comes from debian12-py3.11, not from the system.",
        ),
        ({"failures": {"scipy": "No module"}}, "scipy", "scipy cannot be imported: No module."),
        (
            {"crash": "exit status -11: no message"},
            "libraries",
            "QGIS, GDAL and the Python libraries cannot live in one process (exit status -11: no message).",
        ),
    ],
)
def test_a_fault_of_the_libraries_is_named(arguments, where, words):
    assert found(**arguments) == [(where, words)]


def test_pyproj_of_the_system_is_fine():
    assert found(files={"pyproj": "/usr/lib/python3/dist-packages/pyproj/__init__.py"}) == []


def test_a_start_without_our_provider_is_a_problem():
    listing = {"python_version": ".".join(machine_check.platform.python_version_tuple())}
    (problem,) = machine_check.provider_problems(listing, [])
    assert problem.where == "provider"
    assert machine_check.provider_problems(listing, ["gisagentbench:clip"]) == []


def test_two_pythons_are_a_problem():
    (problem,) = machine_check.provider_problems({"python_version": "2.7.18"}, ["gisagentbench:clip"])
    assert problem.message.startswith("QGIS embeds Python 2.7, the project's environment is Python 3.")


def test_a_warning_alone_leaves_the_machine_sound():
    warning = machine_check.Problem("disk", "Little is free.", "Make room.", severity="warning")
    error = machine_check.Problem("qgis", "Absent.", "Install it.")
    assert machine_check.Diagnosis({}, [warning]).ok
    assert not machine_check.Diagnosis({}, [warning, error]).ok


@pytest.mark.qgis
def test_this_machine_is_sound_and_its_qgis_lists_the_provider():
    diagnosis, started = machine_check.diagnose_with_qgis()
    assert diagnosis.problems == []
    assert "gisagentbench:toolhost" in started["algorithms"]


def test_outputs_read_without_a_closed_file_system_are_said():
    assert machine_check.border_problems(7) == []
    (problem,) = machine_check.border_problems(0)
    assert (problem.where, problem.severity) == ("scorer", "warning")
    assert problem.message.startswith("This system has no Landlock")
