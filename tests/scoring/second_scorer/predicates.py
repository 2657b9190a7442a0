# SPDX-License-Identifier: GPL-2.0-or-later
"""What must hold of any right answer."""

from __future__ import annotations

from typing import Any

import shapely

from .layers import Keys, Layer
from .matching import plain
from .places import PLACES, in_metres
from .shapes import is_missing
from .values import equal_values, is_null

METRES = {"m": 1.0, "km": 1000.0, "ft": 0.3048, "us_ft": 1200 / 3937, "yd": 0.9144, "mi": 1609.344, "nmi": 1852.0}
SQUARE_METRES = {
    "m2": 1.0, "ha": 1e4, "km2": 1e6, "ft2": 0.3048**2, "us_ft2": (1200 / 3937) ** 2, "ac": 4046.8564224,
    "mi2": 1609.344**2,
}  # fmt: skip


def holds(predicate: Keys, contract: Keys, output: Layer, inputs: dict[str, Layer]) -> bool:
    """Tells whether an output holds one predicate."""
    name, rule = next(iter(predicate.items()))
    if name == "non_empty":
        return len(output.rows) > 0
    if name == "count":
        return len(output.rows) == rule
    if name == "unique":
        values = [plain(row[rule]) for row in output.rows]
        return len(set(values)) == len(values)
    if name == "range":
        return _in_range(rule, [row[rule["column"]] for row in output.rows])
    if name == "equals_measure":
        return _are_measures(rule, contract, output)
    if name == "one_per":
        wanted = sorted({plain(row[rule["key"]]) for row in inputs[rule["input"]].rows})
        return sorted([plain(row[rule["key"]]) for row in output.rows], key=str) == sorted(wanted, key=str)
    return _lies_right(name, rule, contract, output, inputs[rule["input"]])


def _in_range(rule: Keys, values: list[Any]) -> bool:
    low, high = rule.get("min", float("-inf")), rule.get("max", float("inf"))
    return all(is_null(value) or low <= value <= high for value in values)


def _are_measures(rule: Keys, contract: Keys, output: Layer) -> bool:
    column, crs = contract["columns"][rule["column"]], contract["crs"]
    for row in output.rows:
        wanted = measured(rule, row["shape"], crs)
        if not equal_values(column, contract.get("tolerance", {}), crs, wanted, row[rule["column"]]):
            return False
    return True


def measured(rule: Keys, shape: Any, crs: str) -> float | None:
    """Measures a shape in the plane of a CRS in metres or feet; nothing of what is not there."""
    if is_missing(shape):
        return None
    if rule["measure"] in ("x", "y"):
        return float(getattr(shape.centroid, rule["measure"]))
    unit = PLACES[crs].metres
    assert unit is not None
    if rule["measure"] == "area":
        return float(shape.area) * unit**2 / SQUARE_METRES[rule["unit"]]
    return float(shape.length) * unit / METRES[rule["unit"]]


def _lies_right(name: str, rule: Keys, contract: Keys, output: Layer, given: Layer) -> bool:
    crs, close = contract["crs"], contract.get("geometry", {}).get("position_tolerance", 0.01)
    found = [None if is_missing(row["shape"]) else in_metres(row["shape"], crs) for row in output.rows]
    zones = [in_metres(row["shape"], crs) for row in given.rows]
    if name == "covers":
        there = shapely.union_all([shape for shape in found if shape is not None]).buffer(close)
        return bool(there.covers(shapely.union_all(zones)))
    for row, shape in zip(output.rows, found, strict=True):
        key = rule.get("key")
        own = [zone for zone, of in zip(zones, given.rows, strict=True) if not key or plain(of[key]) == plain(row[key])]
        if shape is None or not shapely.union_all(own).buffer(close).covers(shape):
            return False
    return True
