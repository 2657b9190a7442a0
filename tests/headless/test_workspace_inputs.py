# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs are byte copies under the names that calls use, with their side files and no others."""

import pytest

from gisagentbench.headless import workspace_inputs
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.workspace_inputs import InputFile, add_inputs, input_file, name_inputs, put_inputs


def made(folder, *names):
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_bytes(name.encode())
    return folder


def copies(workspace):
    return {path.name: path.read_bytes().decode() for path in (workspace / "inputs").iterdir()}


@pytest.mark.parametrize(
    ("main", "beside", "expected"),
    [
        ("Lots.shp", ["Lots.dbf", "lots.prj", "Lots.shp.xml"], ["a.dbf", "a.prj", "a.shp", "a.shp.xml"]),
        ("lots.gpkg", ["lots.dbf", "lots.prj", "lots.gpkg-wal"], ["a.gpkg", "a.gpkg-wal"]),
        ("dem.tif", ["dem.tfw", "dem.tif.aux.xml", "dem2.tif"], ["a.tfw", "a.tif", "a.tif.aux.xml"]),
        ("rows.csv", ["rows.csvt", "rows.txt", "rows.dbf"], ["a.csv", "a.csvt"]),
        ("DEM.TIF", ["DEM.TFW"], ["a.TFW", "a.TIF"]),
        ("no_ending", ["no_ending.dbf"], ["a"]),
    ],
)
def test_a_file_comes_with_its_side_files_and_no_others(tmp_path, main, beside, expected):
    data = made(tmp_path / "data", main, *beside)
    put_inputs(tmp_path / "w", {"a": input_file(data / main)})
    assert sorted(copies(tmp_path / "w")) == expected


def test_copies_hold_the_bytes_of_their_files_and_are_read_only(tmp_path):
    data = made(tmp_path / "data", "lots.shp", "lots.dbf")
    put_inputs(tmp_path / "w", name_inputs([("plots", data / "lots.shp")]))
    assert copies(tmp_path / "w") == {"plots.shp": "lots.shp", "plots.dbf": "lots.dbf"}
    assert (tmp_path / "w/inputs/plots.shp").stat().st_mode & 0o222 == 0


def test_declared_side_files_alone_are_copied_where_a_register_names_them(tmp_path):
    data = made(tmp_path / "data", "dem.tif", "dem.tif.aux.xml")
    put_inputs(tmp_path / "w", {"dem": InputFile(data / "dem.tif")})
    assert list(copies(tmp_path / "w")) == ["dem.tif"]


def test_a_folder_database_is_copied_whole(tmp_path):
    data = made(tmp_path / "city.gdb", "a00000001.gdbtable")
    put_inputs(tmp_path / "w", name_inputs([("city", data)]))
    assert (tmp_path / "w/inputs/city.gdb/a00000001.gdbtable").is_file()


@pytest.mark.parametrize("blocker", ["file", "folder"])
def test_a_folder_in_use_is_refused_and_left_as_it_is(tmp_path, blocker):
    workspace = tmp_path / "w"
    if blocker == "file":
        workspace.write_text("mine")
    else:
        made(workspace, "mine.txt")
    with pytest.raises(CommandRefused) as refused:
        put_inputs(workspace, {})
    assert refused.value.code == "OUTPUT_EXISTS"
    assert workspace.is_file() or [path.name for path in workspace.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("was_there", [True, False])
def test_a_copy_that_fails_leaves_nothing_behind(tmp_path, monkeypatch, was_there):
    data = made(tmp_path / "data", "a.gpkg", "b.gpkg")
    workspace = tmp_path / "w"
    if was_there:
        workspace.mkdir()
    copy = workspace_inputs._copy_file

    def full_at_the_second(source, target):
        if source.name == "b.gpkg":
            raise OSError(28, "No space left on device")
        copy(source, target)

    monkeypatch.setattr(workspace_inputs, "_copy_file", full_at_the_second)
    with pytest.raises(OSError, match="No space"):
        put_inputs(workspace, name_inputs([("a", data / "a.gpkg"), ("b", data / "b.gpkg")]))
    assert workspace.exists() == was_there
    assert not was_there or list(workspace.iterdir()) == []


def test_an_input_that_is_there_is_not_replaced(tmp_path):
    data = made(tmp_path / "data", "lots.gpkg", "other.gpkg")
    put_inputs(tmp_path / "w", {"lots": input_file(data / "lots.gpkg")})
    with pytest.raises(CommandRefused) as refused:
        add_inputs(tmp_path / "w", {"lots": input_file(data / "other.gpkg")})
    assert refused.value.code == "OUTPUT_EXISTS"
    assert copies(tmp_path / "w") == {"lots.gpkg": "lots.gpkg"}


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([("a", "absent.gpkg")], "FILE_NOT_FOUND"),
        ([("a", "folder")], "BAD_FORMAT"),
        ([("a", "one.gpkg"), ("a", "one.gpkg")], "BAD_VALUE"),
    ],
)
def test_what_is_no_file_and_names_given_twice_are_refused(tmp_path, pairs, code):
    made(tmp_path, "one.gpkg")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CommandRefused) as refused:
        name_inputs([(name, tmp_path / path) for name, path in pairs])
    assert refused.value.code == code


def test_the_data_files_of_a_folder_are_those_that_belong_to_no_other(tmp_path):
    for name in ("a.shp", "a.dbf", "a.shx", "b.tif", "b.tif.aux.xml", "b.tfw", "c.csv", "lonely.dbf", ".hidden.csv"):
        (tmp_path / name).write_bytes(b"")
    for name in ("d.gdb", "folder"):
        (tmp_path / name).mkdir()
    found = [path.name for path in workspace_inputs.main_files(tmp_path)]
    assert found == ["a.shp", "b.tif", "c.csv", "d.gdb", "lonely.dbf"]
