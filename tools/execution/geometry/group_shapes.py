# SPDX-License-Identifier: GPL-2.0-or-later
"""The shapes of each group of rows made into one: united, collected, or as the points they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..layers.statistics import Groups
from ..run import Run
from .shapes import multi_maker

if TYPE_CHECKING:
    import numpy as np

PROGRESS_STEP = 1000


def united(run: Run, shapes: np.ndarray, groups: Groups) -> np.ndarray:
    """Unites the shapes of each group; lines that meet end to end are joined.

    Returns: One shape per group, None for a group without any.
    """
    return _each(run, shapes, groups, _union, alone=True)


def _union(shapes: np.ndarray) -> Any:
    import shapely

    union = shapely.union_all(shapes)
    return shapely.line_merge(union) if shapely.get_dimensions(union) == 1 else union


def collected(run: Run, shapes: np.ndarray, groups: Groups) -> np.ndarray:
    """Puts the parts of each group into one multi-part shape, as they are.

    Returns: One shape per group, None for a group without any.
    """
    return _each(run, shapes, groups, _collection, alone=False)


def _collection(shapes: np.ndarray) -> Any:
    import shapely

    return multi_maker(int(shapely.get_dimensions(shapes[0])))(shapely.get_parts(shapes))


def vertex_clouds(shapes: np.ndarray, groups: Groups) -> np.ndarray:
    """Gives each group the multi-point of all vertices of its shapes.

    Returns: One multi-point per group, None for a group without vertices.
    """
    import numpy as np
    import shapely

    coordinates, owner = shapely.get_coordinates(shapes, return_index=True)
    code = groups.codes[owner]
    order = np.argsort(code, kind="stable")
    clouds = np.full(groups.count, None, object)
    if len(order):
        points = shapely.points(coordinates[order])
        present, dense = np.unique(code[order], return_inverse=True)
        clouds[present] = shapely.multipoints(points, indices=dense)
    return clouds


def _each(run: Run, shapes: np.ndarray, groups: Groups, combine: Any, *, alone: bool) -> np.ndarray:
    """Combines the shapes of each group; with `alone`, those of one polygon or point stay as they are."""
    import numpy as np
    import shapely

    full = np.flatnonzero(~shapely.is_missing(shapes) & ~shapely.is_empty(shapes))
    order = full[np.argsort(groups.codes[full], kind="stable")]
    sizes = np.bincount(groups.codes[order], minlength=groups.count)
    starts = np.cumsum(sizes) - sizes
    result = np.full(groups.count, None, object)
    single = np.zeros(groups.count, bool)
    if alone and len(order):
        first = shapes[order[np.minimum(starts, len(order) - 1)]]
        repeats = (shapely.get_dimensions(first) == 1) | (shapely.get_type_id(first) == shapely.GeometryType.MULTIPOINT)
        single = (sizes == 1) & ~repeats
        result[single] = first[single]
    several = np.flatnonzero((sizes > 0) & ~single)
    for done, group in enumerate(several.tolist()):
        if done % PROGRESS_STEP == 0:
            run.progress(done / len(several))
        result[group] = combine(shapes[order[starts[group] : starts[group] + sizes[group]]])
    return result
