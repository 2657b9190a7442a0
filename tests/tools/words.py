# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of the enumerations that tools take, the rows that have them, and rows made for other units of measure."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from tool_rows import ROWS

from gisagentbench.tasks.units import METRES, SQUARE_METRES
from gisagentbench.tools.declaration import structured_types as structured
from gisagentbench.tools.declaration import value_types as values
from gisagentbench.tools.declaration.registry import all_tools, find
from gisagentbench.tools.declaration.spec import Argument

# Numbers among the arguments and the argument that has their unit; most lengths are told by their type.
NUMBERS = {
    "max_area": "area_unit", "max_overlap_area": "area_unit", "min_area": "area_unit", "max_cost": "cost_unit",
    "limits": "limit_unit", "observer_height": "height_unit", "target_height": "height_unit",
    "threshold": "threshold_unit",
}  # fmt: skip
# Units of what the layers hold, which a call cannot say otherwise, and fields that hold numbers in a unit.
OF_LAYERS = ("pixel_unit", "z_unit")
IN_FIELDS = {"distance_field": "unit", "from_field": "measure_unit", "observer_height_field": "height_unit"}
# Columns and counts with a measure, by the end of their names, and cells: in the unit of an argument or in its square,
# in m2 whatever an argument says, or without a unit.
MEASURED = {
    "buffer": {"distance": "unit"},
    "add_geometry_attributes": {"length": "length_unit", "perimeter": "length_unit", "area": "area_unit"},
    "points_along_lines": {"distance": "unit"},
    "overlap_analysis": {"area": "area_unit"},
    "remove_overlaps": {"overlap_area": "area_unit"},
    "find_topology_errors": {"area": "area_unit", "length": "unit"},
    "join_nearest": {"distance": "unit"},
    "sum_line_lengths": {"length": "length_unit"},
    "distance_matrix": {"distance": "unit"},
    "polygon_neighbors": {"length": "unit"},
    "shortest_path": {"distance": "unit", "cost": "cost_unit"},
    "constrained_shortest_path": {"distance": "unit", "cost": "cost_unit"},
    "od_cost_matrix": {"distance": "unit", "cost": "cost_unit"},
    "service_area": {"limit": "limit_unit"},
    "locate_points_along_lines": {"distance": "unit", "measure": "measure_unit"},
    "watershed": {"area": "m2"},
    "flow_accumulation": {"cells": "unit"},
    "proximity_raster": {"cells": "unit"},
    "morans_i": {"morans_i": "none"},
    "local_morans_i": {"lisa_i": "none"},
    "hot_spot_analysis": {"gi_z": "none"},
    "nearest_neighbor_index": {"area": "unit^2", "distance": "unit", "index": "none"},
    "ripleys_k": {"distance": "unit", "k": "unit^2", "l": "unit"},
    "standard_deviational_ellipse": {"semi_major": "unit", "semi_minor": "unit"},
}
# Words of which one may stand for the other, and why.
ALIKE = {
    ("hillshade", "z_unit", "ft", "us_ft"): "two millionths of a height seldom change a whole number from 1 to 255",
}
MOST_TOLD = 3  # rows of each tool that are said in another unit
FLOAT32 = 2e-7  # of a cell, which survey feet differ from feet by ten times
Row = dict[str, Any]


class Word(NamedTuple):
    """One word of one argument, with the others that could stand in its place."""

    tool: str
    argument: str
    word: Any
    others: tuple[Any, ...]


def choices_of(kind: values.ValueType) -> tuple[Any, ...]:
    """Gives the closed list that a value, or the items of one, come from; () where there is none."""
    if isinstance(kind, values.ChoiceType):
        return kind.choices
    if isinstance(kind, values.BooleanType):
        return (True, False)
    if isinstance(kind, structured.ListType):
        return choices_of(kind.item)
    return choices_of(kind.value) if isinstance(kind, structured.MappingType) else ()


def words() -> Iterator[Word]:
    """Gives every word of every enumeration, true and false among them."""
    for spec in all_tools().values():
        for argument in spec.arguments:
            choices = choices_of(argument.type)
            for word in choices:
                alike = alike_of(spec.name, argument.name, word)
                told_apart = tuple(choice for choice in choices if choice not in alike)
                yield Word(spec.name, argument.name, word, others_of(word, told_apart))


def alike_of(tool: str, argument: str, word: Any) -> set[Any]:
    """Gives the words that may stand for one."""
    pairs = [{*pair[2:]} for pair in ALIKE if pair[:2] == (tool, argument) and word in pair[2:]]
    return {other for pair in pairs for other in pair - {word}}


def others_of(word: Any, choices: tuple[Any, ...]) -> tuple[Any, ...]:
    """Gives the words that could be taken for one; for a unit the nearest in size, since the others differ more."""
    others = tuple(choice for choice in choices if choice is not word)
    sizes = sizes_of(choices)
    if word not in sizes:
        return others
    return (min((one for one in others if one in sizes), key=lambda one: abs(math.log(sizes[one] / sizes[word]))),)


def sizes_of(choices: tuple[Any, ...]) -> dict[str, float]:
    """Gives metres or square metres of the units among some words; {} where these are no units."""
    for table in (METRES, SQUARE_METRES):
        found = {word: table[word] for word in choices if word in table}
        if len(found) > 1:
            return found
    return {}


def rows_with(word: Word) -> list[Row]:
    """Gives the rows that have a word, be it by default; those that end in an error last."""
    argument: Any = find(word.tool).argument(word.argument)
    rows = [row for _, row in ROWS if row["tool"] == word.tool]
    rows = sorted(rows, key=lambda row: "error" in row["expect"]) + in_other_units(word, argument, rows)
    return [row for row in rows if swapped(row, word, word.word) is not None]


def swapped(row: Row, word: Word, other: Any) -> Row | None:
    """Gives a row with another word in place of one; None where it has not got that word."""
    argument: Any = find(word.tool).argument(word.argument)
    call = copy.deepcopy(row["call"])
    value = call.get(word.argument)
    if value is None:
        if argument.required or argument.default is not word.word and argument.default != word.word:
            return None
        call[word.argument] = other
    elif isinstance(value, list) and word.word in value:
        call[word.argument] = [other if item == word.word else item for item in value if item != other]
    elif isinstance(value, dict) and word.word in value.values():
        call[word.argument] = {key: other if item == word.word else item for key, item in value.items()}
    elif type(value) is type(word.word) and value == word.word:
        call[word.argument] = other
    else:
        return None
    return {**row, "call": call}


def in_other_units(word: Word, argument: Argument, rows: list[Row]) -> list[Row]:
    """Says the rows of one unit in another: the same ground, so the same answer but for measured columns."""
    sizes = sizes_of(choices_of(argument.type))
    if word.word not in sizes or word.argument in OF_LAYERS:
        return []
    told = [
        row
        for row in rows
        if row["call"].get(word.argument) in {*sizes} - {word.word}
        and not any(unit == word.argument for field, unit in IN_FIELDS.items() if field in row["call"])
        and not {"error", "warning", "report"} & set(row["expect"])
        and is_understood(row)
    ]
    told.sort(key=lambda row: bool(measures_in(row, word.argument)))
    made = (converted(row, word, sizes[row["call"][word.argument]] / sizes[word.word]) for row in told[-MOST_TOLD:])
    return [row for row in made if all(map(math.isfinite, numbers_in(row["call"])))]


def unit_of(tool: str, column: str) -> str:
    """Names the argument in whose unit a column or a count is, or what stands for it in MEASURED; "" if not known."""
    known = MEASURED.get(tool, {}).items()
    return next((unit for name, unit in known if column == name or column.endswith(f"_{name}")), "")


def is_understood(row: Row) -> bool:
    """Tells whether each number with a fraction that a row expects is known to have a unit, or to be a share."""
    return all(
        not isinstance(value, float) or unit_of(row["tool"], name) or name.endswith("percent")
        for line in row["expect"].get("rows", [])
        for name, value in line.items()
    )


def measures_in(row: Row, unit: str) -> list[tuple[dict[str, Any], str, int]]:
    """Gives what a row expects in the unit that an argument names, or a power of it: where it stands, and the power."""
    expect = row["expect"]
    found = []
    for line in [*expect.get("rows", []), expect.get("counts", {}), expect]:
        for name, value in line.items():
            named, _, power = unit_of(row["tool"], name).partition("^")
            if value is not None and named == unit:
                found.append((line, name, int(power or 1)))
    return found


def numbers_in(call: dict[str, Any]) -> list[float]:
    """Gives the numbers of a call, those in lists among them."""
    items = [item for value in call.values() for item in (value if isinstance(value, list) else [value])]
    return [item for item in items if isinstance(item, float)]


def times(value: Any, factor: float) -> Any:
    """Multiplies a number, or the numbers of lists of them; None stays."""
    if isinstance(value, list):
        return [times(item, factor) for item in value]
    return None if value is None else float(value * factor)


def converted(row: Row, word: Word, factor: float) -> Row:
    """Says a row in the unit `word`, of which one of its own holds `factor`."""
    spec, call, expect = find(word.tool), copy.deepcopy(row["call"]), copy.deepcopy(row["expect"])
    call[word.argument] = word.word
    for argument in spec.arguments:
        kind = argument.type.item if isinstance(argument.type, structured.ListType) else argument.type
        is_length = isinstance(kind, values.DistanceType) and kind.unit == word.argument
        if argument.name in call and (is_length or NUMBERS.get(argument.name) == word.argument):
            call[argument.name] = times(call[argument.name], factor)
    made = {**row, "rule": f"{row['rule']}, in {word.word}", "call": call, "expect": expect}
    for line, name, power in measures_in(made, word.argument):
        line[name] = times(line[name], factor**power)
        largest = float(np.nanmax(np.abs(np.array(line[name], float))))
        expect["within"] = max(expect.get("within", 0), 1e-9, largest * (FLOAT32 if name == "cells" else 1e-9))
    return made
