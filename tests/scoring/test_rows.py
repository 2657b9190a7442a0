# SPDX-License-Identifier: GPL-2.0-or-later
"""Which row stands for which, in the four stages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from gisagentbench.scoring.ground import Ground
from gisagentbench.scoring.pairing import Candidates, best_pairs
from gisagentbench.scoring.row_table import ColumnValues, RowTable
from gisagentbench.scoring.rows import match_rows, row_score

from .layer_files import contract_of

METRES = Ground(False, 1.0)


def text(*values: Any) -> ColumnValues:
    """Returns a text column, None for NULL."""
    array = np.empty(len(values), object)
    array[:] = values
    return ColumnValues("text", array, np.array([value is None for value in values], bool))


def number(*values: float) -> ColumnValues:
    """Returns an integer or real column."""
    array = np.array(values)
    return ColumnValues("integer" if array.dtype.kind == "i" else "real", array, np.zeros(len(values), bool))


def table(shapes: list[str] | None = None, **columns: ColumnValues) -> RowTable:
    """Returns a table out of columns and shapes."""
    count = len(next(iter(columns.values())).null)
    array = shapely.from_wkt(np.array(shapes, object)) if shapes else None
    return RowTable(count, dict(columns), list(columns), array)


def contract(ids: list[str], **more: Any) -> Any:
    """Returns a contract of points with a text column a, an integer n and a real x."""
    columns = {"a": {"type": "text"}, "n": {"type": "integer"}, "x": {"type": "real"}}
    keys = {"kind": "vector", "file": "p.gpkg", "crs": "EPSG:28992", "geometry_type": "Point", "columns": columns}
    return contract_of(**(keys | {"id_columns": ids} | more))


def pairs_of(found: Any) -> list[tuple[int, int]]:
    """Returns pairs as tuples."""
    return list(zip(found.reference.tolist(), found.output.tolist(), strict=True))


def test_ids_come_first_and_two_columns_are_one_key() -> None:
    ours = table(a=text("x", "x", "y"), n=number(1, 2, 1))
    theirs = table(a=text("y", "x", "x"), n=number(1, 1, 2))
    found = match_rows(contract(["a", "n"]), METRES, ours, theirs)
    assert (found.stage, pairs_of(found)) == ("id_columns", [(0, 1), (1, 2), (2, 0)])


def test_a_null_id_is_a_key_of_its_own() -> None:
    found = match_rows(contract(["a"]), METRES, table(a=text("x", None)), table(a=text(None, "x")))
    assert pairs_of(found) == [(0, 1), (1, 0)]


def test_ids_of_another_type_do_not_pair() -> None:
    found = match_rows(contract(["a"]), METRES, table(a=text("1", "2")), table(a=number(1, 2)))
    assert found.stage == "assignment"


def test_ids_without_any_value_are_of_no_other_type() -> None:
    nothing = ColumnValues("integer", np.zeros(1, np.int64), np.ones(1, bool))
    found = match_rows(contract(["a"]), METRES, table(a=text(None)), table(a=nothing))
    assert (found.stage, pairs_of(found)) == ("id_columns", [(0, 0)])
    found = match_rows(contract(["a"]), METRES, table(a=text("x")), table(a=number()))
    assert (found.stage, pairs_of(found)) == ("id_columns", [])


def test_a_repeated_key_pairs_once() -> None:
    found = match_rows(contract(["a"]), METRES, table(a=text("x", "y")), table(a=text("x", "x", "y")))
    assert [left for left, _ in pairs_of(found)] == [0, 1]
    score = row_score(found, 2, 3)
    assert (score.precision, score.recall, score.f1) == (pytest.approx(2 / 3), 1.0, pytest.approx(0.8))


def test_which_of_two_repeated_rows_is_kept_does_not_depend_on_their_order() -> None:
    ours = table(a=text("x"), n=number(5))
    kept = []
    for numbers in ((5, 9), (9, 5)):
        theirs = table(a=text("x", "x"), n=number(*numbers))
        found = match_rows(contract(["a"]), METRES, ours, theirs)
        kept.append(int(theirs.columns["n"].values[found.output[0]]))
    assert kept[0] == kept[1]


def test_tied_rows_may_be_exchanged_but_not_for_others() -> None:
    keys = contract(["a"], tie_groups=[["p", "q"]], predicates=[{"non_empty": True}])
    found = match_rows(keys, METRES, table(a=text("k", "p")), table(a=text("q", "k")))
    assert (pairs_of(found), found.tied.tolist()) == ([(0, 1), (1, 0)], [False, True])
    found = match_rows(keys, METRES, table(a=text("k", "p")), table(a=text("r", "k")))
    assert pairs_of(found) == [(0, 1)]


POINTS = ["POINT(0 0)", "POINT(10 0)", "POINT(20 0)"]


def test_shapes_are_the_key_where_there_are_no_ids() -> None:
    ours = table(POINTS, n=number(1, 2, 3))
    theirs = table(["POINT(20 0.5)", "POINT(0 0)", "POINT(13 0)"], n=number(1, 2, 3))
    found = match_rows(contract([]), METRES, ours, theirs)
    assert (found.stage, pairs_of(found)) == ("geometry", [(0, 1), (2, 0)])


def test_shapes_are_no_key_where_two_of_the_reference_pair_with_one_another() -> None:
    ours = table(["POINT(0 0)", "POINT(0.9 0)", "POINT(20 0)"], n=number(1, 2, 3))
    found = match_rows(contract([]), METRES, ours, table(POINTS, n=number(3, 2, 9)))
    assert (found.stage, found.column, pairs_of(found)) == ("unique_column", "n", [(1, 1), (2, 0)])
    apart = table(["POINT(0 0)", "POINT(1.1 0)", "POINT(20 0)"], n=number(1, 2, 3))
    assert match_rows(contract([]), METRES, apart, table(POINTS, n=number(3, 2, 9))).stage == "geometry"


def test_the_unique_column_with_the_best_overlap_is_taken_and_never_a_real_one() -> None:
    ours = table(a=text("u", "v", "w"), n=number(1, 2, 3), x=number(0.5, 1.5, 2.5))
    theirs = table(a=text("w", "v", "z"), n=number(3, 2, 1), x=number(2.5, 1.5, 0.5))
    found = match_rows(contract([], geometry={"compare": "ignore"}), METRES, ours, theirs)
    assert (found.stage, found.column) == ("unique_column", "n")
    only = [table(x=number(0.5, 1.5)), table(x=number(1.5, 0.5))]
    assert match_rows(contract([], geometry={"compare": "ignore"}), METRES, *only).stage == "assignment"


@pytest.mark.parametrize(
    ("rule", "column", "found"),
    [
        ("labels, which may be renamed", {"type": "integer", "role": "label"}, (2, 3, 1)),
        ("measures, which may differ", {"type": "integer", "role": "measure"}, (1, 2, 3)),
        ("counts with a tolerance", {"type": "integer", "role": "count", "tolerance": {"absolute": 1}}, (1, 2, 3)),
    ],
)
def test_what_is_not_compared_exactly_is_no_unique_column(rule: str, column: Any, found: Any) -> None:
    keys = contract_of(kind="table", file="t.gpkg", columns={"n": column})
    pairs = match_rows(keys, METRES, table(n=number(1, 2, 3)), table(n=number(*found)))
    assert pairs.stage == "assignment"


def test_the_assignment_keeps_labels_together() -> None:
    # Values alone leave open which rows are which; only 1 -> 8 and 2 -> 7 keeps a class of two and one of one.
    columns = {"x": {"type": "real"}, "n": {"type": "integer", "role": "label"}}
    keys = contract_of(kind="table", file="t.gpkg", columns=columns)
    ours = table(x=number(0.5, 0.5, 0.5), n=number(1, 1, 2))
    found = match_rows(keys, METRES, ours, table(x=number(0.5, 0.5, 0.5), n=number(7, 8, 8)))
    assert {(ours.columns["n"].values[a], b) for a, b in pairs_of(found)} == {(1, 1), (1, 2), (2, 0)}


def test_labels_against_null_alone_leave_the_pairs_to_the_values() -> None:
    columns = {"x": {"type": "real"}, "a": {"type": "text", "role": "label"}}
    keys = contract_of(kind="table", file="t.gpkg", columns=columns)
    theirs = table(x=number(2.5, 1.5), a=text(None, None))
    found = match_rows(keys, METRES, table(x=number(1.5, 2.5), a=text("p", "q")), theirs)
    assert (found.stage, pairs_of(found)) == ("assignment", [(0, 1), (1, 0)])


def test_of_right_pairings_the_assignment_takes_the_nearest() -> None:
    columns = {"x": {"type": "real", "tolerance": {"absolute": 1}}}
    keys = contract_of(kind="table", file="t.gpkg", columns=columns)
    found = match_rows(keys, METRES, table(x=number(1.0, 1.5)), table(x=number(1.5, 1.0)))
    assert pairs_of(found) == [(0, 1), (1, 0)]


def test_the_assignment_tells_shapes_of_one_centre_apart() -> None:
    wide, high = "POLYGON((0 4,10 4,10 6,0 6,0 4))", "POLYGON((4 0,6 0,6 10,4 10,4 0))"
    full = "POLYGON((0 0,10 0,10 10,0 10,0 0))"
    keys = contract([], geometry_type="Polygon")
    ours = table([full, wide, high, full], n=number(1, 1, 1, 1))
    found = match_rows(keys, METRES, ours, table([high, full, full, wide], n=number(1, 1, 1, 1)))
    assert found.stage == "assignment"
    assert {(1, 3), (2, 0)} <= set(pairs_of(found))


def test_the_assignment_finds_the_strict_pairing_where_there_is_one() -> None:
    # 1.0 goes with both outputs within 0.1, 1.15 with 1.1 alone: the greedy pair (1.0, 1.1) would be a dead end.
    keys = contract([], geometry={"compare": "ignore"}, tolerance={"absolute": 0.1, "relative": 0.0})
    found = match_rows(keys, METRES, table(x=number(1.0, 1.15)), table(x=number(1.1, 0.95)))
    assert (found.stage, pairs_of(found)) == ("assignment", [(0, 1), (1, 0)])
    assert row_score(found, 2, 2).optimistic


def test_more_rows_than_the_assignment_can_take_are_said() -> None:
    many = table(a=text(*["k"] * 2001, "u"), x=number(*np.linspace(0.0, 1.0, 2002)))
    found = match_rows(contract([], geometry={"compare": "ignore"}), METRES, many, many)
    assert (len(found.reference), found.note[:9]) == (1, "2001 refe")


def test_two_empty_tables_correspond() -> None:
    nothing = table(a=text())
    found = match_rows(contract(["a"]), METRES, nothing, nothing)
    assert row_score(found, 0, 0).f1 == 1.0


def test_as_many_pairs_as_possible_come_before_the_best_pair() -> None:
    # The best single pair (0, 0) would leave row 1 alone.
    edges = Candidates(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([1.0, 0.5, 0.5]))
    assert [side.tolist() for side in best_pairs(edges)] == [[0, 1], [1, 0]]


def test_among_equal_numbers_of_pairs_the_best_are_taken() -> None:
    edges = Candidates(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0.6, 0.9, 0.9, 0.7]))
    assert [side.tolist() for side in best_pairs(edges)] == [[0, 1], [1, 0]]
