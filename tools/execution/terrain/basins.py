# SPDX-License-Identifier: GPL-2.0-or-later
"""The areas of a D8 grid that drain to given cells, as polygons."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from ...declaration.layers import Raster
from ..geometry.group_shapes import united
from ..geometry.shapes import as_multi_parts
from ..layers.layer_facts import open_raster
from ..layers.statistics import Groups
from ..rasters.cell_shapes import regions_of
from ..rasters.raster_files import intermediate_raster
from ..rasters.raster_windows import BandCells, split
from ..run import Run
from .flow_grids import Directions, circles, kernels

NO_LABEL = 0


class Basins(NamedTuple):
    """Basins of the labels 1, 2 …, in this order.

    Args:
        shapes: Multi-polygons.
        cell_counts: Number of cells.
        is_fed: Whether ground beyond the rim may drain into a cell of it.
        followers: Place of the basin it drains to; -1 for none.
    """

    shapes: np.ndarray
    cell_counts: np.ndarray
    is_fed: np.ndarray
    followers: np.ndarray


def basins_of(run: Run, flow_direction: Raster, directions: Directions, labels: np.ndarray) -> Basins:
    """Makes the basins of labelled cells; one ends where the next begins.

    Args:
        labels: int32 per cell, 0 for none, changed in place: 1, 2 … at the cells that water is led to.
    Raises: ToolError BAD_VALUE where water goes round.
    """
    seeds = np.flatnonzero(labels)
    seed_labels = labels[seeds]
    count = int(seed_labels.max(initial=0))
    with run.timed():
        if not kernels().spread_upstream(directions.codes, labels, *directions.shape):
            raise circles(flow_direction, 0)
        after = kernels().next_cells(directions.codes, seeds, *directions.shape)
        is_entrance = kernels().entrances(directions.codes, *directions.shape)
    next_labels = np.where(after >= 0, labels[after], NO_LABEL)
    passes_on = (next_labels != NO_LABEL) & (next_labels != seed_labels)
    followers = np.full(count, -1, np.int64)
    followers[seed_labels[passes_on] - 1] = next_labels[passes_on] - 1
    cell_counts = np.bincount(labels, minlength=count + 1)[1:]
    is_fed = np.bincount(labels[is_entrance], minlength=count + 1)[1:] > 0
    return Basins(_shapes(run, directions, labels, count), cell_counts, is_fed, followers)


def _shapes(run: Run, directions: Directions, labels: np.ndarray, count: int) -> np.ndarray:
    grid = directions.band.grid
    table = labels.reshape(directions.shape)
    with intermediate_raster(run, grid, "", "int32", NO_LABEL) as written:
        for window in split(grid.width, grid.height, (grid.width, 1)):
            part = table[window.row : window.row + window.height, window.column : window.column + window.width]
            written.write(window, np.where(part == NO_LABEL, np.nan, part))
    band = BandCells(open_raster(written.path), 1, directions.band.name)
    regions = regions_of(run, band, 4)
    shapes = np.full(count, None, object)
    owners, place = np.unique(regions.values.astype(np.int64) - 1, return_inverse=True)
    if len(owners):
        shapes[owners] = shapely.multipolygons(regions.shapes, indices=place)
    return shapes


def nested(run: Run, basins: Basins) -> Basins:
    """Gives each basin all that is upstream of it too."""
    held = [np.stack([np.arange(len(basins.followers))] * 2)]  # who holds whom
    while held[-1].size:
        holder = basins.followers[held[-1][0]]
        held.append(np.stack([holder, held[-1][1]])[:, holder >= 0])
        run.require.size("pairs", sum(pairs.shape[1] for pairs in held), "basins within basins", "nested false",
                         "nested")  # fmt: skip
    holder, member = np.hstack(held)
    count = len(basins.followers)
    return basins._replace(
        shapes=as_multi_parts(united(run, basins.shapes[member], Groups(holder, count))),
        cell_counts=np.bincount(holder, basins.cell_counts[member], count).astype(np.int64),
        is_fed=np.bincount(holder, basins.is_fed[member], count) > 0,
    )
