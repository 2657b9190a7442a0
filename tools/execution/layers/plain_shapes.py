# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes out of WKB, without the M values that some versions of GEOS read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np

GEOS_WITH_M = (3, 12)


def plain_shapes(geometries: np.ndarray | None, on_invalid: Literal["ignore", "fix", "raise"] = "ignore") -> np.ndarray:
    """Gives WKB as shapes; Z is kept, M is not.

    Args:
        geometries: WKB, None for NULL.
        on_invalid: What becomes of WKB that is no shape: None, a shape with rings closed, or an error.
    """
    import shapely

    shapes: np.ndarray = shapely.from_wkb(geometries, on_invalid=on_invalid)
    if shapely.geos_version < GEOS_WITH_M:
        return shapes
    is_measured = shapely.has_m(shapes)
    has_both = is_measured & shapely.has_z(shapes)
    flat = is_measured & ~has_both
    shapes[has_both] = shapely.from_wkb(shapely.to_wkb(shapes[has_both], output_dimension=3))
    shapes[flat] = shapely.force_2d(shapes[flat])
    return shapes
