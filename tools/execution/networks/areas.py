# SPDX-License-Identifier: GPL-2.0-or-later
"""Service areas as lines, and hulls around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.wording import counted
from ..geometry.shapes import as_multi_parts
from .reach import Reach, part_shapes, pieces_at, reached_parts
from .shortest import costs_from_any, costs_from_each

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run
    from .graph import Cut
    from .prepared import Network, Placed

STEPS = 200  # points along the longer side of an area's extent


class Asked(NamedTuple):
    """What areas are asked for.

    Args:
        limits: Costs, ascending.
        towards: Whether costs count towards the facilities.
        merged: Whether the areas of all facilities are one.
    """

    limits: np.ndarray
    towards: bool
    merged: bool


def line_areas(run: Run, network: Network, cut: Cut, placed: Placed, asked: Asked) -> np.ndarray:
    """Makes multi-part lines: of each facility for each limit, or merged of each limit; None where there is nothing.

    Raises: ToolError LIMIT_EXCEEDED, CANCELLED.
    """
    import numpy as np
    import shapely

    graph = cut.graph.turned() if asked.towards else cut.graph
    start = placed.arrive if asked.towards else placed.leave
    most = float(asked.limits[-1])
    count = len(asked.limits)
    if asked.merged:
        cost = costs_from_any(graph, start, most)
        parts = [reached_parts(cut.pieces, cost[None], asked.limits, towards=asked.towards)]
    else:
        parts = []
        vertices = 0
        for near in costs_from_each(run, graph, start, most):
            pieces, cost = pieces_at(cut.pieces, near.node, near.cost, graph.node_count)
            found = reached_parts(pieces, cost, asked.limits, towards=asked.towards)
            owner = near.start[found.owner // count] * count + found.owner % count
            parts.append(found._replace(owner=owner))
            vertices += 2 * len(owner)
            run.require.size("vertices", vertices, "the service areas", "smaller limits, or fewer facilities")
    shapes = np.full(count if asked.merged else len(start) * count, None, object)
    if not parts:
        return shapes
    reach = Reach(*(np.concatenate([part[side] for part in parts]) for side in range(4)))
    lines, part = part_shapes(run, network.chains, reach)
    filled, dense = np.unique(reach.owner[part], return_inverse=True)
    if len(filled):
        order = np.argsort(dense, kind="stable")
        shapes[filled] = shapely.multilinestrings(lines[order], indices=dense[order])
    return shapes


def hulls(run: Run, lines: np.ndarray, ratio: float, limit_count: int | None) -> np.ndarray:
    """Makes multi-part polygons, the concave hulls of areas; None where what is reached is straight, which is said.

    Args:
        ratio: From 0, the tightest hull, to 1, the convex one.
        limit_count: Number of limits, by which the hulls of all facilities are united; None to keep them apart.
    """
    import numpy as np
    import shapely

    shapes = np.full(len(lines), None, object)
    full = np.flatnonzero(~shapely.is_missing(lines))
    bounds = shapely.bounds(lines[full])
    step = np.maximum(bounds[:, 2] - bounds[:, 0], bounds[:, 3] - bounds[:, 1]) / STEPS
    points = shapely.get_num_coordinates(lines[full]) + shapely.length(lines[full]) / step
    run.require.size("vertices", float(points.sum()), "the hulls", "smaller limits, or fewer facilities")
    with run.timed():
        for number, area in enumerate(full.tolist()):
            run.progress(number / len(full))
            shapes[area] = shapely.concave_hull(shapely.segmentize(lines[area], step[number]), ratio)
        has_area = shapely.get_dimensions(shapes) == 2
        shapes[~has_area] = None
        if limit_count is not None:
            shapes = np.array([shapely.union_all(shapes[place::limit_count]) for place in range(limit_count)])
    flat = int((~has_area[full]).sum())
    if flat:
        run.note(f"without a polygon, since what is reached is straight: {counted(flat, 'area')}.")
    return as_multi_parts(shapes)
