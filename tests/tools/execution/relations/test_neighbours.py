# SPDX-License-Identifier: GPL-2.0-or-later
"""What polygons enclose, and what lies around them."""

from __future__ import annotations

import pytest
import shapely

pytestmark = pytest.mark.qgis

RING = "POLYGON((0 0,9 0,9 9,0 9,0 0),(3 3,6 3,6 6,3 6,3 3))"
TOUCHING = "MULTIPOLYGON(((0 0,2 2,0 4,0 0)),((0 0,4 0,2 2,0 0)),((0 4,2 2,4 4,0 4)),((4 0,4 4,6 2,4 0)))"


@pytest.mark.parametrize(
    ("union", "gaps", "outline"),
    [
        (RING, ["POLYGON((3 3,6 3,6 6,3 6,3 3))"], "POLYGON((0 0,9 0,9 9,0 9,0 0))"),
        (  # an island lies in the gap, another polygon outside
            "MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(3 3,6 3,6 6,3 6,3 3)),"
            "((4 4,5 4,5 5,4 5,4 4)),((20 0,21 0,21 1,20 0)))",
            ["POLYGON((3 3,6 3,6 6,3 6,3 3),(4 4,5 4,5 5,4 5,4 4))"],
            "MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((20 0,21 0,21 1,20 0)))",
        ),
        (TOUCHING, ["POLYGON((4 0,4 4,2 2,4 0))"], "POLYGON((0 0,4 0,6 2,4 4,0 4,0 0))"),  # all meet in corners
        ("POLYGON EMPTY", [], "MULTIPOLYGON EMPTY"),
    ],
    ids=["a hole", "an island in it", "closed by corners", "nothing"],
)
def test_gaps_are_enclosed_and_the_outline_has_them(qgis_application, union, gaps, outline):
    """On paper."""
    from gisagentbench.tools.execution.relations.neighbours import surroundings

    found = surroundings(shapely.from_wkt(union))
    assert [gap.equals(shapely.from_wkt(wanted)) for gap, wanted in zip(found.gaps, gaps, strict=True)] == [True] * len(
        gaps
    )
    assert found.outline.equals(shapely.from_wkt(outline))
