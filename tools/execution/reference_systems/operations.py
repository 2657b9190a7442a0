# SPDX-License-Identifier: GPL-2.0-or-later
"""The coordinate operation between two CRSs: which one is used, how accurate it is, which better one lacks a grid."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCoordinateTransformContext,
    QgsCsException,
    QgsDatumTransform,
    QgsGeometry,
    QgsProcessingContext,
    QgsRectangle,
)

from ...declaration.errors import ToolError
from ...declaration.facts import Extent
from .area_of_use import in_degrees, meets
from .crs import demand_place_on_earth

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

MOST_GRIDS = 3


class Absent(NamedTuple):
    """An operation that lacks a grid.

    Args:
        accuracy: In metres.
        grids: Names of those that are absent.
        area: Where it holds, in degrees; None where that is not known.
    """

    accuracy: float
    grids: tuple[str, ...]
    area: Extent | None


class Operation(NamedTuple):
    """A chosen operation.

    Args:
        target: The target CRS as QGIS knows it.
        proj: PROJ pipeline, "" to leave the choice to QGIS.
        text: Name and accuracy in words, for records.
        accuracy: In metres.
        is_ballpark: Whether it treats the datums as equal.
        absent: More accurate ones whose grids are not there.
    """

    target: QgsCoordinateReferenceSystem
    proj: str
    text: str
    accuracy: float
    is_ballpark: bool
    absent: tuple[Absent, ...]


def qgis_crs(text: str) -> QgsCoordinateReferenceSystem:
    """Gives a CRS as QGIS knows it.

    Raises:
        ToolError CRS_UNSUITABLE.
    """
    crs = QgsCoordinateReferenceSystem.fromWkt(text) if "[" in text else QgsCoordinateReferenceSystem(text)
    if not crs.isValid():
        raise ToolError("CRS_UNSUITABLE", f'QGIS does not know the CRS "{text[:60]}"')
    return crs


def chosen_operation(source: str, target: str, context: QgsProcessingContext) -> Operation:
    """Finds the operation QGIS uses between two CRSs, without network grids."""
    chosen_by_user = context.transformContext()
    if chosen_by_user == QgsCoordinateTransformContext():
        return _default_operation(source, target)
    return _operation(source, target, chosen_by_user)


def told_operation(run: Run, source: str, target: str, where: Extent | None) -> Operation:
    """Finds the operation between two CRSs, records it, and tells what is known of its limits at the place of the data.

    Args:
        where: The data, in coordinates of `source`.
    """
    operation = chosen_operation(source, target, run.context)
    run.operations.append(operation.text)
    if operation.is_ballpark:
        run.warn("CRS_UNSUITABLE", "the datums are treated as equal (ballpark transformation); positions may be off by "
                 "100 m and more")  # fmt: skip
        return operation
    place = None if where is None else in_degrees(where, source)
    better = [item for item in operation.absent if place is None or item.area is None or meets(place, item.area)]
    if better:
        grids = sorted({grid for item in better for grid in item.grids})
        run.note(f"the operation used is accurate to {operation.accuracy:g} m; one of "
                 f"{min(item.accuracy for item in better):g} m needs grids that are absent: "
                 f"{', '.join(grids[:MOST_GRIDS])}.")  # fmt: skip
    return operation


@functools.lru_cache(maxsize=256)
def _default_operation(source: str, target: str) -> Operation:
    return _operation(source, target, QgsCoordinateTransformContext())


def _operation(source: str, target: str, context: QgsCoordinateTransformContext) -> Operation:
    for crs in (source, target):
        demand_place_on_earth(crs)
    first, second = qgis_crs(source), qgis_crs(target)
    transform = QgsCoordinateTransform(first, second, context)
    details = transform.instantiatedCoordinateOperationDetails()
    offered = QgsDatumTransform.operations(first, second)
    accuracy = f"{details.accuracy:g} m" if details.accuracy >= 0 else "unknown"
    name = details.name or "same coordinates"
    text = f"{name} (accuracy {accuracy})"
    is_ballpark = "ballpark" in (details.name or "").lower()
    return Operation(second, details.proj or "", text, details.accuracy, is_ballpark, _absent(details, offered))


def transform_positions(
    x: np.ndarray, y: np.ndarray, source: str, operation: Operation
) -> tuple[np.ndarray, np.ndarray]:
    """Transforms positions by a chosen operation; NaN stays NaN.

    Raises:
        ToolError CRS_UNSUITABLE where a position has no image in the target CRS.
    """
    import numpy as np
    import shapely

    first = qgis_crs(source)
    context = QgsCoordinateTransformContext()
    if operation.proj:
        context.addCoordinateOperation(first, operation.target, operation.proj)
    is_known = np.isfinite(x) & np.isfinite(y)
    positions = QgsGeometry()  # all positions in one geometry, so that QGIS loops over them and not Python
    points = shapely.multipoints(np.column_stack([x[is_known], y[is_known]]))
    positions.fromWkb(shapely.to_wkb(points, output_dimension=2))
    try:
        positions.transform(QgsCoordinateTransform(first, operation.target, context))
    except QgsCsException as failure:
        raise ToolError("CRS_UNSUITABLE", "a position has no image in the CRS asked for",
                        "check the CRS of the layer and the area of use of the other") from failure  # fmt: skip
    moved = shapely.get_coordinates(shapely.from_wkb(bytes(positions.asWkb())))
    result = np.full((2, len(x)), np.nan)
    result[:, is_known] = moved.T
    return result[0], result[1]


def _absent(
    details: QgsDatumTransform.TransformDetails, offered: list[QgsDatumTransform.TransformDetails]
) -> tuple[Absent, ...]:
    better = [item for item in offered if not item.isAvailable and 0 <= item.accuracy < max(details.accuracy, 0) - 0.5]
    return tuple(
        Absent(item.accuracy, tuple(grid.shortName for grid in item.grids if not grid.isAvailable), _area(item.bounds))
        for item in better
    )


def _area(bounds: QgsRectangle) -> Extent | None:
    area = Extent(bounds.xMinimum(), bounds.yMinimum(), bounds.xMaximum(), bounds.yMaximum())
    return area if area.ymax > area.ymin else None
