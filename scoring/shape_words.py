# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes in words: what they are, how large, and how far two of them are apart."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .geometry import hole_counts, reversed_lines
from .ground import Ground, pairs_in_metres
from .sentences import counted, number_text
from .shape_pairs import LINE, POINT, POLYGON, overlaid, shape_kinds


class ShapeWords(NamedTuple):
    """A pair of shapes, each as a phrase."""

    expected: str
    found: str


def shape_words(ground: Ground, reference: Any, output: Any) -> ShapeWords:
    """Describes a pair of shapes in metres."""
    if reference is None or output is None:
        only = _alone(reference if output is None else output)
        return ShapeWords(only, "NULL") if output is None else ShapeWords("NULL", only)
    ours, theirs = pairs_in_metres(ground, _array(reference), _array(output))
    kinds = int(shape_kinds(ours)[0]), int(shape_kinds(theirs)[0])
    if kinds[0] != kinds[1]:
        return ShapeWords(_alone(reference), _alone(output))
    holes = kinds[0] == POLYGON and bool(hole_counts(ours)[0] or hole_counts(theirs)[0])
    found = f"{_measured(kinds[0], theirs, holes)}{_apart(kinds[0], ours, theirs)}"
    return ShapeWords(_measured(kinds[0], ours, holes), found)


def _array(shape: Any) -> np.ndarray:
    array = np.empty(1, object)
    array[0] = shape
    return array


def _alone(shape: Any) -> str:
    return f"a {shape.geom_type}"


def _measured(kind: int, shapes: np.ndarray, with_holes: bool) -> str:
    import shapely

    name = shapes[0].geom_type
    parts = int(shapely.get_num_geometries(shapes)[0])
    of_parts = f" of {counted(parts, 'part')}," if parts > 1 else ""
    if kind == POLYGON:
        holes = int(hole_counts(shapes)[0])
        words = f" with {counted(holes, 'hole')}" if holes else " without holes" if with_holes else ""
        return f"a {name}{of_parts} of {_area(float(shapely.area(shapes)[0]))}{words}"
    if kind == LINE:
        return f"a {name}{of_parts} of {_length(float(shapely.length(shapes)[0]))}"
    return f"a {name}{of_parts}".rstrip(",")


def _apart(kind: int, reference: np.ndarray, output: np.ndarray) -> str:
    """Says how far shapes are apart: places that do not meet by distance, areas by what only one side covers."""
    import shapely

    if kind == POLYGON and shapely.intersects(reference, output)[0]:
        area = float(shapely.area(overlaid(shapely.symmetric_difference, reference, output))[0])
        return f", {_area(area)} not in common"
    if kind == POLYGON:
        return f", {_length(float(shapely.distance(*shapely.centroid([reference, output]))[0]))} away"
    if kind not in (LINE, POINT):
        return " that differs"
    distance = float(shapely.hausdorff_distance(reference, output)[0])
    if kind == LINE and reversed_lines(reference, output)[0] and distance < float(shapely.length(reference)[0]) / 2:
        return f" that runs backwards, {_length(distance)} away" if distance else " that runs backwards"
    return f", {_length(distance)} away"


def _area(square_metres: float) -> str:
    """Writes an area as people do: km2 from a square kilometre on."""
    return f"{_short(square_metres / 1e6)} km2" if square_metres >= 1e6 else f"{_short(square_metres)} m2"


def _length(metres: float) -> str:
    """Writes a length as people do: km from ten kilometres on."""
    return f"{_short(metres / 1000)} km" if metres >= 10_000 else f"{_short(metres)} m"


def _short(value: float) -> str:
    return number_text(float(f"{value:.6g}"))
