# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines moved to one side, edge by edge.

The offset curve of GEOS comes from the border of a buffer: 3.11.1 loses a side of a closed line, and gives scraps
inside tight bends. Here each edge moves square to itself, and its neighbours lengthen or shorten it; an edge that has
shrunk to nothing is left out, and those beside it meet.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

MITRE_LIMIT = 5.0  # length of a mitre in offsets beyond which the corner is cut off square
SHARPEST = 2 * math.acos(1 / MITRE_LIMIT)
ROUNDING = 1e-9


class _Path(NamedTuple):
    """A line as edges that keep their directions.

    Args:
        vertices: Where the edges begin, and where the last one ends.
        along: Unit vector of each edge.
        turn: Angle from each edge to the next, positive towards the side of the offset; of a closed line also from the
            last to the first.
    """

    vertices: np.ndarray
    along: np.ndarray
    turn: np.ndarray

    @property
    def is_closed(self) -> bool:
        """Tells whether the last edge ends where the first begins."""
        return len(self.turn) == len(self.along)


def moved_lines(lines: np.ndarray, offset: float) -> np.ndarray:
    """Moves lines by an offset, to the left of their direction where it is above 0.

    Outer corners are mitred, sharp ones cut off square. A closed line stays closed.

    Args:
        lines: Plain lines without Z.
        offset: In units of the coordinates.
    Returns: Plain lines; None where an end has shrunk to nothing, so that nothing of the line is left on that side.
    """
    import numpy as np
    import shapely

    moved = np.full(len(lines), None, object)
    for number, line in enumerate(lines):
        coordinates = _moved(shapely.get_coordinates(line), offset)
        if coordinates is not None:
            moved[number] = shapely.linestrings(coordinates)
    return moved


def _moved(coordinates: np.ndarray, offset: float) -> np.ndarray | None:
    import numpy as np

    path = _path(coordinates, offset)
    while path is not None:
        before, after = _taken(path, abs(offset))
        length = (np.diff(path.vertices, axis=0) * path.along).sum(axis=1)
        left = length - before - after
        lost = np.flatnonzero(left <= ROUNDING * np.abs(length))
        if not len(lost):
            return _drawn(path, before, after, offset)
        # the edge that was the first to shrink to nothing
        share = length[lost] / (before + after)[lost]
        path = _without(path, int(lost[share.argmin()]))
    return None


def _path(coordinates: np.ndarray, offset: float) -> _Path | None:
    """Takes a line apart; None where it has no length."""
    import numpy as np

    steps = np.diff(coordinates, axis=0)
    length = np.hypot(*steps.T)
    kept = length > 0
    if not kept.any():
        return None
    vertices = coordinates[np.append(kept, True)]
    along = steps[kept] / length[kept][:, None]
    is_closed = len(along) > 2 and (vertices[0] == vertices[-1]).all()
    following = np.roll(along, -1, axis=0) if is_closed else along[1:]
    preceding = along if is_closed else along[:-1]
    cross = preceding[:, 0] * following[:, 1] - preceding[:, 1] * following[:, 0]
    turn = np.arctan2(cross, (preceding * following).sum(axis=1)) * np.sign(offset)
    # a line that goes straight back is gone round
    return _Path(vertices, along, np.where(turn > np.pi - ROUNDING, -np.pi, turn))


def _taken(path: _Path, offset: float) -> tuple[np.ndarray, np.ndarray]:
    """Gives what corners take from the start and the end of each edge, below 0 where they add to it."""
    import numpy as np

    taken = offset * np.where(path.turn < -SHARPEST, np.tan(path.turn / 4), np.tan(path.turn / 2))
    if path.is_closed:
        return np.roll(taken, 1), taken
    return np.append(0.0, taken), np.append(taken, 0.0)


def _without(path: _Path, edge: int) -> _Path | None:
    """Leaves an edge out, so that those beside it meet; None where they do not."""
    import numpy as np

    if path.is_closed:
        path, edge = _beginning_before(path, edge), 1
    vertices, along, turn = path
    if edge in (0, len(along) - 1):
        return None
    both = turn[edge - 1] + turn[edge]
    cross = along[edge - 1, 0] * along[edge + 1, 1] - along[edge - 1, 1] * along[edge + 1, 0]
    if both >= np.pi or abs(cross) < ROUNDING:
        return None
    step = vertices[edge + 1] - vertices[edge]
    ahead = (step[0] * along[edge + 1, 1] - step[1] * along[edge + 1, 0]) / cross
    meeting = vertices[edge] + ahead * along[edge - 1]
    return _Path(
        np.concatenate([vertices[:edge], meeting[None], vertices[edge + 2 :]]),
        np.delete(along, edge, axis=0),
        np.concatenate([turn[: edge - 1], [both], turn[edge + 1 :]]),
    )


def _beginning_before(path: _Path, edge: int) -> _Path:
    """Gives a closed line that begins with the edge before another one."""
    import numpy as np

    vertices, along, turn = (np.roll(each, 1 - edge, axis=0) for each in (path.vertices[:-1], path.along, path.turn))
    return _Path(np.append(vertices, vertices[:1], axis=0), along, turn)


def _drawn(path: _Path, before: np.ndarray, after: np.ndarray, offset: float) -> np.ndarray:
    """Gives the vertices of the moved line."""
    import numpy as np

    across = offset * np.stack([-path.along[:, 1], path.along[:, 0]], axis=1)
    start = path.vertices[:-1] + across + before[:, None] * path.along
    end = path.vertices[1:] + across - after[:, None] * path.along
    is_square = path.turn < -SHARPEST
    ends_apart = is_square if path.is_closed else np.append(is_square, True)
    places = np.stack([start, end], axis=1).reshape(-1, 2)
    places = places[np.stack([np.ones(len(start), bool), ends_apart], axis=1).ravel()]
    return np.append(places, places[:1], axis=0) if path.is_closed else places
