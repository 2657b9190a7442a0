# SPDX-License-Identifier: GPL-2.0-or-later
"""Repairs of what rows in YAML cannot hold: open rings, coordinates that are not finite; and laws of both methods."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.qgis
PLACES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=8)


def repaired(*arguments: Any, **named: Any) -> Any:
    from gisagentbench.tools.execution.geometry import repairs

    return repairs.repaired(*arguments, **named)


def ring(*places: tuple[float, float]) -> bytes:
    return struct.pack("<BIII", 1, 3, 1, len(places)) + b"".join(struct.pack("<dd", *place) for place in places)


def column(*geometries: bytes | None) -> np.ndarray:
    return np.array([*geometries, None], object)[:-1]


def is_inside(rings: list[list[tuple[int, int]]], x: float, y: float) -> bool:
    """Counts the edges that a ray to the east crosses."""
    crossed = 0
    for places in rings:
        for (x1, y1), (x2, y2) in zip(places, places[1:] + places[:1], strict=True):
            crossed += (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    return crossed % 2 == 1


def test_an_open_ring_is_closed() -> None:
    fixed = repaired(column(ring((0, 0), (4, 0), (4, 4), (0, 4))), np.array([0]), "linework")
    assert fixed.shapes[0].area == 16 and fixed.lost_count == 0


@pytest.mark.parametrize("method", ["linework", "structure"])
@pytest.mark.parametrize("places", [[(0, 0)], [(0, 0), (4, 0)], [(0, 0), (4, 0), (np.nan, 4), (0, 0)],
                                    [(0, 0), (4, 0), (np.inf, 4), (0, 0)]])  # fmt: skip
def test_what_is_no_area_or_not_finite_has_no_geometry(places: list[tuple[float, float]], method: str) -> None:
    fixed = repaired(column(ring(*places), None), np.array([0]), method)
    assert fixed.shapes.tolist() == [None, None] and fixed.emptied_count == 1


def test_rows_that_are_not_named_stay_as_they_are() -> None:
    valid = shapely.to_wkb(shapely.box(0, 0, 1, 1))
    fixed = repaired(column(valid, None, ring((0, 0), (4, 4), (4, 0), (0, 4), (0, 0))), np.array([2]), "structure")
    assert shapely.to_wkb(fixed.shapes[0]) == valid and fixed.shapes[1] is None and fixed.split_count == 1


@settings(max_examples=60, deadline=None)
@given(PLACES)
def test_linework_is_inside_where_an_odd_number_of_edges_lies_to_the_east(places: list[tuple[int, int]]) -> None:
    fixed = repaired(column(ring(*places, places[0])), np.array([0]), "linework").shapes[0]
    if fixed is not None:
        assert shapely.is_valid(fixed) and shapely.get_dimensions(fixed) == 2
    for x in np.arange(0.013, 6, 0.71):
        for y in np.arange(0.0171, 6, 0.83):
            covered = fixed is not None and bool(shapely.contains_xy(fixed, x, y))
            assert covered == is_inside([places], x, y)
