# SPDX-License-Identifier: GPL-2.0-or-later
"""Gives difference layers their styles, and puts them into the project in one group."""

from __future__ import annotations

from qgis.core import (
    QgsMapLayer,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProcessingLayerPostProcessorInterface,
    QgsRasterLayer,
    QgsVectorLayer,
)

from ..headless.difference_layers.written_layers import LAYER_KINDS, LAYER_TITLES, DifferenceLayers, WrittenLayer
from ..headless.map_drawing.difference_styles import style_difference_layer

# QGIS does not own post-processors; one that Python has let go of would be called after its end.
_waiting: list[DifferenceStyle] = []


class DifferenceStyle(QgsProcessingLayerPostProcessorInterface):
    """Styles one layer once it is loaded, on the main thread."""

    def __init__(self, written: WrittenLayer) -> None:
        super().__init__()
        self.written = written

    def postProcessLayer(  # noqa: N802 (name of QGIS)
        self, layer: QgsMapLayer, context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> None:
        """Sets the style of the layer's kind."""
        style_difference_layer(layer, self.written)
        layer.triggerRepaint()
        if self in _waiting:
            _waiting.remove(self)


def layer_source(written: WrittenLayer) -> str:
    """Gives the source of a layer as Processing takes it."""
    return f"{written.path}|layername={written.sublayer}" if written.sublayer else written.path


def load_layers(written: DifferenceLayers, group: str, context: QgsProcessingContext) -> None:
    """Asks Processing to load the layers when the algorithm has ended; without a project nothing is loaded."""
    if context.project() is None:
        return
    for layer in written.layers:
        details = QgsProcessingContext.LayerDetails(_title(layer), context.project(), layer.kind)
        details.forceName = True
        details.groupName = group
        details.layerSortKey = len(LAYER_KINDS) - LAYER_KINDS.index(layer.kind)
        style = DifferenceStyle(layer)
        _waiting.append(style)
        details.setPostProcessor(style)
        context.addLayerToLoadOnCompletion(layer_source(layer), details)


def store_styles(written: DifferenceLayers) -> None:
    """Stores each style with its layer, so that it looks the same wherever it is opened next."""
    for one in written.layers:
        if one.sublayer:
            layer = QgsVectorLayer(layer_source(one), one.kind, "ogr")
            style_difference_layer(layer, one)
            layer.saveStyleToDatabase(one.sublayer, LAYER_TITLES[one.kind], True, "")
        else:
            layer = QgsRasterLayer(one.path, one.kind, "gdal")
            style_difference_layer(layer, one)
            layer.saveDefaultStyle(QgsMapLayer.StyleCategory.AllStyleCategories)


def _title(written: WrittenLayer) -> str:
    title = LAYER_TITLES[written.kind]
    return f"{title} ({written.rows})" if written.sublayer else title
