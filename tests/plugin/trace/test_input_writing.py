# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of the project become files that hold what a run saw of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.made_files import cells
from gisagentbench.tests.plugin.trace import drawn_layers as drawn
from gisagentbench.tests.plugin.waiting import wait_for

pytestmark = pytest.mark.qgis


def source(layer: Any, selected: bool = False, limit: int = -1, expression: str = "") -> Any:
    from qgis.core import QgsProcessingFeatureSourceDefinition

    made = QgsProcessingFeatureSourceDefinition(layer.id(), selected)
    made.featureLimit, made.filterExpression = limit, expression
    return made


def names_written(layer: Any, path: Path, **how: Any) -> list[str]:
    from qgis.core import QgsVectorLayer

    from gisagentbench.plugin.trace.input_writing import InputFile, write_rows

    file = InputFile(path)
    write_rows(layer, source(layer, **how), file)
    wait_for(lambda: file.is_settled)
    assert file.fault == ""
    opened = QgsVectorLayer(str(path), "written", "ogr")
    assert opened.crs().authid() == "EPSG:32633"
    return [row[0] for row in drawn.rows_of(opened)]


def test_all_rows(window: Any, tmp_path: Path) -> None:
    assert names_written(drawn.squares(), tmp_path / "a.gpkg") == ["a", "b", "c"]


def test_the_selection_as_it_was_when_the_writing_began(window: Any, tmp_path: Path) -> None:
    from gisagentbench.plugin.trace.input_writing import InputFile, write_rows

    layer = drawn.squares()
    layer.selectByExpression("\"name\" = 'b'")
    file = InputFile(tmp_path / "b.gpkg")
    write_rows(layer, source(layer, selected=True), file)
    layer.selectAll()
    wait_for(lambda: file.is_settled)
    from qgis.core import QgsVectorLayer

    assert [row[0] for row in drawn.rows_of(QgsVectorLayer(str(file.path), "b", "ogr"))] == ["b"]


def test_the_filter_of_the_layer(window: Any, tmp_path: Path) -> None:
    layer = drawn.squares()
    assert layer.setSubsetString('"size" > 95')
    assert names_written(layer, tmp_path / "a.gpkg") == ["a", "b"]


def test_the_filter_and_limit_of_the_dialog(window: Any, tmp_path: Path) -> None:
    layer = drawn.squares()
    assert names_written(layer, tmp_path / "a.gpkg", expression="\"name\" <> 'a'") == ["b", "c"]
    assert names_written(layer, tmp_path / "b.gpkg", limit=2) == ["a", "b"]


def test_edits_that_are_not_saved(window: Any, tmp_path: Path) -> None:
    layer = drawn.squares()
    layer.startEditing()
    first = next(feature for feature in layer.getFeatures() if feature["name"] == "a")
    layer.changeAttributeValue(first.id(), 0, "changed")
    assert names_written(layer, tmp_path / "a.gpkg") == ["b", "c", "changed"]
    layer.rollBack()


def test_fields_that_a_geopackage_has_names_for(window: Any, tmp_path: Path) -> None:
    """fid is the feature id and no field; geom is a field, so the shapes go elsewhere."""
    from qgis.core import QgsFeature, QgsGeometry, QgsProject, QgsVectorLayer

    layer = QgsVectorLayer("Point?crs=EPSG:32633&field=fid:string&field=geom:string", "odd", "memory")
    feature = QgsFeature(layer.fields())
    feature.setAttributes(["x", "y"])
    feature.setGeometry(QgsGeometry.fromWkt("POINT (1 2)"))
    layer.dataProvider().addFeatures([feature, feature])
    QgsProject.instance().addMapLayer(layer)
    assert names_written(layer, tmp_path / "odd.gpkg") == ["y", "y"]


def test_cells_stay_what_they_are(window: Any, tmp_path: Path) -> None:
    from osgeo import gdal
    from qgis.core import QgsRasterLayer

    from gisagentbench.plugin.trace.input_writing import InputFile, write_cells

    layer = QgsRasterLayer(str(cells(tmp_path / "cells.tif")), "cells", "gdal")
    file = InputFile(tmp_path / "copy.tif")
    write_cells(layer, file)
    wait_for(lambda: file.is_settled)
    assert file.fault == ""
    copy = gdal.Open(str(file.path))
    assert copy.ReadAsArray().ravel().tolist() == [float(number) for number in range(1, 10)]
    assert copy.GetGeoTransform() == (0, 10, 0, 30, 0, -10)


def test_a_raster_that_is_no_file(window: Any, tmp_path: Path) -> None:
    """QGIS computes it as it is read: one more than each of the cells 1 to 9."""
    from osgeo import gdal
    from qgis.core import QgsRasterDataProvider, QgsRasterLayer

    from gisagentbench.plugin.trace.input_writing import InputFile, write_cells

    base = QgsRasterLayer(str(cells(tmp_path / "cells.tif")), "cells", "gdal")
    given = QgsRasterDataProvider.VirtualRasterParameters()
    given.crs, given.extent, given.width, given.height = base.crs(), base.extent(), 3, 3
    given.formula = '"cells@1" + 1'
    one = QgsRasterDataProvider.VirtualRasterInputLayers()
    one.name, one.provider, one.uri = "cells", "gdal", base.source()
    given.rInputLayers = [one]
    uri = QgsRasterDataProvider.encodeVirtualRasterProviderUri(given)
    layer = QgsRasterLayer(uri, "computed", "virtualraster")
    assert layer.isValid()
    file = InputFile(tmp_path / "computed.tif")
    write_cells(layer, file)
    wait_for(lambda: file.is_settled)
    assert file.fault == ""
    assert gdal.Open(str(file.path)).ReadAsArray().ravel().tolist() == [float(number) for number in range(2, 11)]


def test_a_file_that_was_picked_by_its_path(window: Any, tmp_path: Path) -> None:
    from qgis import processing
    from qgis.core import QgsVectorLayer

    from gisagentbench.plugin.trace.input_writing import InputFile, copy_source

    path = tmp_path / "picked.geojson"
    processing.run("native:savefeatures", {"INPUT": drawn.squares(), "OUTPUT": str(path)})
    file = InputFile(tmp_path / "picked.gpkg")
    copy_source(str(path), file, is_raster=False)
    wait_for(lambda: file.is_settled)
    assert [row[0] for row in drawn.rows_of(QgsVectorLayer(str(file.path), "p", "ogr"))] == ["a", "b", "c"]


def test_what_cannot_be_read_is_said(window: Any, tmp_path: Path) -> None:
    from gisagentbench.plugin.trace.input_writing import InputFile, copy_source

    file = InputFile(tmp_path / "none.gpkg")
    copy_source(str(tmp_path / "not_there.shp"), file, is_raster=False)
    wait_for(lambda: file.is_settled)
    assert file.fault != ""
