# SPDX-License-Identifier: GPL-2.0-or-later
"""Worst rows and rows of difference layers meet by key: each difference stands once, with its feature."""

from __future__ import annotations

from gisagentbench.plugin.judge.answer_reading import read_score
from gisagentbench.plugin.judge.answers import Extent
from gisagentbench.plugin.judge.findings import Finding, joined, worst_findings
from gisagentbench.plugin.judge.marks import RowKey
from gisagentbench.tests.plugin.judge.made_answers import squares_score

SQUARE = Extent(100, 0, 200, 100)


def test_worst_rows_keep_their_order_and_take_their_feature() -> None:
    worst = worst_findings(read_score(squares_score()).outputs[0].worst)
    held = Finding("wrong", "1", "people", "10", "11", SQUARE, layer="wrong", fid=4)
    other = Finding("wrong", "5", "people", "50", "51", SQUARE, layer="wrong", fid=5)
    missing = Finding("missing", "7", "row", "id 7", "", SQUARE, layer="missing", fid=1)
    found = joined(worst, [held, other, missing])
    assert [(one.kind, one.key, one.is_worst) for one in found] == [
        ("missing", "3", True),
        ("extra", "9", True),
        ("wrong", "1", True),
        ("moved", "2", True),
        ("missing", "7", False),  # then by kind
        ("wrong", "5", False),
    ]
    assert (found[2].layer, found[2].fid, found[2].extent, found[2].crs) == ("wrong", 4, SQUARE, "")
    assert (found[0].layer, found[0].fid, found[0].crs) == ("", -1, "EPSG:32630")


def test_the_words_of_the_record_win_over_those_of_the_layer() -> None:
    worst = worst_findings(read_score(squares_score()).outputs[0].worst)
    moved = Finding("moved", "2", "geometry", "", "× 500", SQUARE, layer="moved", fid=1)
    found = joined(worst, [moved])
    assert (found[3].expected, found[3].found, found[3].fid) == ("area 10000", "area 10000", 1)


def test_equal_keys_of_different_columns_are_different_differences() -> None:
    one = Finding("wrong", "1", "people", "1", "2", layer="wrong", fid=1)
    other = Finding("wrong", "1", "area", "1", "2", layer="wrong", fid=1)
    assert len(joined([one._replace(is_worst=True)], [one, other])) == 2
    assert one.row_key("a") == RowKey("a", "people", "1")
    assert one.row_key("a") != other.row_key("a")
