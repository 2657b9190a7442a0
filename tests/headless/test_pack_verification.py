# SPDX-License-Identifier: GPL-2.0-or-later
"""A pack is verified by two derivations that share no code; each fault of either is found."""

import pytest

from gisagentbench.headless import pack_verification
from gisagentbench.headless.pack_verification import run_check, verify_pack
from gisagentbench.tasks.document_problem import errors_of
from gisagentbench.tasks.pack import load_pack, write_checksums
from gisagentbench.tests.headless.made_pack import CHECK, ROWS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process

TASK = "count_people"


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """A pack of one task, and a host that is no QGIS."""
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    return write_pack(tmp_path / "made", (TASK,))


def problems(pack, trust=True):
    write_checksums(pack)
    found = errors_of(verify_pack(load_pack(pack), trust, lambda what: None))
    return [(problem.where.rpartition("/")[2].partition(":")[0], problem.code) for problem in found]


def test_a_sound_pack_has_no_problems(pack):
    assert problems(pack) == []


def test_a_replay_that_derives_something_else_is_found(pack):
    (pack / f"tasks/{TASK}/reference/out.csv").write_text(ROWS.replace("20", "21"))
    assert problems(pack) == [("reference.json", "differs"), ("check.py", "differs")]


def test_a_check_that_derives_something_else_is_found(pack):
    wrong = CHECK + '(given.out / "out.csv").write_text("name,people\\nNorth,10\\nSouth,19\\n")\n'
    (pack / f"tasks/{TASK}/check.py").write_text(wrong)
    assert problems(pack) == [("check.py", "differs")]


def test_a_declared_output_that_ends_otherwise_is_found(pack):
    (pack / f"tasks/{TASK}/broken.yaml").write_text(
        "- {mutation: count_off_by_one, verdict: wrong, first_failing_check: rows}\n"
    )
    assert problems(pack) == [("broken.yaml", "differs")]


def test_a_call_of_the_reference_that_fails_is_found(pack):
    dying = {"api": "export_layer", "arguments": {"layer": "rows", "file": "die.csv", "format": "csv"}}
    (pack / f"tasks/{TASK}/reference.json").write_text(trajectory([*steps(), dying], TASK))
    assert problems(pack) == [("reference.json", "ENGINE_FAILED")]


def test_a_task_that_is_faulty_on_paper_is_not_derived(pack):
    unknown = {"api": "load_layer", "arguments": {"file": "absent.gpkg", "name": "more"}}
    (pack / f"tasks/{TASK}/reference.json").write_text(trajectory([*steps(), unknown], TASK))
    (pack / f"tasks/{TASK}/check.py").write_text("import pathlib\npathlib.Path(__file__).with_name('ran').touch()\n")
    assert problems(pack) == [("reference.json", "FILE_NOT_FOUND")]
    assert not (pack / f"tasks/{TASK}/ran").exists()


def test_a_missing_reference_is_found_twice(pack):
    (pack / f"tasks/{TASK}/reference/out.csv").unlink()
    assert ("reference.json", "missing_file") in problems(pack)


def test_a_check_that_is_not_trusted_is_not_run(pack):
    (pack / f"tasks/{TASK}/check.py").write_text("import pathlib\npathlib.Path(__file__).with_name('ran').touch()\n")
    assert problems(pack, trust=False) == [("check.py", "not_trusted")]
    assert not (pack / f"tasks/{TASK}/ran").exists()


def test_a_changed_file_of_a_pack_is_found(pack):
    write_checksums(pack)
    (pack / f"tasks/{TASK}/check.py").write_text(CHECK + "# changed\n")
    found = errors_of(verify_pack(load_pack(pack), True, lambda what: None))
    assert [problem.code for problem in found] == ["checksum"]


@pytest.mark.parametrize("package", ["qgis", "qgis.core", "processing", "gisagentbench", "gisagentbench.tools"])
def test_a_second_derivation_cannot_import_what_the_first_one_uses(tmp_path, package):
    (tmp_path / "inputs").mkdir()
    (tmp_path / "check.py").write_text(f"import {package}\n")
    (problem,) = run_check(tmp_path / "check.py", tmp_path / "inputs", tmp_path / "out")
    assert problem.code == "failed"
    assert f"{package.partition('.')[0]} must not be imported by a second derivation" in problem.message


def test_a_second_derivation_may_import_the_other_libraries(tmp_path):
    (tmp_path / "inputs").mkdir()
    (tmp_path / "check.py").write_text("import numpy, shapely, pyproj, pyogrio\nfrom osgeo import gdal\n")
    assert run_check(tmp_path / "check.py", tmp_path / "inputs", tmp_path / "out") == []


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("raise ValueError('no such column')", "failed", "ValueError: no such column"),
        ("import sys; sys.exit(4)", "failed", "status 4"),
        ("import os; os.kill(os.getpid(), 11)", "failed", "SIGSEGV"),
        ("import time; time.sleep(60)", "time_limit", "did not end within"),
    ],
)
def test_a_second_derivation_that_fails_says_how(tmp_path, monkeypatch, text, code, words):
    monkeypatch.setattr(pack_verification, "CHECK_SECONDS", 1)
    (tmp_path / "inputs").mkdir()
    (tmp_path / "check.py").write_text(text)
    (problem,) = run_check(tmp_path / "check.py", tmp_path / "inputs", tmp_path / "out")
    assert (problem.code, words in problem.message) == (code, True)


def test_a_second_derivation_is_told_no_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("MODEL_API_KEY", "word")
    monkeypatch.setenv("MODEL_NAME", "plain")
    (tmp_path / "inputs").mkdir()
    (tmp_path / "check.py").write_text(
        "import os\nassert os.environ['MODEL_NAME'] == 'plain' and 'MODEL_API_KEY' not in os.environ\n"
    )
    assert run_check(tmp_path / "check.py", tmp_path / "inputs", tmp_path / "out") == []


def test_a_second_derivation_that_is_missing_is_found(tmp_path):
    (problem,) = run_check(tmp_path / "check.py", tmp_path / "inputs", tmp_path / "out")
    assert problem.code == "missing_file"
