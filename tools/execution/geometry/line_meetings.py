# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines and polygons cut where other lines meet them; edges that several of these share are looked at once.

Lines are cut edge by edge, so that each pass over the same way is cut. Where another line runs along for a stretch, its
ends are cuts; vertices within it are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .line_cutting import Cut, cut_at
from .line_sections import Chains, chains_of
from .measures import edges_of

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

EDGES_AT_ONCE = 20_000
POLYGONS_AT_ONCE = 200
SAME_PLACE = 1e-9  # share of a line's length within which two cuts are one


class _Shared(NamedTuple):
    """What edges share with those of other lines: a place, or the two ends of a stretch.

    Args:
        edge, other: Numbers of the two edges.
        positions: x and y.
        is_stretch: Whether the place is an end of a stretch.
    """

    edge: np.ndarray
    other: np.ndarray
    positions: np.ndarray
    is_stretch: np.ndarray


def cut_by_lines(run: Run, lines: np.ndarray, cutters: np.ndarray) -> Cut:
    """Cuts lines where others cross them, touch them, begin or cease to run along with them, or end on them.

    Args:
        lines: Plain lines, none missing or empty.
        cutters: Lines of one or several parts, in two dimensions; they may be the same lines.
    Returns: Pieces in the order of the lines and along them.
    """
    import numpy as np
    import shapely

    chains = chains_of(lines, with_z=bool(shapely.has_z(lines).any()))
    line = np.repeat(np.arange(len(lines)), chains.last - chains.first + 1)
    vertex, positions = _meetings(run, chains, cutters)
    offset = np.hypot(*(positions - chains.coordinates[vertex, :2]).T)
    order = np.lexsort((offset, vertex))
    vertex, offset, positions = vertex[order], offset[order], positions[order]
    along, owner = chains.distance[vertex] + offset, line[vertex]
    is_first = np.diff(owner, prepend=-1) != 0
    kept = is_first | (np.diff(along, prepend=0) > SAME_PLACE * chains.lengths[owner])
    vertex, offset, positions = vertex[kept], offset[kept], positions[kept]
    share = offset / np.diff(chains.distance)[vertex]
    places = chains.coordinates[vertex] + share[:, None] * np.diff(chains.coordinates, axis=0)[vertex]
    places[:, :2] = positions
    # cuts become vertices, so that pieces of different lines end in one place
    every = np.concatenate([np.arange(len(line)), vertex])
    order = np.lexsort((np.concatenate([np.full(len(line), -1.0), offset]), every))
    owner = line[every[order]]
    noded = shapely.linestrings(np.concatenate([chains.coordinates, places])[order], indices=owner)
    is_cut = order >= len(line)
    return cut_at(noded, owner[is_cut], chains_of(noded).distance[is_cut])


def split_by(run: Run, shapes: np.ndarray, cutters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cuts lines or polygons by the lines that meet them.

    Args:
        shapes: Plain lines or plain polygons; missing, empty and those without length stay.
        cutters: Lines in two dimensions.
    Returns: Pieces in the order of the shapes, and the shape of each.
    """
    import numpy as np
    import shapely

    has_length = shapely.length(shapes) > 0
    full, bare = np.flatnonzero(has_length), np.flatnonzero(~has_length)
    if not len(full):
        return shapes, bare
    is_area = (shapely.get_dimensions(shapes) == 2).any()
    pieces, row = (_cut_polygons if is_area else cut_by_lines)(run, shapes[full], cutters)
    owner = np.concatenate([bare, full[row]])
    order = np.argsort(owner, kind="stable")
    return np.concatenate([shapes[bare], pieces])[order], owner[order]


def _cut_polygons(run: Run, polygons: np.ndarray, cutters: np.ndarray) -> Cut:
    import numpy as np
    import shapely

    edges = shapely.linestrings(_each_once(cutters))
    tree = shapely.STRtree(edges)
    pieces = np.array(polygons, object)
    for start in range(0, len(polygons), POLYGONS_AT_ONCE):
        run.progress(start / len(polygons))
        row, edge = tree.query(polygons[start : start + POLYGONS_AT_ONCE], predicate="intersects")
        order = np.lexsort((edge, row))
        met, first = np.unique(row[order], return_index=True)
        for place, near in zip(met.tolist(), np.split(edge[order], first[1:]), strict=False):
            pieces[start + place] = _cut(polygons[start + place], edges[near])
    return Cut(*shapely.get_parts(pieces, return_index=True))


def _cut(polygon: object, edges: np.ndarray) -> object:
    import shapely

    # edges reach out of the polygon: ends rounded at its border may fall short of it and cut nothing
    noded = shapely.union_all([shapely.boundary(polygon), shapely.multilinestrings(edges)])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    shapely.prepare(polygon)
    inside = faces[shapely.contains(polygon, shapely.point_on_surface(faces))]
    return shapely.multipolygons(inside) if len(inside) > 1 else polygon


def _meetings(run: Run, chains: Chains, cutters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Finds where edges of chains are cut: the vertex that each such edge begins with, and x and y."""
    import numpy as np
    import shapely

    positions = chains.coordinates[:, :2]
    has_step = (np.diff(positions, axis=0) != 0).any(axis=1)
    has_step[chains.last[:-1]] = False
    begins = np.ones(len(positions), bool)
    begins[1:] = has_step
    begins[chains.first] = True
    place = np.cumsum(begins)  # vertices that repeat the one before share its place
    vertex = np.flatnonzero(has_step)
    start, end = positions[vertex], positions[vertex + 1]
    others = _each_once(cutters)
    met = _shared(run, np.stack([start, end], axis=1), others)
    at_start = (met.positions == start[met.edge]).all(axis=1)
    at_end = (met.positions == end[met.edge]).all(axis=1)
    at_vertex = at_start | at_end
    # another edge that holds a vertex leaves the line there, unless it runs along on both sides, or on one and ends
    code = place[vertex[met.edge] + at_end] * len(others) + met.other
    _, index, group = np.unique(code[at_vertex], return_index=True, return_inverse=True)
    runs = np.bincount(group, met.is_stretch[at_vertex])
    at = np.flatnonzero(at_vertex)[index]
    stops = (met.positions[at, None] == others[met.other[at]]).all(axis=2).any(axis=1)
    leaving = at[(runs == 0) | ((runs == 1) & ~stops)]
    crossing = np.flatnonzero(~at_vertex & ~met.is_stretch)
    parts = shapely.get_parts(cutters)
    ends = shapely.get_coordinates([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    ending = np.flatnonzero(met.is_stretch & np.isin(_codes(met.positions), _codes(ends)))
    cuts = np.concatenate([leaving, crossing, ending])
    return vertex[met.edge[cuts]], met.positions[cuts]


def _each_once(cutters: np.ndarray) -> np.ndarray:
    """Gives the edges of lines, those that several share once and in one direction: shape (edges, 2, 2)."""
    import numpy as np

    edges = edges_of(cutters)
    sides = np.stack([edges.start, edges.end], axis=1)
    sides = sides[(edges.start != edges.end).any(axis=1)]
    (x, y), (other_x, other_y) = sides[:, 0].T, sides[:, 1].T
    is_back = (x > other_x) | ((x == other_x) & (y > other_y))
    sides[is_back] = sides[is_back, ::-1]
    return np.unique(sides.reshape(-1, 4), axis=0).reshape(-1, 2, 2)


def _shared(run: Run, edges: np.ndarray, others: np.ndarray) -> _Shared:
    import numpy as np
    import shapely

    theirs = shapely.linestrings(others)
    tree = shapely.STRtree(theirs)
    found, count = [], 0
    for start in range(0, len(edges), EDGES_AT_ONCE):
        run.progress(start / len(edges))
        ours = shapely.linestrings(edges[start : start + EDGES_AT_ONCE])
        edge, other = tree.query(ours, predicate="intersects")
        count += len(edge)
        run.require.size("pairs", count, "the meetings of edges", "fewer or simpler lines")
        shapes = shapely.intersection(ours[edge], theirs[other])
        positions, pair = shapely.get_coordinates(shapes, return_index=True)
        found.append(_Shared(edge[pair] + start, other[pair], positions, shapely.get_dimensions(shapes)[pair] == 1))
    return _Shared(*(np.concatenate(each) for each in zip(*found, strict=True)))


def _codes(positions: np.ndarray) -> np.ndarray:
    """Makes one number of x and y, to look places up."""
    return positions[:, 0] + 1j * positions[:, 1]  # type: ignore[no-any-return]
