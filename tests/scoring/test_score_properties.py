# SPDX-License-Identifier: GPL-2.0-or-later
"""Laws that hold for any table: the reference is right, order never counts, one change is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from gisagentbench.scoring.arrow_columns import empty_type
from gisagentbench.scoring.comparison import rows_record
from gisagentbench.scoring.row_state import RowState
from gisagentbench.scoring.row_table import ColumnValues, RowTable, normal_text
from gisagentbench.tasks.crs_equality import parse_crs

from .layer_files import contract_of

WKT = parse_crs("EPSG:28992").ExportToWkt(["FORMAT=WKT2_2019"])
COLUMNS = {
    "number": {"type": "integer"},
    "measure": {"type": "real"},
    "name": {"type": "text"},
    "open": {"type": "boolean"},
    "group": {"type": "integer", "role": "label"},
}
KEYED = {"key": {"type": "integer"}} | COLUMNS
VALUES: dict[str, Any] = {
    "integer": some.integers(-(2**63), 2**63 - 1),
    "real": some.floats(-1e9, 1e9),
    "text": some.text(max_size=4),
    "boolean": some.booleans(),
}
CONTRACT = {
    "kind": "vector",
    "file": "r.gpkg",
    "crs": "EPSG:28992",
    "geometry_type": "Point",
    "columns": KEYED,
    "id_columns": ["key"],
}


@some.composite
def rows(draw: Any, most: int = 8) -> list[dict[str, Any]]:
    """Returns rows with different keys, values or NULL, and points a metre and more apart."""
    count = draw(some.integers(0, most))
    keys = draw(some.lists(VALUES["integer"], min_size=count, max_size=count, unique=True))
    places = draw(some.lists(some.integers(0, 50), min_size=count, max_size=count, unique=True))
    found = []
    for key, place in zip(keys, places, strict=True):
        row = {name: draw(some.none() | VALUES[column["type"]]) for name, column in COLUMNS.items()}
        found.append(row | {"key": key, "shape": shapely.Point(155000 + 2 * place, 463000)})
    return found


def table_of(rows_of_it: list[dict[str, Any]]) -> RowTable:
    """Returns rows as a table in memory."""
    columns = {}
    for name, column in KEYED.items():
        values = [row[name] for row in rows_of_it]
        kind = empty_type(column["type"])
        filled = np.empty(len(values), kind)
        for place, value in enumerate(values):
            filled[place] = ("" if kind is object else 0) if value is None else value
        null = np.array([value is None for value in values], bool)
        columns[name] = normal_text(ColumnValues(column["type"], filled, null), False)
    shapes = np.empty(len(rows_of_it), object)
    shapes[:] = [row["shape"] for row in rows_of_it]
    return RowTable(len(rows_of_it), columns, list(KEYED), shapes, WKT, "Point")


def record_of(expected: list[dict[str, Any]], found: list[dict[str, Any]], **keys: Any) -> Any:
    """Scores rows in memory."""
    return rows_record(RowState(contract_of(**(CONTRACT | keys)), table_of(expected), table_of(found)))


@settings(deadline=None, max_examples=60)
@given(rows(), some.randoms())
def test_reference_in_any_order_is_strict(reference: list[dict[str, Any]], random: Any) -> None:
    shuffled = random.sample(reference, len(reference))
    record = record_of(reference, shuffled)
    assert (record.first_failing_check, record.strict) == (None, True)
    assert (record.closeness.quantitative, record.rows.f1) == (1.0, 1.0)


@settings(deadline=None, max_examples=60)
@given(rows(), some.randoms())
def test_reference_is_strict_without_ids_too(reference: list[dict[str, Any]], random: Any) -> None:
    shuffled = random.sample(reference, len(reference))
    record = record_of(reference, shuffled, id_columns=[])
    assert record.strict
    ignored = record_of(reference, shuffled, id_columns=[], geometry={"compare": "ignore"})
    assert ignored.strict


@settings(deadline=None, max_examples=60)
@given(rows(), rows(), some.randoms())
def test_order_of_the_output_never_counts(reference: Any, output: Any, random: Any) -> None:
    shuffled = random.sample(output, len(output))
    for keys in ({}, {"id_columns": []}):
        assert record_of(reference, output, **keys).to_json() == record_of(reference, shuffled, **keys).to_json()


@settings(deadline=None, max_examples=60)
@given(rows(), some.data())
def test_one_changed_value_is_one_wrong_row(reference: list[dict[str, Any]], data: Any) -> None:
    if not reference:
        return
    place = data.draw(some.integers(0, len(reference) - 1))
    before = reference[place]["number"]
    other = data.draw((some.none() | VALUES["integer"]).filter(lambda value: value != before))
    changed = [row | {"number": other} if index == place else row for index, row in enumerate(reference)]
    record = record_of(reference, changed)
    assert record.first_failing_check == "values"
    assert [(row.key, row.column) for row in record.worst_rows] == [(str(reference[place]["key"]), "number")]


@settings(deadline=None, max_examples=60)
@given(rows(), some.data())
def test_one_row_missing_is_one_row_of_coverage(reference: list[dict[str, Any]], data: Any) -> None:
    if not reference:
        return
    place = data.draw(some.integers(0, len(reference) - 1))
    fewer = reference[:place] + reference[place + 1 :]
    record = record_of(reference, fewer)
    assert record.first_failing_check == "rows"
    assert record.rows.matched == len(reference) - 1
    assert record_of(reference, fewer, rows="subset").strict
    assert record_of(fewer, reference, rows="superset").strict
