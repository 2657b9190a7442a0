# SPDX-License-Identifier: GPL-2.0-or-later
"""Every check of vector outputs: the near miss whose first failing check it is, beside the hit that passes."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from osgeo import ogr

from gisagentbench.scoring.check_names import asked_checks
from gisagentbench.scoring.comparison import CannotScore
from gisagentbench.scoring.record import ScoreRecord

from .layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, contract_of, square

RD_NEW_OF_ESRI = (
    'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],'
    'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],'
    'PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],'
    'PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.15616055555555],UNIT["Meter",1.0]]'
)
Score = Callable[..., ScoreRecord]


def changed(row: int, **values: Any) -> list[dict[str, Any]]:
    """Returns the park rows with one of them changed."""
    rows = deepcopy(PARKS)
    rows[row].update(values)
    return rows


def multi(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a park as a multipolygon of one part."""
    return row | {"shape": row["shape"].replace("POLYGON(", "MULTIPOLYGON((") + ")"}


def raised(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a park with heights."""
    shape = ogr.CreateGeometryFromWkt(row["shape"])
    shape.Set3D(True)
    return row | {"shape": shape.ExportToWkt()}


ACCEPTED = [
    ("the reference itself", PARKS, {}, {}),
    ("rows in another order", PARKS[::-1], {}, {}),
    ("5 and 5.0 are one number", PARKS, {}, {"fields": PARK_FIELDS | {"parks": "real"}}),
    ("a column more than asked for", [row | {"note": "x"} for row in PARKS], {},
     {"fields": PARK_FIELDS | {"note": "text"}}),
    ("a multi of one part", [multi(row) for row in PARKS], {}, {}),
    ("heights where no dimension is asked", [raised(row) for row in PARKS], {}, {}),
    ("a layer of another name, the only one", PARKS, {}, {"layer": "something"}),
    ("the same CRS in the words of ESRI", PARKS, {}, {"crs": RD_NEW_OF_ESRI}),
    ("a measure within 0.01 percent", changed(2, area=250.5 * 1.00009), {}, {}),
    ("more rows where superset is asked", [*PARKS, PARKS[0] | {"nta": "BK09"}], {"rows": "superset"}, {}),
    ("fewer rows where subset is asked", PARKS[:2], {"rows": "subset"}, {}),
    ("the asked order", PARKS, {"ordered_by": ["nta"]}, {}),
]  # fmt: skip

REJECTED = [
    ("crs", "another CRS with the same numbers", PARKS, {}, {"crs": "EPSG:28991"}),
    ("crs", "no CRS", PARKS, {}, {"crs": None}),
    ("envelope", "degrees under the label of a metre CRS",
     [row | {"shape": "POLYGON((5.38 52.15,5.39 52.15,5.39 52.16,5.38 52.15))"} for row in PARKS], {}, {}),
    ("geometry_type", "one line among polygons", changed(1, shape="LINESTRING(155000 463000,155010 463000)"), {}, {}),
    ("multi", "a multi where single is asked", [multi(PARKS[0]), *PARKS[1:]], {"multi": "forbid"}, {}),
    ("multi", "a single where multi is asked", PARKS, {"multi": "require"}, {}),
    ("dimension", "heights where 2d is asked", [raised(row) for row in PARKS], {"dimension": "2d"}, {}),
    ("dimension", "flat where z is asked", PARKS, {"dimension": "z"}, {}),
    ("columns", "a name in capitals", [row | {"AREA": row["area"]} for row in PARKS], {},
     {"fields": {"nta": "text", "parks": "integer", "AREA": "real"}}),
    ("columns", "a column more where none is allowed", PARKS, {"columns_exact": True},
     {"fields": PARK_FIELDS | {"note": "text"}}),
    ("types", "numbers stored as text", PARKS, {}, {"fields": PARK_FIELDS | {"parks": "text"}}),
    ("types", "a fraction in a count", changed(0, parks=3.5), {}, {"fields": PARK_FIELDS | {"parks": "real"}}),
    ("keys", "a row twice", [*PARKS, PARKS[0]], {}, {}),
    ("order", "two rows exchanged", [PARKS[1], PARKS[0], PARKS[2]], {"ordered_by": ["nta"]}, {}),
    ("rows", "the id of a neighbour that is not asked for", changed(0, nta="BK00"), {}, {}),
    ("rows", "a row missing", PARKS[:2], {}, {}),
    ("rows", "a row missing where more rows are allowed", PARKS[:2], {"rows": "superset"}, {}),
    ("rows", "a row too many", [*PARKS, PARKS[0] | {"nta": "BK09"}], {}, {}),
    ("rows", "a row too many where fewer are allowed", [*PARKS, PARKS[0] | {"nta": "BK09"}], {"rows": "subset"}, {}),
    ("values", "a count off by one", changed(2, parks=8), {}, {}),
    ("values", "twice the tolerance of a measure", changed(2, area=250.5 * 1.0002), {}, {}),
    ("values", "0 where a number is", changed(0, parks=0), {}, {}),
    ("values", "NULL where 0 is", changed(1, parks=None), {}, {}),
    ("geometry", "50 m further east", changed(1, shape=square(70)), {}, {}),
    ("geometry", "no shape", changed(1, shape=None), {}, {}),
    ("predicates", "a value out of range", PARKS,
     {"predicates": [{"non_empty": True}, {"range": {"column": "parks", "max": 6}}]}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "rows", "contract", "written"), ACCEPTED, ids=[row[0] for row in ACCEPTED])
def test_equivalent_output_is_strict(score_parks: Score, rule: str, rows: Any, contract: Any, written: Any) -> None:
    record = score_parks(rows, contract, **written)
    assert (record.first_failing_check, record.strict) == (None, True)


@pytest.mark.parametrize(
    ("check", "rule", "rows", "contract", "written"), REJECTED, ids=[f"{row[0]}: {row[1]}" for row in REJECTED]
)
def test_broken_output_fails_first_at_its_check(
    score_parks: Score, check: str, rule: str, rows: Any, contract: Any, written: Any
) -> None:
    record = score_parks(rows, contract, **written)
    assert (record.first_failing_check, record.strict) == (check, False)


def test_every_vector_check_but_the_files_has_a_broken_output() -> None:
    everything = PARK_CONTRACT | {
        "multi": "forbid",
        "dimension": "2d",
        "ordered_by": ["nta"],
        "predicates": [{"non_empty": True}],
    }
    of_the_file = {"readable", "layer"}
    assert {row[0] for row in REJECTED} == set(asked_checks(contract_of(**everything))) - of_the_file


def test_checks_that_do_not_apply_are_absent(score_parks: Score) -> None:
    names = [check.name for check in score_parks(PARKS).checks]
    assert names == [
        "readable", "layer", "crs", "envelope", "geometry_type", "columns", "types", "keys", "rows", "values",
        "geometry",
    ]  # fmt: skip


def test_check_that_could_not_run_is_neither_passed_nor_failed(score_parks: Score) -> None:
    record = score_parks(PARKS, crs="EPSG:28991")
    assert {check.name: check.passed for check in record.checks if check.passed is not True} == {
        "crs": False,
        "envelope": None,
        "geometry": None,
    }


LINE = {"nta": "BK04", "parks": 1, "area": 1.0, "shape": "LINESTRING(155000 463000,155010 463000)"}
TIED = {"tie_groups": [["BK03", "BK09"]], "predicates": [{"non_empty": True}]}
BAD_REFERENCES = [
    ("a line among polygons", [*PARKS, LINE], {}, "Expected Polygon, found LineString in 1 of 4 rows"),
    ("two rows of one id", [*PARKS, PARKS[0]], {}, '"nta" does not identify its rows'),
    ("none of the tied rows", PARKS[:2], TIED, 'it has none of the tied rows "BK03", "BK09"'),
]


@pytest.mark.parametrize(("rule", "rows", "contract", "fault"), BAD_REFERENCES, ids=[row[0] for row in BAD_REFERENCES])
def test_fault_of_the_reference_is_none_of_the_output(
    score_parks: Score, rule: str, rows: Any, contract: Any, fault: str
) -> None:
    with pytest.raises(CannotScore) as error:
        score_parks(PARKS, contract, rows)
    assert error.value.code == "BAD_FORMAT"
    assert fault in error.value.message


def test_one_of_the_tied_rows_is_right_whichever_it_is(score_parks: Score) -> None:
    assert score_parks([*PARKS[:2], PARKS[2] | {"nta": "BK09", "area": 9.0}], TIED).strict
    assert score_parks([*PARKS[:2], PARKS[2] | {"nta": "BK08"}], TIED).first_failing_check == "rows"
    assert score_parks([*PARKS, PARKS[2] | {"nta": "BK09"}], TIED).first_failing_check == "rows"


def test_worst_row_has_both_values_and_a_place(score_parks: Score) -> None:
    worst = score_parks(changed(2, parks=8)).worst_rows
    assert [(row.key, row.column, row.expected, row.found) for row in worst] == [("BK03", "parks", 7, 8)]
    assert worst[0].location == [155045.0, 463005.0]


def test_layer_is_named_where_a_file_has_two(tmp_path: Any) -> None:
    from gisagentbench.scoring.comparison import compare_files

    from .layer_files import write_layer

    reference = write_layer(tmp_path / "result.gpkg", PARK_FIELDS, PARKS)
    output = write_layer(tmp_path / "other.gpkg", PARK_FIELDS, PARKS, layer="first")
    write_layer(output, PARK_FIELDS, PARKS, layer="second", add=True)
    assert compare_files(contract_of(**PARK_CONTRACT), reference, output).first_failing_check == "layer"
    named = contract_of(**PARK_CONTRACT, layer="second")
    assert compare_files(named, reference, output).strict
