# SPDX-License-Identifier: GPL-2.0-or-later
"""The map of cells that differ: one colour per kind, from pale to dark."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from osgeo import gdal
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsMapLayer,
    QgsPointXY,
    QgsRasterLayer,
    QgsSingleSymbolRenderer,
    QgsVectorLayer,
)

from ..difference_layers.written_layers import CELL_KINDS, DifferenceLayers
from .difference_styles import footprint_symbol, ring_symbol, style_difference_layer
from .layer_maps import hatched_ground, rectangle_layer
from .legend import Legend, LegendEntry
from .palette import CELL_LOOKS
from .raster_styles import colour_symbol, no_data_symbol

MOST_RINGS = 25
FEWEST_BLOCKS = 60  # along the longer side; larger blocks are seen without a ring


class CellMap(NamedTuple):
    """Layers, the uppermost first, and their legend."""

    layers: list[QgsMapLayer]
    legend: Legend


def cell_map(written: DifferenceLayers, against: QgsRasterLayer) -> CellMap:
    """Opens and styles the layer of kinds of cells, on hatched ground, with rings where few cells differ."""
    cells = written.layer("cells")
    assert cells is not None
    drawn = QgsRasterLayer(cells.path, "differences", "gdal")
    style_difference_layer(drawn, cells)
    legend, rings = _legend(written), rings_layer(drawn)
    if rings is None:
        return CellMap([drawn, hatched_ground(against)], legend)
    legend.entries.append(LegendEntry(ring_symbol(), "a difference"))
    return CellMap([rings, drawn, hatched_ground(against)], legend)


def rings_layer(kinds: QgsRasterLayer) -> QgsVectorLayer | None:
    """Makes a ring around each block that differs, where they are few and small enough to be overlooked."""
    dataset = gdal.Open(kinds.source())
    blocks = dataset.ReadAsArray()
    rows, columns = np.nonzero(blocks > CELL_KINDS.index("same"))
    if not 0 < len(rows) <= MOST_RINGS or max(blocks.shape) < FEWEST_BLOCKS:
        return None
    c, a, b, f, d, e = dataset.GetGeoTransform()
    layer = QgsVectorLayer("Point", "rings", "memory")
    layer.setCrs(kinds.crs())
    features = []
    for row, column in zip(rows + 0.5, columns + 0.5, strict=True):
        place = QgsPointXY(c + a * column + b * row, f + d * column + e * row)
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromPointXY(place))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    layer.setRenderer(QgsSingleSymbolRenderer(ring_symbol()))
    return layer


def footprints(layer: QgsMapLayer, against: QgsMapLayer) -> CellMap:
    """Shows where two layers lie, which is all that can be said of grids that cannot be compared."""
    dashed, solid = footprint_symbol("missing"), footprint_symbol("extra")
    layers = [rectangle_layer(against.extent(), against, dashed), rectangle_layer(layer.extent(), layer, solid)]
    entries = [LegendEntry(dashed.clone(), "grid of the reference"), LegendEntry(solid.clone(), "grid of the output")]
    return CellMap(layers, Legend(entries=entries))


def _legend(written: DifferenceLayers) -> Legend:
    legend = Legend()
    for kind, (word, colour) in CELL_LOOKS.items():
        if written.counts[kind] or kind == "same":
            count = f"{written.counts[kind]:,}".replace(",", " ")
            legend.entries.append(LegendEntry(colour_symbol(colour), f"{word} {count}"))
    if written.counts["none"]:
        legend.entries.append(LegendEntry(no_data_symbol(), "NoData in both"))
    return legend
