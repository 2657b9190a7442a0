# SPDX-License-Identifier: GPL-2.0-or-later
"""Every row of reference and output is one kind of difference; the counts are those of a drawing on paper."""

import pytest
from pydantic import TypeAdapter

from gisagentbench.headless.difference_layers.row_differences import row_differences
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import (
    OUTPUT_SQUARES,
    REFERENCE_SQUARES,
    SQUARES_CONTRACT,
    Square,
    write_squares,
)


def compared(folder, reference, output, **changes):
    write_squares(folder / "reference.gpkg", reference)
    write_squares(folder / "output.gpkg", output)
    contract = TypeAdapter(OutputContract).validate_python({**SQUARES_CONTRACT, **changes})
    return row_differences(contract, folder / "reference.gpkg", folder / "output.gpkg")


ONE = Square(1, 0, 0, 5.0)


@pytest.mark.parametrize(
    ("rule", "output", "counts"),
    [
        ("the same rows in another order", [Square(2, 1, 0, 6.0), ONE], {"same": 2}),
        ("a value beyond tolerance", [ONE._replace(people=5.1), Square(2, 1, 0, 6.0)], {"same": 1, "wrong": 1}),
        ("a value within 1e-4", [ONE._replace(people=5.0004), Square(2, 1, 0, 6.0)], {"same": 2}),
        ("moved by ten metres", [ONE._replace(column=0.1), Square(2, 1, 0, 6.0)], {"same": 1, "moved": 1}),
        ("another identifier is missing and extra", [ONE, Square(3, 1, 0, 6.0)], {"same": 1, "missing": 1, "extra": 1}),
        ("nothing at all", [], {"missing": 2}),
    ],
)
def test_counts(rule, output, counts, tmp_path):
    found = compared(tmp_path, [ONE, Square(2, 1, 0, 6.0)], output)
    assert {kind: count for kind, count in found.counts.items() if count} == counts, rule


def test_the_made_run_has_one_of_each(tmp_path):
    found = compared(tmp_path, REFERENCE_SQUARES, OUTPUT_SQUARES)
    assert found.counts == {"same": 3, "wrong": 1, "moved": 1, "missing": 1, "extra": 1}
    assert found.shapes("missing")[0].bounds == (0.0, 100.0, 100.0, 200.0)  # square 3, from the reference
    assert found.shapes("extra")[0].bounds == (350.0, 150.0, 450.0, 250.0)  # square 9, from the output
    assert found.shapes_before()[0].bounds == (200.0, 0.0, 300.0, 100.0)  # where square 2 should be
    assert found.shapes("moved")[0].bounds == (250.0, 0.0, 350.0, 100.0)  # where it is


def test_a_row_that_moved_and_is_wrong_counts_once(tmp_path):
    found = compared(tmp_path, [ONE], [ONE._replace(column=3, people=9.0)])
    assert (found.counts["moved"], found.counts["wrong"], found.moved_with_wrong_values) == (1, 0, 1)


def test_shapes_that_are_not_compared_do_not_move(tmp_path):
    found = compared(tmp_path, [ONE], [ONE._replace(column=3)], geometry={"compare": "ignore"})
    assert found.counts["same"] == 1


def test_another_crs_is_said_and_not_compared(tmp_path):
    found = compared(tmp_path, [ONE], [ONE], crs="EPSG:32631")
    assert found.counts == {} and found.problem.startswith("The output is not in the CRS of the contract")
