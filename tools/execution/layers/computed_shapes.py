# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes out of what an expression gave for each row: of one kind, without curves and M."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from qgis.core import QgsGeometry

NAMES = ("point", "line", "polygon")  # of the dimensions


class ComputedShapes(NamedTuple):
    """Shapes and what became of the rows without one.

    Args:
        shapes: One per row, None where there is none of the kind asked.
        none_count: Rows whose value is NULL or an empty geometry.
        other_counts: Rows that gave something else, by its name: "text", "line", "mixed collection" …
        curve_count: Shapes whose arcs became chords.
        has_measures: Whether any shape had M values, which are left out.
    """

    shapes: np.ndarray
    none_count: int
    other_counts: dict[str, int]
    curve_count: int
    has_measures: bool


def computed_shapes(values: Sequence[Any], kind: str) -> ComputedShapes:
    """Takes the geometries of one kind out of the values of an expression.

    Args:
        kind: point, line or polygon; multi-part shapes are of the kind of their parts.
    """
    import shapely
    from qgis.core import QgsGeometry

    found: list[bytes | None] = [None] * len(values)
    none_count = curve_count = 0
    others: dict[str, int] = {}
    has_measures = False
    for row, value in enumerate(values):
        if value is None or isinstance(value, QgsGeometry) and value.isEmpty():
            none_count += 1
            continue
        name = _name(value)
        if name != kind:
            others[name] = others.get(name, 0) + 1
            continue
        curve_count += value.constGet().hasCurvedSegments()
        has_measures |= value.constGet().isMeasure()
        found[row] = _plain_wkb(value)
    return ComputedShapes(shapely.from_wkb([*found, None])[:-1], none_count, others, curve_count, has_measures)


def _name(value: Any) -> str:
    from qgis.core import Qgis, QgsGeometry

    if not isinstance(value, QgsGeometry):
        return {str: "text", int: "number", float: "number", bool: "true or false"}.get(type(value), "other value")
    kinds = (Qgis.GeometryType.Point, Qgis.GeometryType.Line, Qgis.GeometryType.Polygon)
    return NAMES[kinds.index(value.type())] if value.type() in kinds else "mixed collection"


def _plain_wkb(geometry: QgsGeometry) -> bytes:
    """Writes a geometry with chords of 1 degree for its arcs and without M."""
    shape = geometry.constGet().segmentize() if geometry.constGet().hasCurvedSegments() else geometry.constGet().clone()
    shape.dropMValue()
    return bytes(shape.asWkb())
