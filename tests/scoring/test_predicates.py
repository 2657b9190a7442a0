# SPDX-License-Identifier: GPL-2.0-or-later
"""Predicates: each with an output that holds it and a near miss that does not."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.scoring.comparison import CannotScore, compare_files
from gisagentbench.tasks.predicate import Predicate

from .layer_files import PARK_FIELDS, PARKS, contract_of, square, write_layer

POINTS = {
    "kind": "vector",
    "file": "p.gpkg",
    "crs": "EPSG:28992",
    "geometry_type": "Point",
    "columns": {"nta": {"type": "text"}, "x": {"type": "real"}},
    "id_columns": ["nta"],
    "geometry": {"compare": "predicates"},
}
SQUARES = POINTS | {"geometry_type": "Polygon", "columns": {"nta": {"type": "text"}, "area": {"type": "real"}}}


def point(east: float, north: float = 5.0) -> str:
    """Returns a point, counted from 155000, 463000."""
    return f"POINT({155000 + east} {463000 + north})"


def inside(*places: float) -> list[dict[str, Any]]:
    """Returns the park rows as points at some places."""
    rows = zip(PARKS, places, strict=True)
    return [{"nta": row["nta"], "x": 155000 + place, "shape": point(place)} for row, place in rows]


RIGHT = inside(5, 25, 45)
AREAS = [{"nta": row["nta"], "area": 100.0, "shape": row["shape"]} for row in PARKS]
HOLDS = [
    ({"count": 3}, POINTS, RIGHT),
    ({"non_empty": True}, POINTS, RIGHT),
    ({"unique": "nta"}, POINTS, RIGHT),
    ({"range": {"column": "x", "min": 155005, "max": 155045}}, POINTS, RIGHT),
    ({"equals_measure": {"column": "x", "measure": "x"}}, POINTS, RIGHT),
    ({"equals_measure": {"column": "area", "measure": "area", "unit": "m2"}}, SQUARES, AREAS),
    ({"equals_measure": {"column": "area", "measure": "area", "unit": "ha"}}, SQUARES,
     [row | {"area": 0.01} for row in AREAS]),
    ({"equals_measure": {"column": "area", "measure": "perimeter", "unit": "ft"}}, SQUARES,
     [row | {"area": 40 / 0.3048} for row in AREAS]),
    ({"within": {"input": "zones"}}, POINTS, inside(25, 5, 45)),
    ({"within": {"input": "zones", "key": "nta"}}, POINTS, RIGHT),
    ({"within": {"input": "zones"}}, POINTS, inside(0, 30.009, 45)),
    ({"covers": {"input": "zones"}}, SQUARES, AREAS),
    ({"one_per": {"input": "zones", "key": "nta"}}, POINTS, RIGHT),
]  # fmt: skip
FAILS = [
    ({"count": 4}, POINTS, RIGHT, "count: expected 4 rows, found 3."),
    ({"unique": "x"}, POINTS, inside(5, 5, 45), 'unique: "x" repeats a value in 1 of 3 rows, such as 155005.'),
    ({"range": {"column": "x", "max": 155044.9}}, POINTS, RIGHT,
     'range: "x" is above 155044.9 in 1 of 3 rows, such as 155045 of BK03.'),
    ({"equals_measure": {"column": "area", "measure": "area", "unit": "ft2"}}, SQUARES, AREAS,
     'equals_measure: "area" is not the area in 3 of 3 rows; worst BK01: area 1076.391042 ft2, found 100.'),
    ({"within": {"input": "zones", "key": "nta"}}, POINTS, inside(25, 5, 45),
     'within: 2 of 3 rows lie outside the shape of "zones" with their nta, first BK01.'),
    ({"within": {"input": "zones"}}, POINTS, inside(5, 30.02, 45),
     'within: 1 of 3 rows lie outside "zones", first BK02.'),
    ({"covers": {"input": "zones"}}, SQUARES, [AREAS[0], AREAS[1] | {"shape": square(20, 0, 9.99)}, AREAS[2]],
     'covers: 0.06663 % of "zones" is not covered.'),
    ({"one_per": {"input": "zones", "key": "nta"}}, POINTS, [*RIGHT[:2], RIGHT[0] | {"nta": "BK09"}],
     'one_per: of "nta" 1 are missing, 0 stand more than once, 1 are not in "zones".'),
]  # fmt: skip


def predicate_check(folder: Path, predicate: dict[str, Any], contract: Any, rows: Any, inputs: bool = True) -> Any:
    """Scores rows against themselves under one predicate and returns its check."""
    (folder / "inputs").mkdir(parents=True)
    write_layer(folder / "inputs" / "zones.gpkg", PARK_FIELDS, PARKS)
    keys = contract_of(**contract, predicates=[{"non_empty": True}, predicate])
    fields = {name: column["type"] for name, column in contract["columns"].items()}
    file = write_layer(folder / contract["file"], fields, rows)
    record = compare_files(keys, file, file, folder / "inputs" if inputs else None)
    return next(check for check in record.checks if check.name == "predicates")


@pytest.mark.parametrize(("predicate", "contract", "rows"), HOLDS, ids=[str(row[0])[:60] for row in HOLDS])
def test_predicate_holds(tmp_path: Path, predicate: Any, contract: Any, rows: Any) -> None:
    check = predicate_check(tmp_path, predicate, contract, rows)
    assert (check.passed, check.detail) == (True, "")


@pytest.mark.parametrize(("predicate", "contract", "rows", "detail"), FAILS, ids=[str(row[0])[:60] for row in FAILS])
def test_predicate_fails_in_words(tmp_path: Path, predicate: Any, contract: Any, rows: Any, detail: str) -> None:
    check = predicate_check(tmp_path, predicate, contract, rows)
    assert (check.passed, check.detail) == (False, detail)


def test_empty_output_fails_non_empty(tmp_path: Path) -> None:
    check = predicate_check(tmp_path, {"non_empty": True}, POINTS, [])
    assert check.detail == "non_empty: there are no rows; non_empty: there are no rows."


def test_every_predicate_of_the_list_is_tried_both_ways() -> None:
    words = set(Predicate.model_fields)
    assert {name for row in HOLDS for name in row[0]} == words
    assert {name for row in FAILS for name in row[0]} == words - {"non_empty"}


def test_predicate_without_its_input_cannot_be_scored(tmp_path: Path) -> None:
    with pytest.raises(CannotScore, match="give the folder of the inputs") as error:
        predicate_check(tmp_path, {"within": {"input": "zones"}}, POINTS, RIGHT, inputs=False)
    assert error.value.code == "MISSING_ARGUMENT"
    with pytest.raises(CannotScore, match='"roads", which the folder of inputs lacks'):
        predicate_check(tmp_path / "again", {"within": {"input": "roads"}}, POINTS, RIGHT)


def test_input_of_several_layers_is_told(tmp_path: Path) -> None:
    (tmp_path / "inputs").mkdir()
    for name in ("north", "south"):
        write_layer(tmp_path / "inputs" / "areas.gpkg", PARK_FIELDS, PARKS, layer=name, add=name == "south")
    keys = contract_of(**POINTS, predicates=[{"non_empty": True}, {"within": {"input": "areas"}}])
    file = write_layer(tmp_path / "p.gpkg", {"nta": "text", "x": "real"}, RIGHT)
    with pytest.raises(CannotScore) as error:
        compare_files(keys, file, file, tmp_path / "inputs")
    assert error.value.message == 'The input "areas" has several layers ("north", "south"), none "areas".'


def quadrangle_area(west: float, east: float, south: float, north: float) -> float:
    """Returns the area between two meridians and two parallels of WGS 84 in square metres, in closed form."""
    e2 = 0.0066943799901413165
    e, b = math.sqrt(e2), 6378137.0 * math.sqrt(1 - e2)

    def q(latitude: float) -> float:
        sine = math.sin(math.radians(latitude))
        return sine / (1 - e2 * sine**2) + math.log((1 + e * sine) / (1 - e * sine)) / (2 * e)

    return b**2 / 2 * math.radians(east - west) * (q(north) - q(south))


FIELD = "POLYGON((5 52,5.001 52,5.001 52.001,5 52.001,5 52))"
# The scale of RD New in its middle is 0.9999079, so 100 m2 of the plane are 100 / 0.9999079**2 on the ellipsoid.
MIDDLE = square(0, 0)
MEASURES = [
    ("EPSG:4326", FIELD, "ellipsoidal", quadrangle_area(5, 5.001, 52, 52.001)),
    ("EPSG:28992", MIDDLE, "ellipsoidal", 100 / 0.9999079**2),
    ("EPSG:28992", MIDDLE, "planar", 100.0),
]


@pytest.mark.parametrize(("crs", "shape", "method", "area"), MEASURES)
def test_measure_is_that_of_the_plane_or_of_the_ellipsoid(
    tmp_path: Path, crs: str, shape: str, method: str, area: float
) -> None:
    rule = {"column": "area", "measure": "area", "unit": "m2", "method": method}
    keys = SQUARES | {"crs": crs, "predicates": [{"count": 1}, {"equals_measure": rule}]}
    for factor, holds in ((1.0, True), (1.00009, True), (1.00012, False), (0.99988, False)):
        rows = [{"nta": "a", "area": factor * area, "shape": shape}]
        (tmp_path / str(factor)).mkdir()
        file = write_layer(tmp_path / str(factor) / "p.gpkg", {"nta": "text", "area": "real"}, rows, crs)
        checks = compare_files(contract_of(**keys), file, file).checks
        assert next(check.passed for check in checks if check.name == "predicates") is holds


def test_inputs_in_another_crs_are_moved_before_they_are_compared(tmp_path: Path) -> None:
    # 155000, 463000 of RD New lies at 5.38720 east, 52.15517 north
    zones = [{"nta": "a", "shape": "POLYGON((5.38 52.15,5.39 52.15,5.39 52.16,5.38 52.16,5.38 52.15))"}]
    (tmp_path / "inputs").mkdir()
    write_layer(tmp_path / "inputs" / "zones.gpkg", {"nta": "text"}, zones, "EPSG:4326")
    keys = contract_of(**POINTS, predicates=[{"non_empty": True}, {"within": {"input": "zones"}}])
    for place, holds in ((5.0, True), (5000.0, False)):
        rows = [{"nta": "a", "x": 1.0, "shape": point(place)}]
        (tmp_path / str(place)).mkdir()
        file = write_layer(tmp_path / str(place) / "p.gpkg", {"nta": "text", "x": "real"}, rows)
        checks = compare_files(keys, file, file, tmp_path / "inputs").checks
        assert next(check.passed for check in checks if check.name == "predicates") is holds
