# SPDX-License-Identifier: GPL-2.0-or-later
"""Least-cost paths between pairs of points: which pairs, one search for many of them, and the layer of lines."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import shapely

from ...declaration.facts import Field
from ...declaration.layers import Points
from ...declaration.wording import counted
from ..layers.key_matching import Keys, find_matches
from ..layers.rows import Column, RowSet, read_rows, write_rows
from ..run import Run
from .cost_surfaces import CostSurface, Search

FEWER = "fewer origins or destinations, or pairs nearest"


class PathEnds(NamedTuple):
    """Both sides, origins first.

    Args:
        layers: Of points.
        ids: Field that names the rows of each; None for their numbers.
        places: Of the cell of each row; -1 for none.
    """

    layers: tuple[Points, Points]
    ids: tuple[str | None, str | None]
    places: tuple[np.ndarray, np.ndarray]

    @property
    def is_same(self) -> bool:
        """Tells whether both are one layer, in which no row goes to itself."""
        return self.layers[0].is_same_as(self.layers[1])


class Paths(NamedTuple):
    """A path per pair.

    Args:
        pair: Rows of origin and destination; -1 for an origin without a destination.
        cost, length: NaN where there is no path.
        shapes: Lines; None where there is no path, or none with a length.
    """

    pair: np.ndarray
    cost: np.ndarray
    length: np.ndarray
    shapes: np.ndarray


def pairs_of(run: Run, how: str, ends: PathEnds) -> np.ndarray:
    """Pairs rows of origins with rows of destinations, in their order; for nearest each origin with -1.

    Raises: ToolError KEY_MISMATCH, LIMIT_EXCEEDED.
    """
    counts = [len(places) for places in ends.places]
    if how == "nearest":
        return np.column_stack([np.arange(counts[0]), np.full(counts[0], -1)])
    if how == "same_id":
        columns = _ids(run, ends, 0), _ids(run, ends, 1)
        found = find_matches(run, Keys(ends.layers[0].name, ends.layers[1].name, [columns]), "exact", 100.0)
        alone = int((found.candidates == 0).sum())
        if alone:
            run.note(f'{counted(alone, "point")} of "{ends.layers[0].name}" without a destination of the same id, and '
                     "so without a path.")  # fmt: skip
        pairs = np.column_stack([found.left, found.right]).astype(np.int64)
    else:
        run.require.size("rows", counts[0] * counts[1], "the result", FEWER, "pairs")
        pairs = np.column_stack([side.ravel() for side in np.indices(counts)])
    return pairs[pairs[:, 0] != pairs[:, 1]] if ends.is_same else pairs


def trace(run: Run, surface: CostSurface, ends: PathEnds, pairs: np.ndarray, to_nearest: bool) -> Paths:
    """Finds the path of each pair.

    Raises: ToolError BAD_VALUE, LIMIT_EXCEEDED, CANCELLED.
    """
    nothing = np.full(len(pairs), np.nan)
    paths = Paths(pairs.copy(), nothing, nothing.copy(), np.full(len(pairs), None, object))
    search = Search(surface)
    if to_nearest:
        _to_nearest(run, search, ends, paths)
        return paths
    places = np.column_stack([ends.places[side][pairs[:, side]] for side in (0, 1)])
    wanted = np.flatnonzero((places >= 0).all(axis=1))
    distinct = [np.unique(places[wanted, side]) for side in (0, 1)]
    near = 0 if len(distinct[0]) <= len(distinct[1]) else 1
    for index, source in enumerate(distinct[near]):
        mine = wanted[places[wanted, near] == source]
        share = index / len(distinct[near]), (index + 1) / len(distinct[near])
        search.spread(run, np.array([source]), targets=places[mine, 1 - near], share=share)
        for pair in mine:
            _trace_one(run, search, paths, pair, places[pair, 1 - near], is_backwards=near == 0)
    return paths


def _to_nearest(run: Run, search: Search, ends: PathEnds, paths: Paths) -> None:
    """Searches once from all destinations; in one layer from all but the point itself."""
    origins, destinations = ends.places
    rounds: list[tuple[np.ndarray, np.ndarray]] = [(np.arange(len(origins)), np.arange(len(destinations)))]
    if ends.is_same:
        rounds = [(np.array([row]), np.delete(np.arange(len(destinations)), row)) for row in range(len(origins))]
    for index, (mine, others) in enumerate(rounds):
        others, mine = others[destinations[others] >= 0], mine[origins[mine] >= 0]
        share = index / len(rounds), (index + 1) / len(rounds)
        search.spread(run, destinations[others], targets=origins[mine], share=share)
        first = dict(zip(destinations[others][::-1], others[::-1], strict=True))
        for row in mine:
            last = _trace_one(run, search, paths, row, origins[row], is_backwards=False)
            if last is not None:
                paths.pair[row, 1] = first[last]


def _trace_one(run: Run, search: Search, paths: Paths, pair: int, place: int, is_backwards: bool) -> int | None:
    """Notes the path from a cell to the source of the last search. Returns: The source, None where it is not reached.

    Args:
        is_backwards: Whether that is against the direction of the line.
    """
    cost = search.distance[place]
    if not np.isfinite(cost):
        return None
    cells = search.way_back(run, place)
    x, y = search.surface.centres(cells)
    ways = np.searchsorted(np.sort(search.surface.offsets), np.diff(cells))
    steps = search.surface.lengths[np.argsort(search.surface.offsets)][ways]
    paths.cost[pair], paths.length[pair] = cost, steps.sum()
    if len(cells) > 1:
        turns = np.concatenate([[True], ways[1:] != ways[:-1], [True]])  # straight on, a vertex says nothing
        line = shapely.linestrings(x[turns], y[turns])
        paths.shapes[pair] = shapely.reverse(line) if is_backwards else line
    return int(cells[-1])


def write_paths(run: Run, crs: str, ends: PathEnds, paths: Paths) -> tuple[Any, int]:
    """Writes the layer of lines: what the body puts into its result, and how many pairs have no path."""
    columns = [_ids(run, ends, side).take(paths.pair[:, side]) for side in (0, 1)]
    columns = [column.renamed(name) for column, name in zip(columns, ("origin_id", "destination_id"), strict=True)]
    is_null = np.isnan(paths.cost)
    columns += [
        Column(Field("cost", "real"), paths.cost, is_null),
        Column(Field("length", "real"), paths.length, is_null),
    ]
    unreached, still = int(is_null.sum()), int((paths.cost == 0).sum())
    run.count_before = len(ends.places[0])
    if unreached:
        run.note(f"{counted(unreached, 'pair')} without a path; shape, cost and length are NULL.")
    if still:
        run.note(f"{counted(still, 'pair')} in one cell; cost and length are 0, and there is no shape.")
    rows = RowSet(columns, shapely.to_wkb(paths.shapes), len(paths.cost))
    return write_rows(run, rows, crs=crs, geometry_type="LineString"), unreached


def _ids(run: Run, ends: PathEnds, side: int) -> Column:
    name, count = ends.ids[side], len(ends.places[side])
    if name is None:
        return Column(Field("number", "integer"), np.arange(1, count + 1), np.zeros(count, bool))
    return read_rows(run, ends.layers[side], [name], geometry=False).column(name)
