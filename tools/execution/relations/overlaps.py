# SPDX-License-Identifier: GPL-2.0-or-later
"""Where polygons of one layer overlap, and whose each such place becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..geometry.measures import edges_of
from ..geometry.shared_edges import FLOAT_NOISE
from .overlay import common_parts, of_dimension, remainders
from .spatial_pairs import Pairs, related_pairs

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

PROGRESS_STEP = 1000


class Overlaps(NamedTuple):
    """Areas that two polygons of one layer share.

    Args:
        pairs: Their rows, the lower one first.
        shapes: The area of each pair.
    """

    pairs: Pairs
    shapes: np.ndarray


def mean_widths(shapes: np.ndarray) -> np.ndarray:
    """Gives twice the area over the perimeter: the width of a strip, half the side of a square; NaN for none."""
    import numpy as np
    import shapely

    with np.errstate(invalid="ignore", divide="ignore"):
        return 2 * shapely.area(shapes) / shapely.length(shapes)  # type: ignore[no-any-return]


def noise_of(shapes: np.ndarray) -> float:
    """Gives the width below which a strip is an artefact of floats, in units of the coordinates."""
    import numpy as np
    import shapely

    places = shapely.get_coordinates(shapes)
    return FLOAT_NOISE * float(np.abs(places).max()) if len(places) else 0.0


def overlaps_of(run: Run, shapes: np.ndarray) -> Overlaps:
    """Finds every pair of polygons that share an area; what is narrower than the noise of floats is none."""
    import numpy as np
    import shapely

    found = related_pairs(run, shapes, shapes, ["intersects"])
    once = np.flatnonzero(found.first < found.second)
    # asked of each pair once, and of those that meet alone: no other predicate tells it as fast
    once = once[~shapely.touches(shapes[found.first[once]], shapes[found.second[once]])]
    common = common_parts(run, shapes, shapes, Pairs(found.first[once], found.second[once]), 2)
    wide = mean_widths(common.shapes) > noise_of(shapes)
    return Overlaps(Pairs(common.pairs.first[wide], common.pairs.second[wide]), common.shapes[wide])


def ranked_apart(run: Run, shapes: np.ndarray, pairs: Pairs, rank: np.ndarray) -> np.ndarray:
    """Takes from each polygon what it shares with polygons of a lower rank number; None where nothing is left.

    Args:
        pairs: Rows that overlap.
        rank: Different numbers, one per polygon.
    """
    import numpy as np

    wins = rank[pairs.first] < rank[pairs.second]
    loser = np.where(wins, pairs.second, pairs.first)
    winner = np.where(wins, pairs.first, pairs.second)
    order = np.lexsort((winner, loser))
    return remainders(run, shapes, shapes, Pairs(loser[order], winner[order]))


def bordered_apart(run: Run, shapes: np.ndarray, pairs: Pairs) -> np.ndarray:
    """Gives each piece that two polygons share to the one whose rest it has the longer border with.

    Pairs are settled one after the other, in the order of their rows, on what is left of the polygons; of equal borders
    the lower row wins.
    Args:
        pairs: Rows that overlap, the lower one first.
    Returns: One shape per polygon; None where nothing is left.
    """
    import numpy as np
    import shapely

    noise = 2 * noise_of(shapes)
    left = np.array(shapes, object)
    for done, (one, other) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        if done % PROGRESS_STEP == 0:
            run.progress(done / len(pairs.first))
        first, second = left[one], left[other]
        pieces = _areas(shapely.intersection(first, second))
        if len(pieces):
            is_first = _border_beyond(pieces, first, noise) >= _border_beyond(pieces, second, noise) - noise
            left[one] = _with_pieces(first, second, pieces, is_first)
            left[other] = _with_pieces(second, first, pieces, ~is_first)
    return of_dimension(left, 2)


def _with_pieces(polygon: Any, other: Any, pieces: np.ndarray, kept: np.ndarray) -> Any:
    """Takes away from a polygon the pieces it shares with another, save those it keeps."""
    import numpy as np
    import shapely

    if kept.all():
        return polygon
    rest = shapely.difference(polygon, other)
    return shapely.union_all(np.append(pieces[kept], rest)) if kept.any() else rest


def _areas(shape: Any) -> np.ndarray:
    """Gives the parts of a shape that have an area."""
    import shapely

    parts = shapely.get_parts(shapely.get_parts(shape))
    return parts[shapely.area(parts) > 0]  # type: ignore[no-any-return]


def _border_beyond(pieces: np.ndarray, polygon: Any, noise: float) -> np.ndarray:
    """Measures how much of the border of each piece runs through a polygon, not along its own border.

    Edges are judged by their middles, since a line on a line is not found again once its ends were computed.
    """
    import numpy as np
    import shapely

    edges = edges_of(pieces)
    middles = shapely.points((edges.start + edges.end) / 2)
    outline = shapely.boundary(polygon)
    shapely.prepare(outline)
    lengths = np.hypot(*(edges.end - edges.start).T) * ~shapely.dwithin(outline, middles, noise)
    return np.bincount(edges.owner, weights=lengths, minlength=len(pieces))
