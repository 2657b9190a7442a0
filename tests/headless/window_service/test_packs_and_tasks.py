# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs, tasks and inputs as the window asks for them: the demo pack, packs of others, and hostile paths."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from gisagentbench.tasks.pack import embedded_packs_folder, find_pack, pack_checksum
from gisagentbench.tests.headless.made_pack import ROWS, write_pack
from gisagentbench.tests.headless.window_service.window import opened

DEMO = str(embedded_packs_folder() / "demo")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the pack `made` beside one that is none, in which a service runs."""
    folder = tmp_path_factory.mktemp("packs")
    write_pack(folder / "mine" / "made")
    shutil.copytree(folder / "mine" / "made", folder / "mine" / "torn")
    (folder / "mine" / "torn" / "pack.yaml").write_text("name: [")
    return folder


@pytest.fixture(scope="module")
def window(place):
    with opened(place, GISAGENTBENCH_PACKS=str(place / "added")) as window:
        yield window


def task(window, pack, task_id):
    return next(one for one in window.ask("tasks", pack=pack)["tasks"] if one["id"] == task_id)


def test_the_demo_pack_is_there(window):
    answer = window.ask("packs")
    (demo,) = answer["packs"]
    pack = find_pack("demo")
    assert (demo["name"], demo["folder"], demo["place"]) == ("demo", DEMO, "embedded")
    assert (demo["tasks"], demo["title"], demo["areas"]) == (pack.task_ids(), pack.pack.title, pack.pack.areas)
    assert answer["faults"] == []


def test_packs_of_a_folder_are_listed_and_faulty_ones_named(window, place):
    for folder, count in ((place / "mine", 1), (place / "mine" / "made", 0)):
        answer = window.ask("packs", folders=[str(folder)])
        assert [(one["name"], one["place"]) for one in answer["packs"]] == [("demo", "embedded"), ("made", "folder")]
        assert [Path(fault["folder"]).name for fault in answer["faults"]] == ["torn"] * count
        assert {fault["code"] for fault in answer["faults"]} <= {"INVALID_DOCUMENT"}


def test_a_folder_that_is_gone_is_a_fault_and_a_path_that_is_not_whole_an_error(window, place):
    (fault,) = window.ask("packs", folders=[str(place / "gone")])["faults"]
    assert (fault["code"], fault["folder"]) == ("FILE_NOT_FOUND", str(place / "gone"))
    for folder in ("mine", "../mine", "a\0b"):
        assert window.error("packs", folders=[folder])["code"] == "BAD_VALUE"


def test_a_pack_is_opened_from_a_folder_and_from_a_zip(window, place):
    opened_pack = window.ask("open_pack", path=str(place / "mine" / "made"))
    assert (opened_pack["name"], opened_pack["place"]) == ("made", "added")
    assert opened_pack["folder"] == str(place / "added" / "made")
    archive = shutil.make_archive(str(place / "made"), "zip", place / "mine", "made")
    assert window.ask("open_pack", path=archive)["folder"] == opened_pack["folder"]
    assert "made" in [one["name"] for one in window.ask("packs")["packs"]]


@pytest.mark.parametrize("path", ["gone", "mine/torn", "mine", "/etc/passwd", "/dev/zero", "/"])
def test_what_is_no_pack_is_refused_with_its_reason(window, place, path):
    before = sorted(path.name for path in (place / "added").glob("*"))
    error = window.error("open_pack", path=str(place / path))
    assert error["code"] in ("FILE_NOT_FOUND", "INVALID_DOCUMENT", "BAD_FORMAT")
    assert error["sentence"]
    assert sorted(path.name for path in (place / "added").glob("*")) == before


def test_every_task_of_the_demo_pack_is_told(window):
    answer = window.ask("tasks", pack=DEMO)
    assert [one["id"] for one in answer["tasks"]] == find_pack("demo").task_ids()
    assert answer["faults"] == []
    assert answer == window.ask("tasks", pack="demo")


def test_a_task_says_what_it_asks_in_words(window):
    told = task(window, "demo", "soho_pump_rings")
    read = find_pack("demo").task("soho_pump_rings")
    assert (told["title"], told["family"], told["area"]) == (read.title, read.family, read.aoi)
    assert told["area_title"] == find_pack("demo").pack.areas[read.aoi]
    assert told["caveats"] == [{"name": name, "bites": note.bites} for name, note in read.caveats.items()]
    assert told["prompt"] == read.prompt.filled(read.parameters)
    assert "{" not in told["prompt"]["objective"]
    assert read.title in told["prompt_text"]
    assert [one["name"] for one in told["inputs"]] == list(read.inputs)
    assert [(one["label"], one["file"]) for one in told["outputs"]] == [
        (output.file if not getattr(output, "layer", None) else f"{output.file}:{output.layer}", output.file)
        for output in read.outputs
    ]
    assert [column["name"] for column in told["outputs"][0]["columns"]] == list(read.outputs[0].columns)
    assert [one["file"] for one in told["contract"]] == [output.file for output in read.outputs]


def test_a_faulty_task_hides_no_other(window, place):
    shutil.copytree(place / "mine" / "made", place / "half")
    (place / "half" / "tasks" / "count_again" / "task.yaml").write_text("schema_version: 1\n")
    answer = window.ask("tasks", pack=str(place / "half"))
    assert [one["id"] for one in answer["tasks"]] == ["count_people"]
    assert [(one["task"], one["code"]) for one in answer["faults"]] == [("count_again", "INVALID_DOCUMENT")]


@pytest.mark.parametrize(
    ("pack", "code"),
    [("nothing", "FILE_NOT_FOUND"), ("../demo", "BAD_VALUE"), ("/etc", "FILE_NOT_FOUND"), ("a\0/b", "BAD_VALUE")],
)
def test_packs_that_are_not_there(window, pack, code):
    assert window.error("tasks", pack=pack)["code"] == code


def test_inputs_are_read_only_copies_that_are_made_once(window):
    before = pack_checksum(find_pack("demo"))
    layers = window.ask("input_layers", pack="demo", task="soho_pump_rings")["layers"]
    read = find_pack("demo").task("soho_pump_rings")
    assert [(one["name"], one["kind"]) for one in layers] == [(name, given.kind) for name, given in read.inputs.items()]
    for one in layers:
        path = Path(one["path"])
        source = find_pack("demo").input_files(read)[one["name"]].file
        assert path.read_bytes() == source.read_bytes()
        assert not path.is_relative_to(embedded_packs_folder())
        assert stat.S_IMODE(path.stat().st_mode) == 0o444
        assert {side.suffix for side in path.parent.glob(f"{path.stem}.*")} >= {".shp", ".shx", ".dbf"}
    made = [Path(one["path"]).stat().st_mtime_ns for one in layers]
    again = window.ask("input_layers", pack="demo", task="soho_pump_rings")["layers"]
    assert (again, [Path(one["path"]).stat().st_mtime_ns for one in again]) == (layers, made)
    assert pack_checksum(find_pack("demo")) == before


def test_a_copy_that_was_changed_is_made_anew(window, place):
    pack = str(place / "mine" / "made")
    (layer,) = window.ask("input_layers", pack=pack, task="count_people")["layers"]
    os.chmod(layer["path"], 0o644)
    Path(layer["path"]).write_text(ROWS.replace("10", "11"))
    assert window.ask("input_layers", pack=pack, task="count_people")["layers"] == [layer]
    assert Path(layer["path"]).read_text() == ROWS


@pytest.mark.parametrize("name", ["nothing", "../tasks/count_people", "count_people/", "a\0b", ""])
def test_a_task_that_is_not_there_is_no_path(window, name):
    for op in ("input_layers", "agents"):
        assert window.error(op, pack="demo", task=name)["code"] == "BAD_VALUE"


def test_the_agents_of_a_task_are_those_that_can_play_it(window):
    told = window.ask("agents", pack="demo", task="nyc_distance_bands")["agents"]
    caveats = [one["name"] for one in told if one["name"].startswith("naive:")]
    ways = (embedded_packs_folder() / "demo/tasks/nyc_distance_bands/naive.json").read_text()
    assert caveats and all(f'"{name.partition(":")[2]}"' in ways for name in caveats)
    assert [(one["name"], one["needs_model"]) for one in told if one["name"] not in caveats] == [
        ("openai", True),
        ("reference", False),
        ("random", False),
    ]
    plain = window.ask("agents", pack="demo", task="nyc_land_squares")["agents"]
    assert not [one for one in plain if one["name"].startswith("naive:")]


def test_inputs_that_are_asked_for_twice_at_once_are_copied_once(window, place):
    """A double click, or two tabs that want the same files."""
    numbers = [window.send("input_layers", pack=str(place / "mine" / "made"), task="count_people") for _ in range(8)]
    answers = [window.answer_to(number) for number in numbers]
    assert [answer for answer in answers if "error" in answer] == []
    paths = {layer["path"] for answer in answers for layer in answer["result"]["layers"]}
    assert len(paths) == 1 and Path(paths.pop()).is_file()
