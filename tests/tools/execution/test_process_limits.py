# SPDX-License-Identifier: GPL-2.0-or-later
"""What a process may take is held by the system, and what an engine lacked is told from what it says."""

import subprocess
import sys
from pathlib import Path

import pytest

from gisagentbench.tools.declaration import limits
from gisagentbench.tools.declaration.limits import LIMITS

pytestmark = pytest.mark.qgis

PROGRAM = """
import sys
sys.path.insert(0, {plugins!r})
from gisagentbench.tools.execution import process_limits
process_limits.limit_memory(200_000_000)
held = bytearray(100_000_000)
try:
    bytearray(150_000_000)
except MemoryError:
    print("refused")
"""


def test_memory_beyond_the_limit_is_refused_and_below_it_is_given(tmp_path):
    """On paper: 100 MB of 200 MB are given, 150 MB more are not."""
    (tmp_path / "gisagentbench").symlink_to(Path(limits.__file__).resolve().parents[2])
    program = PROGRAM.format(plugins=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("refused\n", 0), done.stderr


def test_no_file_grows_beyond_the_room_of_its_workspace(tmp_path, monkeypatch):
    from gisagentbench.tools.execution import process_limits

    monkeypatch.setattr(process_limits, "LEAST_FILE_BYTES", 1000)
    monkeypatch.setitem(LIMITS, "bytes", 5000)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "rows.gpkg").write_bytes(b"x" * 2000)
    with process_limits.file_room(tmp_path):
        (tmp_path / "whole").write_bytes(b"x" * 3000)
        with pytest.raises(OSError) as failure:
            (tmp_path / "cut").write_bytes(b"x" * 3001)
    assert process_limits.is_want_of_room(failure.value)
    (tmp_path / "after").write_bytes(b"x" * 9000)


@pytest.mark.parametrize(
    ("failure", "of_memory", "of_room"),
    [
        (MemoryError(), True, False),
        (RuntimeError("std::bad_alloc"), True, False),
        (RuntimeError("dem.tif: Cannot allocate 8 bytes"), True, False),
        (RuntimeError("failed to execute insert : disk I/O error"), False, True),
        (RuntimeError("self-intersection"), False, False),
    ],
)
def test_what_an_engine_lacked_is_told_from_its_causes(failure, of_memory, of_room):
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.process_limits import is_want_of_memory, is_want_of_room

    fault = ToolError("ENGINE_FAILED", "the rows could not be written")
    fault.__cause__ = failure
    assert (is_want_of_memory(fault), is_want_of_room(fault)) == (of_memory, of_room)


def test_a_workspace_that_is_full_takes_no_layer_and_keeps_those_it_has(harness, monkeypatch):
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)", "name": "x"}]})
    monkeypatch.setitem(LIMITS, "bytes", 100_000)
    error = harness.refused("reproject_layer", layer="stops", target_crs="EPSG:4326", output="moved")
    assert error["code"] == "LIMIT_EXCEEDED"
    assert "the limit is 100,000; nothing of this call was kept" in error["message"]
    assert set(harness.workspace.handles) == {"stops"}
    assert [path.name for path in harness.workspace.work.iterdir()] == ["stops.gpkg"]
    monkeypatch.undo()
    harness.done("reproject_layer", layer="stops", target_crs="EPSG:4326", output="moved")


def test_an_engine_without_memory_is_a_limit_and_spends_its_process(harness, monkeypatch):
    from gisagentbench.tools.execution import bound_run

    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)", "name": "x"}]})

    def without_memory(*_, **__):
        raise RuntimeError("std::bad_alloc")

    monkeypatch.setattr(bound_run.BoundRun, "native", without_memory)
    error = harness.refused("reproject_layer", layer="stops", target_crs="EPSG:4326", output="moved")
    assert error["code"] == "LIMIT_EXCEEDED"
    assert error["message"] == "reproject_layer needs more memory than its process may use"
    assert harness.executor.is_spent
