# SPDX-License-Identifier: GPL-2.0-or-later
"""The cells of training features, each of one class, and which features are kept back for a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.facts import Grid
from ..rasters.cell_sampling import places_in
from ..zones.zone_cells import centre_runs, spread
from ..zones.zone_edges import edges_of
from .cell_sample import cell_hashes

if TYPE_CHECKING:
    import numpy as np

RUNS_AT_ONCE = 100_000


class TrainingCells(NamedTuple):
    """Cells of features, ordered by cell.

    Args:
        cells: Row times width of the grid plus column, each once.
        features: Row of the feature each belongs to.
        total: Cells of all features, before any were left out.
        conflicts: Cells left out because features of several classes hold them.
    """

    cells: np.ndarray
    features: np.ndarray
    total: int
    conflicts: int


def training_cells(shapes: np.ndarray, classes: np.ndarray, grid: Grid, most: int, seed: int) -> TrainingCells:
    """Finds the cells whose centre a polygon holds, or in which a point lies.

    Args:
        shapes: Polygons, points and collections of them; others and missing ones have no cells.
        classes: Number of the class of each.
        most: About how many cells are kept where there are more, at random.
        seed: Of that choice.
    """
    import numpy as np
    import shapely

    parts, part_of = single_parts(shapes)
    dimension = shapely.get_dimensions(parts)
    area_of, point_of = part_of[dimension == 2], part_of[dimension == 0]
    runs = centre_runs(edges_of(parts[dimension == 2], grid), grid.width, grid.height)
    places = places_in(grid, *shapely.get_coordinates(parts[dimension == 0]).T)
    total = int((runs.last - runs.first).sum()) + len(places.number)
    share = min(1.0, most / max(total, 1))
    found = [_chosen(places.row * grid.width + places.column, point_of[places.number], share, seed)]
    for start in range(0, len(runs.zone), RUNS_AT_ONCE):
        part = runs.take(np.arange(start, min(start + RUNS_AT_ONCE, len(runs.zone))))
        of_run, place = spread(part.first, part.last)
        found.append(_chosen(part.row[of_run] * grid.width + place, area_of[part.zone[of_run]], share, seed))
    cells, features = (np.concatenate([each[side] for each in found]) for side in (0, 1))
    order = np.lexsort((features, cells))
    cells, features = cells[order], features[order]
    is_first = np.append(True, cells[1:] != cells[:-1])[: len(cells)]
    group = np.cumsum(is_first) - 1
    differs = classes[features] != classes[features[is_first]][group]
    conflict = np.bincount(group[differs], minlength=int(is_first.sum())) > 0
    return TrainingCells(cells[is_first][~conflict], features[is_first][~conflict], total, int(conflict.sum()))


def single_parts(shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Takes collections apart, those within collections too; empty parts are left out.

    Returns: Points, lines and polygons, and the row each is of.
    """
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    while (shapely.get_type_id(parts) > shapely.GeometryType.POLYGON).any():
        parts, inner = shapely.get_parts(parts, return_index=True)
        owner = owner[inner]
    full = np.flatnonzero(~shapely.is_empty(parts))
    return parts[full], owner[full]


def _chosen(cells: np.ndarray, features: np.ndarray, share: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    import numpy as np

    if share == 1.0:
        return cells, features
    kept = cell_hashes(cells, seed) < np.uint64(int(share * 2.0**64))
    return cells[kept], features[kept]


def kept_back(classes: np.ndarray, share: float, seed: int) -> np.ndarray:
    """Chooses features for the test: of each class the share, rounded, at least one and not all; none of a lone one.

    Args:
        classes: Number of the class of each feature.
        seed: Of numpy's RandomState (MT19937).
    """
    import numpy as np

    random = np.random.RandomState(seed)
    is_test = np.zeros(len(classes), bool)
    for number in np.unique(classes):
        own = np.flatnonzero(classes == number)
        order = random.permutation(len(own))
        count = min(max(int(np.floor(share * len(own) + 0.5)), 1), len(own) - 1) if share > 0 else 0
        is_test[own[order[:count]]] = True
    return is_test
