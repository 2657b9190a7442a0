# SPDX-License-Identifier: GPL-2.0-or-later
"""A child whose answer nobody wants any more is gone at once."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gisagentbench.scoring import limited_child
from gisagentbench.scoring.child_main import cannot_import
from gisagentbench.scoring.comparison import CannotScore
from gisagentbench.scoring.limited_child import Cancelled, Job, Limits, run_child, run_jobs, scored_jobs
from gisagentbench.scoring.score import score_output
from gisagentbench.tasks.contract import VectorOutput

from .layer_files import contract_of

REQUEST = {"memory_bytes": 2**31, "seconds": 60.0, "folder": os.devnull, "jobs": []}


def test_a_cancelled_child_is_killed_before_the_call_returns(monkeypatch):
    started = []

    class Watched(limited_child.subprocess.Popen):
        def __init__(self, *words, **options):
            super().__init__(*words, **options)
            started.append(self.pid)

    monkeypatch.setattr(limited_child.subprocess, "Popen", Watched)
    began = time.monotonic()
    with pytest.raises(Cancelled):
        run_child("scoring.child", REQUEST, 60.0, lambda: True)
    assert time.monotonic() - began < 10
    (pid,) = started
    with pytest.raises(ProcessLookupError):  # waited for, so its number is free
        os.kill(pid, 0)


def test_a_child_that_is_asked_about_but_not_cancelled_answers_all_the_same():
    end = run_child("scoring.child", REQUEST, 60.0, lambda: False)
    assert (end.answers, end.status) == ([limited_child.STARTED], 0)


def test_a_child_beyond_its_time_is_killed_and_its_time_is_the_reason():
    end = run_child("scoring.child", REQUEST, 0.01)
    assert end.status is None
    assert end.reason(limited_child.Limits(seconds=5)) == "took longer than 5 s to read and compare"


def test_a_package_that_the_scorer_lacks_is_no_fault_of_the_output(monkeypatch, tmp_path):
    """A module of that name that fails stands before the real one, as in a Python without it."""
    (tmp_path / "shapely.py").write_text("raise ModuleNotFoundError(\"No module named 'shapely'\", name='shapely')\n")
    monkeypatch.setattr(limited_child.sys, "path", [str(tmp_path), *limited_child.sys.path])
    rows = tmp_path / "rows.geojson"
    point = '{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}'
    rows.write_text('{"type": "FeatureCollection", "features": [' + point + "]}")
    contract = VectorOutput(
        kind="vector", file="rows.geojson", crs="EPSG:4326", geometry_type="Point", columns={}, rationale="One point."
    )
    with pytest.raises(CannotScore) as stopped:
        score_output(contract, rows, rows)
    assert (stopped.value.code, "shapely" in stopped.value.message) == ("DEPENDENCY_MISSING", True)


def test_only_what_is_not_our_own_is_a_missing_package():
    with pytest.raises(ImportError) as module:
        import gisagentbench.scoring.not_there  # noqa: F401
    with pytest.raises(ImportError) as name:
        from gisagentbench.scoring import not_there  # noqa: F401
    with pytest.raises(ImportError) as package:
        import gisagentbench_of_others  # noqa: F401
    codes = [cannot_import(failed.value)["cannot_score"]["code"] for failed in (module, name, package)]
    assert codes == ["ENGINE_FAILED", "ENGINE_FAILED", "DEPENDENCY_MISSING"]


def test_limits_grow_with_the_reference_and_never_below_their_least(tmp_path):
    small, large = tmp_path / "small.tif", tmp_path / "large.tif"
    small.write_bytes(b"x")
    large.touch()
    os.truncate(large, 10**9)  # holes
    assert Limits.beside(small) == Limits() == Limits.beside(tmp_path / "missing.tif")
    # 40 bytes of memory and 8 bytes of output for a byte of reference, a second for half a million
    assert Limits.beside(large) == Limits(40 * 10**9, 2000.0, 8 * 10**9)


def test_settings_of_gdal_do_not_reach_the_child():
    given = {
        "GDAL_HTTP_PROXY": "x",
        "OGR_SQLITE_LOAD_EXTENSIONS": "x.so",
        "CPL_DEBUG": "ON",
        "AWS_SECRET_ACCESS_KEY": "x",
    }
    given |= {"GDAL_DATA": "data", "PATH": "bin"}
    kept = limited_child.child_environment(given)
    assert {name for name in given if name in kept} == {"GDAL_DATA", "PATH"}
    assert kept["GDAL_CONFIG_FILE"] == os.devnull


def test_a_child_that_never_starts_is_no_fault_of_the_output(monkeypatch, tmp_path):
    monkeypatch.setattr(limited_child, "_interpreter", lambda: "false")
    (tmp_path / "t.csv").write_text("code\n1\n")
    contract = contract_of(kind="table", file="t.csv", columns={"code": {"type": "text"}})
    with pytest.raises(CannotScore) as error:
        run_jobs([Job(contract, tmp_path / "t.csv", tmp_path / "t.csv")])
    assert error.value.code == "ENGINE_FAILED"


def test_each_output_has_its_own_time(tmp_path):
    """The second one is slow; the first and the third are right within the second that each of them has."""
    contract = contract_of(kind="table", file="t.csv", columns={"code": {"type": "text"}})
    outputs = []
    for number, rows in enumerate((1, 4_000_000, 1)):
        (tmp_path / str(number)).mkdir()
        outputs.append(tmp_path / str(number) / "t.csv")
        outputs[-1].write_bytes(b"code\n" + b"1\n" * rows)
    scored = scored_jobs([Job(contract, outputs[0], output) for output in outputs], Limits(seconds=2.0))
    assert [one.record.strict for one in scored] == [True, False, True]
    assert scored[1].record.checks[0].detail == '"t.csv" took longer than 2 s to read and compare.'
    assert scored[1].seconds < 10


def test_a_child_whose_parent_is_killed_is_gone(tmp_path):
    """The parent starts a child that would read for a minute, and is killed."""
    if not sys.platform.startswith("linux"):
        pytest.skip("until other systems can end a process with its parent")
    child, parent = tmp_path / "child.py", tmp_path / "parent.py"
    child.write_text(
        f"import sys, time; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); import conftest\n"
        "conftest.bind_root()\n"
        "from gisagentbench.scoring.child import die_with_parent\n"
        "die_with_parent(); print('ready', flush=True); time.sleep(60)\n"
    )
    parent.write_text(
        "import os, subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, {str(child)!r}], stdout=subprocess.PIPE)\n"
        "child.stdout.readline(); print(child.pid, flush=True); os.kill(os.getpid(), 9)\n"
    )
    said = subprocess.run([sys.executable, str(parent)], capture_output=True, text=True, check=False)
    pid = int(said.stdout)
    deadline = time.monotonic() + 10
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
