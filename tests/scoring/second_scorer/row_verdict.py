# SPDX-License-Identifier: GPL-2.0-or-later
"""The checks of vector and table outputs, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import shapely

from .layers import Keys, Layer, Verdict
from .matching import Pairing, key_of, paired
from .places import in_metres, metres_of, same_crs
from .predicates import holds
from .row_order import in_order
from .shapes import equal_heights, equal_shapes, family, is_missing
from .values import equal_labels, equal_values, fits_type, role_of

ROOM_M = 10_000


def judge_rows(contract: Keys, reference: Layer, output: Layer, inputs: dict[str, Layer] | None = None) -> Verdict:
    """Judges an output; a layer that could not be read is not its business."""
    for name, passed in structure_checks(contract, reference, output):
        if not passed:
            return Verdict(name)
    pairing = pairs_of(contract, reference, output)
    counted = (pairing.stage, len(pairing.pairs))
    for name, passed in content_checks(contract, reference, output, pairing, inputs or {}):
        if not passed:
            return Verdict(name, *counted)
    return Verdict(None, *counted)


def structure_checks(contract: Keys, reference: Layer, output: Layer) -> Iterator[tuple[str, bool]]:
    """Gives the checks that need no pairs."""
    if contract["kind"] == "vector":
        shapes = [row["shape"] for row in output.rows if not is_missing(row.get("shape"))]
        wanted = contract["geometry_type"]
        if wanted != "None":
            yield "crs", same_crs(contract["crs"], output.crs)
            yield "envelope", _lies_there(contract["crs"], reference, shapes)
        yield "geometry_type", not shapes if wanted == "None" else all(family(shape) == wanted for shape in shapes)
        many = [shape.geom_type.startswith("Multi") for shape in shapes]
        multi = contract.get("multi", "any")
        yield "multi", multi == "any" or (all(many) if multi == "require" else not any(many))
        yield "dimension", _has_dimension(contract.get("dimension", "any"), shapes)
    columns = contract["columns"]
    exact = not contract.get("columns_exact") or set(output.columns) == set(columns)
    yield "columns", exact and all(name in output.columns for name in columns)
    yield (
        "types",
        all(
            fits_type(column["type"], output.columns[name], [row[name] for row in output.rows])
            for name, column in columns.items()
        ),
    )


def _lies_there(crs: str, reference: Layer, shapes: list[Any]) -> bool:
    """Tells whether the extent meets that of the reference, widened by its own size and at least by 10 km."""
    expected = [row["shape"] for row in reference.rows if not is_missing(row["shape"])]
    if not shapes or not expected:
        return True
    west, south, east, north = shapely.total_bounds(expected)
    metres = max(metres_of(crs))
    room = max(east - west, north - south, ROOM_M / metres)
    wide = shapely.box(west - room, south - room, east + room, north + room)
    return bool(wide.intersects(shapely.box(*shapely.total_bounds(shapes))))


def _has_dimension(wanted: str, shapes: list[Any]) -> bool:
    if wanted == "any":
        return True
    return all(shape.has_z == (wanted == "z") for shape in shapes)


def pairs_of(contract: Keys, reference: Layer, output: Layer) -> Pairing:
    """Pairs the rows of two layers."""

    values, shapes = value_judge(contract, reference, output), shape_judge(contract, reference, output)

    def wrongness(pairs: list[tuple[int, int]]) -> int:
        return 2 if not values(pairs) else 1 if not shapes(pairs) else 0

    return paired(contract, reference, output, lambda layer: _shapes_in_metres(contract, layer), wrongness)


def content_checks(
    contract: Keys, reference: Layer, output: Layer, pairing: Pairing, inputs: dict[str, Layer]
) -> Iterator[tuple[str, bool]]:
    """Gives the checks of paired rows, and the predicates."""
    ids = contract.get("id_columns", [])
    keys = [key_of(row, ids) for row in output.rows]
    yield "keys", not ids or len(set(keys)) == len(keys)
    asked = contract.get("ordered_by", [])
    yield "order", not asked or in_order(asked, reference, output, pairing.pairs)
    rule = contract.get("rows", "exact")
    all_found = rule == "subset" or len(pairing.pairs) == len(reference.rows)
    yield "rows", all_found and (rule == "superset" or len(pairing.pairs) == len(output.rows))
    judged = [pair for pair in pairing.pairs if pair not in pairing.tied]
    yield "values", value_judge(contract, reference, output)(judged)
    yield "geometry", shape_judge(contract, reference, output)(judged)
    yield "predicates", all(holds(one, contract, output, inputs) for one in contract.get("predicates", []))


Judge = Callable[[list[tuple[int, int]]], bool]


def value_judge(contract: Keys, reference: Layer, output: Layer) -> Judge:
    """Returns what tells whether all compared values of some pairs are right."""
    compared = {name: column for name, column in contract["columns"].items() if name not in contract["id_columns"]}
    labels = [name for name, column in compared.items() if role_of(column) == "label"]
    given, crs = contract.get("tolerance", {}), contract.get("crs")

    @cache
    def are_equal(a: int, b: int) -> bool:
        return all(
            equal_values(column, given, crs, reference.rows[a][name], output.rows[b][name])
            for name, column in compared.items()
            if name not in labels
        )

    def judge(pairs: list[tuple[int, int]]) -> bool:
        return all(are_equal(a, b) for a, b in pairs) and all(
            equal_labels([(reference.rows[a][name], output.rows[b][name]) for a, b in pairs]) for name in labels
        )

    return judge


def shape_judge(contract: Keys, reference: Layer, output: Layer) -> Judge:
    """Returns what tells whether all shapes of some pairs are right, where shapes are compared."""
    rule = contract.get("geometry", {})
    if contract["kind"] != "vector" or contract["geometry_type"] == "None" or rule.get("compare", "match") != "match":
        return lambda pairs: True
    expected, found = _shapes_in_metres(contract, reference), _shapes_in_metres(contract, output)

    @cache
    def are_equal(a: int, b: int) -> bool:
        flat = equal_shapes(rule, contract.get("tolerance", {}), expected[a], found[b])
        if contract.get("dimension") != "z":
            return flat
        return flat and equal_heights(expected[a], found[b], rule.get("position_tolerance", 0.01))

    return lambda pairs: all(are_equal(a, b) for a, b in pairs)


def _shapes_in_metres(contract: Keys, layer: Layer) -> list[Any]:
    shapes = [row["shape"] for row in layer.rows]
    return [None if is_missing(shape) else in_metres(shape, contract["crs"]) for shape in shapes]
