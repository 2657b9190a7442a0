# SPDX-License-Identifier: GPL-2.0-or-later
"""The first rows stand beside their reference, and what differs says what was expected."""

from pydantic import TypeAdapter

from gisagentbench.headless.report.table_preview import table_preview
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import TABLE_CONTRACT


def preview(folder, reference, output):
    contract = TypeAdapter(OutputContract).validate_python(TABLE_CONTRACT)
    (folder / "reference.csv").write_text(f"name,people\n{reference}")
    (folder / "output.csv").write_text(f"name,people\n{output}")
    return table_preview(contract, folder / "reference.csv", folder / "output.csv")


def rows(found):
    return [(row.kind, [(cell.text, cell.expected) for cell in row.cells]) for row in found.rows]


def test_rows_stand_in_the_order_of_the_reference(tmp_path):
    found = preview(tmp_path, "North,10\nSouth,20\nEast,30\n", "West,40\nSouth,21\nNorth,10\n")
    assert rows(found) == [
        ("paired", [("North", None), ("10", None)]),
        ("paired", [("South", None), ("21", "20")]),
        ("missing", [("East", None), ("30", None)]),
        ("extra", [("West", None), ("40", None)]),
    ]
    assert (found.output_rows, found.reference_rows) == (3, 3)


def test_null_is_a_word(tmp_path):
    found = preview(tmp_path, "North,10\n", "North,\n")
    assert rows(found) == [("paired", [("North", None), ("NULL", "10")])]


def test_no_more_than_ten_rows(tmp_path):
    many = "".join(f"Row {number},{number}\n" for number in range(30))
    assert len(preview(tmp_path, many, many).rows) == 10


def test_what_cannot_be_read_has_no_preview(tmp_path):
    assert preview(tmp_path, "North,10\n", "North,10\n") is not None
    contract = TypeAdapter(OutputContract).validate_python(TABLE_CONTRACT)
    assert table_preview(contract, tmp_path / "gone.csv", tmp_path / "output.csv") is None
    (tmp_path / "output.csv").unlink()
    assert table_preview(contract, tmp_path / "reference.csv", tmp_path / "output.csv") is None
