# SPDX-License-Identifier: GPL-2.0-or-later
"""Polygons given to neighbours that they share a border with, and the gaps between polygons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..geometry.shared_edges import Edges, edges_of
from .overlaps import mean_widths, noise_of

if TYPE_CHECKING:
    import numpy as np

ROUNDING = 1e-9  # share of a width; a gap that is just as wide as the limit is narrow
LAST_STEP = 1e-3  # share of a width
CLOSE = 1e-6  # share of a width within which what buffers made lies on the polygons it was made of
SPIKE = 5.0  # mitre limit


class Given(NamedTuple):
    """Polygons after some were given to their neighbours.

    Args:
        shapes: One per polygon; that of one given away is its own still.
        host: Row that each polygon belongs to now: its own, that of a neighbour, or -1 for one that found none.
    """

    shapes: np.ndarray
    host: np.ndarray


def given_to_neighbours(
    shapes: np.ndarray, is_guest: np.ndarray, choice: Literal["longest_border", "largest", "smallest"]
) -> Given:
    """Merges each guest into a neighbour that is none; ties go to the lowest row.

    A guest whose neighbours are all guests goes where one of them went, its border with that whole counting.

    Args:
        shapes: Flat valid polygons that do not overlap; None for none.
        choice: By the common border, or by the area of the neighbour before.
    Edges: A corner is no border.
    """
    import numpy as np
    import shapely

    edges = edges_of(shapes)
    areas = {"largest": shapely.area(shapes), "smallest": -shapely.area(shapes)}.get(choice)
    host = _hosts(edges, is_guest, areas, 4 * noise_of(shapes))
    whole = np.where(host < 0, np.arange(len(host)), host)
    return Given(_merged(shapes, edges, whole), host)


def _hosts(edges: Edges, is_guest: np.ndarray, areas: np.ndarray | None, noise: float) -> np.ndarray:
    import numpy as np

    count = len(is_guest)
    host = np.where(is_guest, -1, np.arange(count))
    shared = edges.right >= 0
    one, other = edges.left[shared], edges.right[shared]
    guest, beside = np.concatenate([one, other]), np.concatenate([other, one])
    length = np.tile(edges.length[shared], 2)
    while True:
        free = (host[guest] < 0) & (host[beside] >= 0)
        if not free.any():
            return host
        pairs, inverse = np.unique(guest[free] * count + host[beside[free]], return_inverse=True)
        asking, asked = pairs // count, pairs % count
        border = np.bincount(inverse.reshape(-1), weights=length[free])
        score = np.round(border / noise) if areas is None else areas[asked]
        order = np.lexsort((asked, -score, asking))
        best = order[np.unique(asking[order], return_index=True)[1]]
        host[asking[best]] = asked[best]


def _merged(shapes: np.ndarray, edges: Edges, host: np.ndarray) -> np.ndarray:
    """Builds the polygons that took others in from their outer edges, so that no hair stays where vertices differ."""
    import numpy as np
    import shapely

    result = np.array(shapes, object)
    takers = np.flatnonzero(np.bincount(host, minlength=len(host)) > 1)
    if not len(takers):
        return result
    left, right = (np.where(side >= 0, host[side], -1) for side in (edges.left, edges.right))
    outer = np.flatnonzero(left != right)
    owner, edge = np.concatenate([left[outer], right[outer]]), np.tile(outer, 2)
    kept = np.isin(owner, takers)
    owner, edge = owner[kept], edge[kept]
    order = np.argsort(owner, kind="stable")
    lines = shapely.linestrings(np.stack([edges.start[edge[order]], edges.end[edge[order]]], axis=1))
    built = np.full(len(takers), None, object)
    present, group = np.unique(owner[order], return_inverse=True)
    built[np.searchsorted(takers, present)] = shapely.build_area(shapely.multilinestrings(lines, indices=group))
    wanted = np.bincount(host, weights=np.nan_to_num(shapely.area(shapes)), minlength=len(host))[takers]
    slack = 1e-12 * wanted + noise_of(shapes) * np.nan_to_num(shapely.length(built))
    is_whole = (np.abs(shapely.area(built) - wanted) <= slack) & shapely.is_valid(built)
    for place in np.flatnonzero(~is_whole).tolist():  # polygons overlap here, so that edges do not tell inside
        built[place] = shapely.union_all(shapes[host == takers[place]])
    result[takers] = built
    return result


class Surroundings(NamedTuple):
    """What lies around polygons.

    Args:
        gaps: Places that they are all around of, from west to east; what lies inside a gap is a hole of it. Those as
            narrow as the noise of floats are none.
        outline: The polygons with all that they enclose.
    """

    gaps: np.ndarray
    outline: Any


def surroundings(union: Any) -> Surroundings:
    """Tells what a union of polygons encloses."""
    import numpy as np
    import shapely

    if union is None or union.is_empty:
        return Surroundings(np.zeros(0, object), shapely.MultiPolygon())
    xmin, ymin, xmax, ymax = union.bounds
    margin = max(xmax - xmin, ymax - ymin, 1.0)
    frame = shapely.box(xmin - margin, ymin - margin, xmax + margin, ymax + margin)
    parts = shapely.get_parts(shapely.difference(frame, union))
    inside = shapely.bounds(parts)[:, 0] >= xmin
    gaps = parts[inside & (mean_widths(parts) > noise_of(shapely.get_parts(union)))]
    # an overlay of the gaps and the union would take as long as the union
    rings = shapely.get_rings(parts[~inside])
    outline = shapely.multipolygons(shapely.polygons(rings[shapely.bounds(rings)[:, 0] >= xmin]))
    return Surroundings(gaps[np.lexsort(shapely.bounds(gaps).T[::-1])] if len(gaps) else gaps, outline)


def are_narrow(gaps: np.ndarray, width: float) -> np.ndarray:
    """Tells of which polygons no place is wider than `width`."""
    import shapely

    # GEOS 3.13 drops what is smaller than 1e-4 of the distance of a buffer, so that the last step is a short one
    nearly = shapely.buffer(gaps, -width / 2 * (1 - LAST_STEP))
    return shapely.is_empty(shapely.buffer(nearly, -width / 2 * (LAST_STEP + ROUNDING)))  # type: ignore[no-any-return]


def count_open_gaps(shapes: np.ndarray, outline: Any, width: float) -> int:
    """Counts the places at the rim that are narrower than `width` and lie between two polygons or more.

    Args:
        outline: Of the polygons, with all that they enclose.
    """
    import numpy as np
    import shapely

    wide = shapely.buffer(outline, width / 2, join_style="mitre", mitre_limit=SPIKE)
    closed = shapely.buffer(wide, -width / 2, join_style="mitre", mitre_limit=SPIKE)
    parts = shapely.get_parts(shapely.difference(closed, outline))
    parts = parts[mean_widths(parts) > CLOSE * width]
    part, _ = shapely.STRtree(shapes).query(parts, predicate="dwithin", distance=CLOSE * width)
    return int((np.bincount(part, minlength=len(parts)) > 1).sum())
