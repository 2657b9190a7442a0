# SPDX-License-Identifier: GPL-2.0-or-later
"""A contract reads as a table, and every clause that changes a verdict is in it."""

import pytest
from pydantic import TypeAdapter

from gisagentbench.headless.report.contract_words import contract_columns, contract_terms
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import CELLS_CONTRACT, SQUARES_CONTRACT, TABLE_CONTRACT


def contract(document, **changes):
    return TypeAdapter(OutputContract).validate_python({**document, **changes})


def terms(document, **changes):
    return {term.name: term.words for term in contract_terms(contract(document, **changes))}


def test_a_layer():
    assert terms(SQUARES_CONTRACT) == {
        "CRS": "EPSG:32630",
        "Shapes": "Polygon, single or multi",
        "Rows": "exactly those of the reference",
        "Known by": "id",
        "Other columns": "allowed",
        "Shapes compared": "± 0.01 m, or 0.01 % of the area",
    }


def test_a_raster():
    assert terms(CELLS_CONTRACT) == {
        "CRS": "EPSG:32630",
        "Grid": "4 by 2 cells of 100 by 100",
        "Upper left corner": "0, 200",
        "Bands": "1",
        "Cell type": "float32",
        "NoData": "-9999",
        "Cells": "numbers, within tolerance",
        "Cells compared": "± 0.5",
    }


@pytest.mark.parametrize(
    ("rule", "document", "changes", "name", "words"),
    [
        ("more rows allowed", TABLE_CONTRACT, {"rows": "superset"}, "Rows", "all of the reference; more are allowed"),
        ("no other columns", TABLE_CONTRACT, {"columns_exact": True}, "Other columns", "none allowed"),
        ("an order", TABLE_CONTRACT, {"ordered_by": ["name"]}, "In the order of", "name"),
        ("a condition", TABLE_CONTRACT, {"predicates": [{"count": 2}]}, "Condition", "count: 2"),
        ("a rim", {**CELLS_CONTRACT, "height": 9, "width": 9}, {"ignore_rim_cells": 2}, "Rim",
         "the outer 2 rows and columns are not compared"),
        ("a share", CELLS_CONTRACT, {"min_share": 0.99}, "Cells within tolerance", "at least 99 %"),
        ("classes have no tolerance", {**CELLS_CONTRACT, "tolerance": {}}, {"values": "categorical"}, "Cells",
         "classes, exactly equal"),
    ],
)  # fmt: skip
def test_clauses(rule, document, changes, name, words):
    assert terms(document, **changes)[name] == words, rule


def test_columns_say_how_they_are_compared():
    columns = {
        "id": {"type": "integer", "role": "id"},
        "name": {"type": "text"},
        "area": {"type": "real", "tolerance": {"absolute": 2.0, "relative": 0.0}},
        "share": {"type": "real"},
        "x": {"type": "real", "role": "coordinate"},
        "cluster": {"type": "integer", "role": "label"},
    }
    found = {one.name: one.compared for one in contract_columns(contract(SQUARES_CONTRACT, columns=columns))}
    assert found == {
        "id": "identifies the row",
        "name": "exactly equal",
        "area": "± 2",
        "share": "± (1e-06 + 0.01 %)",
        "x": "± 0.01 m",
        "cluster": "equal up to renaming",
    }
