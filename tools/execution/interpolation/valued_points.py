# SPDX-License-Identifier: GPL-2.0-or-later
"""Points with a number each: a value to interpolate, or a weight to spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from ...declaration.errors import ToolError
from ...declaration.facts import Extent
from ...declaration.layers import Points
from ...declaration.wording import counted
from ..files.column_types import found_sentinel
from ..geometry.shapes import shapes_of
from ..layers.rows import read_rows

if TYPE_CHECKING:
    from ..run import Run


class ValuedPoints(NamedTuple):
    """Places with a number, in the order of the layer; each point of a multi-point has the number of its row."""

    x: np.ndarray
    y: np.ndarray
    values: np.ndarray

    @property
    def extent(self) -> Extent:
        """Gives the rectangle around the points."""
        return Extent(*map(float, (self.x.min(), self.y.min(), self.x.max(), self.y.max())))


def read_valued_points(run: Run, points: Points, field: str | None, argument: str) -> ValuedPoints:
    """Reads points and their numbers, 1 without a field; those without a place or a number are left out and counted.

    Args:
        argument: The argument that names the field.
    Raises: ToolError BAD_VALUE where none is left.
    """
    rows = read_rows(run, points, [field] if field else [])
    run.count_before = rows.count
    values = np.ones(rows.count)
    if field:
        column = rows.column(field)
        values = np.where(column.is_null, np.nan, column.values.astype(float))
    places, owner = shapely.get_coordinates(shapes_of(rows), return_index=True)
    lacking = np.isnan(values)
    bare = rows.count - len(np.unique(owner))
    run.counts["null_count"], run.counts["without_geometry_count"] = int(lacking.sum()), bare
    if lacking.any():
        run.note(f'{counted(int(lacking.sum()), "row")} without a value in "{field}" were left out.')
    if bare:
        run.note(f"{counted(bare, 'row')} without a geometry were left out.")
    kept = ~lacking[owner]
    if not kept.any():
        raise ToolError("BAD_VALUE", f'no point of "{points.name}" has a place{" and a value" * bool(field)}',
                        "describe_layer tells how many rows it has", argument=argument)  # fmt: skip
    endless = int(np.count_nonzero(np.isinf(values)))
    if endless:
        raise ToolError("BAD_VALUE", f'{counted(endless, "value")} of "{field}" {"is" if endless == 1 else "are"} '
                        "infinite", "calculate_field makes them NULL", argument=argument)  # fmt: skip
    sentinel = found_sentinel(values[~lacking])
    if sentinel is not None:
        run.warn("BAD_VALUE", f'the lowest value of "{field}", {sentinel:.15g}, may stand for no value; it is taken as '
                 "a value")  # fmt: skip
    x, y = places[kept].T
    return ValuedPoints(x, y, values[owner[kept]])
