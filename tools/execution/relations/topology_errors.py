# SPDX-License-Identifier: GPL-2.0-or-later
"""Places where the features of one layer break rules of topology."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..geometry.equal_shapes import shape_codes
from ..geometry.measures import edges_of
from ..geometry.shared_edges import edges_of as sides_of
from .neighbours import surroundings
from .overlaps import mean_widths, noise_of, overlaps_of
from .overlay import common_parts, of_dimension
from .spatial_pairs import Pairs, related_pairs

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

ALONG = ["overlaps", "contains", "within"]  # what lines that share a stretch may do


class Broken(NamedTuple):
    """Places of one kind.

    Args:
        shapes: What is wrong, or a point in it.
        first, second: Rows of the features there; -1 for none.
        size: Area or length in units of the coordinates; NaN where there is none.
    """

    shapes: np.ndarray
    first: np.ndarray
    second: np.ndarray
    size: np.ndarray

    def take(self, kept: np.ndarray) -> Broken:
        """Gives some of the places."""
        return Broken(self.shapes[kept], self.first[kept], self.second[kept], self.size[kept])


def shared_areas(run: Run, shapes: np.ndarray) -> Broken:
    """Finds what two polygons share."""
    import shapely

    found = overlaps_of(run, shapes)
    return Broken(found.shapes, found.pairs.first, found.pairs.second, shapely.area(found.shapes))


def gaps_between(shapes: np.ndarray) -> Broken:
    """Finds what polygons enclose, with the two that have the longest borders with it."""
    import numpy as np
    import shapely

    gaps, count = surroundings(shapely.union_all(shapes)).gaps, len(shapes)
    sides = sides_of(np.concatenate([shapes, gaps]))
    at_gap = (sides.right >= count) & (sides.left < count)
    pairs, inverse = np.unique((sides.right[at_gap] - count) * (count + 1) + sides.left[at_gap], return_inverse=True)
    border = np.bincount(inverse.reshape(-1), weights=sides.length[at_gap], minlength=len(pairs))
    gap, row = pairs // (count + 1), pairs % (count + 1)
    order = np.lexsort((row, -np.round(border / (4 * noise_of(shapes) or 1.0)), gap))
    gap, row = gap[order], row[order]
    place = np.arange(len(gap)) - np.searchsorted(gap, gap)
    beside = np.full((len(gaps), 2), -1)
    beside[gap[place < 2], place[place < 2]] = row[place < 2]
    return Broken(gaps, beside[:, 0], beside[:, 1], shapely.area(gaps))


def slivers(shapes: np.ndarray, width: float) -> Broken:
    """Finds polygons whose mean width is at most `width`."""
    import numpy as np
    import shapely

    rows = np.flatnonzero(mean_widths(shapes) <= width)
    return Broken(shapes[rows], rows, np.full(len(rows), -1), shapely.area(shapes[rows]))


def duplicates(shapes: np.ndarray) -> Broken:
    """Finds shapes that an earlier row has, whatever vertex they begin with."""
    import numpy as np
    import shapely

    codes = shape_codes(shapely.to_wkb(shapes))
    _, earliest, code = np.unique(codes, return_index=True, return_inverse=True)
    first = earliest[code.reshape(-1)]
    later = np.flatnonzero((first != np.arange(len(first))) & ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes))
    size = shapely.area(shapes[later]) if len(later) and shapely.get_dimensions(shapes[later[0]]) == 2 else None
    return Broken(shapes[later], first[later], later, shapely.length(shapes[later]) if size is None else size)


def shared_stretches(run: Run, shapes: np.ndarray) -> Broken:
    """Finds stretches that two lines share, each with a point on it."""
    import shapely

    found = related_pairs(run, shapes, shapes, ALONG)
    once = found.first < found.second
    common = common_parts(run, shapes, shapes, Pairs(found.first[once], found.second[once]), 1)
    points = shapely.point_on_surface(common.shapes)
    return Broken(points, common.pairs.first, common.pairs.second, shapely.length(common.shapes))


def crossings(run: Run, shapes: np.ndarray) -> Broken:
    """Finds the points in which two lines cross; an end of one of them is no crossing."""
    import numpy as np
    import shapely

    found = related_pairs(run, shapes, shapes, ["crosses"])
    once = found.first < found.second
    first, second = found.first[once], found.second[once]
    points, pair = shapely.get_parts(
        of_dimension(shapely.intersection(shapes[first], shapes[second]), 0), return_index=True
    )
    noise, ends = 4 * noise_of(shapes), shapely.boundary(shapes)
    is_end = np.zeros(len(points), bool)
    for rows in (first, second):
        is_end |= shapely.dwithin(points, ends[rows[pair]], noise)
    pair = pair[~is_end]
    return Broken(points[~is_end], first[pair], second[pair], np.full(len(pair), np.nan))


def dangles(shapes: np.ndarray) -> Broken:
    """Finds the ends of lines that touch nothing, their own line among it, with the length of their part."""
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    edges = edges_of(parts)
    long = (edges.start != edges.end).any(axis=1)
    tree = shapely.STRtree(shapely.linestrings(np.stack([edges.start[long], edges.end[long]], axis=1)))
    ends = np.concatenate([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    part = np.tile(np.arange(len(parts)), 2)
    end, _ = tree.query(ends, predicate="dwithin", distance=4 * noise_of(shapes))
    free = np.flatnonzero(np.bincount(end, minlength=len(ends)) == 1)  # the edge it is the end of
    free = free[np.argsort(part[free], kind="stable")]
    row = owner[part[free]]
    return Broken(ends[free], row, np.full(len(free), -1), shapely.length(parts[part[free]]))
