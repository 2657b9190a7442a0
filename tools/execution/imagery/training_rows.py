# SPDX-License-Identifier: GPL-2.0-or-later
"""The training features of a call as rows of band values with their classes, and which of them are for the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.layers import Vector
from ...declaration.wording import counted
from ..geometry.shapes import shapes_of
from ..layers.keys import ranked
from ..layers.rows import Column, read_rows
from ..rasters.cell_sampling import CellPlaces, sampled
from ..rasters.raster_windows import BandCells
from ..run import Run
from .classified_rasters import whole_rows
from .training_cells import kept_back, single_parts, training_cells

if TYPE_CHECKING:
    import numpy as np

MOST_CELLS = 100_000
MOST_TEXTS = 255


class TrainingRows(NamedTuple):
    """Cells with a known class.

    Args:
        values: A row of band values for each.
        classes: Number of the class of each, from 0.
        is_test: Whether its feature is kept back.
        names: Of the classes.
        codes: Of the classes in the raster.
        is_text: Whether classes are texts.
        training_features, test_features: How many of each class.
    """

    values: np.ndarray
    classes: np.ndarray
    is_test: np.ndarray
    names: list[str]
    codes: np.ndarray
    is_text: bool
    training_features: np.ndarray
    test_features: np.ndarray


def training_rows(
    run: Run, training: Vector, class_field: str, bands: Sequence[BandCells], test_share: float, seed: int
) -> TrainingRows:
    """Reads the cells of training features; what is left out is counted and said.

    Raises:
        ToolError BAD_VALUE, WRONG_GEOMETRY_TYPE.
    """
    import numpy as np
    import shapely

    rows = read_rows(run, training, [class_field])
    shapes, column = shapes_of(rows), rows.column(class_field)
    _demand_kinds(training, shapes)
    numbers, _ = ranked(column)
    usable = (numbers >= 0) & ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)
    _tell(run, "null_count", int((~usable).sum()), "row", f'of "{training.name}" without class or geometry')
    shapes[~usable] = None
    found = training_cells(shapes, numbers, bands[0].grid, MOST_CELLS, seed)
    values = _values_of(run, bands, found.cells)
    has_value = ~np.isnan(values).any(axis=1)
    _tell(run, "conflict_count", found.conflicts, "cell", "that features of several classes hold")
    _tell(run, "nodata_count", int((~has_value).sum()), "cell", "with NoData in a band")
    if found.total > MOST_CELLS:
        run.note(f"SAMPLE: about {MOST_CELLS:,} of the {found.total:,} cells of the features were taken at random.")
    values, features = values[has_value], found.features[has_value]
    present, of_feature = np.unique(features, return_inverse=True)
    without = int(usable.sum()) - len(present)
    _tell(run, "without_cells_count", without, "feature", f'of "{training.name}" without a cell that has values')
    ranks, feature_classes = np.unique(numbers[present], return_inverse=True)
    if len(ranks) < 2:
        raise ToolError("BAD_VALUE", f'training: {counted(len(ranks), "class", "classes")} of "{training.name}" with '
                        "cells that have a value in all bands; two are needed at least",
                        "check extents, NoData and the size of the features", argument="training")  # fmt: skip
    names, codes = _named(column, ranks, numbers)
    is_test = kept_back(feature_classes, test_share, seed)
    kept = [np.bincount(feature_classes[part], minlength=len(ranks)) for part in (~is_test, is_test)]
    return TrainingRows(values, feature_classes[of_feature], is_test[of_feature], names, codes,
                        column.field.type == "text", *kept)  # fmt: skip


def _demand_kinds(training: Vector, shapes: np.ndarray) -> None:
    import shapely

    lines = int((shapely.get_dimensions(single_parts(shapes)[0]) == 1).sum())
    if lines or training.facts.geometry_type == "LineString":
        raise ToolError("WRONG_GEOMETRY_TYPE", f'training takes polygons or points; "{training.name}" holds lines',
                        "buffer makes polygons of lines", argument="training")  # fmt: skip


def _values_of(run: Run, bands: Sequence[BandCells], cells: np.ndarray) -> np.ndarray:
    """Reads a row of band values for each cell, given by row times width plus column."""
    import numpy as np

    row, column = np.divmod(cells, bands[0].grid.width)
    places = CellPlaces(np.arange(len(cells)), column.astype(float), row.astype(float))
    return whole_rows(bands, [sampled(run, band, places, len(cells), "nearest") for band in bands])


def _named(column: Column, ranks: np.ndarray, numbers: np.ndarray) -> tuple[list[str], np.ndarray]:
    """Names and codes the classes, given by their ranks among all values of the field."""
    import numpy as np

    first = np.array([int(np.flatnonzero(numbers == rank)[0]) for rank in ranks])
    values = column.values[first]
    if column.field.type == "text":
        if len(ranks) > MOST_TEXTS:
            raise ToolError("BAD_VALUE", f"class_field has {len(ranks):,} different texts; a byte holds {MOST_TEXTS}",
                            "whole numbers, or fewer classes", argument="class_field")  # fmt: skip
        return [str(value) for value in values], np.arange(1, len(ranks) + 1)
    if (np.abs(values.astype(float)) >= 2.0**31).any():
        raise ToolError("BAD_VALUE", "class_field has numbers that 32 bits do not hold", "smaller numbers, or text",
                        argument="class_field")  # fmt: skip
    return [str(value) for value in values.tolist()], values.astype(np.int64)


def _tell(run: Run, name: str, count: int, noun: str, which: str) -> None:
    run.counts[name] = count
    if count:
        run.note(f"left out: {counted(count, noun)} {which}.")
