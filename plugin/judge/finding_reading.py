# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads differences, one by one, from the difference layers of rows. May be called in any thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qgis.core import QgsFeature, QgsFeatureRequest, QgsVectorLayer

from ...headless.report.value_words import value_words
from .answers import Extent
from .findings import ROW_COLUMN, SHAPE_COLUMN, Finding

MOST_OF_A_LAYER = 2000
EXPECTED, FOUND = "_expected", "_found"
OWN_COLUMNS = ("fid", "reference_row", "output_row", "times_tolerance", "wrong")
LONGEST_ROW = 120


def read_findings(layer: QgsVectorLayer, kind: str, id_columns: Sequence[str]) -> list[Finding]:
    """Reads the differences of one layer, at most 2,000 of its rows.

    Args:
        layer: A difference layer of rows.
        kind: missing, extra, moved or wrong; any other kind holds no differences.
        id_columns: Columns by which a row is known; without any it is known by its number.
    Returns: One per row; of rows with wrong values one per wrong value.
    """
    if kind not in ("missing", "extra", "moved", "wrong"):
        return []
    request = QgsFeatureRequest().setLimit(MOST_OF_A_LAYER)
    return [found for feature in layer.getFeatures(request) for found in _of_feature(feature, kind, id_columns)]


def with_places_before(findings: list[Finding], layer: QgsVectorLayer, id_columns: Sequence[str]) -> list[Finding]:
    """Widens the places of moved rows, so that where they should be is seen too.

    Args:
        layer: The difference layer of where they should be.
    """
    places: dict[str, Extent] = {}
    for feature in layer.getFeatures(QgsFeatureRequest().setLimit(MOST_OF_A_LAYER)):
        place = _extent(feature)
        if place is not None:
            values = {name: _plain(value) for name, value in feature.attributeMap().items()}
            places[_key(values, "before", id_columns)] = place
    return [
        one._replace(extent=_both(one.extent, places[one.key])) if one.kind == "moved" and one.key in places else one
        for one in findings
    ]


def _both(one: Extent | None, other: Extent) -> Extent:
    if one is None:
        return other
    lows = map(min, one[:2], other[:2])
    return Extent(*lows, *map(max, one[2:], other[2:]))


def _of_feature(feature: QgsFeature, kind: str, id_columns: Sequence[str]) -> Iterator[Finding]:
    values = {name: _plain(value) for name, value in feature.attributeMap().items()}
    key, place = _key(values, kind, id_columns), _extent(feature)
    shared: dict[str, Any] = {"extent": place, "layer": kind, "fid": feature.id()}
    if kind == "missing":
        yield Finding(kind, key, ROW_COLUMN, _row(values), "", **shared)
    elif kind == "extra":
        yield Finding(kind, key, ROW_COLUMN, "", _row(values), **shared)
    elif kind == "moved":
        yield Finding(kind, key, SHAPE_COLUMN, "", _times(values.get("times_tolerance")), **shared)
    else:
        wrong = f", {values.get('wrong') or ''}, "
        for name in (column.removesuffix(EXPECTED) for column in values if column.endswith(EXPECTED)):
            expected, found = values.get(name + EXPECTED), values.get(name + FOUND)
            # A name that holds a comma reads like two names; a value that is wrong is never the same on both sides.
            if f", {name}, " in wrong and expected != found:
                yield Finding(kind, key, name, value_words(expected), value_words(found), **shared)


def _plain(value: Any) -> Any:
    # Qt 5 gives NULL as a QVariant, Qt 6 as None.
    return value if isinstance(value, (bool, int, float, str)) else None


def _key(values: dict[str, Any], kind: str, id_columns: Sequence[str]) -> str:
    if id_columns and all(name in values for name in id_columns):
        return " / ".join(str(values[name]) for name in id_columns)
    number = values.get("output_row" if kind == "extra" else "reference_row")
    return f"row {number}"


def _row(values: dict[str, Any]) -> str:
    parts = [f"{name} {value_words(value)}" for name, value in values.items() if name not in OWN_COLUMNS]
    text = ", ".join(parts)
    return text if len(text) <= LONGEST_ROW else f"{text[: LONGEST_ROW - 1]}…"


def _times(times: Any) -> str:
    return f"× {times:.3g}" if isinstance(times, float) else ""


def _extent(feature: QgsFeature) -> Extent | None:
    if not feature.hasGeometry():
        return None
    box = feature.geometry().boundingBox()
    return Extent(box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum()) if box.isFinite() else None
