# SPDX-License-Identifier: GPL-2.0-or-later
"""The map of one layer as it is: styled like its reference, on pale context, gaps hatched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qgis.core import (
    QgsFeature,
    QgsFillSymbol,
    QgsGeometry,
    QgsMapLayer,
    QgsRasterLayer,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsVectorLayer,
)

from ...tasks.crs_equality import UnknownCrs, crs_name
from .legend import Legend
from .map_job import MapJob
from .raster_styles import hatch_layer, style_raster
from .vector_styles import POINT, style_context, style_valueless, style_vector

MOST_CONTEXT_SHAPES = 20_000


class StyledMap(NamedTuple):
    """Layers ready to be painted, the uppermost first."""

    layers: list[QgsMapLayer]
    legend: Legend
    crs_label: str


def styled_layer(layer: QgsMapLayer, against: QgsMapLayer, job: MapJob) -> StyledMap:
    """Styles a layer for a picture of it alone.

    Args:
        layer: The layer.
        against: The layer that lends classes and range; may be the same.
    """
    if isinstance(layer, QgsRasterLayer):
        classes_of = against if isinstance(against, QgsRasterLayer) and job.values != "label" else layer
        legend = style_raster(layer, classes_of, job.layer.band, job.values)
        legend.caption = job.caption or layer.name()
        return StyledMap([layer, hatched_ground(layer)], legend, crs_label(layer))
    classes_of = against if isinstance(against, QgsVectorLayer) else layer
    legend = style_vector(layer, classes_of, job.column, job.values)
    legend.caption = legend.caption and (job.caption or legend.caption)
    under = layer.clone()
    valueless = style_valueless(under, job.column)
    if valueless is None:
        return StyledMap([layer], legend, crs_label(layer))
    legend.entries.append(valueless)
    return StyledMap([layer, under], legend, crs_label(layer))


def styled_context(layers: Sequence[QgsMapLayer]) -> list[QgsMapLayer]:
    """Styles pale ground; points, rasters and very large layers are left out, since they would hide the map."""
    kept = []
    for layer in layers:
        if not isinstance(layer, QgsVectorLayer) or layer.geometryType() == POINT:
            continue
        if layer.featureCount() <= MOST_CONTEXT_SHAPES:
            style_context(layer)
            kept.append(layer)
    return sorted(kept, key=lambda layer: int(layer.geometryType().value))


def hatched_ground(raster: QgsRasterLayer) -> QgsVectorLayer:
    """Makes the hatch that lies under a raster and shows where it has no value."""
    symbol = QgsFillSymbol.createSimple({"color": "#ffffff", "outline_style": "no"})
    symbol.appendSymbolLayer(hatch_layer())
    return rectangle_layer(raster.extent(), raster, symbol)


def rectangle_layer(extent: QgsRectangle, like: QgsMapLayer, symbol: QgsFillSymbol) -> QgsVectorLayer:
    """Makes a layer of one rectangle in the CRS of another layer."""
    layer = QgsVectorLayer("Polygon", "ground", "memory")
    layer.setCrs(like.crs())
    feature = QgsFeature()
    feature.setGeometry(QgsGeometry.fromRect(extent))
    layer.dataProvider().addFeatures([feature])
    layer.updateExtents()
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    return layer


def crs_label(layer: QgsMapLayer) -> str:
    """Names the CRS of a layer for people."""
    crs = layer.crs()
    if not crs.isValid():
        return "no CRS"
    if crs.authid():
        return str(crs.authid())
    try:
        return crs_name(crs.toWkt())
    except UnknownCrs:
        return "custom CRS"
