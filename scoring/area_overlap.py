# SPDX-License-Identifier: GPL-2.0-or-later
"""The overlap of all polygons of each side together: intersection over union of two areas, whoever covers them.

Secondary: it looks right where one polygon stands for ten, and large layers are too much to unite. So it enters no
other figure and says what it was computed on.
"""

from __future__ import annotations

import numpy as np

from .entities import output_shapes
from .record import AreaOverlap
from .row_state import RowState
from .shape_pairs import POLYGON, shape_kinds, valid_shapes

MOST_VERTICES = 200_000


def area_overlap(state: RowState) -> AreaOverlap | None:
    """Returns the overlap of the polygons; None where shapes are not compared or neither side has polygons.

    Edges: Invalid polygons are repaired. More than 200,000 vertices on both sides are not united. Degrees are taken as
        they are: a stretch of both sides alike changes no share.
    """
    import shapely

    if not state.compares_shapes or state.reference.shapes is None:
        return None
    sides = [shapes[shape_kinds(shapes) == POLYGON] for shapes in (state.reference.shapes, output_shapes(state))]
    if not any(len(side) for side in sides):
        return None
    if sum(int(shapely.get_num_coordinates(side).sum()) for side in sides) > MOST_VERTICES:
        return AreaOverlap(iou=None, computed_on=0.0)
    try:
        ours, theirs = map(_united, sides)
        shared, together = shapely.area(shapely.intersection(ours, theirs)), shapely.area(shapely.union(ours, theirs))
    except shapely.GEOSException:
        return AreaOverlap(iou=None, computed_on=0.0)
    return AreaOverlap(iou=min(1.0, float(shared / together)) if together > 0 else None, computed_on=1.0)


def _united(polygons: np.ndarray) -> object:
    """Unites polygons in an order of their own, so that the order of a file changes no digit."""
    import shapely

    flat = shapely.normalize(shapely.force_2d(valid_shapes(polygons)))
    return shapely.union_all(flat[np.argsort(shapely.to_wkb(flat), kind="stable")])
