# SPDX-License-Identifier: GPL-2.0-or-later
"""Certain causes: each with the output that shows it, and silence where one row does not fit."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple, get_args

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some
from osgeo import ogr, osr

from gisagentbench.scoring.known_ratios import KNOWN_RATIOS
from gisagentbench.scoring.record import DiagnosisCode, ScoreRecord

from .layer_files import PARKS, square
from .test_score_properties import record_of

Score = Callable[..., ScoreRecord]
US_FEET2 = (3937 / 1200) ** 2
HOLED = "POLYGON((155000 463000,155010 463000,155010 463010,155000 463010,155000 463000)," \
    "(155002 463002,155004 463002,155004 463004,155002 463002))"  # fmt: skip


def every(**change: Callable[[dict[str, Any]], Any]) -> list[dict[str, Any]]:
    """Returns the park rows with a key of every row computed anew."""
    return [row | {key: value(row) for key, value in change.items()} for row in deepcopy(PARKS)]


def in_degrees(row: dict[str, Any]) -> str:
    """Returns the square of a row in EPSG:4326, longitude first, transformed by GDAL."""
    crs = [osr.SpatialReference(), osr.SpatialReference()]
    for reference, code in zip(crs, (28992, 4326), strict=True):
        reference.ImportFromEPSG(code)
        reference.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    shape = ogr.CreateGeometryFromWkt(row["shape"])
    shape.Transform(osr.CoordinateTransformation(*crs))
    return shape.ExportToWkt()


def swapped(row: dict[str, Any]) -> str:
    """Returns the square of a row with x and y exchanged."""
    pairs = row["shape"].removeprefix("POLYGON((").removesuffix("))").split(",")
    return "POLYGON((" + ",".join(" ".join(reversed(pair.split())) for pair in pairs) + "))"


def at(place: int, rows: list[dict[str, Any]], **values: Any) -> list[dict[str, Any]]:
    """Returns rows with one of them changed."""
    return [row | values if index == place else row for index, row in enumerate(rows)]


def scaled(factor: float) -> Callable[[dict[str, Any]], str]:
    """Returns what multiplies all coordinates of a row's shape."""
    return lambda row: shapely.transform(shapely.from_wkt(row["shape"]), lambda xy: xy * factor).wkt


def read_as(text: str) -> list[dict[str, Any]]:
    """Returns the park rows with identifiers such as 001, written by a format string."""
    return [row | {"nta": text.format(place)} for place, row in enumerate(PARKS, start=1)]


EAST = [row | {"shape": square(50 + 20 * place)} for place, row in enumerate(PARKS)]
NULLS = at(0, PARKS, parks=None)
NINE = {"nta": "BK09", "parks": 1, "area": 900.0, "shape": square(90, 0, 30)}
NO_AREA = at(0, PARKS, area=0.0)
HECTARES = [row | {"area": row["area"] / 10_000} for row in [*PARKS, NINE]]
SWAPPED, DEGREES = every(shape=swapped), every(shape=in_degrees)
FEET2 = every(area=lambda row: row["area"] * US_FEET2)
PADDED = read_as("00{}")
TWO_HOLES = f"{HOLED[:-1]},(155006 463006,155008 463006,155008 463008,155006 463006))"
STREAMS = [
    {"nta": f"S{place}", "shape": f"LINESTRING({155000 + 20 * place} 463000,155100 463090)"} for place in range(3)
]
BACKWARDS = [row | {"shape": shapely.reverse(shapely.from_wkt(row["shape"])).wkt} for row in STREAMS]
LINES = {
    "geometry_type": "LineString", "geometry": {"direction": "match"}, "columns": {"nta": {"type": "text"}},
}  # fmt: skip
CUT = {"columns": {"nta": {"type": "text"}, "population_density": {"type": "real"}}}
DENSE = [row | {"population_density": 1.5, "population": 1.5, "populatio": 1.5} for row in PARKS]


def names(*more: str) -> dict[str, Any]:
    """Returns how a file with some more columns of numbers is written."""
    return {"fields": {"nta": "text"} | dict.fromkeys(more, "real")}


class Case(NamedTuple):
    """An output that shows a cause, and one that nearly does: rows, then how they are written."""

    code: str
    rule: str
    hit: list[dict[str, Any]]
    miss: list[dict[str, Any]]
    written: dict[str, Any] = {}
    reference: list[dict[str, Any]] = PARKS
    contract: dict[str, Any] = {}
    miss_written: dict[str, Any] | None = None


CASES = [
    Case("unit", "square survey feet; one row in another unit", FEET2, at(2, FEET2, area=2254.5)),
    Case("unit", "hectares; a value for no area", at(0, HECTARES, area=0.0), at(0, HECTARES, area=7.0), {}, [
        *NO_AREA, NINE]),
    Case("unit", "centimetres; one value lost", every(area=lambda row: row["area"] * 100),
         at(0, every(area=lambda row: row["area"] * 100), area=None)),
    Case("web_mercator", "areas at 52.156 degrees: 1/cos**2 is 2.658 on the sphere, 0.17 percent less on the ellipsoid",
         every(area=lambda row: row["area"] * 2.658), every(area=lambda row: row["area"] * 2.62)),
    Case("web_mercator", "lengths: 1/cos is 1.630", every(area=lambda row: row["area"] * 1.63),
         every(area=lambda row: row["area"] * 1.645)),
    Case("off_by_one", "counts one too many; one two too many", every(parks=lambda row: row["parks"] + 1),
         at(1, every(parks=lambda row: row["parks"] + 1), parks=2)),
    Case("zero_as_null", "NULL for 0; NULL for 3 too", at(1, PARKS, parks=None),
         at(0, at(1, PARKS, parks=None), parks=None)),
    Case("null_as_zero", "0 for NULL; 0 for 7 too", at(0, PARKS, parks=0), at(2, at(0, PARKS, parks=0), parks=0), {},
         NULLS),
    Case("sentinel_as_value", "-9999 for NULL; another number", at(0, PARKS, parks=-9999),
         at(0, PARKS, parks=-9998), {}, NULLS),
    Case("leading_zeros_lost", "1 for 001; one text that is no number", read_as("{}"), at(2, read_as("{}"), nta="x"),
         {}, PADDED),
    Case("truncated_names", "cut to ten letters; cut to nine", DENSE, DENSE, names("population"), DENSE, CUT,
         names("populatio")),
    Case("duplicated_rows", "all rows twice; once with another value", PARKS + PARKS,
         [*PARKS, PARKS[0], PARKS[1] | {"parks": 9}]),
    Case("duplicated_rows", "no identifiers, a row twice; once with another shape", [*PARKS, PARKS[0]],
         [*PARKS, PARKS[0] | {"shape": square(90)}], {}, PARKS, {"id_columns": []}),
    Case("wrong_crs_label", "the neighbour's label; and one shape 1 m off", PARKS, at(1, PARKS, shape=square(21)),
         {"crs": "EPSG:28991"}),
    Case("not_reprojected", "degrees that say so; one elsewhere", DEGREES, at(1, DEGREES, shape=DEGREES[0]["shape"]),
         {"crs": "EPSG:4326"}),
    Case("assigned_never_transformed", "degrees under a metre label; one elsewhere", DEGREES,
         at(1, DEGREES, shape=DEGREES[0]["shape"])),
    Case("axes_swapped", "north before east; two in one place", SWAPPED,
         at(1, SWAPPED, shape=SWAPPED[0]["shape"])),
    Case("unit_of_coordinates", "feet under a metre label; a yard", every(shape=scaled(1 / 0.3048)),
         every(shape=scaled(1 / 0.9144))),
    Case("shifted", "50 m east; one 51 m", EAST, at(1, EAST, shape=square(71))),
    Case("holes_lost", "both holes; one of two", at(0, PARKS, shape=square(0)), at(0, PARKS, shape=HOLED), {},
         at(0, PARKS, shape=TWO_HOLES)),
    Case("reversed", "all backwards; one moved as well", BACKWARDS,
         at(1, BACKWARDS, shape="LINESTRING(155100 463090,155021 463000)"), names(), STREAMS, LINES),
]  # fmt: skip
IDS = [f"{case.code}: {case.rule}" for case in CASES]


def codes_of(record: ScoreRecord) -> list[str]:
    """Returns the causes that a record names."""
    return [cause.code for cause in record.diagnosis]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_cause_is_named(score_parks: Score, case: Case) -> None:
    assert codes_of(score_parks(case.hit, case.contract, case.reference, **case.written)) == [case.code]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_what_does_not_explain_every_wrong_row_is_not_named(score_parks: Score, case: Case) -> None:
    written = case.written if case.miss_written is None else case.miss_written
    record = score_parks(case.miss, case.contract, case.reference, **written)
    assert (record.strict, codes_of(record)) == (False, [])


def test_every_cause_has_its_hit_and_its_near_miss() -> None:
    from .test_raster_diagnosis import CASES as OF_RASTERS

    assert {case.code for case in CASES} | {case.code for case in OF_RASTERS} == set(get_args(DiagnosisCode))


def test_strict_output_has_no_cause(score_parks: Score) -> None:
    assert score_parks(PARKS).diagnosis == []


def test_survey_feet_are_told_from_feet(score_parks: Score) -> None:
    # (3937/1200)**2 = 10.76387, (1/0.3048)**2 = 10.76391: the names differ where the digits do.
    record = score_parks(every(area=lambda row: row["area"] * US_FEET2))
    assert "square US survey feet, not square metres" in record.diagnosis[0].message
    record = score_parks(every(area=lambda row: row["area"] / 0.3048**2))
    assert ": square feet, not square metres" in record.diagnosis[0].message


def test_feet_are_named_together_where_rounding_hides_which(score_parks: Score) -> None:
    # Rounded to a tenth, 1076.4 fits 10.76391 and 10.76387 alike.
    record = score_parks(every(area=lambda row: round(row["area"] / 0.3048**2, 1)))
    assert "square feet or square US survey feet, not square metres" in record.diagnosis[0].message


VALUES = some.sampled_from([None, 0, 1, 2, 3, 7, 70, 99, 100, 101, 200, 700, -9999])
CHANGES = {
    "unit": lambda a, b: a is not None and b is not None and any(
        abs(b - a * known.ratio) <= 1e-4 * abs(a * known.ratio) for known in KNOWN_RATIOS),
    "off_by_one": lambda a, b: None not in (a, b) and abs(b - a) == 1,
    "null_as_zero": lambda a, b: a is None and b == 0,
    "zero_as_null": lambda a, b: a == 0 and b is None,
    "sentinel_as_value": lambda a, b: a is None and b == -9999,
}  # fmt: skip


@settings(deadline=None, max_examples=150)
@given(some.lists(some.tuples(VALUES, VALUES), min_size=1, max_size=4), some.sampled_from([None, 100, 1]))
def test_cause_of_values_explains_every_wrong_row(pairs: list[tuple[Any, Any]], factor: int | None) -> None:
    if factor:
        step = 1 if factor == 1 else 0
        pairs = [(a, a if a is None else a * factor + step) for a, _ in pairs]
    record = record_of(
        *([row_of(place, side) for place, side in enumerate(values)] for values in zip(*pairs, strict=True))
    )
    for cause in record.diagnosis:
        wrong = [(a, b) for a, b in pairs if a != b]
        assert wrong and all(CHANGES[cause.code](a, b) for a, b in wrong)
    if record.strict:
        assert record.diagnosis == []


def row_of(place: int, number: int | None) -> dict[str, Any]:
    """Returns a row of the table of properties that differs in one number."""
    shape = shapely.Point(155000 + 20 * place, 463000)
    return {"key": place, "number": number, "measure": 1.0, "name": "a", "open": True, "group": 1, "shape": shape}


MOVES = some.tuples(some.sampled_from([0.0, 0.4, 5.0, 50.0]), some.sampled_from([0.0, 50.0]))


@settings(deadline=None, max_examples=80)
@given(some.lists(MOVES, min_size=1, max_size=4))
def test_shift_explains_every_wrong_shape(moves: list[tuple[float, float]]) -> None:
    expected = [row_of(place, 1) for place in range(len(moves))]
    found = [row | {"shape": shapely.transform(row["shape"], lambda xy, move=move: xy + move)}
             for row, move in zip(expected, moves, strict=True)]  # fmt: skip
    record = record_of(expected, found)
    wrong = {move for move in moves if move != (0.0, 0.0)}
    assert codes_of(record) == (["shifted"] if len(wrong) == 1 else [])
