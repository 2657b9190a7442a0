# SPDX-License-Identifier: GPL-2.0-or-later
"""Places and sections of lines against Shapely's own, and laws they keep."""

import numpy as np
import pytest
import shapely

from gisagentbench.tools.execution.geometry.line_sections import (
    SHORT,
    chains_of,
    directions_at,
    places_at,
    section_sizes,
    sections_of,
)


def random_lines(seed, count=60, most=40):
    random = np.random.default_rng(seed)
    return np.array([shapely.linestrings(np.cumsum(random.uniform(-9, 10, (random.integers(2, most), 2)), axis=0))
                     for _ in range(count)])  # fmt: skip


def cut(lines, line, start, end):
    sections = sections_of(chains_of(lines), np.array(line), np.array(start, float), np.array(end, float))
    return [sections.coordinates[sections.owner == number].tolist() for number in range(len(line))]


@pytest.mark.parametrize("seed", [1, 2])
def test_places_are_those_of_geos(seed):
    lines = random_lines(seed)
    random = np.random.default_rng(seed)
    line = random.integers(0, len(lines), 2000)
    distance = random.uniform(0, 1, 2000) * shapely.length(lines)[line]
    wanted = shapely.get_coordinates(shapely.line_interpolate_point(lines[line], distance))
    np.testing.assert_allclose(places_at(chains_of(lines), line, distance), wanted, rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", [1, 2])
def test_sections_are_as_long_as_asked_and_lie_on_their_line(seed):
    lines = random_lines(seed)
    random = np.random.default_rng(seed)
    line = random.integers(0, len(lines), 500)
    ends = random.uniform(0, 1, (500, 2)) * shapely.length(lines)[line][:, None]
    chains = chains_of(lines)
    sections = sections_of(chains, line, *ends.T)
    shapes = shapely.linestrings(sections.coordinates, indices=sections.owner)
    np.testing.assert_allclose(shapely.length(shapes), np.abs(ends[:, 0] - ends[:, 1]), atol=1e-9)
    assert shapely.distance(shapely.get_point(shapes, 0), lines[line]).max() < 1e-9
    assert (np.bincount(sections.owner) == section_sizes(chains, line, *ends.T)).all()
    turned = sections_of(chains, line, *ends.T[::-1])
    back = shapely.linestrings(turned.coordinates, indices=turned.owner)
    assert shapely.equals_exact(shapely.reverse(back), shapes).all()


def test_cuts_on_vertices_make_no_vertex_twice():
    lines = np.array([shapely.linestrings([[0, 0], [3, 4], [3, 4], [3, 9], [0, 9]])])
    assert cut(lines, [0, 0, 0], [5, 0, 13], [10, 5, 5]) == [
        [[3, 4], [3, 9]], [[0, 0], [3, 4]], [[0, 9], [3, 9], [3, 4]],
    ]  # fmt: skip
    assert cut(lines, [0], [5 - 1e-13], [10 + 1e-13]) == [[[3, 4], [3, 9]]]


def test_what_lies_beyond_the_ends_is_at_the_ends():
    lines = np.array([shapely.linestrings([[0, 0], [3, 4]]), shapely.linestrings([[7, 7], [8, 7]])])
    assert cut(lines, [0, 1], [-1, -2], [9, 0.5]) == [[[0, 0], [3, 4]], [[7, 7], [7.5, 7]]]


def test_a_line_without_length_has_its_place():
    lines = np.array([shapely.linestrings([[1, 1], [1, 1]])])
    assert cut(lines, [0], [0], [0]) == [[[1, 1], [1, 1]]]


@pytest.mark.parametrize(
    ("line", "distance", "wanted"),
    [
        ("LINESTRING(0 0,0 0,3 4,3 4,3 4)", 5, [3, 4]),
        ("LINESTRING(0 0,0 0,3 4,3 4,3 4)", 0, [3, 4]),
        ("LINESTRING(0 0,3 4,3 4,9 4)", 5, [6, 0]),
        ("LINESTRING(1 1,1 1,1 1)", 0, [0, 0]),
    ],
)
def test_between_equal_vertices_there_is_no_direction(line, distance, wanted):
    """On paper: at the end of a line the last step that goes anywhere, elsewhere the next one."""
    chains = chains_of(shapely.from_wkt([line, "LINESTRING(5 5,6 6)"]))
    assert directions_at(chains, np.array([0]), np.array([distance])).tolist() == [wanted]


def test_heights_lie_on_the_way_and_add_nothing_to_it():
    chains = chains_of(shapely.from_wkt(["LINESTRING Z(0 0 0,3 4 100)"]), with_z=True)
    assert chains.lengths.tolist() == [5]
    assert places_at(chains, np.array([0]), np.array([2.5])).tolist() == [[1.5, 2, 50]]


def test_a_place_is_as_exact_after_a_million_lines_as_on_the_first():
    one = shapely.linestrings([[0, 0], [0.1, 0], [0.3, 0], [1000, 0]])
    lines = np.repeat(one, 200_000)
    line = np.array([0, len(lines) - 1])
    first, last = places_at(chains_of(lines), line, np.array([0.2, 0.2]))
    assert first.tolist() == last.tolist() == [0.2, 0.0]


def test_long_lines_are_added_up_as_short_ones():
    """Law: two halves of a line are as long as the line, whichever way their vertices are added up."""
    steps = np.random.default_rng(3).uniform(0, 5, (2 * SHORT, 2)).cumsum(axis=0)
    lines = np.array(
        [shapely.linestrings(steps), shapely.linestrings(steps[:SHORT]), shapely.linestrings(steps[SHORT - 1 :])]
    )
    whole, one, other = chains_of(lines).lengths
    assert whole == pytest.approx(one + other, rel=1e-14)
    assert whole == pytest.approx(lines[0].length, rel=1e-13)


def test_no_lines_have_no_sections():
    chains = chains_of(np.zeros(0, object))
    nothing = np.zeros(0, np.int64)
    assert len(sections_of(chains, nothing, nothing, nothing).owner) == 0


@pytest.mark.parametrize("scale", [2.0**-600, 1.0, 2.0**600])
def test_lengths_are_those_of_the_coordinates_however_large_or_small(scale):
    """Closed form: a power of two changes no digit; squares of these would be infinite, or 0."""
    lines = np.array([shapely.linestrings(np.array([[0, 0], [3, 4], [3, 10]]) * scale)])
    assert chains_of(lines).lengths.tolist() == [11 * scale]
    assert cut(lines, [0], [2.5 * scale], [8 * scale]) == [
        [[1.5 * scale, 2 * scale], [3 * scale, 4 * scale], [3 * scale, 7 * scale]]
    ]
