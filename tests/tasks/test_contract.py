# SPDX-License-Identifier: GPL-2.0-or-later
"""Contracts: every rule with a contract that breaks it, beside right ones."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from gisagentbench.tasks.column import Column, Tolerance
from gisagentbench.tasks.contract import OutputContract

from .example_documents import RASTER, TABLE, VECTOR, changed

NON_EMPTY = {"non_empty": True}
TIED = VECTOR | {"tie_groups": [["BK01", "BK02"]], "predicates": [NON_EMPTY, {"unique": "nta"}]}
DEGREES = VECTOR | {"crs": "EPSG:4326"}
AREA = {"column": "area_m2", "measure": "area", "unit": "m2"}
ELLIPSOIDAL = AREA | {"method": "ellipsoidal"}
DIRECTED = VECTOR | {"geometry_type": "LineString", "geometry": {"direction": "match"}}
ANGLES = changed(VECTOR, "columns.bearing", {"type": "real", "role": "angle", "tolerance": {"absolute": 1}})
WORLD = RASTER | {"crs": "EPSG:4326", "width": 36, "height": 19, "transform": [10, 0, -180, 0, -10, 95]}
BYTES = RASTER | {"dtype": "byte", "nodata": 255}
RIGHT = [
    (VECTOR, "columns.park_count", {"type": "integer", "role": "count", "tolerance": {"absolute": 1}}),
    (VECTOR, "columns.park_count", {"type": "integer", "tolerance": {"absolute": 1, "relative": 0.1}}),
    (VECTOR, "geometry_type", "None"),
    (VECTOR, "predicates", [{"non_empty": True}, {"unique": "nta"}]),
    (VECTOR, "ordered_by", ["area_m2"]),
    (VECTOR, "rows", "superset"),
    (TABLE, "file", "result.xlsx"),
    (RASTER, "nodata", "none"),
    (RASTER, "nodata", float("nan")),
    (RASTER, "nodata", ".nan"),
    (RASTER, "transform", [10, 0.5, 155000, 0.5, -10, 463000]),
    (RASTER, "transform", [0, 10, 155000, 10, 0, 463000]),
    (WORLD, "crs", "OGC:CRS84"),
    (BYTES, "nodata", 0),
    (BYTES, "dtype", "any_integer"),
    (TIED, "tie_groups", [["BK01", "BK02"], ["BK03", "BK04"]]),
    (TIED, "columns.nta", {"type": "date"}),
    (DIRECTED, "geometry.direction", "ignore"),
    (DEGREES, "predicates", [{"count": 1}, {"equals_measure": ELLIPSOIDAL}]),
    (ANGLES, "columns.bearing.tolerance", {"absolute": 179}),
]
WRONG = [
    (VECTOR, "columns.nta", {"type": "text", "tolerance": {"relative": 0.1}}, "takes no tolerance"),
    (VECTOR, "columns.park_count.tolerance", {"relative": 0.1}, "takes no relative tolerance"),
    (VECTOR, "columns.x", {"type": "real", "role": "coordinate", "tolerance": {"relative": 0.1}}, "no relative"),
    (VECTOR, "columns.c", {"type": "integer", "role": "id", "tolerance": {"absolute": 1}}, "takes no tolerance"),
    (VECTOR, "columns.c", {"type": "integer", "role": "label", "tolerance": {"absolute": 1}}, "takes no tolerance"),
    (VECTOR, "columns.c", {"type": "text", "role": "count"}, "role count is for integer or real, not for text"),
    (VECTOR, "columns.c", {"type": "real", "role": "id"}, "role id is for integer or text"),
    (VECTOR, "columns.c", {"type": "real", "period": 180}, "period belongs to role angle"),
    (VECTOR, "columns.c", {"type": "float"}, "Input should be 'integer'"),
    (VECTOR, "columns.fid", {"type": "integer"}, "feature ids and geometry are no attributes"),
    (VECTOR, "columns.area_m2.tolerance", {"absolute": -1}, "greater than or equal to 0"),
    (VECTOR, "columns.area_m2.tolerance", {"absolute": float("nan")}, "finite number"),
    (VECTOR, "id_columns", ["nta", "borough"], 'id_columns names "borough"'),
    (VECTOR, "id_columns", ["nta", "nta"], "names a column twice"),
    (VECTOR, "id_columns", ["area_m2"], "cannot identify rows: it is real"),
    (VECTOR, "id_columns", ["park_count"], "cannot identify rows: it is integer, role count"),
    (VECTOR, "ordered_by", ["rank"], 'ordered_by names "rank"'),
    (VECTOR, "tie_groups", [["BK01", "BK02"]], "tie_groups needs predicates"),
    (TIED, "id_columns", [], "tie_groups needs id_columns"),
    (TIED, "tie_groups", [["BK01"]], "at least two rows"),
    (TIED, "tie_groups", [["BK01", ["BK02", "x"]]], "1 values, one per id column"),
    (TIED, "tie_groups", [["BK01", "BK02"], ["BK02", "BK03"]], "tie_groups lists BK02 twice"),
    (TIED, "tie_groups", [["Z\u00fc", "Zu\u0308"]], "twice"),
    (TIED, "tie_groups", [["BK01", 2]], 'lists 2, but "nta" is of type text'),
    (TIED, "columns.nta", {"type": "integer"}, "lists 'BK01', but \"nta\" is of type integer"),
    (VECTOR, "columns.NTA", {"type": "text"}, '"nta" and "NTA" differ in case alone'),
    (TABLE, "columns.share ", {"type": "real"}, "spaces at its ends"),
    (TABLE, "columns.a\nb", {"type": "real"}, "cannot be a column"),
    (TABLE, "columns.Zu\u0308rich", {"type": "real"}, "not in Unicode NFC"),
    (VECTOR, "columns.geom", {"type": "text"}, "feature ids and geometry are no attributes"),
    (VECTOR, "geometry", {"direction": "match"}, "direction is about lines"),
    (ANGLES, "columns.bearing.tolerance", {"absolute": 180}, "lets every angle of period 360 pass"),
    (VECTOR, "predicates", [NON_EMPTY, {"range": {"column": "nta", "min": 0}}], 'range needs numbers, but "nta"'),
    (VECTOR, "predicates", [NON_EMPTY, {"equals_measure": {"column": "nta", "measure": "x"}}], "needs numbers"),
    (VECTOR, "predicates", [NON_EMPTY, {"equals_measure": AREA | {"measure": "length", "unit": "m"}}],
     "a Polygon has no length"),
    (DIRECTED, "predicates", [NON_EMPTY, {"equals_measure": AREA}], "a LineString has no area"),
    (DIRECTED, "predicates", [NON_EMPTY, {"covers": {"input": "parks"}}], "covers needs polygons"),
    (DEGREES, "predicates", [NON_EMPTY, {"equals_measure": AREA}], "would be in degrees; use method ellipsoidal"),
    (VECTOR, "predicates",
     [NON_EMPTY, {"equals_measure": {"column": "area_m2", "measure": "x", "method": "ellipsoidal"}}],
     "x takes no method"),
    (VECTOR | {"geometry_type": "None"}, "predicates", [NON_EMPTY, {"within": {"input": "a"}}], "needs shapes"),
    (VECTOR, "predicates", [{"unique": "nta"}], "need non_empty or count"),
    (VECTOR, "predicates", [{"count": 1}, {"unique": "rank"}], 'a predicate names "rank"'),
    (VECTOR, "predicates", [{"count": 1, "unique": "nta"}], "a predicate is one of"),
    (VECTOR, "predicates", [{"some": True}], "not permitted"),
    (VECTOR, "predicates", [{"count": 1}, {"range": {"column": "area_m2"}}], "a range needs min or max"),
    (VECTOR, "predicates",
     [{"count": 1}, {"equals_measure": {"column": "area_m2", "measure": "area", "unit": "m"}}],
     "area takes a unit of m2"),
    (VECTOR, "geometry", {"compare": "predicates"}, "but there are no predicates"),
    (VECTOR, "geometry", {"min_iou": 0}, "greater than 0"),
    (VECTOR, "rationale", "-", "Field required"),
    (VECTOR, "rationale", "  ", "must say"),
    (VECTOR, "crs", "EPSG:99999", "names no coordinate reference system"),
    (VECTOR, "file", "../result.gpkg", "is no file name of letters"),
    (VECTOR, "file", "out/result.gpkg", "without a folder"),
    (VECTOR, "file", "result.tif", "cannot hold a vector"),
    (VECTOR, "file", "result.csv", "cannot hold a vector"),
    (VECTOR, "colums", {}, "not permitted"),
    (VECTOR, "kind", "-", "Unable to extract tag"),
    (VECTOR, "geometry_type", "MultiPolygon", "Input should be 'Point'"),
    (TABLE, "predicates", [{"count": 1}, {"covers": {"input": "a"}}], "needs shapes, and a table has none"),
    (TABLE, "columns.x", {"type": "real", "role": "coordinate"}, "a table has no CRS"),
    (TABLE, "crs", "EPSG:4326", "not permitted"),
    (RASTER, "transform", [10, 0, 0, 0, 0, 0], "cells without an area"),
    (RASTER, "transform", [10, 0, 0], "at least 6 items"),
    (RASTER, "transform", [155000, 10, 0, 463000, 0, -10], "in the order of GDAL"),
    (RASTER, "transform", [10, 0, float("inf"), 0, -10, 0], "finite number"),
    (WORLD, "height", 20, "reach latitude -105 in EPSG:4326"),
    (RASTER, "width", 0, "greater than or equal to 1"),
    (RASTER, "width", 200_001, "less than or equal to 200000"),
    (BYTES, "nodata", -9999, "nodata -9999 is no byte, which holds whole numbers from 0 to 255"),
    (BYTES, "nodata", 1.5, "nodata 1.5 is no byte"),
    (BYTES, "nodata", ".nan", "nodata .nan is no byte"),
    (RASTER, "nodata", 1e39, "beyond what a float32 holds"),
    (RASTER | {"values": "angle"}, "tolerance", {"absolute": 200}, "lets every angle of period 360 pass"),
    (RASTER | {"values": "categorical"}, "tolerance", {"absolute": 1}, "they take no tolerance"),
    (RASTER, "dtype", "float", "Input should be 'byte'"),
    (RASTER, "nodata", "zero", "Input should be '.nan'"),
    (RASTER, "ignore_rim_cells", 15, "leaves no cell"),
    (RASTER, "min_share", 1.1, "less than or equal to 1"),
    (RASTER, "period", 180, "period belongs to values: angle"),
    (RASTER, "file", "slope.gpkg", "cannot hold a raster"),
]  # fmt: skip
SHAPEFILE = changed(changed(VECTOR, "file", "result.shp"), "columns", {"nta": {"type": "text"}})
PLACEMARKS = changed(SHAPEFILE, "file", "result.kml") | {"crs": "EPSG:4326"}
CANNOT_HOLD = [
    (SHAPEFILE, "columns.population1", {"type": "integer"}, 'cuts the name "population1" to 10'),
    (SHAPEFILE, "columns.seen", {"type": "datetime"}, 'the datetime "seen" becomes a text'),
    (SHAPEFILE, "multi", "require", "does not tell single from multi"),
    (SHAPEFILE, "geometry_type", "None", "a DBF table"),
    (changed(VECTOR, "file", "result.fgb"), "columns.day", {"type": "date"}, "becomes a datetime"),
    (PLACEMARKS | {"file": "result.geojson"}, "dimension", "m", "holds no M values"),
    (VECTOR, "file", "result.geojson", "GeoJSON is always in EPSG:4326, not in EPSG:2263"),
    (TABLE | {"file": "t.xlsx"}, "columns.open", {"type": "boolean"}, 'the boolean "open" becomes a number'),
    (TABLE | {"file": "t.xlsx"}, "layer", "x" * 32, "at most 31 characters"),
    (PLACEMARKS, "crs", "EPSG:2263", "always in EPSG:4326"),
    (PLACEMARKS, "columns.parks", {"type": "integer"}, 'the integer "parks" becomes a text'),
    (PLACEMARKS, "columns.name", {"type": "text"}, 'KML has a meaning of its own for "name"'),
    (PLACEMARKS, "dimension", "2d", "KML always holds heights"),
    (BYTES, "file", "slope.asc", "holds int32"),
    (changed(RASTER, "dtype", "float64"), "file", "slope.asc", "not float64"),
    (changed(RASTER, "bands", 2), "file", "slope.asc", "has one band"),
    (changed(RASTER, "transform", [10, 0, 0, 0, -5, 0]), "file", "slope.asc", "square cells"),
]


def contract(document: dict[str, Any]) -> Any:
    """Builds a contract."""
    return TypeAdapter(OutputContract).validate_python(document)


@pytest.mark.parametrize("document", [VECTOR, TABLE, RASTER, SHAPEFILE, PLACEMARKS], ids=lambda part: part["file"])
def test_example_is_right(document: dict[str, Any]) -> None:
    assert contract(document).file == document["file"]


@pytest.mark.parametrize(("document", "path", "value"), RIGHT, ids=lambda part: str(part)[:50])
def test_variant_is_right(document: dict[str, Any], path: str, value: Any) -> None:
    contract(changed(document, path, value))


@pytest.mark.parametrize(("document", "path", "value", "message"), WRONG + CANNOT_HOLD, ids=lambda part: str(part)[:50])
def test_broken_rule_is_named(document: dict[str, Any], path: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError) as error:
        contract(changed(document, path, value))
    assert message in str(error.value)


def test_defaults_are_those_of_the_format() -> None:
    found = contract(VECTOR)
    assert (found.multi, found.dimension, found.rows, found.columns_exact) == ("any", "any", "exact", False)
    rule = found.geometry
    assert (rule.compare, rule.position_tolerance, rule.area_tolerance) == ("match", 0.01, 1e-4)
    assert (rule.direction, rule.epsilon, rule.min_iou) == ("ignore", 1.0, 0.5)
    assert found.layer_name == "result"
    raster = contract(RASTER)
    assert (raster.bands, raster.min_share, raster.mask_min_share, raster.ignore_rim_cells) == (1, 1.0, 1.0, 0)


TOLERANCES = [
    ({"type": "real"}, Tolerance(), (1e-6, 1e-4)),
    ({"type": "real"}, Tolerance(relative=0.5), (1e-6, 0.5)),
    ({"type": "real", "tolerance": {"relative": 0}}, Tolerance(absolute=2.0), (2.0, 0)),
    ({"type": "integer"}, Tolerance(absolute=2.0), (0, 0)),
    ({"type": "real", "role": "count"}, Tolerance(absolute=2.0), (0, 0)),
    ({"type": "real", "role": "coordinate"}, Tolerance(relative=0.5), (0.01, 0)),
    ({"type": "text"}, Tolerance(absolute=2.0), (0, 0)),
]


@pytest.mark.parametrize(("column", "of_contract", "expected"), TOLERANCES)
def test_tolerance_follows_the_role(column: Any, of_contract: Tolerance, expected: tuple[float, float]) -> None:
    found = Column.model_validate(column).effective_tolerance(of_contract)
    assert (found.absolute, found.relative) == expected
