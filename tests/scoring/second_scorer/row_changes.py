# SPDX-License-Identifier: GPL-2.0-or-later
"""What happens to rows on their way to an output: changes that keep them right, and changes that may not."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as some

from . import made_shapes
from .layers import Keys, Layer, Row
from .places import SAME, in_crs, in_metres
from .values import tolerances

Draw = Callable[[Any], Any]


def change(draw: Draw, word: str, contract: Keys, output: Layer) -> Layer:
    """Returns the output after one change; where the change has nothing to act on, as it is."""
    of_what, _, what = word.partition(": ")
    if of_what == "shape":
        return _one_shape(draw, what, contract, output)
    if of_what == "value":
        return _one_value(draw, what, contract, output)
    return CHANGES[word](draw, contract, output)


def _one_row(draw: Draw, output: Layer) -> Row | None:
    return draw(some.sampled_from(output.rows)) if output.rows else None


def _one_shape(draw: Draw, what: str, contract: Keys, output: Layer) -> Layer:
    row = _one_row(draw, output)
    if row and row.get("shape") is not None:
        crs = contract["crs"]
        after = made_shapes.changed(in_metres(row["shape"], crs), what)
        row["shape"] = None if after is None else in_crs(after, crs)
    return output


def _one_value(draw: Draw, what: str, contract: Keys, output: Layer) -> Layer:
    row = _one_row(draw, output)
    names = [name for name, kind in output.columns.items() if kind == contract["columns"].get(name, {}).get("type")]
    if row and names:
        name = draw(some.sampled_from(names))
        row[name] = VALUE_CHANGES[what](draw, contract, name, row[name])
    return output


def _nudged(share: float) -> Callable[..., Any]:
    """Returns a change of a real by a share of what its tolerance allows."""

    def nudge(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
        column = contract["columns"][name]
        if column["type"] != "real" or value is None:
            return value
        absolute, relative = tolerances(column, contract.get("tolerance", {}), contract.get("crs"))
        return value if abs(value) == float("inf") else value + share * (absolute + relative * abs(value))

    return nudge


def _decomposed(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
    return unicodedata.normalize("NFD", value) if isinstance(value, str) else value


def _once_round(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
    return value + 360 if name == "angle" and value is not None else value


def _one_more(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
    number = isinstance(value, int) and not isinstance(value, bool) and value < 2**63 - 1
    return value + 1 if number else not value if isinstance(value, bool) else value


def _nan(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
    return float("nan") if contract["columns"][name]["type"] == "real" else value


def _zero(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
    return {"integer": 0, "real": 0.0, "text": "", "boolean": False}.get(contract["columns"][name]["type"], value)


def _another(draw: Draw, contract: Keys, name: str, value: Any) -> Any:
    from .made_rows import VALUES

    return draw(VALUES[name])


VALUE_CHANGES: dict[str, Callable[..., Any]] = {
    "a third of the tolerance": _nudged(1 / 3),
    "decomposed": _decomposed,
    "once round": _once_round,
    "three tolerances": _nudged(3),
    "one more": _one_more,
    "NULL": lambda draw, contract, name, value: None,
    "NaN": _nan,
    "zero": _zero,
    "another": _another,
}


def _shuffled(draw: Draw, contract: Keys, output: Layer) -> Layer:
    output.rows = list(draw(some.permutations(output.rows)))
    return output


def _dropped(draw: Draw, contract: Keys, output: Layer) -> Layer:
    row = _one_row(draw, output)
    output.rows = [other for other in output.rows if other is not row]
    return output


def _twice(draw: Draw, contract: Keys, output: Layer) -> Layer:
    row = _one_row(draw, output)
    output.rows += [dict(row)] if row else []
    return output


def _one_more_row(draw: Draw, contract: Keys, output: Layer) -> Layer:
    row = _one_row(draw, output)
    if row:
        new = dict(row)
        for name in contract["columns"]:
            if name in output.columns:
                drawn = _another(draw, contract, name, None)
                new[name] = drawn if output.columns[name] == contract["columns"][name]["type"] else None
        output.rows.append(new)
        if new.get("shape") is not None and draw(some.booleans()):
            away = made_shapes.translate(in_metres(new["shape"], contract["crs"]), 0, -100)
            new["shape"] = in_crs(away, contract["crs"])
    return output


def _swapped(draw: Draw, contract: Keys, output: Layer) -> Layer:
    names = [*(name for name in output.columns if name in contract["columns"]), "shape"]
    name = draw(some.sampled_from(names))
    if len(output.rows) > 1 and name in output.rows[0]:
        first, second = output.rows[0], output.rows[-1]
        first[name], second[name] = second[name], first[name]
    return output


def _relabelled(draw: Draw, contract: Keys, output: Layer) -> Layer:
    for row in output.rows:
        if row.get("group") is not None:
            row["group"] += 7
        if row.get("class") is not None:
            row["class"] += "x"
    return output


def _extra_column(draw: Draw, contract: Keys, output: Layer) -> Layer:
    output.columns["more"] = "text"
    for row in output.rows:
        row["more"] = "x"
    return output


def _renamed(draw: Draw, contract: Keys, output: Layer) -> Layer:
    if not output.columns:
        return output
    name = draw(some.sampled_from(list(output.columns)))
    output.columns = {other.upper() if other == name else other: kind for other, kind in output.columns.items()}
    for row in output.rows:
        row[name.upper()] = row.pop(name)
    return output


def _lost_column(draw: Draw, contract: Keys, output: Layer) -> Layer:
    if not output.columns:
        return output
    name = draw(some.sampled_from(list(output.columns)))
    del output.columns[name]
    for row in output.rows:
        del row[name]
    return output


def _retyped(to: str, make: Callable[[Any], Any]) -> Callable[..., Layer]:
    def retype(draw: Draw, contract: Keys, output: Layer) -> Layer:
        fit = [name for name, kind in output.columns.items() if kind in FROM[to]]
        if fit:
            name = draw(some.sampled_from(fit))
            output.columns[name] = to
            for row in output.rows:
                row[name] = None if row[name] is None else make(row[name])
        return output

    return retype


FROM = {"real": ("integer",), "text": ("integer", "real", "date"), "integer": ("boolean",), "datetime": ("date",)}


def _other_name(draw: Draw, contract: Keys, output: Layer) -> Layer:
    same = next((group for group in SAME if output.crs in group), {output.crs})
    output.crs = draw(some.sampled_from(sorted(same, key=str)))
    return output


def _other_crs(draw: Draw, contract: Keys, output: Layer) -> Layer:
    if output.crs:
        output.crs = draw(some.sampled_from(["EPSG:4269", "EPSG:3857", None]))
    return output


CHANGES: dict[str, Callable[..., Layer]] = {
    "shuffled": _shuffled,
    "relabelled": _relabelled,
    "extra column": _extra_column,
    "whole numbers as reals": _retyped("real", float),
    "CRS by another name": _other_name,
    "row dropped": _dropped,
    "row twice": _twice,
    "one more row": _one_more_row,
    "values swapped": _swapped,
    "column renamed": _renamed,
    "column lost": _lost_column,
    "as text": _retyped("text", str),
    "booleans as numbers": _retyped("integer", int),
    "dates as moments": _retyped("datetime", lambda day: f"{day}T00:00:00"),
    "another CRS": _other_crs,
}
EQUAL_CHANGES = [
    *list(CHANGES)[:5],
    *(f"shape: {word}" for word in made_shapes.EQUAL),
    *(f"value: {word}" for word in list(VALUE_CHANGES)[:3]),
]
OTHER_CHANGES = [
    *list(CHANGES)[5:],
    *(f"shape: {word}" for word in made_shapes.OTHER),
    *(f"value: {word}" for word in list(VALUE_CHANGES)[3:]),
]
