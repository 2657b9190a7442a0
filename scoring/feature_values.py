# SPDX-License-Identifier: GPL-2.0-or-later
"""Dates, times and booleans of a layer, feature by feature.

The Arrow stream of GDAL 3.6.2 loses booleans beside NULLs (GeoPackage, FlatGeobuf) and reads dates before 1970 a day
late (shapefile), so these types take the slow way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrow_columns import ArrowColumn, empty_type

UTC_FLAG = 100
MINUTES_PER_FLAG = 15


def needs_single_features(field: Any) -> bool:
    """Tells whether a field is of a type that the stream gets wrong."""
    return _word(field) is not None


def read_feature_values(layer: Any, names: list[str]) -> dict[str, ArrowColumn]:
    """Reads some fields of all features, in the order of the layer; times with an offset become UTC."""
    definition = layer.GetLayerDefn()
    words = [_word(definition.GetFieldDefn(definition.GetFieldIndex(name))) for name in names]
    values: list[list[Any]] = [[] for _ in names]
    layer.ResetReading()
    for feature in layer:
        places = [feature.GetFieldIndex(name) for name in names]
        for found, place, word in zip(values, places, words, strict=True):
            found.append(_value(feature, place, word) if feature.IsFieldSetAndNotNull(place) else None)
    return {name: _column(str(word), found) for name, word, found in zip(names, words, values, strict=True)}


def _word(field: Any) -> str | None:
    from osgeo import ogr

    if field.GetSubType() == ogr.OFSTBoolean:
        return "boolean"
    return {ogr.OFTDate: "date", ogr.OFTDateTime: "datetime"}.get(field.GetType())


def _value(feature: Any, place: int, word: str | None) -> Any:
    if word == "boolean":
        return feature.GetFieldAsInteger(place) != 0
    year, month, day, hour, minute, second, zone = feature.GetFieldAsDateTime(place)
    try:
        date = np.datetime64(f"{year:04}-{month:02}-{day:02}", "D")
    except ValueError:
        return None
    if word == "date":
        return date
    clock = np.timedelta64(round(1000 * (3600 * hour + 60 * minute + second)), "ms")
    offset = np.timedelta64((zone - UTC_FLAG) * MINUTES_PER_FLAG if zone > 1 else 0, "m")
    return date + clock - offset


def _column(word: str, found: list[Any]) -> ArrowColumn:
    null = np.array([value is None for value in found], bool)
    filler = False if word == "boolean" else np.datetime64("1970-01-01")
    values = np.array([filler if value is None else value for value in found], empty_type(word))
    return ArrowColumn(word, values, null)
