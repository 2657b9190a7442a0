# SPDX-License-Identifier: GPL-2.0-or-later
"""Simplifies lines and polygons, common edges as one, and more finely where what they bound would break."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from ..relations.overlaps import overlaps_of
from ..relations.spatial_pairs import related_pairs
from ..run import Run
from .shared_arcs import Arcs, Chains, Rebuilt, arcs_of, chains_of, rebuilt

if TYPE_CHECKING:
    import numpy as np


FINER = 4  # what a tolerance is divided by where it was too coarse
MOST_LEVELS = 4  # of finer tolerances, before all vertices stay


class Simplified(NamedTuple):
    """Shapes with fewer vertices.

    Args:
        shapes: One per row, multi-part; None where a shape has collapsed.
        lost_parts: Parts and holes of the others that have collapsed.
        held_rows: Rows some edges of which keep more vertices, since they would cross or overlap otherwise.
        faults_before: Pairs of polygons that overlapped already.
    """

    shapes: np.ndarray
    lost_parts: int
    held_rows: int = 0
    faults_before: int = 0


def simplified(run: Run, shapes: np.ndarray, method: str, tolerance: float, *, share: bool) -> Simplified:
    """Simplifies shapes of one dimension.

    Args:
        method: douglas_peucker or visvalingam.
        tolerance: In units of the coordinates.
        share: Whether a stretch that several shapes have is simplified once for all, with its ends in place, and what
            would make shapes invalid, overlap or cross anew is simplified by a finer tolerance, at last not at all.
    """
    import numpy as np

    chains, is_node = chains_of(shapes, share=share)
    arcs = arcs_of(chains, is_node, share=share)
    whole = rebuilt(chains, np.ones(len(chains.vertex), bool), chains.places, chains.vertex, len(shapes))
    before = _faults(run, whole.parts, chains.is_area) if share else set()
    faults: set[tuple[int, int]] = set()
    part_of_arc = chains.part[arcs.chain]
    level = np.zeros(len(arcs.key), np.int64)
    stays, changed = _ends(arcs), np.ones(len(arcs.key), bool)
    while True:
        _simplify(run, chains, arcs, changed, method, tolerance / FINER**level, stays)
        stays[(level > MOST_LEVELS)[arcs.arc]] = True
        kept = np.zeros(len(chains.vertex), bool)
        kept[arcs.position[stays]] = True
        made = rebuilt(chains, kept, chains.places, chains.vertex, len(shapes))
        if share:
            faults = _faults_now(run, chains, made, np.unique(part_of_arc[changed]), faults)
        faulty = _parts_at_fault(chains, made, faults - before) if share else np.zeros(0, np.int64)
        at_fault = np.isin(arcs.key, arcs.key[np.isin(part_of_arc, faulty)])
        changed = at_fault & (level <= MOST_LEVELS)
        if not changed.any():
            held = np.unique(chains.row[part_of_arc[level > 0]])
            return Simplified(made.shapes, made.lost_parts, len(held), len(before) if chains.is_area else 0)
        level[changed] += 1


def _simplify(
    run: Run, chains: Chains, arcs: Arcs, changed: np.ndarray, method: str, tolerances: np.ndarray, stays: np.ndarray
) -> None:
    """Writes into `stays` which vertices of the changed arcs are kept; ends are."""
    import numpy as np

    chosen = np.flatnonzero(changed[arcs.arc])
    if len(chosen):
        stays[chosen] = _ends(arcs)[chosen]
        number = np.cumsum(np.diff(arcs.arc[chosen], prepend=-1) != 0) - 1
        flat = chains.places[chains.vertex[arcs.position[chosen]], :2]
        left = _douglas_peucker if method == "douglas_peucker" else _visvalingam
        stays[chosen[left(run, flat, number, tolerances[changed])]] = True


def _faults_now(
    run: Run, chains: Chains, made: Rebuilt, changed: np.ndarray, faults: set[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Brings the faults up to date where only some parts have changed."""
    import numpy as np
    import shapely

    near = np.full(len(made.parts), None, object)
    beside = np.unique(np.append(changed, shapely.STRtree(made.parts).query(made.parts[changed])[1]))
    near[beside] = made.parts[beside]
    again = set(changed.tolist())
    return {pair for pair in faults if not again & set(pair)} | _faults(run, near, chains.is_area)


def _parts_at_fault(chains: Chains, made: Rebuilt, faults: set[tuple[int, int]]) -> np.ndarray:
    """Lists the parts of the faults; where there are none, those of multi-part shapes that are invalid as a whole."""
    import numpy as np
    import shapely

    if faults:
        return np.unique(np.array(list(faults)))
    is_wrong = ~shapely.is_valid(made.shapes) & ~shapely.is_missing(made.shapes)
    return np.flatnonzero(is_wrong[chains.row])


def snapped(shapes: np.ndarray, step: float) -> Simplified:
    """Moves every vertex to the nearest point of a grid through the origin and leaves out those that fall together."""
    import numpy as np

    chains, _ = chains_of(shapes, share=False)
    places = np.array(chains.places)
    places[:, :2] = np.round(places[:, :2] / step) * step
    _, vertex = np.unique(places[:, :2], axis=0, return_inverse=True)
    number = vertex.reshape(-1)[chains.vertex]
    first = np.zeros(len(places), np.int64)
    first[number] = chains.vertex
    made = rebuilt(chains, np.ones(len(number), bool), places, first[number], len(shapes))
    return Simplified(made.shapes, made.lost_parts)


def _faults(run: Run, parts: np.ndarray, is_area: bool) -> set[tuple[int, int]]:
    """Lists pairs of parts that overlap or cross; one that is invalid or crosses itself stands with itself."""
    import numpy as np
    import shapely

    is_right = shapely.is_valid(parts) if is_area else shapely.is_simple(parts)
    alone = np.flatnonzero(~is_right & ~shapely.is_missing(parts))
    sound = np.array(parts)
    if is_area:
        sound[alone] = None  # what is invalid cannot be cut
        pairs = overlaps_of(run, sound).pairs
    else:
        pairs = related_pairs(run, sound, sound, ["crosses", "overlaps"])
    return {(int(part), int(part)) for part in alone} | {
        (int(one), int(other)) for one, other in zip(*pairs, strict=True) if one < other
    }


def _douglas_peucker(run: Run, flat: np.ndarray, arc: np.ndarray, tolerances: np.ndarray) -> np.ndarray:
    """Lists the vertices of arcs that stay: those farther than the tolerance from the straights between others."""
    import numpy as np
    import shapely

    numbered = np.column_stack([flat, np.arange(len(flat))])  # the number of a vertex travels as its Z
    lines = shapely.simplify(shapely.linestrings(numbered, indices=arc), tolerances, preserve_topology=False)
    return shapely.get_coordinates(lines, include_z=True)[:, 2].astype(np.int64)  # type: ignore[no-any-return]


def _visvalingam(run: Run, flat: np.ndarray, arc: np.ndarray, tolerances: np.ndarray) -> np.ndarray:
    """Lists the vertices of arcs that stay when the smallest triangle goes first, up to the square of the tolerance."""
    import numpy as np

    x, y = flat.T.tolist()
    starts = np.flatnonzero(np.diff(arc, prepend=-1)).tolist()
    stays: list[int] = []
    for done, (start, end) in enumerate(zip(starts, [*starts[1:], len(arc)], strict=True)):
        if done % 1000 == 0:
            run.progress(done / len(starts))
        left = _left_by_area(x[start:end], y[start:end], float(tolerances[done]) ** 2)
        stays += [start + vertex for vertex in left]
    return np.array(stays, np.int64)


def _left_by_area(x: list[float], y: list[float], most: float) -> list[int]:
    before, after = list(range(-1, len(x) - 1)), list(range(1, len(x) + 1))

    def area(vertex: int) -> float:
        one, other = before[vertex], after[vertex]
        return abs((x[one] - x[vertex]) * (y[other] - y[vertex]) - (x[other] - x[vertex]) * (y[one] - y[vertex])) / 2

    areas = {vertex: area(vertex) for vertex in range(1, len(x) - 1)}
    queue = [(size, vertex) for vertex, size in areas.items()]
    heapq.heapify(queue)
    while queue and queue[0][0] <= most:
        size, vertex = heapq.heappop(queue)
        if areas.get(vertex) != size:
            continue  # gone, or in the queue again with another area
        del areas[vertex]
        one, other = before[vertex], after[vertex]
        after[one], before[other] = other, one
        for neighbour in (one, other):
            if neighbour in areas:
                areas[neighbour] = area(neighbour)
                heapq.heappush(queue, (areas[neighbour], neighbour))
    return list(areas)


def _ends(arcs: Arcs) -> np.ndarray:
    import numpy as np

    is_first = np.diff(arcs.arc, prepend=-1) != 0
    return is_first | np.append(is_first[1:], True)[: len(is_first)]
