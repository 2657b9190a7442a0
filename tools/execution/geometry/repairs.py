# SPDX-License-Identifier: GPL-2.0-or-later
"""Invalid shapes made valid, with what that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ..layers.plain_shapes import plain_shapes
from ..relations.overlay import of_dimension

if TYPE_CHECKING:
    import numpy as np

SAME_AREA = 1e-9  # share of an area that is no difference
MIXED = 7  # type of a collection


class Repaired(NamedTuple):
    """Shapes of all rows after the repair of some.

    Args:
        shapes: One per row; None where there is none, or none any more.
        lost_count: Repaired shapes that lost parts of a lower dimension, or everything.
        emptied_count: Repaired shapes of which nothing of their dimension was left.
        split_count: Repaired shapes that have several parts and had one.
        differing_count: Repaired polygons whose area by the other method is another.
    """

    shapes: np.ndarray
    lost_count: int
    emptied_count: int
    split_count: int
    differing_count: int


def repaired(geometries: np.ndarray, rows: np.ndarray, method: str) -> Repaired:
    """Makes the geometries of some rows valid; each keeps its dimension.

    Args:
        geometries: WKB of all rows.
        rows: Numbers of those that are invalid or cannot be read, from 0.
        method: linework or structure.
    Edges: Open rings are closed. What has coordinates that are not finite, or stays unreadable, becomes None.
    Raises:
        ToolError ENGINE_FAILED.
    """
    import numpy as np
    import shapely

    shapes = plain_shapes(geometries)
    before = plain_shapes(geometries[rows], on_invalid="fix")
    before[~_is_finite(before)] = None
    made = _made_valid(before, method)
    after = _of_dimensions(made, shapely.get_dimensions(before))
    areas = shapely.area(after)
    other = "structure" if method == "linework" else "linework"
    others = shapely.area(_made_valid(before, other))
    differs = np.abs(areas - others) > SAME_AREA * np.maximum(areas, others)
    lost = shapely.is_missing(after) | (shapely.get_type_id(made) == MIXED) & (shapely.get_type_id(after) != MIXED)
    split = (shapely.get_num_geometries(before) == 1) & (shapely.get_num_geometries(after) > 1)
    shapes[rows] = after
    return Repaired(shapes, int(lost.sum()), int(shapely.is_missing(after).sum()), int(split.sum()), int(differs.sum()))


def _is_finite(shapes: np.ndarray) -> np.ndarray:
    import numpy as np
    import shapely

    places, owner = shapely.get_coordinates(shapes, return_index=True)
    return np.bincount(owner[~np.isfinite(places).all(axis=1)], minlength=len(shapes)) == 0  # type: ignore[no-any-return]


def _made_valid(shapes: np.ndarray, method: str) -> np.ndarray:
    """Makes shapes valid, collapsed parts kept in their lower dimension."""
    import shapely

    try:
        made = shapely.make_valid(shapes, method=method, keep_collapsed=True)
    except shapely.errors.GEOSException as failure:
        raise ToolError("ENGINE_FAILED", f"GEOS could not repair the geometries by {method}",
                        "the other method may") from failure  # fmt: skip
    if not shapely.is_valid(made[~shapely.is_missing(made)]).all():
        raise ToolError("ENGINE_FAILED", f"a geometry is still invalid after the repair by {method}",
                        "the other method may repair it")  # fmt: skip
    return made  # type: ignore[no-any-return]


def _of_dimensions(shapes: np.ndarray, dimensions: np.ndarray) -> np.ndarray:
    """Keeps of each shape its parts of the dimension it had, a single one as such; what had several is kept whole."""
    import numpy as np
    import shapely

    kept = np.array(shapes, object)
    for dimension in (0, 1, 2):
        rows = np.flatnonzero(dimensions == dimension)
        kept[rows] = of_dimension(kept[rows], dimension)
    alone = np.flatnonzero(shapely.get_num_geometries(kept) == 1)
    kept[alone] = shapely.get_geometry(kept[alone], 0)
    kept[shapely.is_empty(kept)] = None
    return kept
