# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows with their geometries as shapely shapes, whole or part by part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.layers import Vector
from ...declaration.wording import counted
from ..layers.plain_shapes import plain_shapes
from ..layers.rows import RowSet, read_rows

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run


class ShapedRows(NamedTuple):
    """Rows and, beside each, its shape.

    Args:
        rows: Without geometries of their own.
        shapes: One per row; None for NULL. Z is kept, M is not.
    """

    rows: RowSet
    shapes: np.ndarray


class Parts(NamedTuple):
    """Rows taken apart.

    Args:
        rows: One per part; a row without any part stays as one.
        shapes: The parts, None where a row has none.
        owner: Row number of each part, from 0.
        number: Number of each part within its row, from 1; 0 where the row has none.
    """

    rows: RowSet
    shapes: np.ndarray
    owner: np.ndarray
    number: np.ndarray


def read_shapes(run: Run, layer: Vector) -> ShapedRows:
    """Reads all rows of a layer; what cannot be read as a shape is None."""
    rows = read_rows(run, layer)
    if layer.facts.has_m:
        run.note(f'the M values of "{layer.name}" are not in the result.')
    with run.timed():
        return ShapedRows(replace(rows, geometries=None), plain_shapes(rows.geometries))


def read_alike(run: Run, *layers: Vector) -> list[ShapedRows]:
    """Reads layers whose shapes come together in one result: with Z only where all of them have it, which is said."""
    import shapely

    read = [read_shapes(run, layer) for layer in layers]
    flat = [layer.name for layer in layers if not layer.facts.has_z]
    if not 0 < len(flat) < len(layers):
        return read
    names = ", ".join(f'"{name}"' for name in flat)
    run.note(f"Z is not in the result, since {names} {'has' if len(flat) == 1 else 'have'} none.")
    return [each._replace(shapes=shapely.force_2d(each.shapes)) for each in read]


def shapes_of(rows: RowSet) -> np.ndarray:
    """Gives the geometries of rows as shapes; what cannot be read as one is None."""
    return plain_shapes(rows.geometries)


def single_points(layer: Vector, shapes: np.ndarray) -> np.ndarray:
    """Gives plain points; empty ones become None.

    Raises:
        ToolError WRONG_GEOMETRY_TYPE for several points in one feature, and for what is no point; INVALID_GEOMETRY for
        coordinates that are no finite numbers.
    """
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    full = ~shapely.is_empty(parts)
    parts, owner = parts[full], owner[full]
    several = len(np.unique(owner[(shapely.get_dimensions(parts) > 0) | (np.diff(owner, append=-1) == 0)]))
    if several:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'{counted(several, "feature")} of "{layer.name}" with several points',
                        "multipart_to_singlepart makes a feature of each point")  # fmt: skip
    demand_finite(layer, parts)
    single = np.full(len(shapes), None, object)
    single[owner] = parts
    return single


def demand_finite(layer: Vector, shapes: np.ndarray) -> None:
    """Refuses coordinates that are no finite numbers.

    Args:
        shapes: Of the layer, or parts of them.
    Raises:
        ToolError INVALID_GEOMETRY.
    """
    import numpy as np
    import shapely

    coordinates, owner = shapely.get_coordinates(shapes, return_index=True)
    odd = len(np.unique(owner[~np.isfinite(coordinates).all(axis=1)]))
    if odd:
        raise ToolError("INVALID_GEOMETRY", f'{counted(odd, "feature")} of "{layer.name}" with coordinates that are no '
                        "finite numbers; nothing was computed", "extract_by_expression leaves them out")  # fmt: skip


def taken(rows: RowSet, index: np.ndarray) -> RowSet:
    """Gives the rows of `index`, without geometries."""
    return RowSet([column.take(index) for column in rows.columns], None, len(index))


def apart(shaped: ShapedRows) -> Parts:
    """Takes multi-part shapes apart; attributes are repeated.

    Edges: Rows without a shape, or with an EMPTY one, are kept as one row without a shape.
    """
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shaped.shapes, return_index=True)
    full = ~shapely.is_empty(parts)
    parts, owner = parts[full], owner[full]
    bare = np.setdiff1d(np.arange(shaped.rows.count), owner)
    owner = np.concatenate([owner, bare])
    parts = np.concatenate([parts, np.full(len(bare), None, object)])
    order = np.argsort(owner, kind="stable")
    owner, parts = owner[order], parts[order]
    first = np.searchsorted(owner, owner)
    number = np.where(shapely.is_missing(parts), 0, np.arange(len(owner)) - first + 1)
    return Parts(taken(shaped.rows, owner), parts, owner, number)


def with_shapes(rows: RowSet, shapes: np.ndarray) -> RowSet:
    """Gives rows their shapes; EMPTY ones become NULL."""
    import numpy as np
    import shapely

    filled = np.array(shapes, object)
    filled[shapely.is_empty(filled)] = None
    geometries = shapely.to_wkb(filled)
    return replace(rows, geometries=geometries, known_bounds=(geometries, shapely.bounds(filled)))


def multi_maker(dimension: int) -> Callable[..., Any]:
    """Gives what makes a multi-part shape of parts: points at 0, lines at 1, polygons at 2."""
    import shapely

    return (shapely.multipoints, shapely.multilinestrings, shapely.multipolygons)[dimension]  # type: ignore[no-any-return]


def as_multi_parts(shapes: np.ndarray) -> np.ndarray:
    """Makes multi-part shapes of single ones; None stays None."""
    import numpy as np
    import shapely

    made = np.array(shapes, object)
    types = shapely.get_type_id(made)
    for dimension, type_id in enumerate((0, 1, 3)):
        single = np.flatnonzero(types == type_id)
        if len(single):
            made[single] = multi_maker(dimension)(made[single][:, None])
    return made
