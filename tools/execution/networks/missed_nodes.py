# SPDX-License-Identifier: GPL-2.0-or-later
"""Places where lines meet without a common end, so that they do not connect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...declaration.wording import counted
from ..geometry.points_beside_lines import rounding_of

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run
    from .edges import Nodes


def tell_missed_nodes(run: Run, lines: np.ndarray, nodes: Nodes, name: str) -> None:
    """Says at how many places a line has a vertex, or its dead end, on the way of another one.

    Crossings without a vertex are not looked for: bridges are such.

    Args:
        lines: Plain lines, none of which is missing or empty.
        name: Of the layer.
    """
    count = _shared_vertices(lines) + _dead_ends_on_the_way(lines, nodes)
    if count:
        run.note(f'meeting without a common end, so that they do not connect there: lines of "{name}" at '
                 f"{counted(count, 'place')}; planarize_lines cuts them.")  # fmt: skip


def _shared_vertices(lines: np.ndarray) -> int:
    """Counts the places that are vertices of several lines, between the ends of at least one of them."""
    import numpy as np
    import shapely

    coordinates, line = shapely.get_coordinates(lines, return_index=True)
    is_inner = np.zeros(len(line), bool)
    is_inner[1:-1] = (line[1:-1] == line[:-2]) & (line[1:-1] == line[2:])
    if not is_inner.any():
        return 0
    plain = np.ascontiguousarray(coordinates + 0.0).view(np.complex128).ravel()
    place = np.unique(plain, return_inverse=True)[1]
    # a place has several lines where the least and the greatest number of those there differ
    count = int(place.max()) + 1
    least, most = np.full(count, len(lines)), np.full(count, -1)
    least[place[::-1]] = line[::-1]  # of several, the one written last stays, and lines stand in order
    most[place] = line
    inner = np.zeros(count, bool)
    inner[place[is_inner]] = True
    return int((inner & (least < most)).sum())


def _dead_ends_on_the_way(lines: np.ndarray, nodes: Nodes) -> int:
    """Counts the dead ends that lie on another line, but on none of its vertices."""
    import numpy as np
    import shapely

    ends = np.concatenate([nodes.start, nodes.end])
    dead = np.flatnonzero(np.bincount(ends, minlength=len(nodes.places)) == 1)
    if not len(dead):
        return 0
    points = shapely.points(nodes.places[dead])
    slack = rounding_of(points)
    row, other = shapely.STRtree(lines).query(points, predicate="dwithin", distance=slack)
    apart = (nodes.start[other] != dead[row]) & (nodes.end[other] != dead[row])
    row, other = row[apart], other[apart]
    vertices = _vertices_of(lines[other])
    on_vertex = shapely.distance(points[row], vertices) <= slack[row]
    return len(np.setdiff1d(row, row[on_vertex]))


def _vertices_of(lines: np.ndarray) -> np.ndarray:
    """Gives the vertices of each line as one shape."""
    import numpy as np
    import shapely

    coordinates, line = shapely.get_coordinates(lines, return_index=True)
    return shapely.multipoints(coordinates, indices=line) if len(lines) else np.zeros(0, object)  # type: ignore[no-any-return]
