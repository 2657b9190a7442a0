# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells in zones, against squares on paper, intersections by shapely, and the laws of a partition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gisagentbench.tools.declaration.facts import Grid

NORTH_UP = Grid(8, 6, (1.0, 0.0, 0.0, 0.0, -1.0, 6.0))
SOUTH_UP = Grid(8, 6, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0))
WIDE = Grid(8, 6, (2.0, 0.0, -3.0, 0.0, -0.5, 4.0))
ROTATED = Grid(8, 6, (1.0, 0.3, 0.0, 0.2, -1.0, 6.0))
GRIDS = [NORTH_UP, SOUTH_UP, WIDE, ROTATED]


def zone_array(*zones: Any) -> np.ndarray:
    array = np.empty(len(zones), object)
    array[:] = zones
    return array


def by_share(zones: np.ndarray, grid: Grid) -> np.ndarray:
    """Gives the share of every cell that each zone covers, as (zone, row, column)."""
    from gisagentbench.tools.execution.zones.zone_cells import covered
    from gisagentbench.tools.execution.zones.zone_edges import edges_of

    runs, shares = covered(edges_of(zones, grid), grid.width, grid.height, len(zones))
    cells = np.zeros((len(zones), grid.height, grid.width))
    for zone, row, first, last in zip(*runs, strict=True):
        cells[zone, row, first:last] += 1
    cells[shares.zone, shares.row, shares.column] += shares.share
    return cells


def by_centre(zones: np.ndarray, grid: Grid) -> np.ndarray:
    """Tells for every cell whether its centre lies in each zone."""
    from gisagentbench.tools.execution.zones.zone_cells import centre_runs
    from gisagentbench.tools.execution.zones.zone_edges import edges_of

    cells = np.zeros((len(zones), grid.height, grid.width), int)
    for zone, row, first, last in zip(*centre_runs(edges_of(zones, grid), grid.width, grid.height), strict=True):
        cells[zone, row, first:last] += 1
    return cells


def corners(grid: Grid, row: int, column: int) -> list[tuple[float, float]]:
    a, b, c, d, e, f = grid.transform
    places = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    return [(a * x + b * y + c, d * x + e * y + f) for x, y in places]


def by_intersection(zones: np.ndarray, grid: Grid) -> np.ndarray:
    """The same shares by cutting every cell with shapely."""
    boxes = np.array(
        [[shapely.polygons(corners(grid, row, col)) for col in range(grid.width)] for row in range(grid.height)]
    )
    return shapely.area(shapely.intersection(zones[:, None, None], boxes)) / shapely.area(boxes)


def random_zone(random: np.random.Generator, kind: str) -> Any:
    points = random.uniform(-3, 11, (random.integers(3, 10), 2))
    if kind == "on cell borders":
        points = np.round(points)
    if kind == "on centres":
        points = np.round(points * 2) / 2
    if kind == "rectangle":
        points = np.array([[x, y] for x in points[:2, 0] for y in points[:2, 1]])
    zone = shapely.convex_hull(shapely.multipoints(points))
    if kind == "with holes and parts":
        spots = shapely.buffer(shapely.points(random.uniform(0, 8, (4, 2))), random.uniform(0.05, 1.5))
        zone = shapely.union(shapely.difference(zone, shapely.union_all(spots[:3])), shapely.box(7, 0, 7.2, 5.1))
    return zone if zone.geom_type in ("Polygon", "MultiPolygon") else shapely.box(1.2, 1.2, 1.4, 5.6)


KINDS = ["anywhere", "on cell borders", "on centres", "rectangle", "with holes and parts"]


@pytest.mark.parametrize("grid", GRIDS, ids=["north-up", "south-up", "wide cells", "rotated"])
@pytest.mark.parametrize("kind", KINDS)
def test_shares_equal_those_of_shapely(kind: str, grid: Grid) -> None:
    random = np.random.default_rng(KINDS.index(kind))
    zones = zone_array(*(random_zone(random, kind) for _ in range(12)))
    np.testing.assert_allclose(by_share(zones, grid), by_intersection(zones, grid), rtol=0, atol=1e-11)


@pytest.mark.parametrize("grid", GRIDS, ids=["north-up", "south-up", "wide cells", "rotated"])
@pytest.mark.parametrize("kind", KINDS)
def test_centres_equal_those_of_shapely_away_from_borders(kind: str, grid: Grid) -> None:
    random = np.random.default_rng(10 + KINDS.index(kind))
    zones = zone_array(*(random_zone(random, kind) for _ in range(12)))
    a, b, c, d, e, f = grid.transform
    column, row = np.meshgrid(np.arange(grid.width) + 0.5, np.arange(grid.height) + 0.5)
    centres = shapely.points(a * column + b * row + c, d * column + e * row + f)
    is_clear = shapely.distance(shapely.boundary(zones)[:, None, None], centres) > 1e-9
    inside = shapely.contains(zones[:, None, None], centres)
    assert (by_centre(zones, grid)[is_clear] == inside[is_clear]).all()
    assert is_clear.any() and set(np.unique(by_centre(zones, grid))) <= {0, 1}


def test_a_square_over_the_middle_of_nine_cells() -> None:
    grid = Grid(3, 3, (1.0, 0.0, 0.0, 0.0, -1.0, 3.0))
    zones = zone_array(shapely.box(0.5, 0.5, 2.5, 2.5))
    assert by_share(zones, grid)[0].tolist() == [[0.25, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 0.25]]
    assert by_centre(zones, grid)[0].tolist() == [
        [1, 1, 0],
        [1, 1, 0],
        [0, 0, 0],
    ]  # the east and south of borders


def test_direction_of_rings_does_not_matter() -> None:
    ring = [(0.5, 0.5), (5.5, 0.5), (5.5, 4.5), (0.5, 4.5)]
    hole = [(2, 2), (3.5, 2), (3.5, 3.5), (2, 3.5)]
    zones = zone_array(*(shapely.polygons(r, [h]) for r in (ring, ring[::-1]) for h in (hole, hole[::-1])))
    shares = by_share(zones, NORTH_UP)
    assert (shares == shares[0]).all() and shares[0].sum() == 20 - 2.25
    assert (by_centre(zones, NORTH_UP) == by_centre(zones, NORTH_UP)[0]).all()


@settings(deadline=None, max_examples=60)
@given(
    cuts=st.lists(st.integers(1, 31).map(lambda n: n / 4), min_size=1, max_size=6, unique=True),
    levels=st.lists(st.integers(1, 23).map(lambda n: n / 4), min_size=1, max_size=4, unique=True),
    lean=st.integers(-3, 3).map(lambda n: n / 4),
)
def test_zones_that_fill_the_raster_share_out_every_cell(cuts: list[float], levels: list[float], lean: float) -> None:
    outer = shapely.box(-2, -1, 10, 7)
    lines = [shapely.linestrings([(x, -2), (x + lean, 8)]) for x in cuts]
    lines += [shapely.linestrings([(-3, y), (11, y)]) for y in levels]
    pieces = shapely.get_parts(shapely.polygonize([shapely.union_all([shapely.boundary(outer), *lines])]))
    for grid in (NORTH_UP, SOUTH_UP):
        assert (by_centre(pieces, grid).sum(axis=0) == 1).all(), "each centre in one zone"
        np.testing.assert_allclose(by_share(pieces, grid).sum(axis=0), 1, rtol=0, atol=1e-12)


def test_shares_sum_to_the_area_of_the_zone() -> None:
    zone = shapely.buffer(shapely.points(4, 2.5), 1.4, quad_segs=200)
    assert by_share(zone_array(zone), NORTH_UP).sum() == pytest.approx(zone.area, rel=1e-12)
    assert by_share(zone_array(zone), WIDE).sum() == pytest.approx(zone.area, rel=1e-12)  # cells of 2 x 0.5


def test_a_zone_that_reaches_far_beyond_the_raster_costs_no_more_than_the_raster() -> None:
    from gisagentbench.tools.execution.zones.zone_cells import covered
    from gisagentbench.tools.execution.zones.zone_edges import edges_of

    world = zone_array(shapely.polygons([(-1e9, -1e9), (1e9, -0.9e9), (1e9, 1e9), (-0.9e9, 1e9)]))
    runs, shares = covered(edges_of(world, NORTH_UP), NORTH_UP.width, NORTH_UP.height, 1)
    assert len(shares.zone) == 0 and (runs.last - runs.first).tolist() == [8] * 6


def test_nothing_has_no_cells() -> None:
    zones = zone_array(None, shapely.Polygon(), shapely.MultiPolygon())
    assert by_share(zones, NORTH_UP).sum() == by_centre(zones, NORTH_UP).sum() == 0


def test_a_speck_is_found_and_rounding_is_not() -> None:
    speck = shapely.box(3.4, 2.4, 3.4 + 1e-6, 2.4 + 1e-6)
    assert np.count_nonzero(by_share(zone_array(speck), NORTH_UP)) == 1
    tenth = Grid(80, 60, (0.1, 0.0, 0.0, 0.0, -0.1, 6.0))
    aligned = shapely.box(0.3, 0.6, 0.7, 1.1)  # 0.3 / 0.1 is 2.9999999999999996
    assert np.count_nonzero(by_share(zone_array(aligned), tenth)) == 4 * 5
