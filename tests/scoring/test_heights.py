# SPDX-License-Identifier: GPL-2.0-or-later
"""Z and M values of shapes: compared where the contract asks for them, along the straights between vertices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from osgeo import ogr

from gisagentbench.scoring.comparison import compare_files
from gisagentbench.scoring.heights import HeightLimit, height_excess, metres_of_height
from gisagentbench.scoring.record import ScoreRecord

from .layer_files import contract_of, write_layer

RISING = "LINESTRING Z (155000 463000 0,155100 463000 10)"


def scored(folder: Path, kind: str, expected: str, found: str, shape_type: int, **keys: Any) -> ScoreRecord:
    """Scores one shape with an id."""
    contract = contract_of(
        kind="vector", file="r.gpkg", crs="EPSG:28992", geometry_type=kind,
        columns={"id": {"type": "integer"}}, id_columns=["id"], **keys,
    )  # fmt: skip
    files = []
    for name, shape in (("reference", expected), ("output", found)):
        (folder / name).mkdir()
        rows = [{"id": 1, "shape": shape}]
        files.append(write_layer(folder / name / "r.gpkg", {"id": "integer"}, rows, shape_type=shape_type))
    return compare_files(contract, *files)


@pytest.mark.parametrize(
    ("rule", "found", "failing"),
    [
        ("the same heights", RISING, None),
        ("4 mm higher", "LINESTRING Z (155000 463000 0.004,155100 463000 10.004)", None),
        ("2 cm higher", "LINESTRING Z (155000 463000 0.02,155100 463000 10.02)", "geometry"),
        (
            "a vertex half-way at half the height",
            "LINESTRING Z (155000 463000 0,155050 463000 5,155100 463000 10)",
            None,
        ),
        ("half-way and flat", "LINESTRING Z (155000 463000 0,155050 463000 0,155100 463000 10)", "geometry"),
        ("run the other way", "LINESTRING Z (155100 463000 10,155000 463000 0)", None),
        ("run the other way, heights not", "LINESTRING Z (155100 463000 0,155000 463000 10)", "geometry"),
        ("flat", "LINESTRING (155000 463000,155100 463000)", "dimension"),
    ],
)
def test_heights_of_lines(rule: str, found: str, failing: str | None, tmp_path: Path) -> None:
    record = scored(tmp_path, "LineString", RISING, found, ogr.wkbLineString25D, dimension="z")
    assert record.first_failing_check == failing
    assert not record.diagnosis


def test_heights_count_only_where_the_contract_asks_for_them(tmp_path: Path) -> None:
    higher = RISING.replace(" 10)", " 99)")
    assert scored(tmp_path, "LineString", RISING, higher, ogr.wkbLineString25D).strict


def test_the_detail_says_that_it_is_the_heights(tmp_path: Path) -> None:
    record = scored(tmp_path, "Point", "POINT Z (1 2 3)", "POINT Z (1 2 4)", ogr.wkbPoint25D, dimension="z")
    detail = next(check.detail for check in record.checks if check.name == "geometry")
    assert detail == "Z values out of tolerance: 1 of 1 shape; worst 1."


SQUARE = "POLYGON Z ((0 0 1,10 0 1,10 10 3,0 10 3,0 0 1))"
BEGUN_ELSEWHERE = "POLYGON Z ((10 10 3,0 10 3,0 0 1,10 0 1,10 10 3))"
DIP = "POLYGON Z ((0 0 1,5 0 0,10 0 1,10 10 3,0 10 3,0 0 1))"
WELL = "LINESTRING Z (0 0 0,0 0 -30)"


@pytest.mark.parametrize(
    ("rule", "expected", "found", "times"),
    [
        ("rings may begin elsewhere", SQUARE, BEGUN_ELSEWHERE, 0),
        # half a metre is five times a tolerance of 0.1
        ("a corner half a metre higher", SQUARE, SQUARE.replace("10 10 3", "10 10 3.5"), 5),
        ("a dip of a metre between corners", SQUARE, DIP, 10),
        ("a well has every depth down to its end", WELL, "LINESTRING Z (0 0 0,0 0 -12,0 0 -30)", 0),
        ("a well that is 5 m too deep", WELL, "LINESTRING Z (0 0 0,0 0 -35)", 50),
        ("points of a multipoint in another order", "MULTIPOINT Z (0 0 1,5 5 2)", "MULTIPOINT Z (5 5 2,0 0 1)", 0),
        ("heights of two points exchanged", "MULTIPOINT Z (0 0 1,5 5 2)", "MULTIPOINT Z (0 0 2,5 5 1)", 10),
        ("one side without heights", "POINT Z (0 0 1)", "POINT (0 0)", np.inf),
        ("a height that is no number", "POINT Z (0 0 1)", "POINT Z (0 0 NaN)", np.inf),
    ],
)
def test_heights_are_compared_where_shapes_meet(rule: str, expected: str, found: str, times: float) -> None:
    shapes = shapely.from_wkt([expected]), shapely.from_wkt([found])
    assert height_excess(*shapes, HeightLimit(reach=0.01, absolute=0.1)) == pytest.approx(times)


def test_heights_of_a_crossing_are_those_of_the_nearer_branch() -> None:
    # A flyover: the line passes (5, 5) at height 0 and again at height 8.
    loop = "LINESTRING Z (0 5 0,10 5 0,10 10 4,5 10 8,5 0 8)"
    with_vertices = "LINESTRING Z (0 5 0,5 5 0,10 5 0,10 10 4,5 10 8,5 5 8,5 0 8)"
    shapes = shapely.from_wkt([loop]), shapely.from_wkt([with_vertices])
    assert height_excess(*shapes, HeightLimit(reach=0.01, absolute=0.1)).tolist() == [0.0]


def test_the_unit_of_heights_is_that_of_the_vertical_crs() -> None:
    assert metres_of_height("EPSG:28992") == 1.0
    assert metres_of_height("EPSG:7415") == 1.0  # RD New + NAP height
    assert metres_of_height("EPSG:8706") == pytest.approx(0.3048)  # NAD83 / Montana (ft) + NAVD88 height (ft)


MEASURED = "MULTILINESTRING M ((155000 463000 100,155100 463000 200))"


@pytest.mark.parametrize(
    ("rule", "found", "failing"),
    [
        ("the same measures", MEASURED, None),
        ("within a hundredth of a percent", MEASURED.replace(" 200", " 200.01"), None),
        ("a metre more", MEASURED.replace(" 200", " 201"), "geometry"),
        ("a vertex half-way at half the measure",
         "MULTILINESTRING M ((155000 463000 100,155050 463000 150,155100 463000 200))", None),
    ],
)  # fmt: skip
def test_measures_of_lines(rule: str, found: str, failing: str | None, tmp_path: Path) -> None:
    record = scored(tmp_path, "LineString", MEASURED, found, ogr.wkbMultiLineStringM, dimension="m")
    assert record.first_failing_check == failing


def test_measures_of_points_and_polygons(tmp_path: Path) -> None:
    ring = "POLYGON M ((155000 463000 1,155100 463000 2,155100 463100 3,155000 463000 1))"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    other = ring.replace(" 3,", " 4,")
    assert scored(tmp_path / "a", "Polygon", ring, ring, ogr.wkbPolygonM, dimension="m").strict
    record = scored(tmp_path / "b", "Polygon", ring, other, ogr.wkbPolygonM, dimension="m")
    assert record.first_failing_check == "geometry"


@pytest.mark.parametrize(
    ("dimension", "found", "failing"),
    [("2d", MEASURED, "dimension"), ("m", MEASURED, None), ("m", "flat", "dimension")],
)
def test_a_layer_that_declares_no_measures_may_have_some(
    dimension: str, found: str, failing: str | None, tmp_path: Path
) -> None:
    flat = "MULTILINESTRING ((155000 463000,155100 463000))"
    expected, found = (flat if text == "flat" else text for text in ("flat" if dimension == "2d" else MEASURED, found))
    record = scored(tmp_path, "LineString", expected, found, ogr.wkbUnknown, dimension=dimension)
    assert record.first_failing_check == failing


def test_rows_without_a_key_are_paired_by_their_heights_too(tmp_path: Path) -> None:
    # Three points in one place, so no shape is a key, and one number for all, so no column is.
    contract = contract_of(
        kind="vector", file="r.gpkg", crs="EPSG:28992", geometry_type="Point", dimension="z",
        columns={"depth": {"type": "real"}},
    )  # fmt: skip
    files = []
    for name, depths in (("reference", (1, 2, 3)), ("output", (3, 1, 2))):
        (tmp_path / name).mkdir()
        rows = [{"depth": 5.0, "shape": f"POINT Z (155000 463000 {depth})"} for depth in depths]
        files.append(write_layer(tmp_path / name / "r.gpkg", {"depth": "real"}, rows, shape_type=ogr.wkbPoint25D))
    record = compare_files(contract, *files)
    assert record.rows is not None
    assert (record.rows.stage, record.strict) == ("assignment", True)
