# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether Z or M values of shapes are equal where the shapes lie on one another.

Each vertex is compared with the other shape at the same place, between its vertices along the straight, so an added
collinear vertex changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..tasks.column import DEFAULT_ABSOLUTE, DEFAULT_RELATIVE
from ..tasks.contract import VectorOutput
from ..tasks.crs_equality import parse_crs
from .ground import Ground

PAIRS_AT_ONCE = 1_000_000


class HeightLimit(NamedTuple):
    """How far values may be apart, and how near in x and y two places are one.

    Args:
        reach: In the unit of the coordinates.
        absolute: In the unit of the values.
        relative: Share of the value of the reference.
    """

    reach: float
    absolute: float
    relative: float = 0.0


def metres_of_height(crs: str) -> float:
    """Returns the metres in a unit of Z: that of the vertical CRS where there is one, else a metre."""
    definition = parse_crs(crs)
    return float(definition.GetTargetLinearUnits("VERT_CS")) if definition.IsCompound() else 1.0


def height_limit(contract: VectorOutput, ground: Ground) -> HeightLimit:
    """Returns what judges Z values, the position tolerance, or M values, which are measures."""
    reach = ground.units(contract.geometry.position_tolerance)
    if contract.dimension == "z":
        return HeightLimit(reach, contract.geometry.position_tolerance / metres_of_height(contract.crs))
    limits = contract.tolerance.over(DEFAULT_ABSOLUTE, DEFAULT_RELATIVE)
    return HeightLimit(reach, limits.absolute or 0.0, limits.relative or 0.0)


def height_excess(reference: np.ndarray, output: np.ndarray, limit: HeightLimit) -> np.ndarray:
    """Returns how many times the tolerance the values of paired shapes are apart at worst.

    Args:
        reference: Shapes with Z values (M values as Z).
        output: The same.
    Edges: Infinite where one side has no values, or a value that is no number. Where a shape passes a place twice, the
        nearer value counts.
    """
    import shapely

    both = shapely.has_z(reference) & shapely.has_z(output)
    excess = np.where(both | (~shapely.has_z(reference) & ~shapely.has_z(output)), 0.0, np.inf)
    for row in np.flatnonzero(both).tolist():
        ours, theirs = _segments(reference[row]), _segments(output[row])
        there = _vertex_excess(ours[:, 0], theirs, limit, of_reference=True)
        back = _vertex_excess(theirs[:, 0], ours, limit, of_reference=False)
        excess[row] = max(there, back)
    return excess


def _segments(shape: object) -> np.ndarray:
    """Returns the straights of a shape: from and to, x, y and z; points and ends of lines have no length."""
    import shapely

    pieces = shapely.get_parts(shape)
    if shapely.get_type_id(pieces[0]) == 3:
        pieces = shapely.get_rings(pieces)
    coordinates, owner = shapely.get_coordinates(pieces, include_z=True, return_index=True)
    following = np.append(np.arange(1, len(coordinates)), len(coordinates) - 1)
    following = np.where(owner[following] == owner, following, np.arange(len(coordinates)))
    return np.stack([coordinates, coordinates[following]], axis=1)


def _vertex_excess(vertices: np.ndarray, segments: np.ndarray, limit: HeightLimit, of_reference: bool) -> float:
    step = max(1, PAIRS_AT_ONCE // len(segments))
    parts = range(0, len(vertices), step)
    return max(_worst(vertices[first : first + step], segments, limit, of_reference) for first in parts)


def _worst(vertices: np.ndarray, segments: np.ndarray, limit: HeightLimit, of_reference: bool) -> float:
    start, end = segments[:, 0], segments[:, 1]
    along = end[:, :2] - start[:, :2]
    squared = (along**2).sum(axis=1)
    offset = vertices[:, None, :2] - start[None, :, :2]
    share = np.divide((offset * along).sum(axis=2), squared, out=np.zeros(offset.shape[:2]), where=squared > 0)
    share = np.clip(share, 0, 1)
    apart = np.hypot(*np.moveaxis(offset - share[:, :, None] * along, 2, 0))
    z = start[:, 2] + share * (end[:, 2] - start[:, 2])
    # A vertical straight has every value between its ends.
    low, high = np.minimum(start[:, 2], end[:, 2]), np.maximum(start[:, 2], end[:, 2])
    z = np.where(squared > 0, z, np.clip(vertices[:, None, 2], low, high))
    near = apart <= np.maximum(limit.reach, apart.min(axis=1))[:, None]
    expected = vertices[:, None, 2] if of_reference else z
    gap = np.abs(vertices[:, None, 2] - z)
    room = limit.absolute + limit.relative * np.abs(expected)
    ratio = np.divide(gap, room, out=np.where(gap > 0, np.inf, 0.0), where=room > 0)
    ratio = np.where(
        (gap <= room) & np.isfinite(gap), np.minimum(ratio, 1.0), np.where(np.isfinite(gap), ratio, np.inf)
    )
    return float(np.where(near, ratio, np.inf).min(axis=1).max())
