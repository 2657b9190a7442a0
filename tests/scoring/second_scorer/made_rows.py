# SPDX-License-Identifier: GPL-2.0-or-later
"""Strategies: contracts, references and outputs of rows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as some

from .layers import Case, Keys, Layer
from .made_inputs import zone_rules
from .made_shapes import made_shapes
from .matching import key_of
from .places import in_crs
from .predicates import measured
from .row_changes import EQUAL_CHANGES, OTHER_CHANGES, change

TEXTS = ["", "a", "A", "Café", "Cafe\u0301", "007", "7"]
VALUES: dict[str, Any] = {
    "key": some.integers(0, 9),
    "code": some.sampled_from(TEXTS),
    "number": some.sampled_from([0, 1, 2, 3, 20000, 2**53 + 1, -(2**63), 2**63 - 1]),
    "count": some.sampled_from([0, 1, 2, 20000]),
    "measure": some.sampled_from([0.0, -0.0, 1.0, -2.5, 1e6, 1e-7, float("inf")]),
    "height": some.sampled_from([0, 1, 3, 50000, 50001]),
    "loose": some.sampled_from([0.0, 10.0, 1e6]),
    "east": some.sampled_from([5.0, 5.5, 6.0]),
    "angle": some.sampled_from([0.0, 90.0, 359.9, 180.0]),
    "open": some.booleans(),
    "day": some.sampled_from(["2024-02-29", "1970-01-01"]),
    "moment": some.sampled_from(["2024-02-29T12:00:00", "1970-01-01T00:00:00"]),
    "group": some.sampled_from([0, 1, 2]),
    "class": some.sampled_from(["a", "b", "Café"]),
}
COLUMNS: dict[str, Keys] = {
    "key": {"type": "integer"},
    "code": {"type": "text"},
    "number": {"type": "integer"},
    "count": {"type": "integer", "role": "count"},
    "measure": {"type": "real"},
    "height": {"type": "integer", "role": "measure"},
    "loose": {"type": "real", "tolerance": {"absolute": 0.5, "relative": 0.0}},
    "east": {"type": "real", "role": "coordinate", "tolerance": {"absolute": 0.001}},
    "angle": {"type": "real", "role": "angle", "tolerance": {"absolute": 0.5}},
    "open": {"type": "boolean"},
    "day": {"type": "date"},
    "moment": {"type": "datetime"},
    "group": {"type": "integer", "role": "label"},
    "class": {"type": "text", "role": "label"},
}
CHANCES = [True, False, False, False]


@some.composite
def contracts(draw: Any) -> Keys:
    """Returns the keys of a contract of rows, mostly with defaults."""

    def rarely(*others: Any) -> Any:
        return draw(some.sampled_from(others)) if draw(some.sampled_from(CHANCES)) else None

    names = draw(some.lists(some.sampled_from(list(COLUMNS)), min_size=1, max_size=5, unique=True))
    columns = {name: COLUMNS[name] for name in names}
    ids = draw(some.sampled_from([[], [], ["key"], ["key"], ["code"], ["key", "code"]]))
    columns |= {name: COLUMNS[name] for name in ids}
    keys: Keys = {"kind": draw(some.sampled_from(["vector", "vector", "table"])), "file": "r.gpkg"}
    keys |= {"columns": columns, "id_columns": ids, "rows": rarely("superset", "subset") or "exact"}
    keys |= {"columns_exact": bool(rarely(True)), "ordered_by": rarely([names[0]]) or []}
    if keys["kind"] == "vector":
        keys |= {
            "crs": rarely("EPSG:2263", "EPSG:4326") or "EPSG:28992",
            "geometry_type": draw(some.sampled_from(["Point", "LineString", "Polygon", "Polygon"])),
            "multi": rarely("require", "forbid") or "any",
            "dimension": rarely("2d", "z") or "any",
            "geometry": {"compare": rarely("ignore") or "match"},
        }
        keys["geometry"] |= rarely({"position_tolerance": 0.1}, {"epsilon": 5.0}, {"min_iou": 0.9}) or {}
        if keys["geometry_type"] == "LineString":
            keys["geometry"]["direction"] = rarely("match") or "ignore"
    tolerance = rarely({"absolute": 0.01}, {"relative": 0.01})
    keys |= {"tolerance": tolerance} if tolerance else {}
    return keys | draw(_predicates(keys)) | draw(_ties(keys))


@some.composite
def _ties(draw: Any, keys: Keys) -> Keys:
    if keys["id_columns"] != ["key"] or not draw(some.sampled_from(CHANCES)):
        return {}
    group = draw(some.lists(some.integers(0, 9), min_size=2, max_size=4, unique=True))
    return {"tie_groups": [group], "predicates": [{"non_empty": True}]}


@some.composite
def _predicates(draw: Any, keys: Keys) -> Keys:
    if not draw(some.sampled_from(CHANCES)):
        return {}
    first = draw(some.sampled_from([{"non_empty": True}, {"count": 3}]))
    name = draw(some.sampled_from(list(keys["columns"])))
    rules: list[Keys] = [{"unique": name}]
    if keys["columns"][name]["type"] in ("integer", "real"):
        rules.append({"range": {"column": name, "min": 0, "max": 1000}})
    if keys["kind"] == "vector":
        rules += zone_rules(keys)
    if keys["kind"] == "vector" and name == "measure" and keys["crs"] != "EPSG:4326":
        rules += _measure_rules(keys["geometry_type"])
    return {"predicates": [first, *draw(some.lists(some.sampled_from(rules), max_size=2))]}


def _measure_rules(kind: str) -> list[Keys]:
    if kind == "Polygon":
        return [{"equals_measure": {"column": "measure", "measure": "area", "unit": "ha"}},
                {"equals_measure": {"column": "measure", "measure": "perimeter", "unit": "m"}}]  # fmt: skip
    if kind == "LineString":
        return [{"equals_measure": {"column": "measure", "measure": "length", "unit": "us_ft"}}]
    return [{"equals_measure": {"column": "measure", "measure": "x"}}]


@some.composite
def references(draw: Any, contract: Keys) -> Layer:
    """Returns rows that keep a contract; identifiers are unique."""
    count = draw(some.sampled_from([0, 1, 2, 3, 3, 4, 4, 5]))
    names, ids = list(contract["columns"]), contract["id_columns"]
    values = {name: VALUES[name] if name in ids else _or_null(VALUES[name]) for name in names}
    rows = [{name: draw(drawn) for name, drawn in values.items()} for _ in range(count)]
    rows = list({key_of(row, ids) if ids else place: row for place, row in enumerate(rows)}.values())
    layer = Layer({name: contract["columns"][name]["type"] for name in names}, rows)
    for name in contract["ordered_by"]:
        rows.sort(key=lambda row: (row[name] is not None, 0 if row[name] is None else row[name]))
    if contract["kind"] == "vector":
        heights = contract["dimension"] == "z" or (contract["dimension"] == "any" and draw(some.sampled_from(CHANCES)))
        shapes = draw(made_shapes(contract["geometry_type"], len(rows), contract["multi"], heights))
        for row, shape in zip(rows, shapes, strict=True):
            row["shape"] = shape and in_crs(shape, contract["crs"])
        layer.crs, layer.shape_kind = contract["crs"], contract["geometry_type"]
    return layer


def _or_null(values: Any) -> Any:
    return some.one_of(values, values, values, some.none())


@some.composite
def row_cases(draw: Any) -> Case:
    """Returns a contract, a reference, and an output that is the reference after some changes."""
    contract = draw(contracts())
    reference = draw(references(contract))
    for predicate in contract.get("predicates", []):
        _obey(draw, predicate, contract, reference)
    output, done = reference.copy(), []
    only_equal = draw(some.sampled_from([True, False, False, False]))
    words = EQUAL_CHANGES if only_equal else EQUAL_CHANGES + OTHER_CHANGES * 4
    for word in draw(some.lists(some.sampled_from(words), min_size=0 if only_equal else 2, max_size=4)):
        output = change(draw, word, contract, output)
        done.append(word)
    return Case(contract, reference, output, done)


def _obey(draw: Any, predicate: Keys, contract: Keys, reference: Layer) -> None:
    """Makes a reference hold predicates on counts, mostly, and on measures; the others may fail."""
    if "count" in predicate and draw(some.sampled_from([True, True, True, False])):
        predicate["count"] = len(reference.rows)
    rule = predicate.get("equals_measure")
    for row in reference.rows if rule else []:
        row[rule["column"]] = measured(rule, row["shape"], contract["crs"])
