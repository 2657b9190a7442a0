# SPDX-License-Identifier: GPL-2.0-or-later
"""What a run in a workspace does around an engine."""

import pytest
from given import srs_of

pytestmark = pytest.mark.qgis


def test_two_names_of_one_crs_leave_coordinates_as_they_are(harness):
    """Law: where nothing is transformed, every coordinate of the result is one of the inputs, to the last bit."""
    import shapely

    park = "POLYGON((1000000 200000,1000004 200000,1000004 200002,1000000 200002,1000000 200000))"
    zone = "POLYGON((1000001 199999,1000003 199999,1000003 200001,1000001 200001,1000001 199999))"
    harness.give("parks", {"crs": "EPSG:2263", "rows": [{"wkt": park}]})
    harness.give("zones", {"crs": "ESRI:102718", "rows": [{"wkt": zone}]})
    harness.done("clip", layer="parks", mask="zones", output="result")
    shape = shapely.from_wkt(harness.rows("result")[0]["wkt"])
    assert set(shapely.get_coordinates(shape).ravel().tolist()) == {1000001, 1000003, 200000, 200001}
    assert harness.workspace.handles["result"].crs == "EPSG:2263"


def test_null_stays_null_where_an_engine_writes_empty_geometries(harness):
    rows = [{"wkt": "POINT(5 52)", "n": 1}, {"wkt": None, "n": 2}]
    harness.give("places", {"crs": "EPSG:4326", "rows": rows})
    harness.done("reproject_layer", layer="places", target_crs="EPSG:3857", output="result")
    assert [row["wkt"] is None for row in harness.rows("result")] == [False, True]
    harness.done("reproject_layer", layer="result", target_crs="EPSG:4326", output="again")
    assert [row["wkt"] is None for row in harness.rows("again")] == [False, True]


def test_a_column_called_geom_goes_through_every_engine_and_keeps_its_name(harness):
    """A GeoPackage of QGIS holds its geometry as geom; 2^53 + 1 shows that rows are copied without loss."""
    from osgeo import ogr

    path = harness.workspace.inputs / "parks.gpkg"
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    layer = dataset.CreateLayer("parks", srs_of("EPSG:28992"), ogr.wkbPolygon, ["GEOMETRY_NAME=shape"])
    for name, kind in (("Geom", ogr.OFTString), ("geom_1", ogr.OFTInteger64), ("geom_2", ogr.OFTDateTime)):
        layer.CreateField(ogr.FieldDefn(name, kind))
    square = "POLYGON((155000 463000,155010 463000,155010 463010,155000 463010,155000 463000))"
    for text, number, wkt in (("a", 2**53 + 1, square), ("b", None, None)):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature["Geom"], feature["geom_2"] = text, "2020/01/02 03:04:05"
        if number is not None:
            feature["geom_1"] = number
        if wkt:
            feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
        layer.CreateFeature(feature)
    feature = layer = dataset = None
    harness.done("load_layer", file="parks.gpkg", name="parks")
    calls = {
        "buffered": ("buffer", {"layer": "parks", "unit": "m", "method": "planar", "distance": 1}),
        "clipped": ("clip", {"layer": "parks", "mask": "buffered"}),
        "moved": ("reproject_layer", {"layer": "clipped", "target_crs": "EPSG:4326", "densify": 5}),
        "measured": ("add_geometry_attributes", {"layer": "buffered", "measures": ["x"], "method": "planar"}),
        "back": ("reproject_layer", {"layer": "parks", "target_crs": "EPSG:4326"}),
    }
    first = {"Geom": "a", "geom_1": 2**53 + 1, "geom_2": "2020/01/02 03:04:05"}
    for handle, (api, arguments) in calls.items():
        harness.done(api, **arguments, output=handle)
        rows = harness.rows(handle)
        assert {name: rows[0][name] for name in first} == first, handle
        assert rows[0]["wkt"].startswith("MULTIPOLYGON" if handle not in ("back",) else "POLYGON"), handle
        assert [row["wkt"] is None for row in rows] == ([False] if handle in ("clipped", "moved") else [False, True])
    harness.done("export_layer", layer="parks", file="parks.kml", format="kml")
    assert (
        '<SimpleData name="geom_1">9007199254740993</SimpleData>'
        in (harness.workspace.output / "parks.kml").read_text()
    )
