# SPDX-License-Identifier: GPL-2.0-or-later
"""House numbers along streets: which side of which segment a number belongs to, and where along it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..geometry.line_cutting import places_on
from .addresses import HouseNumbers

if TYPE_CHECKING:
    import numpy as np

SIDES = ("left", "right")


class Range(NamedTuple):
    """The numbers on one side of each segment.

    Args:
        begin, end: Number at the start and at the end of the digitized line; it may descend.
        is_given: Whether there are numbers on this side.
        is_odd_and_even: Whether the ends differ in parity, so that every number between them belongs to the side.
    """

    begin: np.ndarray
    end: np.ndarray
    is_given: np.ndarray
    is_odd_and_even: np.ndarray

    def holds(self, segment: np.ndarray, number: np.ndarray) -> np.ndarray:
        """Tells whether each number belongs to this side of each segment."""
        import numpy as np

        begin, end = self.begin[segment], self.end[segment]
        between = (np.minimum(begin, end) <= number) & (number <= np.maximum(begin, end))
        fits = self.is_odd_and_even[segment] | (number % 2 == begin % 2)
        return self.is_given[segment] & between & fits  # type: ignore[no-any-return]

    def share(self, segment: np.ndarray, number: np.ndarray) -> np.ndarray:
        """Gives the share of the length at which each number lies: 0 at the first, 1 at the last, 1/2 of a single."""
        import numpy as np

        begin, end = self.begin[segment], self.end[segment]
        span = np.where(begin == end, 1, end - begin)
        return np.where(begin == end, 0.5, (number - begin) / span)


def range_of(begin: HouseNumbers, end: HouseNumbers) -> Range:
    """Makes the range of one side; without a number at either end, or with 0 at both, there is none."""
    given = begin.is_given & end.is_given & ~((begin.values == 0) & (end.values == 0))
    return Range(begin.values, end.values, given, (begin.values - end.values) % 2 == 1)


class Candidates(NamedTuple):
    """Sides of segments that hold the number of a row.

    Args:
        row, segment: In the order of the rows.
        side: 0 for left, 1 for right.
        share: Of the length of the segment.
    """

    row: np.ndarray
    segment: np.ndarray
    side: np.ndarray
    share: np.ndarray


def candidates_among(
    row: np.ndarray, segment: np.ndarray, number: np.ndarray, ranges: tuple[Range, Range]
) -> Candidates:
    """Finds the sides that hold the number of a row, among pairs of a row and a segment of its street.

    Args:
        number: Of each row.
    """
    import numpy as np

    parts = []
    for side, numbers in enumerate(ranges):
        kept = np.flatnonzero(numbers.holds(segment, number[row]))
        share = numbers.share(segment[kept], number[row[kept]])
        parts.append((row[kept], segment[kept], np.full(len(kept), side), share))
    joined = [np.concatenate(each) for each in zip(*parts, strict=True)]
    order = np.argsort(joined[0], kind="stable")
    return Candidates(*(each[order] for each in joined))


def plain_lines(shapes: np.ndarray) -> np.ndarray:
    """Gives lines of one piece without Z; None for those that are missing, without length, or of several pieces."""
    import numpy as np
    import shapely

    merged = np.array(shapely.force_2d(shapes), object)
    several = shapely.get_type_id(merged) == shapely.GeometryType.MULTILINESTRING
    merged[several] = shapely.line_merge(merged[several], directed=True)
    parts = shapely.get_parts(merged[several & (shapely.get_num_geometries(merged) == 1)])
    merged[several & (shapely.get_num_geometries(merged) == 1)] = parts
    whole = (shapely.get_type_id(merged) == shapely.GeometryType.LINESTRING) & (shapely.length(merged) > 0)
    merged[~whole] = None
    return merged


def points_beside(lines: np.ndarray, found: Candidates, offset: float) -> np.ndarray:
    """Gives the point of each candidate, at a distance square to the line on its side.

    Args:
        lines: Plain lines; those of the candidates are not missing.
        offset: In units of the coordinates.
    """
    import numpy as np
    import shapely

    if not len(found.row):
        return np.zeros(0, object)
    used, number = np.unique(found.segment, return_inverse=True)
    places = places_on(lines[used], number, found.share * shapely.length(lines[found.segment]))
    bearing = np.radians(places.bearing)
    outwards = np.where(found.side == 0, -1.0, 1.0) * offset
    x_y = np.stack([shapely.get_x(places.points), shapely.get_y(places.points)], axis=1)
    return shapely.points(x_y + outwards[:, None] * np.stack([np.cos(bearing), -np.sin(bearing)], axis=1))  # type: ignore[no-any-return]
