# SPDX-License-Identifier: GPL-2.0-or-later
"""The worst rows of an output in words."""

from dataclasses import astuple

import pytest

from gisagentbench.headless.report.output_words import output_view
from gisagentbench.scoring.record import Check, Closeness, ScoreRecord, WorstRow

ROWS = [
    (("BK01", "parks", 3, None, [5.5, 52.25]), ("parks", "3", "NULL", "5.5, 52.25 in EPSG:4326")),
    (("BK01", "row", "there", None, [5.5, 52.25]), ("whole row", "a row", "none", "5.5, 52.25 in EPSG:4326")),
    (("BK01", "row", None, "there", None), ("whole row", "none", "a row", "")),
    (("BK01", "row", "once", "3 times", None), ("whole row", "once", "3 times", "")),
]


@pytest.mark.parametrize(("row", "words"), ROWS)
def test_worst_row_says_both_sides_and_where(row, words):
    worst = WorstRow(**dict(zip(("key", "column", "expected", "found", "location"), row, strict=True)))
    record = ScoreRecord(
        strict=False,
        checks=[Check(name="values", passed=False)],
        closeness=Closeness(quantitative=0.0, coverage=0.0),
        worst_rows=[worst],
        location_crs="EPSG:4326",
    )
    (view,) = output_view(None, "r.gpkg", record).worst
    assert astuple(view) == ("BK01", *words)
