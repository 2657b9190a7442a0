# SPDX-License-Identifier: GPL-2.0-or-later
"""A column called geom, whose name QGIS keeps for the geometry of a GeoPackage, is a column as from the toolbox too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from osgeo import ogr

pytestmark = pytest.mark.qgis
CRS = "EPSG:28992"
WKTS = ("POINT (155000 463000)", "POINT (155010 463000)")


@pytest.fixture
def lots(tmp_path: Path, qgis_application: Any) -> str:
    """A file of two points whose geometries stand in another column than geom."""
    from given import srs_of

    path = tmp_path / "lots.gpkg"
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    layer = dataset.CreateLayer("lots", srs_of(CRS), ogr.wkbPoint, ["GEOMETRY_NAME=place"])
    layer.CreateField(ogr.FieldDefn("geom", ogr.OFTString))
    for wkt, name in zip(WKTS, "ab", strict=True):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
        feature["geom"] = name
        layer.CreateFeature(feature)
    return f"{path}|layername=lots"


CALLS = [
    pytest.param("calculate_field", {"field": "n", "type": "text", "expression": "geom"}, id="rows written by us"),
    pytest.param("assign_crs", {"crs": CRS}, id="rows written by QGIS"),
    pytest.param("reproject_layer", {"target_crs": CRS}, id="rows moved by QGIS"),
]


@pytest.mark.parametrize(("tool", "more"), CALLS)
def test_it_is_kept_in_a_geopackage(tool: str, more: dict[str, Any], lots: str, tmp_path: Path) -> None:
    from harness import read_rows
    from toolbox import run_in_toolbox

    run = run_in_toolbox(tool, {}, {"layer": lots, **more}, tmp_path)
    assert not run.error
    rows = [(row["wkt"], row["geom"]) for row in read_rows(run.results["OUTPUT"])]
    assert rows == list(zip(WKTS, "ab", strict=True))


def run_to(destination: str, source: Any) -> list[tuple[str, str]]:
    """Runs refactor_fields on the two rows, whose column stays, and gives the places and names that came out."""
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback, QgsProcessingUtils

    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:refactorfields")
    parameters = {"LAYER": source, "KEEP": ["geom"], "OUTPUT": destination}
    context = QgsProcessingContext()
    results, _ = algorithm.run(parameters, context, QgsProcessingFeedback(), {}, False)
    made = QgsProcessingUtils.mapLayerFromString(results["OUTPUT"], context)
    return [(feature.geometry().asWkt(), feature["geom"]) for feature in made.getFeatures()]


@pytest.mark.parametrize("name", ["TEMPORARY_OUTPUT", "memory:", "made.gpkg", "made.shp", "made.geojson", "made.fgb"])
def test_it_is_kept_wherever_rows_go(name: str, lots: str, tmp_path: Path) -> None:
    destination = str(tmp_path / name) if name.startswith("made") else name
    rows = run_to(destination, lots)
    assert sorted(rows) == [("Point (155000 463000)", "a"), ("Point (155010 463000)", "b")]


def test_it_is_kept_of_rows_without_a_file(lots: str, tmp_path: Path) -> None:
    from qgis import processing

    layer = processing.run("native:extractbyexpression", {"INPUT": lots, "EXPRESSION": "true", "OUTPUT": "memory:"})
    assert len(run_to(str(tmp_path / "made.gpkg"), layer["OUTPUT"])) == 2


def test_a_table_that_cannot_hold_it_is_named(lots: str, tmp_path: Path) -> None:
    from qgis.core import QgsProcessingException

    with pytest.raises(QgsProcessingException, match='BAD_VALUE: output: a column called "geom" cannot be written'):
        run_to(f"ogr:dbname='{tmp_path / 'made.gpkg'}' table=\"made\" (geom)", lots)
