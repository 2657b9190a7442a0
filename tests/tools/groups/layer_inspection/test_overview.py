# SPDX-License-Identifier: GPL-2.0-or-later
"""list_layers and describe_layer: everything that is there, and what is suspicious about it."""

import shutil

import numpy as np
import pytest

pytestmark = pytest.mark.qgis

BOW_TIE = "POLYGON((0 0,4 4,4 0,0 4,0 0))"
SQUARE = "POLYGON((0 0,2 0,2 2,0 2,0 0))"


def described(harness, name):
    step = harness.done("describe_layer", layer=name)
    assert len(step.observation["text"].encode()) <= 4000
    return step.observation["report"]


def field(report, name):
    return next(line for line in report["fields"] if line["name"] == name)


def test_null_empty_invalid_multi_and_height_are_counted(harness):
    rows = [{"wkt": text, "n": n} for n, text in enumerate([SQUARE, BOW_TIE, "POLYGON EMPTY", None])]
    harness.give("zones", {"crs": "EPSG:2263", "rows": rows})
    report = described(harness, "zones")
    assert report["layer"] == "Polygon layer, 4 rows, 1 fields"
    assert report["crs"] == "EPSG:2263, NAD83 / New York Long Island (ftUS), projected, unit US survey foot"
    geometry = report["geometry"]
    counted = {name: geometry[name] for name in ("null", "empty", "invalid", "multi", "z")}
    assert counted == {"null": 1, "empty": 1, "invalid": 1, "multi": 0, "z": 0}
    assert geometry["first_invalid"].startswith("row 2: Self-intersection")
    assert report["extent"] == [0, 0, 4, 4]
    harness.give("many", {"crs": "EPSG:28992", "rows": [{"wkt": "MULTIPOINT Z (0 0 5, 1 1 6)"}]})
    report = described(harness, "many")
    assert (report["geometry"]["multi"], report["geometry"]["z"]) == (1, 1)
    assert report["layer"] == "MultiPoint Z layer, 1 rows, 0 fields"


def test_validity_that_was_found_is_remembered(harness):
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": BOW_TIE}]})
    assert harness.workspace.handles["zones"].invalid_count is None
    described(harness, "zones")
    assert harness.workspace.handles["zones"].invalid_count == 1


def test_a_missing_crs_is_said(harness):
    harness.give("local", {"rows": [{"wkt": "POINT(1 2)"}]})
    assert described(harness, "local")["crs"] == "none declared"
    harness.give("degrees", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(1 2)"}]})
    assert described(harness, "degrees")["crs"] == "EPSG:4326, WGS 84, geographic, unit degree"


def test_fields_tell_nulls_ranges_and_common_values(harness):
    rows = [
        {"n": 5, "share": 0.5, "use": "park", "ok": True, "day": "2024-02-29", "at": "2024-02-29T12:00:00Z"},
        {"n": 9007199254740993, "share": None, "use": "road", "ok": False, "day": "2023-01-01", "at": None},
        {"n": None, "share": -1.25, "use": "park", "ok": True, "day": None, "at": None},
    ]
    types = {"n": "integer", "share": "real", "use": "text", "ok": "boolean", "day": "date", "at": "datetime"}
    harness.give("t", {"rows": rows, "types": types})
    report = described(harness, "t")
    assert report["layer"] == "table, 3 rows, 6 fields" and "crs" not in report
    assert field(report, "n") == {"name": "n", "type": "integer", "null": 1, "min": 5, "max": 9007199254740993}
    assert field(report, "share") == {"name": "share", "type": "real", "null": 1, "min": -1.25, "max": 0.5}
    use = {"name": "use", "type": "text", "null": 0, "distinct": 2, "values": "park | road"}
    assert field(report, "use") == use
    assert field(report, "ok")["values"] == "true | false"
    assert (field(report, "day")["min"], field(report, "day")["max"]) == ("2023-01-01", "2024-02-29")
    assert field(report, "at")["min"].startswith("2024-02-29T12:00:00")


@pytest.mark.parametrize(
    ("name", "values", "remark"),
    [
        ("zone_id", [1, 2, 2, 3], "no unique id: 1 value stands more than once"),
        ("zone_id", [1, 2, 3, 4], "unique"),
        ("borough_code", [1, 1, 1, 2], None),  # a class, not an id
        ("zone", ["a", "a", "b", "c"], None),
        ("zip", ["00501", "10001", "7", "8"], "unique; text that holds numbers with leading zeros"),
        ("height", ["1.5", "2", "3", "4"], "text that holds numbers"),
        ("height", ["1.5", "2", "3", "high"], None),
        ("height", [1.5, -9999, 3, 4], "-9999 may stand for no value"),
        ("depth", [-999, -700, 3, 4], None),
        ("name", ["a ", "b", "c", "d"], "some values begin or end with spaces"),
        ("name", ["", "b", "c", "d"], "holds empty texts"),
    ],
)
def test_what_is_suspicious_in_a_field_is_remarked(harness, name, values, remark):
    harness.give("t", {"rows": [{name: value} for value in values]})
    assert field(described(harness, "t"), name).get("remark") == remark


def test_two_hundred_fields_fit_into_the_text(harness):
    names = [f"a_rather_long_name_of_field_{number:03}" for number in range(200)]
    harness.give("wide", {"rows": [dict.fromkeys(names, "some text value"), dict.fromkeys(names, "another")]})
    report = described(harness, "wide")
    assert "other_fields" in report and len(report["fields"]) > 5


def test_a_layer_without_rows_is_described(harness):
    harness.give("none", {"crs": "EPSG:28992", "geometry_type": "Point", "rows": [], "types": {"n": "integer"}})
    report = described(harness, "none")
    assert report["layer"] == "Point layer, 0 rows, 1 fields"
    assert report["geometry"]["null"] == 0 and field(report, "n") == {"name": "n", "type": "integer", "null": 0}


def test_a_raster_is_described_exactly_and_nothing_is_written(harness):
    """On paper: 3 of 4 cells hold a value; stored 1 to 7 with scale 0.5 and offset 10 is 10.5 to 13.5."""
    recipe = {"crs": "EPSG:2263", "cells": [[1, 7], [3, None]], "cell": [10, 5], "origin": [0, 10], "dtype": "int16"}
    harness.give("dem", {**recipe, "nodata": -1, "scale": 0.5, "offset": 10.0})
    before = sorted(path.name for path in harness.workspace.work.iterdir())
    report = described(harness, "dem")
    assert report["layer"] == "raster, 2 x 2 cells, 1 band"
    assert report["cells"] == "10 x 5 US survey foot"
    band = report["bands"][0]
    assert (band["type"], band["nodata"], band["valid_share"]) == ("int16", "-1", 0.75)
    assert (band["min"], band["max"], band["physical"]) == (1, 7, "10.5 to 13.5")
    assert band["cells_by_value"] == "1: 1 | 3: 1 | 7: 1"
    assert sorted(path.name for path in harness.workspace.work.iterdir()) == before


def test_the_range_of_a_raster_is_no_sample(harness):
    """On paper: one cell of 3,000 x 1,000 holds 99, all others 5."""
    cells = np.full((1000, 3000), 5)
    cells[777, 2222] = 99
    harness.give("flat", {"crs": "EPSG:28992", "cells": cells.tolist(), "cell": 1, "dtype": "uint8"})
    band = described(harness, "flat")["bands"][0]
    assert (band["min"], band["max"], band["cells_by_value"]) == (5, 99, "5: 2999999 | 99: 1")


def test_cells_of_nan_hold_no_value(harness):
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1.5, float("nan")]], "cell": 1, "dtype": "float32"})
    band = described(harness, "dem")["bands"][0]
    assert (band["valid_share"], band["min"], band["max"], band["nodata"]) == (0.5, 1.5, 1.5, "none")


def test_a_raster_without_any_value_is_described(harness):
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[None, None]], "cell": 1, "dtype": "float32", "nodata": -1})
    band = described(harness, "dem")["bands"][0]
    assert band["valid_share"] == 0 and "min" not in band


def test_an_unknown_layer_is_refused(harness):
    harness.give("parks", {"rows": [{"n": 1}]})
    fault = harness.refused("describe_layer", layer="park")
    assert fault["code"] == "UNKNOWN_LAYER" and '"parks"' in fault["hint"]


def test_layers_and_files_are_listed_with_what_is_inside(harness):
    from given import write_raster, write_vector

    inputs = harness.workspace.inputs
    stops = {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)", "n": 1}]}
    write_vector(inputs / "city.gpkg", "stops", stops)
    write_vector(inputs / "lots.shp", "lots", stops, "ESRI Shapefile")
    write_raster(inputs / "dem.tif", {"crs": "EPSG:2263", "cells": [[1, 2]], "cell": 1})
    (inputs / "dem.tif.aux.xml").write_text("<PAMDataset/>")
    (inputs / "keys.csv").write_text("a\n1\n")
    (inputs / "broken.gpkg").write_bytes(b"")
    harness.done("load_layer", file="city.gpkg", name="stops")
    harness.done("load_layer", file="keys.csv", name="keys")
    step = harness.done("list_layers")
    assert step.outputs == {"layer_count": 2, "file_count": 5}
    report = step.observation["report"]
    assert report["layers"] == [
        {"handle": "stops", "kind": "vector", "geometry": "Point", "crs": "EPSG:28992", "rows": 1},
        {"handle": "keys", "kind": "table", "rows": 1},
    ]
    files = {line["file"]: line for line in report["files"]}
    assert set(files) == {"city.gpkg", "lots.shp", "dem.tif", "keys.csv", "broken.gpkg"}
    assert files["city.gpkg"]["sublayers"] == '"stops" (Point, 1 rows)' and files["city.gpkg"]["crs"] == "EPSG:28992"
    assert (files["dem.tif"]["cells"], files["dem.tif"]["bands"], files["dem.tif"]["crs"]) == ("2 x 1", 1, "EPSG:2263")
    assert files["keys.csv"]["kind"] == "table"
    assert files["broken.gpkg"]["why"] == '"broken.gpkg" is empty (0 bytes)'
    step = harness.done("list_layers", include_files=False)
    assert step.outputs["file_count"] == 0 and "files" not in step.observation["report"]


def test_an_empty_workspace_says_what_makes_the_first_layer(harness):
    text = harness.done("list_layers").observation["text"]
    assert "load_layer makes the first one" in text


def test_links_are_not_listed(harness, tmp_path):
    outside = tmp_path / "secret.csv"
    outside.write_text("a\n1\n")
    (harness.workspace.inputs / "secret.csv").symlink_to(outside)
    assert harness.done("list_layers").outputs["file_count"] == 0


def test_real_files_are_all_listed_and_described(harness, real_data):
    for name in (
        "sf_bay/sf_planning_neighborhoods.geojson",
        "nyc/nyc_taxi_zones.gpkg",
        "randstad/hhnk_landuse_0_5m.tif",
    ):
        shutil.copy(real_data / name, harness.workspace.inputs)
    assert harness.done("list_layers").outputs["file_count"] == 3
    harness.done("load_layer", file="sf_planning_neighborhoods.geojson", name="sf")
    harness.done("load_layer", file="nyc_taxi_zones.gpkg", name="taxi")
    harness.done("load_layer", file="hhnk_landuse_0_5m.tif", name="use")
    assert described(harness, "sf")["geometry"]["invalid"] == 3  # stated by the register of the data
    remark = field(described(harness, "taxi"), "LocationID")["remark"]
    assert remark == "no unique id: 2 values stand more than once"
    assert described(harness, "use")["cells"] == "0.5 x 0.5 metre"
