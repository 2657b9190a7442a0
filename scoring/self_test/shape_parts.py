# SPDX-License-Identifier: GPL-2.0-or-later
"""The shapes of a case, taken apart and put together again."""

from __future__ import annotations

from typing import Any

import numpy as np

from .mutation import NotApplicable
from .row_case import RowCase
from .shape_rules import present

SOME = 1000


def shapes_and_rows(case: RowCase) -> tuple[np.ndarray, np.ndarray]:
    """Returns all shapes, and their rows.

    Raises: NotApplicable where there are none.
    """
    rows = present(case)
    return case.rows.shapes[rows], rows  # type: ignore[index]


def polygons_and_rows(case: RowCase, most: int = SOME) -> tuple[np.ndarray, np.ndarray]:
    """Returns some polygons, and their rows.

    Raises: NotApplicable where shapes are no polygons.
    """
    shapes, rows = shapes_and_rows(case)
    if case.contract.geometry_type != "Polygon":  # type: ignore[union-attr]
        raise NotApplicable("shapes are no polygons")
    return shapes[:most], rows[:most]


def shapes_must_match(case: RowCase) -> None:
    """Refuses a contract that does not compare shapes. Raises: NotApplicable."""
    if case.compare != "match":
        raise NotApplicable("shapes are not compared with those of the reference")


def put_together(case: RowCase, parts: list[Any], like: Any) -> Any:
    """Returns parts as one shape, single or multi as it was."""
    return parts[0] if like.geom_type == parts[0].geom_type else multi_of(case)(parts)


def multi_of(case: RowCase) -> Any:
    """Returns what makes a multi out of parts."""
    import shapely

    kinds = {"Point": shapely.MultiPoint, "LineString": shapely.MultiLineString, "Polygon": shapely.MultiPolygon}
    return kinds[case.contract.geometry_type]  # type: ignore[union-attr]
