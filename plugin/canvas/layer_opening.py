# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens and styles a file for the map, in whichever thread it is called. The file was written by a stranger.

Layers are read only: what a run has made is evidence, and opening it must not change a byte of it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from qgis.core import QgsMapLayer, QgsRasterLayer, QgsVectorLayer

from ...scoring.geopackage_schema import refuse_views
from ...scoring.source_file import Unreadable, open_dataset
from ...tasks.output_format import RASTER_FORMATS, ROW_FORMATS, extension
from .background_task import Refused
from .layer_entry import LayerEntry
from .quiet_gdal import quiet_gdal

MOST_CLASSES = 12
CELL_VALUES = {"aspect": "angle", "hillshade": "shade"}
WHOLE_NUMBERS = ("Byte", "Int8", "UInt16", "Int16", "UInt32", "Int32")
Style = Callable[[QgsMapLayer], None]


class LayerRefused(Refused):
    """A layer that cannot be shown, with the reason as a sentence."""


class Opened:
    """A layer and what is good to know of it before the window's thread has it.

    Args:
        layer: Valid, and styled.
        columns: Its columns.
        note: Why it has QGIS's own style instead of a fitting one; "" where it has one.
    """

    def __init__(self, layer: QgsMapLayer, columns: frozenset[str], note: str = "") -> None:
        self.layer = layer
        self.columns = columns
        self.note = note


def open_entry(entry: LayerEntry, known_columns: frozenset[str], style: Style | None = None) -> Opened:
    """Opens a layer and styles it.

    Args:
        entry: The layer.
        known_columns: Columns that earlier layers have: one that is new colours the shapes of a layer that was not
            loaded from a file.
        style: Styles the layer instead.
    Raises: LayerRefused.
    """
    with quiet_gdal():
        return _opened(entry, known_columns, style)


def _opened(entry: LayerEntry, known_columns: frozenset[str], style: Style | None) -> Opened:
    path = Path(entry.path)
    try:
        layer = _raster(path) if entry.kind == "raster" else _rows(path, entry.sublayer, entry.kind)
    except Unreadable as fault:
        raise LayerRefused(f"{path.name} {fault.reason}") from None
    layer.setName(entry.name)
    columns = frozenset(layer.fields().names()) if isinstance(layer, QgsVectorLayer) else frozenset()
    try:
        new_columns = columns - known_columns if known_columns and not entry.api.startswith("load") else frozenset()
        (style or _fitting(entry, new_columns))(layer)
    except Exception as fault:  # a layer without a fitting style is still a layer
        return Opened(layer, columns, f"{entry.name}: {type(fault).__name__}: {fault}")
    return Opened(layer, columns)


def _rows(path: Path, sublayer: str, kind: str) -> QgsVectorLayer:
    row_format = ROW_FORMATS.get(extension(path.name))
    if row_format is None:
        raise LayerRefused(f"{path.name} is of no format that is shown.")
    dataset = open_dataset(path, row_format.driver)
    names = [dataset.GetLayer(index).GetName() for index in range(dataset.GetLayerCount())]
    name = names[0] if len(names) == 1 else sublayer
    if name not in names:
        raise LayerRefused(f'{path.name} has no layer "{sublayer}".')
    if "|" in f"{path}{name}":  # what comes behind it QGIS reads as options of the driver
        raise LayerRefused(f"{path.name} cannot be shown: there is a | in its path, or in the name of its layer.")
    if row_format.driver == "GPKG":
        refuse_views(path, name)
    del dataset
    # A style beside the file, or stored in it, is a stranger's too. Read only: no write-ahead log beside the file.
    options = QgsVectorLayer.LayerOptions(loadDefaultStyle=False)
    options.forceReadOnly = True
    layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr", options)
    if not layer.isValid() or (kind == "vector" and not layer.isSpatial()):
        raise LayerRefused(f"{path.name} cannot be shown.")
    layer.setReadOnly(True)
    layer.featureCount()  # counted here, so that the layer tree need not
    layer.extent()
    return layer


def _raster(path: Path) -> QgsRasterLayer:
    raster_format = RASTER_FORMATS.get(extension(path.name))
    if raster_format is None:
        raise LayerRefused(f"{path.name} is of no format that is shown.")
    open_dataset(path, raster_format.driver, raster=True)
    layer = QgsRasterLayer(str(path), path.stem, "gdal", QgsRasterLayer.LayerOptions(loadDefaultStyle=False))
    if not layer.isValid():
        raise LayerRefused(f"{path.name} cannot be shown as a raster.")
    return layer


def _fitting(entry: LayerEntry, new_columns: frozenset[str]) -> Style:
    """Gives the style that fits: cells by what they are, shapes by the last column that the step added."""
    if entry.kind == "raster":
        return lambda layer: _style_cells(layer, CELL_VALUES.get(entry.api, ""))
    if entry.kind == "table":
        return lambda layer: None
    return lambda layer: _style_shapes(layer, new_columns)


def _style_shapes(layer: QgsVectorLayer, new_columns: frozenset[str]) -> None:
    from ...headless.map_drawing.vector_styles import style_vector

    added = [name for name in layer.fields().names() if name in new_columns and name.lower() not in ("fid", "id")]
    style_vector(layer, layer, added[-1] if added else "")


def _style_cells(layer: QgsRasterLayer, values: str) -> None:
    import numpy as np

    from ...headless.map_drawing.raster_styles import sampled_cells, style_raster

    kind = layer.dataProvider().dataType(1).name
    if layer.bandCount() >= 3 and kind == "Byte":
        return  # a picture: QGIS shows it as one
    if not values:
        is_classes = kind in WHOLE_NUMBERS and len(np.unique(sampled_cells(layer, 1)[0])) <= MOST_CLASSES
        values = "categorical" if is_classes else "continuous"
    style_raster(layer, layer, 1, values)
