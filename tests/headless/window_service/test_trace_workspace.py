# SPDX-License-Identifier: GPL-2.0-or-later
"""What is carried over into the workspace in which a changed trace goes on, and what is not."""

from __future__ import annotations

import json
import os

import pytest

from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.window_service.made_layers import layer_entries
from gisagentbench.headless.window_service.trace_workspace import carry_over, kept_steps, written_stem
from gisagentbench.tools.declaration.facts import LayerFacts
from gisagentbench.tools.execution.workspace import Workspace, Written

LOAD = ("load_layer", {"file": "rows.csv", "name": "rows"})


def export(file, layer="rows"):
    return ("export_layer", {"layer": layer, "file": file, "format": "gpkg"})


def workspace(folder, *handles):
    """A workspace of which each call made one layer, whose file holds its name."""
    made = Workspace(folder)
    (made.inputs / "rows.csv").write_text("rows")
    made = Workspace(folder)
    for handle in handles:
        made.state.steps += 1
        path = made.destination(handle, ".gpkg")
        path.write_text(handle)
        made.accept(handle, Written(path, "rows"), LayerFacts(kind="vector", crs="EPSG:28992"))
    made.save()
    return made


@pytest.mark.parametrize(
    ("calls", "run", "wanted", "kept"),
    [
        ([LOAD, LOAD, LOAD], 3, 2, 2),
        ([LOAD, export("a.gpkg"), LOAD], 3, 2, 2),
        ([LOAD, export("a.gpkg"), export("a.gpkg")], 3, 2, 1),
        ([LOAD, export("a.gpkg"), export("output/a.gpkg")], 3, 2, 1),
        ([LOAD, export("a.gpkg"), export("A.GPKG")], 3, 2, 1),
        ([LOAD, export("a.gpkg"), export("b.gpkg")], 3, 2, 2),
        # what comes back with the first file brings the second one back
        ([export("b.gpkg"), export("a.gpkg"), export("b.gpkg"), export("a.gpkg")], 4, 3, 0),
        # a later export that was not run has written nothing
        ([LOAD, export("a.gpkg"), export("a.gpkg")], 2, 2, 2),
        ([LOAD], 1, 5, 1),
    ],
)
def test_steps_stay_where_no_file_of_theirs_was_written_to_again(calls, run, wanted, kept):
    assert kept_steps(calls, run, wanted) == kept


def test_files_that_deleted_steps_wrote_are_written_anew():
    assert kept_steps([LOAD, export("a.gpkg"), LOAD], 3, 3, ["a"]) == 1
    assert kept_steps([LOAD, export("a.gpkg"), LOAD], 3, 3, ["b"]) == 3


def test_only_exports_write_and_only_below_output():
    assert written_stem(*export("sub/a.tar.gpkg")) == "sub/a.tar"
    assert [written_stem(*call) for call in (LOAD, export("../a.gpkg"), ("no_tool", {}), ("export_layer", 7))] == [
        None
    ] * 4


def test_layers_of_the_steps_that_stay_are_carried_over_and_no_others(tmp_path):
    workspace(tmp_path / "old", "a", "b", "c")
    carry_over(tmp_path / "old", tmp_path / "new", [1, 2], [LOAD, LOAD])
    assert [(one["handle"], one["step"]) for one in layer_entries(tmp_path / "new")] == [("a", 1), ("b", 2)]
    assert sorted(path.name for path in (tmp_path / "new" / "work").iterdir()) == ["a.gpkg", "b.gpkg"]
    new = Workspace(tmp_path / "new")
    assert (new.state.steps, sorted(new.handles), new.changed_inputs()) == (2, ["a", "b"], [])
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_steps_are_counted_anew_where_some_are_left_out(tmp_path):
    """As where an agent's second call failed: its third is the second of the trace."""
    workspace(tmp_path / "old", "a", "b", "c")
    carry_over(tmp_path / "old", tmp_path / "new", [1, 3], [LOAD, LOAD])
    assert [(one["handle"], one["step"]) for one in layer_entries(tmp_path / "new")] == [("a", 1), ("c", 2)]


def test_a_layer_that_is_made_anew_leaves_the_old_one_as_it_was(tmp_path):
    workspace(tmp_path / "old", "a", "b")
    carry_over(tmp_path / "old", tmp_path / "new", [1], [LOAD])
    new = Workspace(tmp_path / "new")
    path = new.destination("b", ".gpkg")
    path.write_text("another b")
    new.accept("b", Written(path, "rows"), LayerFacts(kind="vector"))
    assert (tmp_path / "old" / "work" / "b.gpkg").read_text() == "b"
    assert (tmp_path / "new" / "work" / "b.gpkg").read_text() == "another b"


def test_output_files_are_copies_and_those_of_dropped_steps_stay_behind(tmp_path):
    old = workspace(tmp_path / "old", "a")
    for name in ("kept.shp", "kept.dbf", "kept.shp.xml", "kept2.shp", "dropped.gpkg"):
        (old.output / name).write_text(name)
    carry_over(tmp_path / "old", tmp_path / "new", [1], [export("kept.shp")])
    copies = sorted((tmp_path / "new" / "output").iterdir())
    assert [path.name for path in copies] == ["kept.dbf", "kept.shp", "kept.shp.xml"]
    assert not any(path.samefile(old.output / path.name) for path in copies)


def test_what_readers_leave_beside_a_layer_is_not_carried_over(tmp_path):
    old = workspace(tmp_path / "old", "a", "ab")
    for name in ("a.gpkg-wal", "a.gpkg-shm", "a.tfw"):
        (old.work / name).write_text(name)
    carry_over(tmp_path / "old", tmp_path / "new", [1], [LOAD])
    assert sorted(path.name for path in (tmp_path / "new" / "work").iterdir()) == ["a.gpkg", "a.tfw"]


def test_links_are_not_followed(tmp_path):
    old = workspace(tmp_path / "old", "a")
    (tmp_path / "secret.csv").write_text("secret")
    (old.inputs / "link.csv").symlink_to(tmp_path / "secret.csv")
    (old.output / "link.gpkg").symlink_to(tmp_path / "secret.csv")
    (old.work / "a.csv").symlink_to(tmp_path / "secret.csv")
    carry_over(tmp_path / "old", tmp_path / "new", [1], [export("link.gpkg")])
    files = sorted(path.relative_to(tmp_path / "new").as_posix() for path in (tmp_path / "new").rglob("*.*"))
    assert files == ["inputs/rows.csv", "work/a.gpkg", "workspace.json"]


def test_a_layer_that_lies_elsewhere_is_none(tmp_path):
    old = workspace(tmp_path / "old", "a", "b")
    (tmp_path / "secret.gpkg").write_text("secret")
    state = json.loads(old.state_path.read_text())
    state["handles"]["a"]["path"] = "../secret.gpkg"
    old.state_path.write_text(json.dumps(state))
    os.symlink(tmp_path / "secret.gpkg", tmp_path / "old" / "work" / "c.gpkg")
    state["handles"]["c"] = state["handles"]["b"] | {"path": "work/c.gpkg", "step": 3}
    old.state_path.write_text(json.dumps(state))
    assert [one["handle"] for one in layer_entries(tmp_path / "old")] == ["b"]
    carry_over(tmp_path / "old", tmp_path / "new", [1, 2, 3], [LOAD] * 3)
    assert [one["handle"] for one in layer_entries(tmp_path / "new")] == ["b"]


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"schema_version": 2}', '{"schema_version": 1, "handles": 3}'])
def test_a_state_that_cannot_be_read_leaves_nothing_behind(tmp_path, text):
    old = workspace(tmp_path / "old", "a")
    old.state_path.write_text(text)
    with pytest.raises(CommandRefused, match="INVALID_DOCUMENT"):
        carry_over(tmp_path / "old", tmp_path / "new", [1], [LOAD])
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_layers_are_listed_up_to_a_step(tmp_path):
    workspace(tmp_path / "w", "a", "b", "c")
    assert [[one["handle"] for one in layer_entries(tmp_path / "w", step)] for step in range(4)] == [
        [],
        ["a"],
        ["a", "b"],
        ["a", "b", "c"],
    ]
    (only,) = layer_entries(tmp_path / "w", 2, since=1)
    path = str((tmp_path / "w" / "work" / "b.gpkg").resolve())
    assert only == {"step": 2, "handle": "b", "path": path, "sublayer": "rows", "kind": "vector", "crs": "EPSG:28992"}
    assert layer_entries(tmp_path / "nothing") == []
