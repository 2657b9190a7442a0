# SPDX-License-Identifier: GPL-2.0-or-later
"""What a call demands of routes: allowed edges, barriers, points to pass in order, a largest cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...declaration.errors import ToolError
from ...declaration.layers import Lines, Points, Vector
from ...declaration.wording import counted
from ..geometry.points_beside_lines import all_nearest_lines
from ..geometry.shapes import demand_finite, read_shapes
from ..layers.row_order import order_codes
from ..layers.rows import read_rows
from ..relations.spatial_pairs import related_pairs
from .shortest import Stops

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run
    from .prepared import Placed


@dataclass
class Constraints:
    """The constraints of a call; None where there is none.

    Args:
        allowed_edges: Expression on the network.
        barriers: Points, lines or polygons.
        must_pass, must_pass_order: Points, and the expression on them that orders them.
        max_cost: Largest cost of a route.
        blocked_count: Edges that are closed, once `closed` has been asked.
    """

    run: Run
    network: Lines
    allowed_edges: str | None = None
    barriers: Vector | None = None
    must_pass: Points | None = None
    must_pass_order: str | None = None
    max_cost: float | None = None
    blocked_count: int = field(default=0, init=False)

    @property
    def limit(self) -> float:
        """Gives the largest cost, infinite where there is none."""
        return float("inf") if self.max_cost is None else self.max_cost

    def closed(self, row: np.ndarray, edges: np.ndarray, limit: float) -> np.ndarray:
        """Tells which edges routes may not use.

        Args:
            row: Row of each edge.
            limit: How far a point may lie from its edge, in units of the coordinates.
        """
        import numpy as np

        found = np.zeros(len(edges), bool)
        if self.allowed_edges is not None:
            found |= edges_not_allowed(self.run, self.network, self.allowed_edges, row)
        if self.barriers is not None:
            self.run.require.crs_same(self.network, self.barriers)
            self.run.require.valid(self.barriers)
            found |= edges_barred(self.run, self.barriers, edges, limit)
        self.blocked_count = int(found.sum())
        return found

    def order(self) -> np.ndarray:
        """Gives the rows of must_pass in their order.

        Raises:
            ToolError MISSING_ARGUMENT, BAD_VALUE, and what an expression raises.
        """
        return ordered_points(self.run, self.must_pass, self.must_pass_order)


def edges_not_allowed(run: Run, network: Lines, expression: str, row: np.ndarray) -> np.ndarray:
    """Tells which edges are of rows for which an expression does not hold; NULL does not.

    Args:
        row: Row of each edge.
    """
    import numpy as np

    truths = run.expression(expression, network, "allowed_edges").truths()
    unknown = sum(truth is None for truth in truths)
    if unknown:
        run.note(f"not allowed, since allowed_edges gives NULL for them: {counted(unknown, 'line')} of "
                 f'"{network.name}".')  # fmt: skip
    return ~np.array([truth is True for truth in truths], bool)[row]


def edges_barred(run: Run, barriers: Vector, edges: np.ndarray, limit: float) -> np.ndarray:
    """Tells which edges touch a line or polygon, or are the nearest to a point.

    Args:
        limit: How far a point may lie from its edge, in units of the coordinates.
    """
    import numpy as np
    import shapely

    shapes = read_shapes(run, barriers).shapes
    demand_finite(barriers, shapes)
    parts = shapely.get_parts(shapes)
    parts = parts[~shapely.is_empty(parts)]
    is_point = shapely.get_dimensions(parts) == 0
    barred = np.zeros(len(edges), bool)
    with run.timed():
        barred[related_pairs(run, parts[~is_point], edges, ["intersects"]).second] = True
        near = all_nearest_lines(parts[is_point], shapely.STRtree(edges), limit)
        barred[near.line] = True
    if not len(parts):
        run.note(f'without any shape, so that they close no edge: barriers "{barriers.name}".')
    far = int(np.isnan(near.distance).sum())
    if far:
        run.note(f"farther from every edge than max_snap_distance, so that they close none: {counted(far, 'point')} of "
                 f'"{barriers.name}".')  # fmt: skip
    return barred


def ordered_points(run: Run, must_pass: Points | None, must_pass_order: str | None) -> np.ndarray:
    """Gives the rows of points to pass in their order."""
    import numpy as np

    if must_pass is None:
        if must_pass_order is not None:
            raise ToolError("BAD_VALUE", "must_pass_order has no meaning without must_pass", "leave it out",
                            argument="must_pass_order")  # fmt: skip
        return np.zeros(0, np.int64)
    count = read_rows(run, must_pass, [], geometry=False).count
    if not count:
        raise ToolError("BAD_VALUE", f'must_pass "{must_pass.name}" has no points that a route could pass',
                        "leave must_pass out for routes without", argument="must_pass")  # fmt: skip
    if must_pass_order is None:
        if count > 1:
            raise ToolError("MISSING_ARGUMENT", f'the order of the {count:,} points of "{must_pass.name}" is not given',
                            "must_pass_order takes a field with it", argument="must_pass_order")  # fmt: skip
        return np.arange(count)
    codes = order_codes(run, must_pass, must_pass_order, "must_pass_order")
    if (codes < 0).any() or len(np.unique(codes)) < len(codes):
        raise ToolError("BAD_VALUE", f'must_pass_order gives not every point of "{must_pass.name}" a place of its own',
                        "values must be unique and not NULL", argument="must_pass_order")  # fmt: skip
    return np.argsort(codes)


def stops_of(placed: list[Placed], order: np.ndarray) -> Stops:
    """Gives the nodes of points to pass, in their order."""
    import numpy as np

    if not placed:
        return Stops(np.zeros(0, np.int64), np.zeros(0, np.int64))
    return Stops(placed[0].arrive[order], placed[0].leave[order])
