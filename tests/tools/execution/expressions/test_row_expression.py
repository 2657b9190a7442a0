# SPDX-License-Identifier: GPL-2.0-or-later
"""Expressions give their values row by row, and what cannot be computed is counted, never a silent NULL."""

import datetime

import pytest

from gisagentbench.tools.declaration.errors import ToolError

pytestmark = pytest.mark.qgis

SQUARE = "POLYGON((0 0,2 0,2 2,0 2,0 0))"
ROWS = [
    {"wkt": SQUARE, "name": "a", "pop": 2**40, "share": 0.5, "day": "2024/02/29", "flag": True},
    {"wkt": "POLYGON((0 0,3 0,3 1,0 1,0 0))", "name": "12", "pop": 3, "share": None, "day": None, "flag": None},
    {"wkt": None, "name": None, "pop": None, "share": 2.0, "day": "2023/12/31", "flag": False},
]
TYPES = {"name": "text", "pop": "integer", "share": "real", "day": "date", "flag": "boolean"}


@pytest.fixture
def parks(harness):
    harness.give("parks", {"crs": "EPSG:28992", "rows": ROWS, "types": TYPES})
    return harness


def run_of(harness):
    from gisagentbench.tools.declaration.registry import find
    from gisagentbench.tools.execution.bound_run import BoundRun
    from gisagentbench.tools.execution.context import EngineFeedback

    return BoundRun(harness.workspace, find("clip"), {}, "refuse", EngineFeedback())


def expression_on_parks(harness, text):
    run = run_of(harness)
    return run, run.expression(text, harness.workspace.layer("parks"), "where")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('"pop" * 2', [2**41, 6, None]),
        ("area(@geometry)", [4.0, 3.0, None]),
        ("area($geometry) + \"share\"", [4.5, None, None]),
        ('"name" || \'x\'', ["ax", "12x", None]),
        ("@id", [1, 2, 3]),
        ('"day"', [datetime.date(2024, 2, 29), None, datetime.date(2023, 12, 31)]),
        ("day(\"day\") + year(\"day\")", [2053, None, 2054]),
        ('"flag"', [True, None, False]),
        ("with_variable('half', \"share\" / 2, @half + @half)", [0.5, None, 2.0]),
        ("array_sum(array_foreach(array(1, 2, 3), @element * \"share\"))", [3.0, None, 12.0]),
        ("CASE WHEN \"pop\" > 10 THEN 'big' WHEN \"pop\" BETWEEN 1 AND 5 THEN 'small' ELSE 'none' END",
         ["big", "small", "none"]),
        ("\"name\" IN ('a', 'b')", [1, 0, None]),
    ],
)  # fmt: skip
def test_every_row_has_its_value(parks, text, values):
    """On paper: 2^40 stays whole, NULL in gives NULL out, areas are 2*2 and 3*1, days and years are added up."""
    _, expression = expression_on_parks(parks, text)
    assert expression.values() == values


def test_rows_that_cannot_be_computed_are_counted_and_the_first_is_named(parks):
    run, expression = expression_on_parks(parks, 'to_int("name")')
    assert expression.values() == [None, 12, None]
    assert (expression.error_count, run.counts["error_count"]) == (1, 1)
    assert run.warnings == [
        "EXPRESSION_INVALID: where: 1 of 3 rows cannot be computed and count as NULL; row 1: Cannot convert 'a' to int."
    ]


def test_an_expression_that_no_row_can_compute_is_an_error(parks):
    _, expression = expression_on_parks(parks, "to_int('ten')")
    with pytest.raises(ToolError) as fault:
        expression.values()
    assert fault.value.code == "EXPRESSION_INVALID"
    assert 'no row of "parks" can be computed' in fault.value.sentence


@pytest.mark.parametrize(("text", "count"), [('sqrt(-"share")', 2), ('exp(800 * "share")', 1)])
def test_nan_and_infinite_numbers_are_no_values(parks, text, count):
    """On paper: two shares have a negative root each; e^1600 is above the largest double, e^400 is not."""
    _, expression = expression_on_parks(parks, text)
    expression.values()
    assert expression.error_count == count


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("'pop' > 10", ["where: 'pop' is text; the field of that name is \"pop\", in double quotes"]),
        ('"pop" > 10 AND "name" = \'share\'', []),
        ("format('%1', 'pop')", []),
    ],
)
def test_a_text_that_is_also_the_name_of_a_field_is_said(parks, text, notes):
    run, _ = expression_on_parks(parks, text)
    assert run.warnings == notes


def test_a_condition_is_true_false_or_null(parks):
    assert expression_on_parks(parks, '"pop" > 10')[1].truths() == [True, False, None]
    assert expression_on_parks(parks, '"flag"')[1].truths() == [True, None, False]


def test_a_condition_that_gives_text_is_refused(parks):
    with pytest.raises(ToolError) as fault:
        expression_on_parks(parks, '"name"')[1].truths()
    assert fault.value.text.startswith(
        'EXPRESSION_INVALID: where: a condition is true or false; this one gives text ("a").'
    )


def test_the_project_of_the_session_changes_nothing(parks):
    """Law: variables of a project are no variables of an expression, and its ellipsoid measures nothing."""
    from qgis.core import QgsExpressionContextUtils, QgsProject

    QgsExpressionContextUtils.setProjectVariable(QgsProject.instance(), "half", 0.5)
    with pytest.raises(ToolError) as fault:
        expression_on_parks(parks, "@half")
    assert fault.value.code == "EXPRESSION_NOT_ALLOWED"


def test_values_stand_in_the_order_of_rows(parks):
    from gisagentbench.tools.execution.layers.rows import read_rows

    run, expression = expression_on_parks(parks, '"pop"')
    column = read_rows(run, parks.workspace.layer("parks"), ["pop"]).columns[0]
    read = [None if is_null else int(value) for value, is_null in zip(column.values, column.is_null, strict=True)]
    assert expression.values() == read
