# SPDX-License-Identifier: GPL-2.0-or-later
"""Judging: checks in words, places of worst rows, layers of differences. Squares of 100 m can be drawn by anyone."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.window_service import judge_differences
from gisagentbench.headless.window_service.judge_differences import differences
from gisagentbench.headless.window_service.judge_scores import scored
from gisagentbench.headless.window_service.judge_subject import subject_of
from gisagentbench.headless.window_service.known_packs import KnownPacks
from gisagentbench.tests.headless.report.made_run import (
    OUTPUT_CELLS,
    REFERENCE_SQUARES,
    Square,
    made_run,
    write_cells,
    write_squares,
)

KNOWN = KnownPacks()


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return made_run(tmp_path_factory.mktemp("judged"))


def attempt(run, task):
    return run / "episodes" / task / "script" / "1" / "attempt-1"


def of_file(run, task, label, file):
    return subject_of(KNOWN, None, str(run.parent / "made"), task, label, str(file))


def extent(xmin, ymin, xmax, ymax):
    return {"xmin": xmin, "ymin": ymin, "xmax": xmax, "ymax": ymax}


def test_an_episode_is_judged_in_words(run):
    told = scored(subject_of(KNOWN, str(attempt(run, "squares"))))
    assert (told["task"], told["agent"], told["strict"], told["message"]) == ("squares", "script:plan.json", False, "")
    (output,) = told["outputs"]
    assert (output["label"], output["kind"], output["id_columns"]) == ("squares.gpkg", "vector", ["id"])
    failed = {check["name"]: check["asks"] for check in output["failed"]}
    assert failed == {
        "rows": "No row is missing and none left over",
        "values": "Values are within tolerance",
        "geometry": "Shapes are within tolerance",
    }
    assert all(check["detail"].endswith(".") for check in output["failed"])
    assert {check["name"] for check in output["passed"]} >= {"readable", "crs", "columns", "types", "keys"}


def test_worst_rows_lie_where_one_can_draw_them(run):
    (output,) = scored(subject_of(KNOWN, str(attempt(run, "squares"))))["outputs"]
    found = [(row["key"], row["column"], row["expected"], row["found"], row["extent"]) for row in output["worst"]]
    assert found[:3] == [
        ("3", "whole row", "a row", "none", extent(0, 100, 100, 200)),
        ("9", "whole row", "none", "a row", extent(350, 150, 450, 250)),
        ("1", "people", "10", "11", extent(100, 0, 200, 100)),
    ]
    assert (found[3][:2], found[3][4], len(found)) == (("2", "geometry"), extent(200, 0, 300, 100), 4)
    assert {row["crs"] for row in output["worst"]} == {"EPSG:32630"}


def test_an_episode_is_judged_by_its_own_folder_as_by_that_of_an_attempt(run):
    whole = scored(subject_of(KNOWN, str(attempt(run, "people").parent)))
    assert whole == scored(subject_of(KNOWN, str(attempt(run, "people"))))
    (worst,) = whole["outputs"][0]["worst"]
    assert (worst["key"], worst["column"], worst["expected"], worst["found"], worst["extent"]) == (
        "South",
        "people",
        "20",
        "21",
        None,
    )


def test_a_right_answer_has_nothing_to_be_worst(run):
    told = scored(subject_of(KNOWN, str(attempt(run, "heights"))))
    assert (told["strict"], told["quantitative"], told["outputs"][0]["worst"]) == (True, 1.0, [])
    assert (told["outputs"][0]["failed"], told["outputs"][0]["not_run"]) == ([], [])


def test_wrong_cells_are_rectangles(run, tmp_path):
    """The grid begins at (0, 200) and has cells of 100 m."""
    write_cells(tmp_path / "mine.tif", OUTPUT_CELLS)
    told = scored(of_file(run, "heights", "heights.tif", tmp_path / "mine.tif"))
    places = {row["key"]: row["extent"] for row in told["outputs"][0]["worst"]}
    assert places == {
        "row 1, column 1": extent(0, 100, 100, 200),
        "row 1, column 2": extent(100, 100, 200, 200),
        "row 1, column 4": extent(300, 100, 400, 200),
        "row 2, column 4": extent(300, 0, 400, 100),
    }


def test_a_row_that_stands_twice_lies_where_the_output_has_it(run, tmp_path):
    write_squares(tmp_path / "squares.gpkg", [*REFERENCE_SQUARES, Square(5, 7, 7, 50.0)])
    told = scored(of_file(run, "squares", None, tmp_path / "squares.gpkg"))
    assert told["strict"] is False
    (row,) = [row for row in told["outputs"][0]["worst"] if row["found"] == "2 times"]
    assert (row["key"], row["extent"]) in [("5", extent(200, 100, 300, 200)), ("5", extent(700, 700, 800, 800))]


def test_rows_of_another_crs_lie_nowhere(run, tmp_path):
    """An extra row of an output in degrees must not be looked for in metres."""
    from osgeo import ogr, osr

    crs = osr.SpatialReference()
    crs.ImportFromEPSG(4326)
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(tmp_path / "squares.gpkg"))
    layer = dataset.CreateLayer("squares", crs, ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn("id", ogr.OFTInteger64))
    layer.CreateField(ogr.FieldDefn("people", ogr.OFTReal))
    feature = ogr.Feature(layer.GetLayerDefn())
    feature["id"] = 77
    feature.SetGeometry(ogr.CreateGeometryFromWkt("POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))"))
    layer.CreateFeature(feature)
    dataset.FlushCache()
    del feature, layer, dataset
    (output,) = scored(of_file(run, "squares", None, tmp_path / "squares.gpkg"))["outputs"]
    places = {row["key"]: row["extent"] for row in output["worst"]}
    assert places["77"] is None
    assert places["3"] == extent(0, 100, 100, 200)


@pytest.mark.parametrize("make", ["missing", "link", "garbage", "folder"])
def test_an_output_that_is_no_file_of_its_format_is_a_failed_check(run, tmp_path, make):
    path = tmp_path / "squares.gpkg"
    if make == "link":
        path.symlink_to(run.parent / "made" / "tasks" / "squares" / "reference" / "squares.gpkg")
    elif make == "garbage":
        path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    elif make == "folder":
        path.mkdir()
    subject = of_file(run, "squares", None, path)
    told = scored(subject)
    assert (told["strict"], told["quantitative"], told["outputs"][0]["worst"]) == (False, 0.0, [])
    assert [check["name"] for check in told["outputs"][0]["failed"]] == ["readable"]
    laid_out = differences(subject, None, tmp_path)
    assert laid_out["problem"].startswith("squares.gpkg cannot be compared: it ")
    assert laid_out["layers"] == []
    if make != "garbage":
        assert laid_out["agent"] is None
    assert Path(laid_out["reference"]["path"]).is_file()


def test_differences_are_laid_out_beside_copies_of_both_sides(run, tmp_path):
    before = digests(run.parent)
    told = differences(subject_of(KNOWN, str(attempt(run, "squares"))), "squares.gpkg", tmp_path)
    assert (told["problem"], told["notes"]) == ("", [])
    assert told["counts"] == {"same": 3, "wrong": 1, "moved": 1, "missing": 1, "extra": 1}
    assert {layer["kind"]: layer["rows"] for layer in told["layers"]} == {
        "same": 3, "wrong": 1, "moved": 1, "before": 1, "missing": 1, "extra": 1,
    }  # fmt: skip
    assert all(Path(layer["path"]).is_file() for layer in told["layers"])
    assert (told["column"], told["values"], told["id_columns"]) == ("people", "continuous", ["id"])
    reference = run.parent / "made" / "tasks" / "squares" / "reference" / "squares.gpkg"
    for side, source in (("agent", attempt(run, "squares") / "output" / "squares.gpkg"), ("reference", reference)):
        copy = Path(told[side]["path"])
        assert copy.read_bytes() == source.read_bytes()
        assert (copy.samefile(source), copy.is_relative_to(tmp_path)) == (False, True)
        assert (told[side]["sublayer"], told[side]["kind"]) == ("squares", "vector")
    assert digests(run.parent) == before


def test_layers_that_the_window_shows_outlive_those_that_follow_once(run, tmp_path):
    subject = subject_of(KNOWN, str(attempt(run, "squares")))
    first, second, third = (Path(differences(subject, None, tmp_path)["layers"][0]["path"]) for _ in range(3))
    assert [path.is_file() for path in (first, second, third)] == [False, True, True]


def test_layers_of_outputs_that_were_judged_long_ago_go(tmp_path):
    count = judge_differences.KEPT_OUTPUTS + 3
    places = []
    for number in range(count):
        places.append(judge_differences._new_place(tmp_path / "judged", f"output {number}"))
        for age, place in enumerate(reversed(places)):  # clocks of file systems are coarse
            if place.exists():
                os.utime(place.parent, (1e9 - age, 1e9 - age))
    assert [place.is_dir() for place in places] == [False] * 3 + [True] * judge_differences.KEPT_OUTPUTS


def test_cells_that_differ_are_laid_out(run, tmp_path):
    write_cells(tmp_path / "mine.tif", OUTPUT_CELLS)
    told = differences(of_file(run, "heights", "heights.tif", tmp_path / "mine.tif"), "heights.tif", tmp_path)
    assert {kind: count for kind, count in told["counts"].items() if count} == {
        "same": 4, "too_high": 1, "too_low": 1, "extra": 1, "missing": 1,
    }  # fmt: skip
    assert [layer["kind"] for layer in told["layers"]] == ["cells", "gaps"]
    assert (told["column"], told["values"], told["agent"]["sublayer"]) == ("", "continuous", "")


def test_a_pack_that_has_changed_is_named(tmp_path):
    run = made_run(tmp_path)
    assert subject_of(KNOWN, str(attempt(run, "people"))).message == ""
    (tmp_path / "made" / "data" / "more.txt").write_text("new")
    message = subject_of(KNOWN, str(attempt(run, "people"))).message
    assert message.startswith("The pack has changed since this episode; ")


def test_a_pack_that_is_gone_is_found_where_the_window_has_opened_it(tmp_path):
    run = made_run(tmp_path)
    (tmp_path / "made").rename(tmp_path / "elsewhere")
    with pytest.raises(CommandRefused, match="FILE_NOT_FOUND"):
        subject_of(KnownPacks(), str(attempt(run, "people")))
    known = KnownPacks()
    known.add(tmp_path / "elsewhere")
    assert subject_of(known, str(attempt(run, "people"))).pack.folder == tmp_path / "elsewhere"
    named = subject_of(KnownPacks(), str(attempt(run, "people")), str(tmp_path / "elsewhere"))
    assert named.pack.folder == tmp_path / "elsewhere"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"folder": None}, "MISSING_ARGUMENT"),
        ({"folder": "{run}", "file": "{run}/a.csv"}, "MISSING_ARGUMENT"),
        ({"folder": "{run}"}, "FILE_NOT_FOUND"),
        ({"folder": "run"}, "BAD_VALUE"),
        ({"folder": "{run}\0"}, "BAD_VALUE"),
        ({"folder": "{run}/episodes/people/script/2"}, "FILE_NOT_FOUND"),
        ({"folder": "{run}/episodes/people/script/1/attempt-7"}, "FILE_NOT_FOUND"),
        ({"folder": "{run}/episodes/people/script/1/../../../../../made"}, "FILE_NOT_FOUND"),
        ({"folder": None, "file": "{run}/a.csv"}, "MISSING_ARGUMENT"),
        ({"folder": None, "file": "{run}/a.csv", "pack": "{pack}", "task": "../people"}, "BAD_VALUE"),
        ({"folder": None, "file": "{run}/a.csv", "pack": "{pack}", "task": "people", "output": "x"}, "BAD_VALUE"),
        ({"folder": None, "file": "{run}/a.csv", "pack": "made/..", "task": "people"}, "BAD_VALUE"),
    ],
)
def test_what_cannot_be_judged_is_refused(run, given, code):
    places = {"run": str(run), "pack": str(run.parent / "made")}
    words = {name: text.format(**places) if text else text for name, text in given.items()}
    with pytest.raises(CommandRefused) as refused:
        subject_of(KNOWN, **words)
    assert refused.value.code == code


def digests(folder):
    """Path to digest of everything below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_places_of_layers_that_are_made_at_a_time_are_not_the_same(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        for number in range(50):
            made = pool.map(lambda folder: judge_differences._new_place(folder, "one"), [tmp_path / str(number)] * 2)
            assert len(set(made)) == 2
