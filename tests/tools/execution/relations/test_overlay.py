# SPDX-License-Identifier: GPL-2.0-or-later
"""Overlays keep what must be kept: areas add up, pieces do not overlap, and equal those of a plain double loop."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis


def squares(seed: int, count: int) -> np.ndarray:
    """Squares and triangles on a coarse lattice, so that edges are often shared; one missing and one empty."""
    random = np.random.default_rng(seed)
    corners = random.integers(0, 12, (count, 2))
    sizes = random.integers(1, 5, count)
    shapes = [
        shapely.box(x, y, x + s, y + s) if s % 2 else shapely.Polygon([(x, y), (x + s, y), (x, y + s)])
        for (x, y), s in zip(corners.tolist(), sizes.tolist(), strict=True)
    ]
    return np.array([*shapes, None, shapely.from_wkt("POLYGON EMPTY")], object)


@pytest.mark.parametrize("seed", range(12))
def test_common_parts_equal_a_double_loop(seed: int, qgis_application: Any) -> None:
    from gisagentbench.tools.execution.relations.overlay import common_parts
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    first, second = squares(seed, 12), squares(seed + 100, 9)
    common = common_parts(QuietRun(), first, second, related_pairs(QuietRun(), first, second, ["intersects"]), 2)
    found = {(int(a), int(b)): s.area for a, b, s in zip(*common.pairs, common.shapes, strict=True)}
    wanted = {
        (a, b): first[a].intersection(second[b]).area
        for a, b in itertools.product(range(12), range(9))
        if first[a].intersection(second[b]).area > 0
    }
    assert found == pytest.approx(wanted)


def test_neighbours_in_a_grid_are_not_cut(monkeypatch: pytest.MonkeyPatch, qgis_application: Any) -> None:
    """On paper: of 20 x 20 cells (3 * 20 - 2)^2 pairs meet; all but those of a cell with itself only touch."""
    from gisagentbench.tools.execution.relations import overlay
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    def only_none(shapes: np.ndarray, areas: np.ndarray, *, is_inside: bool) -> np.ndarray:
        assert not len(shapes) and not len(areas) and is_inside
        return shapes

    monkeypatch.setattr(overlay, "cut_by_areas", only_none)
    x, y = (each.ravel() for each in np.meshgrid(np.arange(20) * 0.5, np.arange(20) * 0.5))
    cells = shapely.box(155_000 + x, 463_000 + y, 155_000 + x + 0.5, 463_000 + y + 0.5)
    pairs = related_pairs(QuietRun(), cells, cells, ["intersects"])
    common = overlay.common_parts(QuietRun(), cells, cells, pairs, 2)
    assert common.pairs.first.tolist() == common.pairs.second.tolist() == list(range(400))
    assert shapely.area(common.shapes).tolist() == [0.25] * 400
    assert common.touching_count == 58**2 - 400


@pytest.mark.parametrize("seed", range(12))
def test_the_pieces_of_a_feature_have_its_area(seed: int, qgis_application: Any) -> None:
    from gisagentbench.tools.execution.relations.overlay import union_pieces

    def apart(shapes: np.ndarray) -> np.ndarray:
        """Makes a layer whose polygons do not overlap."""
        kept: list[Any] = []
        for shape in shapes[:-2]:
            if not any(shape.intersection(other).area > 0 for other in kept):
                kept.append(shape)
        return np.array([*kept, None], object)

    layers = [apart(squares(seed + offset, 14)) for offset in (0, 200, 400)]
    pieces = union_pieces(QuietRun(), layers)
    areas = shapely.area(pieces.shapes)
    for place, layer in enumerate(layers):
        for row, shape in enumerate(layer[:-1]):
            assert areas[pieces.owners[:, place] == row].sum() == pytest.approx(shape.area)
    assert areas.sum() == pytest.approx(shapely.union_all(np.concatenate([layer[:-1] for layer in layers])).area)
    assert len({tuple(owner) for owner in pieces.owners.tolist()}) == len(pieces.owners)


@pytest.mark.parametrize("seed", range(12))
def test_remainder_and_common_parts_make_the_whole(seed: int, qgis_application: Any) -> None:
    from gisagentbench.tools.execution.relations.overlay import remainders
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    first, second = squares(seed, 12), squares(seed + 100, 9)
    pairs = related_pairs(QuietRun(), first, second, ["intersects"])
    left = remainders(QuietRun(), first, second, pairs)
    covered = shapely.union_all(second[:-2])
    for shape, rest in zip(first[:-2], left[:-2], strict=True):
        area = 0.0 if rest is None else rest.area
        assert area + shape.intersection(covered).area == pytest.approx(shape.area)
    assert left[-1] is None and left[-2] is None


def test_a_collection_keeps_its_parts_of_the_asked_dimension(qgis_application: Any) -> None:
    from gisagentbench.tools.execution.relations.overlay import of_dimension

    mixed = shapely.from_wkt(
        ["GEOMETRYCOLLECTION(POINT(0 0),LINESTRING(0 0,1 1),POLYGON((0 0,1 0,1 1,0 0)))", "POINT(3 3)", "POLYGON EMPTY"]
    )
    points = of_dimension(mixed, 0)
    assert points[0].equals(shapely.Point(0, 0)) and points[1].equals(shapely.Point(3, 3)) and points[2] is None
    assert [s is None for s in of_dimension(mixed, 2)] == [False, True, True]


@pytest.mark.parametrize("seed", range(12))
def test_insides_equal_those_in_the_union_of_all(seed: int, qgis_application: Any) -> None:
    """Law: areas that a shape does not meet have nothing of it."""
    from gisagentbench.tools.execution.relations.overlay import insides
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    first, second = squares(seed, 12), squares(seed + 100, 9)
    found = insides(QuietRun(), first, second, related_pairs(QuietRun(), first, second, ["intersects"]), 2)
    wanted = shapely.area(shapely.intersection(first, shapely.union_all(second)))
    assert np.nan_to_num(shapely.area(found)) == pytest.approx(np.nan_to_num(wanted))
    assert set(shapely.get_dimensions(found)) <= {2, -1}


def test_insides_keep_the_heights_of_the_layer(qgis_application: Any) -> None:
    """On paper: a line rises from 0 to 10 over 10 m, so it stands at 5 where an area ends half way."""
    from gisagentbench.tools.execution.relations.overlay import insides
    from gisagentbench.tools.execution.relations.spatial_pairs import Pairs

    area = np.array([shapely.box(-1, -1, 5, 1)])
    both = Pairs(np.array([0]), np.array([0]))
    rising = np.array([shapely.from_wkt("LINESTRING Z(0 0 0,10 0 10)")])
    (line,) = insides(QuietRun(), rising, area, both, 1)
    assert shapely.get_coordinates(line, include_z=True).tolist() == [[0, 0, 0], [5, 0, 5]]
    table = np.array([shapely.from_wkt("POLYGON Z((-9 -9 5,9 -9 5,9 9 5,-9 9 5,-9 -9 5))")])
    (part,) = insides(QuietRun(), table, area, both, 2)
    assert shapely.get_coordinates(part, include_z=True)[:, 2].tolist() == [5] * 5


def checkerboard(cells: int) -> np.ndarray:
    return np.array([shapely.box(x, y, x + 1, y + 1) for x in range(cells) for y in range(cells)])


def lengths_in(areas: np.ndarray, lines: np.ndarray) -> tuple[np.ndarray, int]:
    """Gives the length of the common parts in each area, and how many vertices all of them have."""
    from gisagentbench.tools.execution.relations.overlay import common_parts
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    run = QuietRun()
    common = common_parts(run, areas, lines, related_pairs(run, areas, lines, ["intersects"]), 1)
    lengths = np.bincount(common.pairs.first, shapely.length(common.shapes), minlength=len(areas))
    return lengths, int(shapely.get_num_coordinates(common.shapes).sum())


THERE_AND_BACK = "LINESTRING(0 0,8 0,8 0,0 0)"
TWICE = "MULTILINESTRING((0 0,8 0),(2 0,8 0))"


def test_every_pass_over_the_same_way_has_its_length(qgis_application: Any) -> None:
    """On paper: 8 there and 8 back with a repeated vertex; the first area holds all of it, the second 3 each way."""
    areas = np.array([shapely.box(-1, -1, 9, 1), shapely.box(5, -1, 9, 1)])
    lines = shapely.from_wkt([THERE_AND_BACK, TWICE, "LINESTRING(6 0,8 0)"])
    lengths, _ = lengths_in(areas, lines)
    assert lengths.tolist() == pytest.approx([16 + 14 + 2, 6 + 6 + 2])


@pytest.mark.parametrize("areas", [1, 2])
def test_what_is_inside_and_what_is_left_of_passes_make_the_whole(areas: int, qgis_application: Any) -> None:
    """On paper: of 8 there and 8 back, x from 5 on is 3 each way, and 5 is left each way; so of 8 and 6, 6 and 8."""
    from gisagentbench.tools.execution.relations.overlay import insides, remainders
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    boxes = [shapely.box(5, -1, 9, 1), shapely.box(6, -2, 9, 2)][:areas]
    lines, masks = shapely.from_wkt([THERE_AND_BACK, TWICE]), np.array(boxes)
    pairs = related_pairs(QuietRun(), lines, masks, ["intersects"])
    assert shapely.length(insides(QuietRun(), lines, masks, pairs, 1)).tolist() == pytest.approx([6, 6])
    assert shapely.length(remainders(QuietRun(), lines, masks, pairs)).tolist() == pytest.approx([10, 8])


def test_a_line_stays_one_where_it_crosses_itself(qgis_application: Any) -> None:
    """On paper: an eight runs from (0 0) to (4 4), (4 0), (0 4): two lines left of x = 3, one right of it."""
    from gisagentbench.tools.execution.geometry.passes_in_areas import cut_by_areas

    eight, right = shapely.from_wkt(["LINESTRING(0 0,4 4,4 0,0 4)"]), np.array([shapely.box(3, -1, 9, 9)])
    ((inside,), (left,)) = (cut_by_areas(eight, right, is_inside=inside) for inside in (True, False))
    assert inside.wkt == "MULTILINESTRING ((3 3, 4 4, 4 0, 3 1))"
    assert left.wkt == "MULTILINESTRING ((0 0, 3 3), (3 1, 0 4))"


def test_passes_on_a_slope_have_the_height_of_their_edge(qgis_application: Any) -> None:
    """On paper: up from 0 to 8 over 8 m, and on up from 8 to 24 on the way back, 2 up for each metre."""
    from gisagentbench.tools.execution.geometry.passes_in_areas import cut_by_areas

    line = shapely.from_wkt(["LINESTRING Z(0 0 0,8 0 8,8 0 8,0 0 24)"])
    (inside,) = cut_by_areas(line, np.array([shapely.box(-1, -1, 5, 1)]), is_inside=True)
    ways = [shapely.get_coordinates(part, include_z=True).tolist() for part in inside.geoms]
    assert ways == [[[0, 0, 0], [5, 0, 5]], [[5, 0, 14], [0, 0, 24]]]


def test_a_line_with_many_crossings_is_cut_where_it_meets_the_areas_alone(qgis_application: Any) -> None:
    """A line of 3,000 random vertices crosses itself more than 10^6 times; its parts have no vertex there.

    Law: the cells hold all of it, and its vertices are its own, and two where an edge passes from a cell to the next.
    Each cell is held against a sum over the edges, one by one.
    """
    corners = 10 * np.random.default_rng(1).random((3000, 2))
    line = np.array([shapely.LineString(corners)])
    lengths, vertices = lengths_in(checkerboard(10), line)
    passages = int(np.abs(np.diff(np.floor(corners), axis=0)).sum())
    assert lengths.sum() == pytest.approx(line[0].length)
    assert vertices == len(corners) + 2 * passages
    edges = shapely.linestrings(np.stack([corners[:-1], corners[1:]], axis=1))
    for cell in (0, 44, 99):
        alone = shapely.length(shapely.intersection(edges, checkerboard(10)[cell])).sum()
        assert lengths[cell] == pytest.approx(alone)
