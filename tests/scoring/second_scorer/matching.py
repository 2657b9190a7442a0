# SPDX-License-Identifier: GPL-2.0-or-later
"""Which row stands for which, in four stages; rows are known by their place in the list."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any, NamedTuple

from .entities import best_match, likeness
from .layers import Keys, Layer, Row
from .shapes import is_missing
from .values import is_null


class Pairing(NamedTuple):
    """Pairs of rows and how they were found; `tied` are those of which any choice is right."""

    stage: str
    pairs: list[tuple[int, int]]
    tied: list[tuple[int, int]]


def plain(value: Any) -> Any:
    """Returns a value as it is compared for equality: NFC, NULL as one, 5.0 as 5."""
    if is_null(value):
        return None
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def key_of(row: Row, names: list[str]) -> tuple[Any, ...]:
    """Returns the identifiers of a row."""
    return tuple(plain(row[name]) for name in names)


def paired(
    contract: Keys,
    reference: Layer,
    output: Layer,
    shapes: Callable[[Layer], list[Any]],
    wrongness: Callable[[list[tuple[int, int]]], int],
) -> Pairing:
    """Pairs rows by the first stage that can.

    Args:
        shapes: Gives the shapes of a layer in metres.
        wrongness: Of some pairs: 0 where all is right, 1 where only shapes are wrong, 2 where values are.
    """
    if contract.get("id_columns"):
        return _by_key(contract["id_columns"], contract.get("tie_groups", []), reference, output)
    rule = contract.get("geometry", {})
    has_shapes = contract["kind"] == "vector" and contract["geometry_type"] != "None"
    if has_shapes and rule.get("compare", "match") == "match":
        expected = shapes(reference)
        are_there = expected and not any(is_missing(shape) for shape in expected)
        if are_there and not any(likeness(rule, a, b) is not None for a, b in combinations(expected, 2)):
            found = shapes(output)
            alike = [[likeness(rule, a, b) for b in found] for a in expected]
            return Pairing("geometry", best_match(alike).pairs, [])
    column = unique_column(contract, reference, output)
    if column:
        return _by_key([column], [], reference, output)._replace(stage="unique_column")
    return Pairing("assignment", _by_assignment(len(reference.rows), len(output.rows), wrongness), [])


def _by_key(names: list[str], groups: list[Any], reference: Layer, output: Layer) -> Pairing:
    pairs: list[tuple[int, int]] = []
    for place, row in enumerate(reference.rows):
        for other, found in enumerate(output.rows):
            if key_of(row, names) == key_of(found, names) and other not in [b for _, b in pairs]:
                pairs.append((place, other))
                break
    tied = []
    for group in groups:
        members = [tuple(value) if isinstance(value, list) else (value,) for value in group]
        tied += _tied(members, names, pairs, reference, output)
    return Pairing("id_columns", pairs + tied, tied)


def _tied(members: list[Any], names: list[str], pairs: Any, reference: Layer, output: Layer) -> list[tuple[int, int]]:
    rest = [
        [i for i, row in enumerate(layer.rows) if key_of(row, names) in members and i not in [p[side] for p in pairs]]
        for side, layer in enumerate((reference, output))
    ]
    return list(zip(rest[0], rest[1], strict=False))


def unique_column(contract: Keys, reference: Layer, output: Layer) -> str | None:
    """Returns the column whose values are unique on both sides and agree most often.

    Integers and texts that are compared exactly: no labels, no measures, nothing with a tolerance, nothing stored
    as reals.
    """
    best, most = None, 0
    for name, column in contract["columns"].items():
        exact = column.get("role") in (None, "id", "count") and not any(column.get("tolerance", {}).values())
        stored = {column["type"], reference.columns[name], output.columns[name]}
        if not exact or len(stored) > 1 or not stored <= {"integer", "text"}:
            continue
        sides = [[plain(row[name]) for row in layer.rows] for layer in (reference, output)]
        if any(None in side or len(set(side)) < len(side) for side in sides):
            continue
        both = len(set(sides[0]) & set(sides[1]))
        if both > most:
            best, most = name, both
    return best


def _by_assignment(expected: int, found: int, wrongness: Callable[[list[tuple[int, int]]], int]) -> list[Any]:
    """Returns the least wrong pairing of as many rows as there are on the smaller side, by trying all."""
    size, best, least = min(expected, found), [], 3
    for left in combinations(range(expected), size):
        for right in permutations(range(found), size):
            pairs = list(zip(left, right, strict=True))
            wrong = wrongness(pairs)
            if wrong < least:
                best, least = pairs, wrong
            if not least:
                return best
    return best
