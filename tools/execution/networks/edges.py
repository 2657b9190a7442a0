# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines as edges of a network, and their ends as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..geometry.points_beside_lines import rounding_of
from ..relations.components import by_appearance, connected
from ..relations.spatial_pairs import near_pairs

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run


class Nodes(NamedTuple):
    """Where edges end, numbered from 0 in the order in which the lines come to them.

    Args:
        start, end: Node of the first and of the last vertex of each line.
        places: x and y of each node: that of the first end that lies on it.
    """

    start: np.ndarray
    end: np.ndarray
    places: np.ndarray

    def take(self, lines: np.ndarray) -> Nodes:
        """Gives the ends of some lines; the numbers of nodes stay."""
        return Nodes(self.start[lines], self.end[lines], self.places)


def nodes_of(run: Run, lines: np.ndarray, tolerance: float) -> Nodes:
    """Numbers the places where lines end.

    Args:
        lines: Plain lines of finite coordinates, none of which is missing or empty.
        tolerance: In units of the coordinates; ends this near but for rounding, or joined by a chain of such ends, are
            one node.
    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    import numpy as np
    import shapely

    coordinates, line = shapely.get_coordinates(lines, return_index=True)
    counts = np.bincount(line, minlength=len(lines))
    last = np.cumsum(counts) - 1
    ends = np.stack([coordinates[last - counts + 1], coordinates[last]], axis=1).reshape(-1, 2)
    node, places = _numbered(ends)
    if tolerance > 0 and len(places):
        points = shapely.points(places)
        cluster = connected(len(points), *near_pairs(run, points, points, tolerance + rounding_of(points)))
        node, places = cluster[node], places[np.unique(cluster, return_index=True)[1]]
    return Nodes(node[0::2], node[1::2], places)


def _numbered(ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers positions in the order in which they first appear; equal ones have one number."""
    import numpy as np

    plain = np.ascontiguousarray(ends + 0.0)  # -0.0 is 0.0
    label = np.unique(plain.view(np.complex128).ravel(), return_inverse=True)[1]
    node = by_appearance(label)
    return node, plain[np.unique(node, return_index=True)[1]]
