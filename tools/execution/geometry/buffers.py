# SPDX-License-Identifier: GPL-2.0-or-later
"""Buffers of whole columns of geometries in the plane of their coordinates, one distance a row, and rings of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...declaration.facts import Field
from ..layers.rows import Column, RowSet
from .shapes import with_shapes

if TYPE_CHECKING:
    import numpy as np


class BufferStyle(NamedTuple):
    """How a buffer is drawn.

    Args:
        side: both, left or right of a line in its direction.
        cap: round, flat or square ends of lines.
        join: round, mitre or bevel corners.
        mitre_limit: Longest mitre in distances.
        quarter_segments: Straight pieces of a quarter circle.
    """

    side: str
    cap: str
    join: str
    mitre_limit: float
    quarter_segments: int


def planar_buffers(geometries: np.ndarray, distances: np.ndarray, style: BufferStyle) -> np.ndarray:
    """Buffers each geometry by its distance in the unit of the coordinates; missing where the distance is NaN.

    Edges: The distance to the right of a line is given positive, as that to the left.
    """
    import numpy as np
    import shapely

    is_known = np.isfinite(distances)
    signed = np.where(is_known, distances, 0.0) * (-1 if style.side == "right" else 1)
    buffered = shapely.buffer(
        shapely.force_2d(geometries),
        signed,
        quad_segs=style.quarter_segments,
        cap_style="flat" if style.side != "both" else style.cap,
        join_style=style.join,
        mitre_limit=style.mitre_limit,
        single_sided=style.side != "both",
    )
    buffered[~is_known] = None
    return buffered  # type: ignore[no-any-return]


def rings_between(discs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Takes from each buffer the next smaller one; the first stays whole."""
    import shapely

    return [discs[0], *(shapely.difference(outer, inner) for inner, outer in zip(discs, discs[1:], strict=False))]


def dissolved(buffers: np.ndarray) -> np.ndarray:
    """Unites a column of buffers into one geometry; no rows where there is none."""
    import numpy as np
    import shapely

    united = shapely.union_all(buffers)
    return np.array([] if united.is_empty else [united], object)


def as_multipolygons(geometries: np.ndarray) -> Any:
    """Gives every polygon as a multipolygon; vanished ones are missing, as missing ones are."""
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(geometries, return_index=True)
    is_area = (shapely.get_type_id(parts) == 3) & ~shapely.is_empty(parts)
    result = np.full(len(geometries), None, object)
    if is_area.any():
        shapely.multipolygons(parts[is_area], indices=owner[is_area], out=result)
    return result


def buffer_rows(
    rows: RowSet,
    shapes: np.ndarray,
    discs: Sequence[np.ndarray],
    ring_distances: Sequence[float] | None,
    dissolve: bool,
) -> tuple[RowSet, int]:
    """Arranges buffers as rows: the rings of a feature one after another, or one row for each distance.

    Args:
        rows, shapes: The features.
        discs: A buffer of every feature, for each distance.
        ring_distances: Outer distances for the column `distance`; None where there are no rings.
        dissolve: Whether the buffers of all features are united; the fields of the features are then left out.
    Returns: The rows, and how many features with a shape have no buffer.
    """
    import numpy as np
    import shapely

    has_shape = ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)
    is_vanished = shapely.is_missing(discs[-1]) | shapely.is_empty(discs[-1])
    if dissolve:
        discs = [dissolved(disc) for disc in discs]
    drawn = np.stack(rings_between(discs), axis=1)
    source = np.repeat(np.arange(len(drawn)), len(discs))
    columns = [] if dissolve else [column.take(source) for column in rows.columns]
    if ring_distances is not None:
        outer = np.tile(np.array(ring_distances, float), len(drawn))
        columns.append(Column(Field("distance", "real"), outer, np.zeros(len(outer), bool)))
    result = with_shapes(RowSet(columns, None, len(source)), as_multipolygons(drawn.ravel()))
    return result, int((has_shape & is_vanished).sum())
