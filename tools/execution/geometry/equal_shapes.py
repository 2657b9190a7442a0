# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers rows by their shapes, whatever vertex a ring begins with, which way it runs, and how parts are ordered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..layers.plain_shapes import plain_shapes

if TYPE_CHECKING:
    import numpy as np


def shape_codes(geometries: np.ndarray) -> np.ndarray:
    """Gives equal numbers to rows of equal shape; NULL equals NULL, and empty equals empty.

    Shapes with Z are equal where their vertices are, heights among them; flat ones also where one has more vertices on
    its edges than the other.
    """
    import numpy as np
    import pandas
    import shapely

    shapes = plain_shapes(geometries)
    has_z = bool(shapely.has_z(shapes).any())
    plain = shapely.transform(shapes, lambda places: places + 0.0, include_z=has_z)  # -0.0 is no other place than 0
    texts = shapely.to_wkb(shapely.normalize(plain), output_dimension=3 if has_z else 2)
    texts = np.where(shapely.is_empty(shapes) & ~shapely.is_missing(shapes), b"", texts)
    codes, distinct = pandas.factorize(texts, use_na_sentinel=False)
    if has_z or len(distinct) < 2:
        return codes
    first = np.zeros(len(distinct), np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    return _joined(plain[first])[codes]


def _joined(shapes: np.ndarray) -> np.ndarray:
    """Gives one number to shapes that are equal although their vertices are not; only equal bounds are compared."""
    import numpy as np
    import shapely

    codes = np.arange(len(shapes))
    bounds = shapely.bounds(shapes)
    several = np.flatnonzero(~np.isnan(bounds).any(axis=1) & (shapely.get_num_coordinates(shapes) > 2))
    _, inverse, counts = np.unique(bounds[several], axis=0, return_inverse=True, return_counts=True)
    inverse = inverse.ravel()
    for group in np.flatnonzero(counts > 1):
        _join(codes, shapes, several[inverse == group])
    return codes


def _join(codes: np.ndarray, shapes: np.ndarray, members: Any) -> None:
    import numpy as np
    import shapely

    leaders: list[int] = []
    for member in members.tolist():
        same = shapely.equals(shapes[np.array(leaders, np.int64)], shapes[member])
        if same.any():
            codes[member] = leaders[int(same.argmax())]
        else:
            leaders.append(member)
