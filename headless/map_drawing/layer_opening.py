# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens layers for drawing. The files were written by strangers, so they are checked before QGIS sees them."""

from __future__ import annotations

from pathlib import Path

from qgis.core import QgsMapLayer, QgsRasterLayer, QgsVectorLayer, QgsVectorSimplifyMethod

from ...scoring.geopackage_schema import refuse_views
from ...scoring.source_file import Unreadable, gdal_settings, open_dataset
from ...tasks.output_format import RASTER_FORMATS, ROW_FORMATS, extension
from .map_job import LayerSource


class LayerMissing(Exception):
    """A layer that cannot be drawn, with the reason as a sentence about its file."""


def open_layer(source: LayerSource) -> QgsMapLayer:
    """Opens a layer as QGIS draws it.

    Returns: A valid layer; vector layers simplify what they draw to the pixel.
    Raises: LayerMissing.
    """
    path = Path(source.path)
    try:
        if source.kind == "raster":
            return _raster(path)
        return _vector(path, source.sublayer)
    except Unreadable as error:
        raise LayerMissing(f"{path.name} {error.reason}") from None


def _vector(path: Path, sublayer: str) -> QgsVectorLayer:
    row_format = ROW_FORMATS.get(extension(path.name))
    if row_format is None:
        raise LayerMissing(f"{path.name} is of no format that is drawn")
    with gdal_settings():
        dataset = open_dataset(path, row_format.driver)
        name = _layer_name(dataset, sublayer, path)
        if row_format.driver == "GPKG":
            refuse_views(path, name)
        del dataset
    # A style beside the file, or stored in it, is a stranger's too: it could hide the layer or fetch its signs.
    options = QgsVectorLayer.LayerOptions(loadDefaultStyle=False)
    layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr", options)
    if not layer.isValid() or not layer.isSpatial():
        raise LayerMissing(f'{path.name} holds no shapes in "{name}"')
    simplify = QgsVectorSimplifyMethod()
    simplify.setSimplifyHints(QgsVectorSimplifyMethod.SimplifyHint.GeometrySimplification)
    layer.setSimplifyMethod(simplify)
    return layer


def _layer_name(dataset: object, sublayer: str, path: Path) -> str:
    names = [dataset.GetLayer(index).GetName() for index in range(dataset.GetLayerCount())]  # type: ignore[attr-defined]
    if len(names) == 1:
        return names[0]
    if sublayer in names:
        return sublayer
    raise LayerMissing(f'{path.name} has no layer "{sublayer}"; it holds {", ".join(names) or "none"}')


def _raster(path: Path) -> QgsRasterLayer:
    raster_format = RASTER_FORMATS.get(extension(path.name))
    if raster_format is None:
        raise LayerMissing(f"{path.name} is of no format that is drawn")
    with gdal_settings():
        open_dataset(path, raster_format.driver, raster=True)
    layer = QgsRasterLayer(str(path), path.stem, "gdal", QgsRasterLayer.LayerOptions(loadDefaultStyle=False))
    if not layer.isValid():
        raise LayerMissing(f"{path.name} cannot be drawn as a raster")
    return layer
