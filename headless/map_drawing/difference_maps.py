# SPDX-License-Identifier: GPL-2.0-or-later
"""The map of how an output differs from its reference."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter
from qgis.core import Qgis, QgsMapLayer, QgsRasterLayer, QgsSingleSymbolRenderer, QgsVectorLayer

from ...tasks.contract import OutputContract
from ..difference_layers.layer_writing import write_differences
from ..difference_layers.row_differences import KINDS
from ..difference_layers.written_layers import DifferenceLayers
from .cell_maps import cell_map, footprints
from .difference_styles import before_symbol, difference_symbol, style_difference_layer
from .layer_maps import StyledMap, crs_label
from .legend import Legend, LegendEntry
from .map_job import MapJob
from .palette import ROW_LOOKS
from .vector_styles import POINT

MOST_DRAWN = 20_000
MOST_BLOCKS = 800  # along each side of what is drawn


class DifferenceMap(NamedTuple):
    """Styled layers, how many rows or cells there are of each kind, and what is left out."""

    styled: StyledMap
    counts: dict[str, int]
    notes: list[str]


def difference_map(job: MapJob, layer: QgsMapLayer, against: QgsMapLayer, folder: Path) -> DifferenceMap:
    """Makes the layers that show where `layer` differs from `against` under the contract of the job.

    Args:
        folder: Takes files that must outlive the layers.
    """
    contract = TypeAdapter(OutputContract).validate_python(job.contract)
    assert job.against is not None
    paths = Path(job.against.path), Path(job.layer.path)
    written = write_differences(contract, *paths, folder, most_rows=MOST_DRAWN, most_blocks=MOST_BLOCKS)
    label = crs_label(against)
    is_raster = isinstance(layer, QgsRasterLayer) or isinstance(against, QgsRasterLayer)
    if written.problem and is_raster:
        outlines = footprints(layer, against)
        return DifferenceMap(StyledMap(outlines.layers, outlines.legend, label), {}, [written.problem])
    if written.problem:
        return DifferenceMap(StyledMap([against], _pale(against), label), {}, [written.problem])
    layers, legend = cell_map(written, against) if is_raster else row_layers(written, against.geometryType())
    return DifferenceMap(StyledMap(layers, legend, label), written.counts, written.notes)


def row_layers(written: DifferenceLayers, shape: Qgis.GeometryType) -> tuple[list[QgsMapLayer], Legend]:
    """Opens and styles the layers of rows; what is wrong lies above what is right."""
    legend = Legend()
    for kind in KINDS:
        count = written.counts[kind]
        if count or kind == "same":
            legend.entries.append(LegendEntry(legend_symbol(kind, shape), f"{ROW_LOOKS[kind].word} {_spaced(count)}"))
    if written.counts["moved"]:
        legend.entries.append(LegendEntry(before_symbol(shape), "where it should be"))
    layers = []
    for one in written.layers:
        layer = QgsVectorLayer(f"{one.path}|layername={one.sublayer}", one.kind, "ogr")
        style_difference_layer(layer, one)
        layers.append(layer)
    return layers, legend


def legend_symbol(kind: str, shape: Qgis.GeometryType) -> object:
    """Makes the sign of a kind of difference for the legend; never with the extra sign of a lone polygon."""
    many = 1 if shape == POINT else 10**6
    return difference_symbol(kind, shape, many)


def _pale(layer: QgsVectorLayer) -> Legend:
    symbol = difference_symbol("same", layer.geometryType(), layer.featureCount())
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    return Legend(entries=[LegendEntry(symbol.clone(), "reference")])


def _spaced(count: int) -> str:
    return f"{count:,}".replace(",", " ")
