# SPDX-License-Identifier: GPL-2.0-or-later
"""How much there is to snap: vertices of features, each set against the vertices of the reference in reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from ..run import Run

FEATURES_AT_ONCE = 256
SLOWNESS = 10  # a vertex that is set against another takes as long as ten pairs elsewhere


def demand_few_meetings(run: Run, shapes: np.ndarray, others: np.ndarray, reach: float) -> None:
    """Refuses to snap where a tolerance reaches too many vertices, before any is moved.

    Every vertex of the reference in reach may be added to a feature, and is then one more to be set against the others.

    Args:
        shapes: Geometries to snap; None where a row has none.
        others: Geometries of the reference.
        reach: The tolerance, in units of the CRS.
    Raises: ToolError LIMIT_EXCEEDED.
    """
    kept = shapes[~(shapely.is_missing(shapes) | shapely.is_empty(shapes))]
    tree, weight = shapely.STRtree(others), shapely.get_num_coordinates(others).astype(float)
    meetings = 0.0
    for start in range(0, len(kept), FEATURES_AT_ONCE):
        part = kept[start : start + FEATURES_AT_ONCE]
        west, south, east, north = shapely.bounds(part).T
        owner, other = tree.query(shapely.box(west - reach, south - reach, east + reach, north + reach))
        near = np.bincount(owner, weight[other], minlength=len(part))
        meetings += float(((shapely.get_num_coordinates(part) + near) * near).sum())
        run.require.size("pairs", SLOWNESS * meetings, "the vertices to be set against each other",
                         "a smaller tolerance, or fewer vertices", "tolerance")  # fmt: skip
