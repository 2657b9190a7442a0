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


def passes_of(
    lines: list[str | Any], areas: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> tuple[np.ndarray, list[int], QuietRun]:
    """Gives the length of all passes in each area, the sizes of all sets of pairs that were found, and the run."""
    from gisagentbench.tools.execution.relations import overlay
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    sizes: list[int] = []

    def counted_pairs(*asked: Any) -> Any:
        pairs = related_pairs(*asked)
        sizes.append(len(pairs.first))
        return pairs

    monkeypatch.setattr(overlay, "related_pairs", counted_pairs)
    run = QuietRun()
    roads = np.array([shapely.from_wkt(line) if isinstance(line, str) else line for line in lines], object)
    common = overlay.common_parts(run, areas, roads, related_pairs(run, areas, roads, ["intersects"]), 1)
    passes = overlay.every_pass(run, common, areas, roads)
    return np.bincount(passes.pairs.first, shapely.length(passes.shapes), minlength=len(areas)), sizes, run


def test_lines_that_only_cross_themselves_are_not_cut_edge_by_edge(
    qgis_application: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On paper: streets through the middle of all cells have a length of 2 in each; an eight has no way twice."""
    middles = [0.5 + number for number in range(10)]
    streets = [[(0, at), (10, at)] for at in middles] + [[(at, 0), (at, 10)] for at in middles]
    grid = shapely.MultiLineString(streets)
    eight = "LINESTRING(0 0,10 10,10 0,0 10)"
    assert not shapely.is_simple(grid)
    lengths, sizes, _ = passes_of([grid], checkerboard(10), monkeypatch)
    assert lengths == pytest.approx(np.full(100, 2.0)) and sizes == []
    lengths, sizes, _ = passes_of([eight], checkerboard(10), monkeypatch)
    assert lengths.sum() == pytest.approx(10 + 20 * np.sqrt(2)) and sizes == []


def test_passes_are_cut_by_the_areas_that_each_edge_meets(
    qgis_application: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On paper: there and back through the middle of ten of a hundred cells, in edges of 0.1, is 2 in each of the ten.

    Each edge meets one cell, the edges at the nine inner borders two: 200 edges and 4 more at each border, each way.
    """
    there = [(number / 10, 0.5) for number in range(101)]
    back = shapely.LineString([*there, *reversed(there)])
    lengths, sizes, run = passes_of([back], checkerboard(10), monkeypatch)
    assert lengths.reshape(10, 10)[:, 0] == pytest.approx(np.full(10, 2.0)) and lengths.sum() == pytest.approx(20)
    assert sizes == [200 + 9 * 4] and run.shares


def test_an_area_that_holds_a_line_whole_counts_its_passes_once(
    qgis_application: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On paper: 8 there and 8 back with a repeated vertex; the first area holds all of it, the second 3 each way."""
    areas = np.array([shapely.box(-1, -1, 9, 1), shapely.box(5, -1, 9, 1)])
    lines = ["LINESTRING(0 0,8 0,8 0,0 0)", "MULTILINESTRING((0 0,8 0),(2 0,8 0))", "LINESTRING(6 0,8 0)"]
    lengths, _, _ = passes_of(lines, areas, monkeypatch)
    assert lengths.tolist() == pytest.approx([16 + 14 + 2, 6 + 6 + 2])
