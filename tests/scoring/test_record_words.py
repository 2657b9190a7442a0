# SPDX-License-Identifier: GPL-2.0-or-later
"""What a record says: expected and found with units, how many of how many, the worst one, worked out on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gisagentbench.scoring.record import ScoreRecord

from .layer_files import PARK_FIELDS, PARKS, square
from .test_diagnosis import BACKWARDS, DEGREES, HOLED, LINES, STREAMS
from .test_raster import CELLS, NODATA, score, with_cell
from .test_row_checks import changed, multi, raised

Score = Callable[..., ScoreRecord]
RANGE = {"predicates": [{"non_empty": True}, {"range": {"column": "parks", "min": 1, "max": 6}}]}

ROWS: list[tuple[str, str, Any, dict[str, Any], dict[str, Any]]] = [
    ("crs", "Expected EPSG:28992 (Amersfoort / RD New, metre), found EPSG:2263 (NAD83 / New York Long Island (ftUS), "
     "US survey foot).", PARKS, {}, {"crs": "EPSG:2263"}),
    ("crs", "Expected EPSG:28992 (Amersfoort / RD New, metre), found none.", PARKS, {}, {"crs": None}),
    ("envelope", "Expected coordinates in x 155000 to 155050, y 463000 to 463010 (metre), "
     "found x 5.3872035 to 5.3879341, y 52.155172 to 52.155262.", DEGREES, {}, {}),
    ("geometry_type", "Expected Polygon, found LineString in 1 of 3 rows.",
     changed(1, shape="LINESTRING(155000 463000,155010 463000)"), {}, {}),
    ("multi", "Expected single shapes, found multi ones in 1 of 3 rows.", [multi(PARKS[0]), *PARKS[1:]],
     {"multi": "forbid"}, {}),
    ("dimension", "Expected flat shapes, found Z values in 3 of 3 rows.", [raised(row) for row in PARKS],
     {"dimension": "2d"}, {}),
    ("dimension", "Expected shapes with Z values alone, found none in 3 of 3 rows.", PARKS, {"dimension": "z"}, {}),
    ("columns", 'Missing: "area". Found: "nta", "parks", "AREA". "AREA" differs in case.',
     [row | {"AREA": 1.0} for row in PARKS], {}, {"fields": {"nta": "text", "parks": "integer", "AREA": "real"}}),
    ("types", '"parks" should hold integers, found texts, such as "3".', PARKS, {},
     {"fields": PARK_FIELDS | {"parks": "text"}}),
    ("types", '"parks" should hold integers, found 3.5.', changed(0, parks=3.5), {},
     {"fields": PARK_FIELDS | {"parks": "real"}}),
    ("keys", 'Expected each "nta" once, found one again in 1 of 4 rows, such as BK01.', [*PARKS, PARKS[0]], {}, {}),
    ("order", 'Expected rows by "nta", found 1 of 3 rows too late, first BK01 after BK02.',
     [PARKS[1], PARKS[0], PARKS[2]], {"ordered_by": ["nta"]}, {}),
    ("rows", "1 of 3 expected rows are missing, such as BK01; 1 of 3 rows found are not expected, such as BK00.",
     changed(0, nta="BK00"), {}, {}),
    ("values", '"parks" differs in 1 of 3 rows; worst BK03: expected 7, found 8 (1 more).', changed(2, parks=8),
     {}, {}),
    ("values", '"parks" differs in 1 of 3 rows; worst BK03: expected 7, found NULL.', changed(2, parks=None), {}, {}),
    ("values", '"area" differs in 1 of 3 rows; worst BK01: expected 100, found 99 (1 % less).', changed(0, area=99.0),
     {}, {}),
    ("values", '"area" differs in 1 of 3 rows; worst BK01: expected 100, found 1000 (10 times).',
     changed(0, area=1000.0), {}, {}),
    ("geometry", "Out of tolerance: 1 of 3 shapes; worst BK02: expected a Polygon of 100 m2, found a Polygon of 100 "
     "m2, 50 m away.", changed(1, shape=square(70)), {}, {}),
    # 10 x 10 m moved by 1 m: a strip of 10 m2 on either side
    ("geometry", "Out of tolerance: 1 of 3 shapes; worst BK02: expected a Polygon of 100 m2, found a Polygon of 100 "
     "m2, 20 m2 not in common.", changed(1, shape=square(21)), {}, {}),
    # a hole with sides of 2 m at a right angle
    ("geometry", "Out of tolerance: 1 of 3 shapes; worst BK01: expected a Polygon of 100 m2 without holes, found a "
     "Polygon of 98 m2 with 1 hole, 2 m2 not in common.", changed(0, shape=HOLED), {}, {}),
    ("predicates", 'range: "parks" is outside 1 to 6 in 2 of 3 rows, such as 0 of BK02.', PARKS, RANGE, {}),
]  # fmt: skip

GRIDS: list[tuple[str, str, Any, dict[str, Any], dict[str, Any]]] = [
    ("transform", "Expected cells of 30 x 30 from x 155000, y 463000 down (metre), found cells of 30 x 30 from x "
     "155015, y 463000 down.", CELLS, {}, {"transform": [30, 0, 155015, 0, -30, 463000]}),
    ("size", "Expected 4 x 3 cells, found 5 x 3.", np.pad(CELLS, ((0, 0), (0, 1)), constant_values=5), {}, {}),
    ("bands", "Expected 1 band, found 2.", CELLS, {}, {"bands": 2}),
    ("dtype", "Expected float32, found float64.", CELLS, {}, {"dtype": 7}),
    ("nodata", "Expected -9999, found none.", CELLS, {}, {"nodata": None}),
    ("mask", "NoData differs in 2 of 12 cells: 1 with a value where NoData is expected, 1 the other way round.",
     np.where(with_cell(1, 1, 5) == 12, NODATA, with_cell(1, 1, 5)), {}, {}),
    ("values", "Values differ in 1 of 11 cells; worst row 1, column 2: expected 2, found 2.5 (25 % more).",
     with_cell(0, 1, 2.5), {}, {}),
    ("values", "Groups differ in 1 of 11 cells, most by 1 cell of group 2 in group 1 of the output.",
     np.where(CELLS == 2, 1, CELLS), {"values": "label"}, {}),
]  # fmt: skip


def detail_of(record: ScoreRecord, name: str) -> str:
    """Returns what a failed check says."""
    return next(check.detail for check in record.checks if check.name == name and check.passed is False)


@pytest.mark.parametrize(("check", "detail", "rows", "contract", "written"), ROWS, ids=[row[1][:60] for row in ROWS])
def test_check_of_rows_says_what_is_wrong(
    score_parks: Score, check: str, detail: str, rows: Any, contract: Any, written: Any
) -> None:
    assert detail_of(score_parks(rows, contract, **written), check) == detail


@pytest.mark.parametrize(("check", "detail", "cells", "contract", "written"), GRIDS, ids=[row[1][:60] for row in GRIDS])
def test_check_of_cells_says_what_is_wrong(
    tmp_path: Path, check: str, detail: str, cells: Any, contract: Any, written: Any
) -> None:
    assert detail_of(score(tmp_path, cells, contract, **written), check) == detail


def test_lines_that_run_backwards_are_called_so(score_parks: Score) -> None:
    # from (0, 0) to (100, 90): sqrt(18100) = 134.536
    record = score_parks(BACKWARDS[:1], LINES, STREAMS[:1], fields={"nta": "text"})
    assert detail_of(record, "geometry") == (
        "Out of tolerance: 1 of 1 shape; worst S0: expected a LineString of 134.536 m, "
        "found a LineString of 134.536 m that runs backwards."
    )


LARGE = [
    # 2 x 2 km against 2 x 1 km, and a square moved by 40 km
    (square(0, 0, 2000), "POLYGON((155000 463000,157000 463000,157000 464000,155000 464000,155000 463000))",
     "expected a Polygon of 4 km2, found a Polygon of 2 km2, 2 km2 not in common."),
    (square(0), square(40_000), "expected a Polygon of 100 m2, found a Polygon of 100 m2, 40 km away."),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "found", "words"), LARGE)
def test_large_areas_and_distances_are_in_kilometres(score_parks: Score, expected: str, found: str, words: str) -> None:
    record = score_parks([PARKS[0] | {"shape": found}], reference=[PARKS[0] | {"shape": expected}])
    assert detail_of(record, "geometry").endswith(words)


def test_group_of_labels_is_named_on_both_sides(score_columns: Score) -> None:
    record = score_columns({"type": "integer", "role": "label"}, [1, 1, 2], [7, 7, 7])
    groups = "in group 2 of the reference, in 7 of the output"
    assert detail_of(record, "values") == f'"value" groups 1 of 3 rows otherwise, such as 3: {groups}.'


def test_angle_is_told_round_the_circle(score_columns: Score) -> None:
    record = score_columns({"type": "real", "role": "angle"}, [1.0], [358.5])
    assert detail_of(record, "values").endswith("worst 1: expected 1, found 358.5 (2.5 apart).")


def test_ten_worst_rows_have_both_values_and_a_place_in_a_stated_crs(score_parks: Score) -> None:
    many = [{"nta": f"N{place:02}", "parks": 0, "area": 100.0, "shape": square(20 * place)} for place in range(12)]
    found = [row | {"area": 100.0 + place} for place, row in enumerate(many)]
    record = score_parks(found, reference=many)
    assert record.location_crs == "EPSG:28992"
    worst = [(row.key, row.column, row.expected, row.found, row.location) for row in record.worst_rows]
    # areas that are 11, 10 ... 2 too large; the middle of the square is 5 m from its corner
    assert worst == [
        (f"N{place:02}", "area", 100.0, 100.0 + place, [155005.0 + 20 * place, 463005.0]) for place in range(11, 1, -1)
    ]


def test_repeated_keys_and_lone_rows_are_among_the_worst(score_parks: Score) -> None:
    record = score_parks([PARKS[0], PARKS[0], PARKS[0], PARKS[1], PARKS[2] | {"nta": "BK09"}])
    rows = [(row.key, row.expected, row.found) for row in record.worst_rows]
    assert rows == [
        ("BK01", "once", "3 times"),
        ("BK03", "there", None),
        ("BK01", None, "there"),
        ("BK01", None, "there"),
        ("BK09", None, "there"),
    ]


def test_cells_with_another_mask_are_among_the_worst(tmp_path: Path) -> None:
    cells = with_cell(1, 1, 5)
    cells[2, 3] = NODATA
    record = score(tmp_path, cells)
    worst = [(cell.key, cell.column, cell.expected, cell.found, cell.location) for cell in record.worst_rows]
    # the middles: 155000 + 1.5 * 30, 463000 - 1.5 * 30 and 155000 + 3.5 * 30, 463000 - 2.5 * 30
    assert worst == [
        ("row 2, column 2", "band 1", "NoData", 5.0, [155045.0, 462955.0]),
        ("row 3, column 4", "band 1", 12.0, "NoData", [155105.0, 462925.0]),
    ]


def test_places_of_another_crs_are_left_out(score_parks: Score) -> None:
    record = score_parks([*PARKS, PARKS[0] | {"nta": "BK09"}], crs="EPSG:28991")
    assert [(row.key, row.location) for row in record.worst_rows] == [("BK09", None)]
