# SPDX-License-Identifier: GPL-2.0-or-later
"""Heights of vertices that snapping adds, a column called geom, and what the engine alone does at the tolerance."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from osgeo import ogr

pytestmark = pytest.mark.qgis
STREET = {"crs": "EPSG:28992", "rows": [{"wkt": "LINESTRING(155000 463000,155005 463000.1,155020 463000)"}]}


def test_an_added_vertex_has_the_height_of_its_edge(harness: Any) -> None:
    path = "LINESTRING Z(155000 463000.4 5,155020 463000.4 9)"
    harness.give("paths", {"crs": "EPSG:28992", "rows": [{"wkt": path}]})
    harness.give("street", STREET)
    harness.done("snap_geometries", layer="paths", reference="street", tolerance=1, unit="m", output="snapped")
    line = shapely.from_wkt(harness.rows("snapped")[0]["wkt"])
    expected = [(155000, 463000, 5), (155005, 463000.1, 6), (155020, 463000, 9)]  # a quarter of 4 m above 5 m
    assert [tuple(place) for place in shapely.get_coordinates(line, include_z=True)] == [
        pytest.approx(place, abs=1e-3) for place in expected
    ]


def test_the_engine_alone_leaves_what_is_just_at_the_tolerance(qgis_application: Any) -> None:
    from qgis import processing
    from qgis.core import QgsFeature, QgsGeometry, QgsVectorLayer

    def layer(kind: str, wkt: str) -> Any:
        made = QgsVectorLayer(f"{kind}?crs=EPSG:28992", "made", "memory")
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromWkt(wkt))
        made.dataProvider().addFeatures([feature])
        made.updateExtents()
        return made

    snapped = processing.run("native:snapgeometries", {
        "INPUT": layer("Point", "POINT(155005 463001)"), "TOLERANCE": 1, "BEHAVIOR": 0, "OUTPUT": "memory:",
        "REFERENCE_LAYER": layer("LineString", "LINESTRING(155000 463000,155010 463000)"),
    })["OUTPUT"]  # fmt: skip
    assert next(snapped.getFeatures()).geometry().asPoint().y() == 463001


def test_a_layer_with_a_column_called_geom_does_not_snap_to_itself_in_silence(harness: Any) -> None:
    path = harness.workspace.inputs / "lots.gpkg"
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    from given import srs_of

    layer = dataset.CreateLayer("lots", srs_of("EPSG:28992"), ogr.wkbPoint, ["GEOMETRY_NAME=place"])
    layer.CreateField(ogr.FieldDefn("geom", ogr.OFTString))
    feature = ogr.Feature(layer.GetLayerDefn())
    feature.SetGeometry(ogr.CreateGeometryFromWkt("POINT(155000 463000)"))
    layer.CreateFeature(feature)
    layer = feature = dataset = None
    harness.done("load_layer", file="lots.gpkg", name="lots")
    error = harness.refused("snap_geometries", layer="lots", reference="lots", tolerance=1, unit="m", output="snapped")
    assert error["code"] == "BAD_VALUE" and "refactor_fields" in error["hint"]
