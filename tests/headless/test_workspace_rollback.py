# SPDX-License-Identifier: GPL-2.0-or-later
"""What a call made before its process died, and no event tells of, is taken out; everything else stays."""

import pytest

from gisagentbench.headless.events import CallFinished, CallStarted
from gisagentbench.headless.workspace_rollback import roll_back
from gisagentbench.tools.declaration.facts import LayerFacts
from gisagentbench.tools.declaration.records import HandleRecord
from gisagentbench.tools.execution.workspace import Workspace


def started(call, api="buffer"):
    return CallStarted(call=call, turn=1, api=api, arguments={})


def ended(call, step, outputs=None, output=None):
    return CallFinished(call=call, step={"ok": True, "step": step, "outputs": outputs or {}, "output": output})


@pytest.fixture
def workspace(tmp_path):
    """Three layers, made by steps 1, 2 and 3, and two exported files."""
    workspace = Workspace(tmp_path)
    (workspace.inputs / "parks.gpkg").write_bytes(b"in")
    for step, (handle, path) in enumerate(
        [("parks", "inputs/parks.gpkg"), ("near", "work/near.gpkg"), ("far", "work/far.gpkg")], start=1
    ):
        (tmp_path / path).write_bytes(b"layer")
        workspace.state.handles[handle] = HandleRecord("vector", path, "a", LayerFacts(kind="vector"), step)
    (workspace.work / "far.gpkg-wal").write_bytes(b"")
    (workspace.work / "farther.gpkg").write_bytes(b"layer")
    for name in ("told.shp", "told.dbf", "half.csv"):
        (workspace.output / name).write_bytes(b"out")
    workspace.state.steps = 3
    workspace.save()
    return workspace


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_call_that_no_event_tells_of_is_undone(workspace):
    events = [started(1), ended(1, 1), started(2), ended(2, 2, {"file": "told.shp"}), started(3)]
    assert roll_back(workspace.folder, events) == ["far", "output/half.csv"]
    after = Workspace(workspace.folder)
    assert (sorted(after.state.handles), after.state.steps) == (["near", "parks"], 2)
    assert names(workspace.work) == ["farther.gpkg", "near.gpkg"]
    assert names(workspace.output) == ["told.dbf", "told.shp"]
    assert names(workspace.inputs) == ["parks.gpkg"]


def test_a_layer_that_was_only_bound_keeps_its_input(workspace):
    roll_back(workspace.folder, [started(1)])
    after = Workspace(workspace.folder)
    assert (after.state.handles, after.state.steps) == ({}, 0)
    assert names(workspace.inputs) == ["parks.gpkg"]
    assert names(workspace.output) == []


def test_nothing_is_touched_where_every_call_ended(workspace):
    before = {path: path.read_bytes() for path in workspace.folder.rglob("*") if path.is_file()}
    assert roll_back(workspace.folder, [started(1), ended(1, 1)]) == []
    assert {path: path.read_bytes() for path in workspace.folder.rglob("*") if path.is_file()} == before


def test_the_record_of_a_call_that_was_made_again_is_the_last_one(workspace):
    events = [started(1), ended(1, 1), started(2), ended(2, 2), started(2)]
    assert roll_back(workspace.folder, events)[:2] == ["near", "far"]
    assert Workspace(workspace.folder).state.steps == 1


def test_side_files_stay_with_the_file_that_a_call_wrote(workspace):
    """Their names begin with its stem, or with its whole name."""
    sides = ["told.cpg", "told.shp.xml", "told.tif.aux.xml", "told"]
    lost = ["tolder.shp", "half.shp.xml", "half.told.shp"]
    for name in sides + lost:
        (workspace.output / name).write_bytes(b"out")
    events = [started(1), ended(1, 1, {"file": "told.shp"}), started(2)]
    roll_back(workspace.folder, events)
    assert names(workspace.output) == sorted([*sides, "told.dbf", "told.shp"])
