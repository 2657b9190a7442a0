# SPDX-License-Identifier: GPL-2.0-or-later
"""The closed list of predicates: what must hold of any right answer, where several are right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..tasks.output_format import ROW_FORMATS, extension
from ..tasks.predicate import Predicate, RangeRule
from .entities import transformed
from .keys import key_codes, key_text, repeated_rows
from .measures import measured
from .row_state import RowState
from .row_table import RowTable
from .sentences import counted, listed, number_text, value_text
from .shape_pairs import overlaid, valid_shapes
from .source_file import Unreadable
from .values import value_codes, value_gaps
from .vector_reading import LayerMissing, read_rows


class InputsNeeded(Exception):
    """A predicate needs an input file that was not given or cannot be read."""


def predicate_faults(state: RowState) -> list[str]:
    """Returns a sentence for every predicate that does not hold.

    Raises: InputsNeeded.
    """
    faults = []
    for predicate in state.contract.predicates:
        lacking = [name for name in predicate.columns if name not in state.output.columns]
        if lacking:
            faults.append(f'{predicate.name}: there is no column "{lacking[0]}"')
            continue
        fault = CHECK_OF[predicate.name](state, predicate)
        if fault:
            faults.append(f"{predicate.name}: {fault}")
    return faults


def _non_empty(state: RowState, predicate: Predicate) -> str | None:
    return None if state.output.count else "there are no rows"


def _count(state: RowState, predicate: Predicate) -> str | None:
    found = state.output.count
    return None if found == predicate.count else f"expected {counted(predicate.count or 0, 'row')}, found {found}"


def _unique(state: RowState, predicate: Predicate) -> str | None:
    name = str(predicate.unique)
    again = repeated_rows(key_codes([name], state.output, state.output).output)
    if not len(again):
        return None
    example = value_text(state.output.columns[name].python_value(int(again[0])))
    return f'"{name}" repeats a value in {len(again)} of {counted(state.output.count, "row")}, such as {example}'


def _range(state: RowState, predicate: Predicate) -> str | None:
    rule = predicate.range
    assert rule is not None
    column = state.output.columns[rule.column]
    if column.type not in ("integer", "real"):
        return f'"{rule.column}" does not hold numbers'
    low = -np.inf if rule.min is None else rule.min
    high = np.inf if rule.max is None else rule.max
    outside = ~column.null & ~((column.values >= low) & (column.values <= high))
    if not outside.any():
        return None
    row = int(np.flatnonzero(outside)[0])
    example = f"{value_text(column.python_value(row))} of {key_text(state.contract.id_columns, state.output, row)}"
    count = f"{int(outside.sum())} of {counted(state.output.count, 'row')}"
    return f'"{rule.column}" is {_limits(rule)} in {count}, such as {example}'


def _limits(rule: RangeRule) -> str:
    if rule.max is None:
        return f"below {number_text(float(rule.min or 0))}"
    if rule.min is None:
        return f"above {number_text(float(rule.max))}"
    return f"outside {number_text(float(rule.min))} to {number_text(float(rule.max))}"


def _equals_measure(state: RowState, predicate: Predicate) -> str | None:
    rule = predicate.equals_measure
    assert rule is not None and state.contract.kind == "vector"
    if state.output.shapes is None:
        return "there are no shapes"
    expected = measured(rule, state.contract.crs, state.ground, state.output.shapes)
    found = state.output.columns[rule.column]
    gaps = value_gaps(state.contract.columns[rule.column], state.contract.tolerance, state.ground, expected, found)
    if not gaps.wrong.any():
        return None
    worst = int(np.argmax(gaps.excess))
    shown = value_text(expected.python_value(worst)), value_text(found.python_value(worst))
    unit = f" {rule.unit}" if rule.unit else ""
    key = key_text(state.contract.id_columns, state.output, worst)
    count = f"{int(gaps.wrong.sum())} of {counted(state.output.count, 'row')}"
    pair = f"{rule.measure} {shown[0]}{unit}, found {shown[1]}"
    return f'"{rule.column}" is not the {rule.measure} in {count}; worst {key}: {pair}'


def _within(state: RowState, predicate: Predicate) -> str | None:
    rule = predicate.within
    assert rule is not None
    area = _input_rows(state, rule.input, rule.key)
    if state.output.shapes is None or area.shapes is None:
        return "there are no shapes"
    outer = valid_shapes(area.shapes)
    owner = _owners(state, area, rule.key)
    import shapely

    if owner is None:
        outer, owner = _one(shapely.union_all(outer)), np.zeros(state.output.count, int)
    host = _hosts(outer, owner)
    outside = _outside(state, state.output.shapes, host)
    if not outside.any():
        return None
    where = f'the shape of "{rule.input}" with their {rule.key}' if rule.key else f'"{rule.input}"'
    first = key_text(state.contract.id_columns, state.output, int(np.flatnonzero(outside)[0]))
    return f"{int(outside.sum())} of {counted(state.output.count, 'row')} lie outside {where}, first {first}"


def _one(shape: Any) -> np.ndarray:
    """Returns an array of one shape; numpy itself would take a multipolygon for a list."""
    array = np.empty(1, object)
    array[0] = shape
    return array


def _owners(state: RowState, area: RowTable, key: str | None) -> np.ndarray | None:
    """Returns for each output row the input row of its key, -1 where there is none."""
    if key is None:
        return None
    codes = value_codes(area.columns[key], state.output.columns[key])
    place = np.full(codes.size, -1)
    place[codes.reference] = np.arange(area.count)
    return place[codes.output]


def _hosts(outer: np.ndarray, owner: np.ndarray) -> np.ndarray:
    hosts = outer[np.maximum(owner, 0)].copy() if len(outer) else np.full(len(owner), None)
    hosts[owner < 0] = None
    return hosts


def _outside(state: RowState, shapes: np.ndarray, hosts: np.ndarray) -> np.ndarray:
    """Tells which shapes reach further out of their host than the position tolerance."""
    import shapely

    assert state.contract.kind == "vector"
    reach = state.ground.units(state.contract.geometry.position_tolerance)
    inside = shapely.covered_by(shapes, hosts)
    rest = np.flatnonzero(~inside & ~shapely.is_missing(shapes) & ~shapely.is_missing(hosts))
    inside[rest] = shapely.covered_by(shapes[rest], shapely.buffer(hosts[rest], reach))
    return ~inside


def _covers(state: RowState, predicate: Predicate) -> str | None:
    rule = predicate.covers
    assert rule is not None and state.contract.kind == "vector"
    area = _input_rows(state, rule.input, None)
    if state.output.shapes is None or area.shapes is None:
        return "there are no shapes"
    import shapely

    wanted = shapely.union_all(valid_shapes(area.shapes))
    found = shapely.union_all(valid_shapes(state.output.shapes))
    open_part = overlaid(shapely.difference, _one(wanted), _one(found))[0]
    share = shapely.area(open_part) / shapely.area(wanted) if shapely.area(wanted) else float(not open_part.is_empty)
    if share <= state.contract.geometry.area_tolerance:
        return None
    return f'{number_text(float(f"{100 * share:.4g}"))} % of "{rule.input}" is not covered'


def _one_per(state: RowState, predicate: Predicate) -> str | None:
    rule = predicate.one_per
    assert rule is not None
    table = _input_rows(state, rule.input, rule.key)
    codes = value_codes(table.columns[rule.key], state.output.columns[rule.key])
    wanted = np.bincount(codes.reference, minlength=codes.size) > 0
    found = np.bincount(codes.output, minlength=codes.size)
    missing, again, unknown = (wanted & (found == 0)).sum(), (found > 1).sum(), (~wanted & (found > 0)).sum()
    if not missing and not again and not unknown:
        return None
    return f'of "{rule.key}" {missing} are missing, {again} stand more than once, {unknown} are not in "{rule.input}"'


CHECK_OF: dict[str, Callable[[RowState, Predicate], str | None]] = {
    "non_empty": _non_empty,
    "count": _count,
    "unique": _unique,
    "range": _range,
    "equals_measure": _equals_measure,
    "within": _within,
    "covers": _covers,
    "one_per": _one_per,
}


def _input_rows(state: RowState, name: str, key: str | None) -> RowTable:
    """Reads an input, its shapes in the CRS of the contract.

    Raises: InputsNeeded.
    """
    path = _input_file(state.inputs_dir, name)
    wanted = {key: state.contract.columns[key].type} if key else {}
    try:
        table = read_rows(path, wanted, name)
    except Unreadable as error:
        raise InputsNeeded(f'The input "{name}" {error}.') from None
    except LayerMissing as error:
        raise InputsNeeded(f'The input "{name}" has several layers ({listed(error.found)}), none "{name}".') from None
    if key and key not in table.columns:
        raise InputsNeeded(f'The input "{name}" has no column "{key}".')
    if table.shapes is not None and table.crs is not None and state.contract.kind == "vector":
        from ..tasks.crs_equality import same_crs

        if not same_crs(table.crs, state.contract.crs):
            table.shapes = transformed(table.shapes, table.crs, state.contract.crs)
    return table


def _input_file(folder: Path | None, name: str) -> Path:
    if folder is None:
        raise InputsNeeded(f'A predicate compares with the input "{name}"; give the folder of the inputs.')
    found = sorted(path for path in Path(folder).glob(f"{name}.*") if extension(path.name) in ROW_FORMATS)
    if not found:
        raise InputsNeeded(f'A predicate compares with the input "{name}", which the folder of inputs lacks.')
    return found[0]
