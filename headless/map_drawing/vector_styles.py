# SPDX-License-Identifier: GPL-2.0-or-later
"""Styles of vector layers: one colour, classes of numbers, or categories."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from qgis.core import (
    Qgis,
    QgsCategorizedSymbolRenderer,
    QgsFeatureRequest,
    QgsFillSymbol,
    QgsGraduatedSymbolRenderer,
    QgsLineSymbol,
    QgsMarkerSymbol,
    QgsRendererCategory,
    QgsRendererRange,
    QgsSingleSymbolRenderer,
    QgsSymbol,
    QgsVectorLayer,
)
from qgis.PyQt.QtGui import QColor

from .class_breaks import NumberClass, number_classes, number_text
from .legend import ColourBar, Legend, LegendEntry
from .map_job import CellValues
from .palette import (
    ABOVE,
    BELOW,
    CLASSES,
    CONTEXT_FILL,
    CONTEXT_LINE,
    MORE,
    OUTLINE,
    PAPER,
    PLAIN,
    PLAIN_FILL,
    QUIET_INK,
    TWO_SIGNS,
    UNKNOWN,
    class_colours,
    ramp_colours,
)

MOST_VALUES_READ = 200_000
MOST_CATEGORIES = 12
MOST_COLOURED = 500
ROUNDING = 1e-4  # of the larger end; the default tolerance of a measure
LARGEST = 1.7e308
POINT, LINE, POLYGON = Qgis.GeometryType.Point, Qgis.GeometryType.Line, Qgis.GeometryType.Polygon


def style_vector(
    layer: QgsVectorLayer, classes_of: QgsVectorLayer, column: str, kind: CellValues = "continuous"
) -> Legend:
    """Styles a layer by a column, with the classes of another layer.

    Args:
        layer: The layer to style.
        classes_of: The layer whose values make the classes; its count sets the size of signs.
        column: Name of the column; "" or a column that either layer lacks gives one colour.
        kind: What its values are; labels have no names that two layers share, so each layer has its own.
    Edges: Values beyond the classes have colours of their own. Names that nearly every row has for itself colour
        nothing. Rows without a value are not drawn by this style;
        `style_valueless` draws them.
    """
    count = classes_of.featureCount()
    found = column_values(layer, column)
    values = column_values(layer if kind == "label" else classes_of, column) if found else []
    if values and kind in ("continuous", "angle") and all(_is_number(value) for value in [*values, *found]):
        return _by_number(layer, column, number_classes([float(value) for value in values]), found, count)
    if values and _tells_apart(values):
        return _by_category(layer, column, values, found, count)
    colour = PLAIN_FILL if layer.geometryType() == POLYGON else PLAIN
    symbol = plain_symbol(layer, colour, count)
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    return Legend(entries=[LegendEntry(symbol.clone(), count_words(layer))])


def style_valueless(layer: QgsVectorLayer, column: str) -> LegendEntry | None:
    """Styles a copy of a layer, to lie under it, so that rows without a value in a column show hollow.

    Returns: Their sign; None where every row has a value.
    """
    index = layer.fields().lookupField(column) if column else -1
    if index < 0 or len(column_values(layer, column)) >= min(layer.featureCount(), MOST_VALUES_READ):
        return None
    symbol = plain_symbol(layer, PAPER, layer.featureCount())
    if layer.geometryType() == POINT:
        symbol.symbolLayer(0).setStrokeColor(QColor(OUTLINE))
    elif layer.geometryType() == LINE:
        symbol = QgsLineSymbol.createSimple({"line_color": OUTLINE, "line_width": "0.25", "line_style": "dot"})
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    return LegendEntry(symbol.clone(), "NULL")


def style_context(layer: QgsVectorLayer) -> None:
    """Styles a layer as pale ground for others."""
    kind = layer.geometryType()
    if kind == POINT:
        symbol: QgsSymbol = plain_symbol(layer, CONTEXT_LINE, layer.featureCount(), 0.6)
    elif kind == POLYGON:
        look = {"color": CONTEXT_FILL, "outline_color": CONTEXT_LINE, "outline_width": "0.15"}
        symbol = QgsFillSymbol.createSimple(look)
    else:
        symbol = QgsLineSymbol.createSimple({"line_color": CONTEXT_LINE, "line_width": "0.25"})
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))


def style_each(layer: QgsVectorLayer) -> QgsSymbol:
    """Styles a layer so that its shapes are told apart, colours repeating.

    Returns: A symbol for the legend, of no colour.
    """
    symbols = [plain_symbol(layer, colour, layer.featureCount()) for colour in CLASSES]
    categories = [QgsRendererCategory(index, symbol.clone(), "") for index, symbol in enumerate(symbols)]
    layer.setRenderer(QgsCategorizedSymbolRenderer(f"$id % {len(CLASSES)}", categories))
    return plain_symbol(layer, PAPER if layer.geometryType() == POLYGON else QUIET_INK, layer.featureCount())


def column_values(layer: QgsVectorLayer, column: str) -> list[Any]:
    """Returns the values of a column that are not NULL, of the first 200,000 rows; none where it is missing."""
    index = layer.fields().lookupField(column) if column else -1
    if index < 0:
        return []
    request = QgsFeatureRequest().setFlags(Qgis.FeatureRequestFlag.NoGeometry)
    request.setSubsetOfAttributes([index]).setLimit(MOST_VALUES_READ)
    values = (feature.attribute(index) for feature in layer.getFeatures(request))
    # Qt 5 gives NULL as a QVariant, Qt 6 as None; reals may be NaN.
    return [value for value in values if isinstance(value, (bool, int, float, str)) and value == value]


def plain_symbol(layer: QgsVectorLayer, colour: str, count: int, weight: float = 1.0) -> QgsSymbol:
    """Makes a symbol of one colour for the shapes of a layer.

    Args:
        count: How many shapes there are; the more, the smaller and thinner.
        weight: How much larger points and lines are drawn.
    """
    kind = layer.geometryType()
    if kind == POINT:
        look = {"name": "circle", "color": colour, "outline_color": PAPER, "outline_width": "0.15"}
        return QgsMarkerSymbol.createSimple(look | {"size": f"{point_size(count) * weight:.2f}"})
    if kind == LINE:
        look = {"line_color": colour, "line_width": f"{line_width(count) * weight:.2f}", "capstyle": "round"}
        return QgsLineSymbol.createSimple(look)
    look = {"color": colour, "outline_color": OUTLINE, "outline_width": f"{outline_width(count):.2f}"}
    return QgsFillSymbol.createSimple(look)


def count_words(layer: QgsVectorLayer) -> str:
    """Says how many shapes a layer has."""
    noun = {POINT: "point", LINE: "line", POLYGON: "polygon"}.get(layer.geometryType(), "shape")
    count = layer.featureCount()
    return f"{count:,} {noun}{'' if count == 1 else 's'}".replace(",", " ")


def point_size(count: int) -> float:
    """Returns the diameter of a point in millimetres."""
    return min(2.4, max(0.5, 4.0 - 0.8 * math.log10(max(1, count))))


def line_width(count: int) -> float:
    """Returns the width of a line in millimetres."""
    return min(0.7, max(0.2, 0.8 - 0.15 * math.log10(max(1, count))))


def outline_width(count: int) -> float:
    """Returns the width of the outline of a polygon in millimetres."""
    return 0.12 if count <= 1000 else 0.04


def _by_number(layer: QgsVectorLayer, column: str, given: list[NumberClass], found: list[Any], count: int) -> Legend:
    classes = _widened(given)
    is_polygon = layer.geometryType() == POLYGON
    colours = ramp_colours(len(classes), MORE if is_polygon else MORE[2:])  # pale points and lines would be lost
    symbols = []
    for index, colour in enumerate(colours):
        grow = 0.75 + 0.75 * index / max(1, len(classes) - 1)
        symbols.append(plain_symbol(layer, colour, count, grow))
    signs = list(zip(classes, symbols, strict=True))
    outside = []
    if any(value < classes[0].lower for value in found):
        outside.append((NumberClass(-LARGEST, classes[0].lower, "below all of the reference"), BELOW))
    if any(value > classes[-1].upper for value in found):
        outside.append((NumberClass(classes[-1].upper, LARGEST, "above all of the reference"), ABOVE))
    beyond = [(one, plain_symbol(layer, colour, count, 1.5)) for one, colour in outside]
    ranges = [QgsRendererRange(one.lower, one.upper, symbol, one.label) for one, symbol in signs + beyond]
    layer.setRenderer(QgsGraduatedSymbolRenderer(f'"{column}"', ranges))
    if is_polygon and len(classes) > 1:
        return Legend(column, ColourBar(colours, _bar_labels(given)), _entries(beyond))
    return Legend(column, entries=_entries(signs + beyond))


def _widened(classes: list[NumberClass]) -> list[NumberClass]:
    """Moves the outer ends a little, so that rounding does not put a value beyond them."""
    slack = ROUNDING * max(abs(classes[0].lower), abs(classes[-1].upper))
    ends = [[one.lower, one.upper] for one in classes]
    ends[0][0] -= slack
    ends[-1][1] += slack
    return [one._replace(lower=low, upper=high) for one, (low, high) in zip(classes, ends, strict=True)]


def _entries(signs: list[tuple[NumberClass, QgsSymbol]]) -> list[LegendEntry]:
    return [LegendEntry(symbol.clone(), one.label) for one, symbol in signs]


def _bar_labels(classes: list[NumberClass]) -> list[str]:
    """Returns a label per limit where classes share them, else one per class."""
    if not classes[0].is_part:
        return [one.label for one in classes]
    return [number_text(one.lower) for one in classes] + [number_text(classes[-1].upper)]


def _by_category(layer: QgsVectorLayer, column: str, values: list[Any], found: list[Any], count: int) -> Legend:
    counted = Counter(values)
    present = sorted(counted) if all(map(_is_number, counted)) else [value for value, _ in counted.most_common()]
    strange = sorted(set(found) - set(values), key=str)
    is_polygon = layer.geometryType() == POLYGON
    colours = class_colours(len(present)) if is_polygon or len(present) != 2 else TWO_SIGNS
    signs = list(zip(present, colours, strict=True)) + [(value, UNKNOWN) for value in strange]
    symbols = {colour: plain_symbol(layer, colour, count) for _, colour in signs}
    categories = [QgsRendererCategory(value, symbols[colour].clone(), str(value)) for value, colour in signs]
    layer.setRenderer(QgsCategorizedSymbolRenderer(f'"{column}"', categories))
    shown = present if len(present) <= MOST_CATEGORIES else []
    entries = [LegendEntry(symbols[colour].clone(), str(value)) for value, colour in signs[: len(shown)]]
    if not shown:
        entries.append(LegendEntry(symbols[signs[0][1]].clone(), f"{len(present)} values, colours repeat"))
    if strange:
        entries.append(LegendEntry(symbols[UNKNOWN].clone(), "not in the reference"))
    return Legend(column, entries=entries)


def _tells_apart(values: list[Any]) -> bool:
    different = len(set(values))
    return different <= MOST_CATEGORIES or (different <= MOST_COLOURED and 2 * different <= len(values))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
