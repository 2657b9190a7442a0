# SPDX-License-Identifier: GPL-2.0-or-later
"""Random points in polygons, with or without a least distance between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

DRAWS_AT_ONCE = 1_000_000
ROUNDS_WITHOUT_GAIN = 30  # of as many throws as points are missing
LEAST_GAIN = 0.01  # share of throws that find room
SMALLEST_ROOM = 2.0**-12  # side of a square that is looked into, as a share of the distance
ROUND_UP = 1.01  # what round ends of buffers lack
WORTH_A_TREE = 4


class Scatter(NamedTuple):
    """Random points.

    Args:
        points: Shapes, polygon by polygon.
        owner: Row of the polygon each lies in.
        missing: Points for which there was no room.
    """

    points: np.ndarray
    owner: np.ndarray
    missing: int


def scattered(run: Run, shapes: np.ndarray, count: int, per: str, gap: float, random: Any) -> Scatter:
    """Places points in polygons.

    Args:
        count: Of all polygons, shared out by area, or of each of them.
        per: layer or polygon.
        gap: Least distance between any two points, in units of the coordinates; 0 for none.
        random: A numpy RandomState, whose numbers never change between versions.
    """
    import numpy as np
    import shapely

    areas = np.nan_to_num(shapely.area(shapes))
    has_area = areas > 0
    if not has_area.any():
        return Scatter(np.zeros(0, object), np.zeros(0, np.int64), 0)
    wanted = random.multinomial(count, areas / areas.sum()) if per == "layer" else np.where(has_area, count, 0)
    shapely.prepare(shapes)
    near = _Neighbours(gap)
    found, owner = [], []
    for row in np.flatnonzero(wanted).tolist():
        run.progress(row / len(shapes))
        places = _thrown(run, shapes[row], int(min(wanted[row], near.room(shapes[row]))), near, random)
        found.append(places)
        owner.append(np.full(len(places), row))
    places = np.concatenate(found)
    return Scatter(shapely.points(places), np.concatenate(owner), int(wanted.sum()) - len(places))


class Triangles(NamedTuple):
    """A shape cut into triangles.

    Args:
        corners: Three places of each triangle.
        upto: Area of each triangle and all before it.
    """

    corners: np.ndarray
    upto: np.ndarray

    def random_places(self, count: int, random: Any) -> np.ndarray:
        """Gives places spread evenly over the shape."""
        import numpy as np

        which, first, second = random.random_sample((count, 3)).T
        root = np.sqrt(first)
        shares = np.stack([1 - root, root * (1 - second), root * second], axis=1)
        triangle = np.searchsorted(self.upto, which * self.upto[-1], side="right")
        return (self.corners[np.minimum(triangle, len(self.upto) - 1)] * shares[:, :, None]).sum(axis=1)  # type: ignore[no-any-return]


class BoxedShape(NamedTuple):
    """A shape whose places are drawn from its box, those outside thrown away.

    Args:
        shape: Prepared.
        share: Of its box that it covers.
    """

    shape: Any
    share: float

    def random_places(self, count: int, random: Any) -> np.ndarray:
        """Gives places spread evenly over the shape."""
        import numpy as np
        import shapely

        west, south, east, north = self.shape.bounds
        found, missing = [np.zeros((0, 2))], count
        while missing > 0:
            draws = random.random_sample((min(int(missing / self.share * 1.1) + 8, DRAWS_AT_ONCE), 2))
            places = draws * (east - west, north - south) + (west, south)
            found.append(places[shapely.contains_xy(self.shape, places)][:missing])
            missing -= len(found[-1])
        return np.concatenate(found)


def triangles_of(shape: Any) -> Triangles | BoxedShape:
    """Cuts a polygon or multi-polygon that has an area into triangles without new corners.

    Edges: Of shapes with slivers GEOS 3.11 cannot make triangles; then places are drawn from the box.
    """
    import numpy as np
    import shapely

    try:
        triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    except shapely.errors.GEOSException:
        shapely.prepare(shape)
        return BoxedShape(shape, shape.area / shape.envelope.area)
    corners = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    return Triangles(corners, np.cumsum(shapely.area(triangles)))


def _thrown(run: Run, shape: Any, count: int, near: _Neighbours, random: Any) -> np.ndarray:
    """Throws points into the triangles of a shape until there are enough; where few find room, to where room is."""
    import numpy as np
    import shapely

    triangles = triangles_of(shape)
    kept: list[Any] = []
    idle = 0
    while len(kept) < count and idle < (1 if near.gap else ROUNDS_WITHOUT_GAIN):
        run.raise_if_cancelled()
        missing = count - len(kept)
        places = triangles.random_places(missing + 8, random)
        before = len(kept)
        kept.extend(near.taken(places[shapely.contains_xy(shape, places)], missing))
        idle = idle + 1 if len(kept) - before <= LEAST_GAIN * missing else 0
    if near.gap and len(kept) < count:
        kept.extend(_filled_up(run, shape, count - len(kept), near, random))
    return np.array(kept).reshape(-1, 2)


def _filled_up(run: Run, shape: Any, most: int, near: _Neighbours, random: Any) -> list[tuple[float, float]]:
    """Throws points where there is room still: into squares, each quartered until a disc around a point covers it.

    Source: Ebeida et al. 2012, a simple algorithm for maximal Poisson-disk sampling.
    """
    import numpy as np
    import shapely
    from scipy.spatial import cKDTree

    west, south, east, north = shape.bounds
    side = max(east - west, north - south)
    corners = np.array([(west, south)])
    kept: list[tuple[float, float]] = []
    while side > SMALLEST_ROOM * near.gap:
        run.raise_if_cancelled()
        corners = corners[shapely.intersects(shape, shapely.box(*corners.T, *(corners + side).T))]
        if near.places:
            reach = cKDTree(near.places).query(corners + side / 2)[0] + side / math.sqrt(2)
            corners = corners[reach >= near.gap]
        if not len(corners) or len(kept) >= most:
            break
        if side < near.gap:
            places = random.permutation(corners) + random.random_sample(corners.shape) * side
            kept.extend(near.taken(places[shapely.contains_xy(shape, places)], most - len(kept)))
        side /= 2
        corners = (corners[:, None] + side * np.array([(0, 0), (0, 1), (1, 0), (1, 1)])).reshape(-1, 2)
    return kept


class _Neighbours:
    """Points placed so far, in squares as wide as the least distance."""

    def __init__(self, gap: float) -> None:
        self.gap = gap
        self.squares: dict[tuple[int, int], list[tuple[float, float]]] = {}
        self.places: list[tuple[float, float]] = []

    def room(self, shape: Any) -> float:
        """Gives a count of points that a shape cannot hold more of, as discs of half the distance do not overlap."""
        if not self.gap:
            return math.inf
        return math.ceil(ROUND_UP * shape.buffer(self.gap / 2).area / (math.pi * (self.gap / 2) ** 2))

    def taken(self, places: np.ndarray, most: int) -> Any:
        """Takes up to `most` places that keep the distance."""
        if not self.gap:
            return places[:most]
        kept: list[tuple[float, float]] = []
        for x, y in self._apart(places).tolist():
            if len(kept) == most:
                break
            if self._is_free(x, y):
                self.squares.setdefault(self._square(x, y), []).append((x, y))
                kept.append((x, y))
        self.places += kept
        return kept

    def _apart(self, places: np.ndarray) -> np.ndarray:
        """Leaves out most places that are too near to points placed before, where a tree of these is worth it."""
        from scipy.spatial import cKDTree

        if len(places) * WORTH_A_TREE < len(self.places) or not self.places:
            return places
        return places[cKDTree(self.places).query(places, distance_upper_bound=self.gap)[0] >= self.gap]  # type: ignore[no-any-return]

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return int(x // self.gap), int(y // self.gap)

    def _is_free(self, x: float, y: float) -> bool:
        column, row = self._square(x, y)
        limit = self.gap**2
        return all(
            (x - other_x) ** 2 + (y - other_y) ** 2 >= limit
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            for other_x, other_y in self.squares.get((column + i, row + j), ())
        )
