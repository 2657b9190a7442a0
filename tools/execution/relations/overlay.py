# SPDX-License-Identifier: GPL-2.0-or-later
"""Cuts the shapes of layers against each other, pair by pair, without a loop over features where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..geometry.passes_in_areas import cut_by_areas
from ..geometry.shapes import multi_maker
from .spatial_pairs import Pairs, related_pairs

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

CHUNK = 20_000
NOISE = 1e-9  # share of an area or a length that cuts at rounded crossings may add or take


class Common(NamedTuple):
    """Parts that two shapes share.

    Args:
        pairs: Row of the first and of the second layer of each part.
        shapes: One per pair.
        touching_count: Pairs that meet in a lower dimension only, such as along an edge, and have no part here.
    """

    pairs: Pairs
    shapes: np.ndarray
    touching_count: int


class Pieces(NamedTuple):
    """Pieces of several layers that do not cross one another's borders.

    Args:
        shapes: Polygons.
        owners: Row of each layer that a piece lies in, -1 for none: shape (pieces, layers).
    """

    shapes: np.ndarray
    owners: np.ndarray


def common_parts(run: Run, first: np.ndarray, second: np.ndarray, pairs: Pairs, dimension: int) -> Common:
    """Intersects the shapes of each pair; a line keeps every pass over its own way in an area.

    A shape that the other one covers is its own part, without computing it: of 10^5 lots in 100 districts most are.
    Neighbors in a grid share no area since their boxes share none.

    Args:
        pairs: Rows that intersect.
        dimension: Of the parts that are kept: 0 points, 1 lines, 2 areas.
    """
    import numpy as np
    import shapely

    parts = np.full(len(pairs.first), None, object)
    for start in range(0, len(parts), CHUNK):
        run.progress(start / len(parts))
        chunk = np.arange(start, min(start + CHUNK, len(parts)))
        one, other = first[pairs.first[chunk]], second[pairs.second[chunk]]
        if dimension == 2:
            is_near = _boxes_overlap(one, other)
            chunk, one, other = chunk[is_near], one[is_near], other[is_near]
        is_other = shapely.covers(one, other)
        is_one = ~is_other & shapely.covers(other, one)
        rest = ~(is_one | is_other)
        cut = np.where(is_other, other, one)
        is_line = shapely.get_dimensions(other) < shapely.get_dimensions(one)
        cut[rest] = cut_by_areas(
            np.where(is_line, other, one)[rest], np.where(is_line, one, other)[rest], is_inside=True
        )
        parts[chunk] = of_dimension(cut, dimension)
    kept = ~shapely.is_missing(parts)
    return Common(Pairs(pairs.first[kept], pairs.second[kept]), parts[kept], int((~kept).sum()))


def _boxes_overlap(shapes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Tells of each pair of shapes whether their boxes share an area."""
    import numpy as np
    import shapely

    box, other = shapely.bounds(shapes), shapely.bounds(others)
    low, high = np.maximum(box[:, :2], other[:, :2]), np.minimum(box[:, 2:], other[:, 2:])
    return (low < high).all(axis=1)  # type: ignore[no-any-return]


def insides(run: Run, first: np.ndarray, second: np.ndarray, pairs: Pairs, dimension: int) -> np.ndarray:
    """Gives the part of each shape that lies in any of the areas of the other layer that it intersects.

    Areas that lie elsewhere are not looked at: the union of all of them would be walked for every shape.

    Args:
        pairs: Rows that intersect, in the order of the first.
        dimension: Of the parts that are kept: 0 points, 1 lines, 2 areas.
    Returns: One per first shape; None where nothing is inside.
    """
    import numpy as np
    import shapely

    inside = np.full(len(first), None, object)
    sizes = np.bincount(pairs.first, minlength=len(first))
    starts = np.cumsum(sizes) - sizes
    once, several = np.flatnonzero(sizes == 1), np.flatnonzero(sizes > 1)
    for start in range(0, len(once), CHUNK):
        run.progress(start / len(once))
        rows = once[start : start + CHUNK]
        areas = second[pairs.second[starts[rows]]]
        whole = shapely.covers(areas, first[rows])
        inside[rows[whole]] = first[rows[whole]]
        inside[rows[~whole]] = of_dimension(cut_by_areas(first[rows[~whole]], areas[~whole], is_inside=True), dimension)
    cut = np.full(len(several), None, object)
    for chunk, areas in _areas_together(run, several, second[pairs.second], starts, sizes):
        cut[chunk] = cut_by_areas(first[several[chunk]], areas, is_inside=True)
    inside[several] = of_dimension(cut, dimension)
    return inside


def remainders(run: Run, first: np.ndarray, second: np.ndarray, pairs: Pairs) -> np.ndarray:
    """Takes away from each shape all shapes of the other layer that intersect it.

    Args:
        pairs: Rows that intersect.
    Returns: What is left of each first shape; None where nothing is.
    """
    import numpy as np
    import shapely

    left = np.array(first, object)
    sizes = np.bincount(pairs.first, minlength=len(first))
    starts = np.cumsum(sizes) - sizes
    once, several = np.flatnonzero(sizes == 1), np.flatnonzero(sizes > 1)
    for start in range(0, len(once), CHUNK):
        run.progress(start / len(once))
        rows = once[start : start + CHUNK]
        left[rows] = cut_by_areas(first[rows], second[pairs.second[starts[rows]]], is_inside=False)
    for chunk, areas in _areas_together(run, several, second[pairs.second], starts, sizes):
        left[several[chunk]] = cut_by_areas(first[several[chunk]], areas, is_inside=False)
    left[shapely.is_empty(left)] = None
    return left


def _areas_together(
    run: Run, rows: np.ndarray, areas: np.ndarray, starts: np.ndarray, sizes: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Unites the areas of each row, those of rows with as many areas in one go.

    Args:
        areas: Of all rows, one after another, from `starts` on.
    Yields: Places in `rows`, and the union of each.
    """
    import numpy as np
    import shapely

    done = 0
    for size in np.unique(sizes[rows]).tolist():
        alike = np.flatnonzero(sizes[rows] == size)
        step = max(1, CHUNK // (4 * size))
        for start in range(0, len(alike), step):
            run.progress(done / len(rows))
            chunk = alike[start : start + step]
            yield chunk, shapely.union_all(areas[starts[rows[chunk], None] + np.arange(size)], axis=1)
            done += len(chunk)


def is_more(sizes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Tells which areas or lengths exceed the others by more than the noise of rounded coordinates."""
    return sizes > others * (1 + NOISE)  # type: ignore[no-any-return]


def union_pieces(run: Run, layers: Sequence[np.ndarray]) -> Pieces:
    """Cuts the polygons of any number of layers against one another and keeps every piece.

    Edges: Polygons of one layer are not cut against each other; where they overlap, pieces do. Rows without geometry
    have no pieces.
    """
    import numpy as np
    import shapely

    present = [np.flatnonzero(~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)) for shapes in layers]
    shapes, owners = layers[0][present[0]], present[0][:, None]
    for rows, others in zip(present[1:], (layer[rows] for layer, rows in zip(layers[1:], present[1:], strict=True)),
                            strict=True):  # fmt: skip
        pairs = related_pairs(run, shapes, others, ["intersects"])
        common = common_parts(run, shapes, others, pairs, 2)
        left, right = remainders(run, shapes, others, pairs), remainders(run, others, shapes, _swapped(pairs))
        here, there = np.flatnonzero(left != None), np.flatnonzero(right != None)  # noqa: E711 (elementwise)
        absent = np.full((len(there), owners.shape[1]), -1)
        owners = np.vstack([
            np.column_stack([owners[common.pairs.first], rows[common.pairs.second]]),
            np.column_stack([owners[here], np.full(len(here), -1)]),
            np.column_stack([absent, rows[there]]),
        ])  # fmt: skip
        shapes = np.concatenate([common.shapes, left[here], right[there]])
    return Pieces(shapes, owners)


def _swapped(pairs: Pairs) -> Pairs:
    import numpy as np

    order = np.lexsort((pairs.first, pairs.second))
    return Pairs(pairs.second[order], pairs.first[order])


def of_dimension(shapes: np.ndarray, dimension: int) -> np.ndarray:
    """Keeps of each shape its parts of one dimension; None where it has none."""
    import numpy as np
    import shapely

    kept = np.array(shapes, object)
    collections = np.flatnonzero(shapely.get_type_id(kept) == shapely.GeometryType.GEOMETRYCOLLECTION)
    for row in collections.tolist():
        parts = shapely.get_parts(shapely.get_parts(kept[row]))
        parts = parts[(shapely.get_dimensions(parts) == dimension) & ~shapely.is_empty(parts)]
        kept[row] = multi_maker(dimension)(parts) if len(parts) else None
    kept[(shapely.get_dimensions(kept) != dimension) | shapely.is_empty(kept)] = None
    return kept
