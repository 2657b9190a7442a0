# SPDX-License-Identifier: GPL-2.0-or-later
"""The coordinate operation that QGIS chooses by itself; dialogs write it out, as if a person had chosen it."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCoordinateTransformContext,
    QgsMapLayer,
)

OPERATION = "OPERATION"


def without_usual_operation(inputs: dict[str, Any], layer: QgsMapLayer | None, target: str) -> dict[str, Any]:
    """Leaves the operation out of the parameters of a run where it is the usual one.

    Args:
        layer: What is transformed; None where it is not known.
        target: CRS as authority code or WKT.
    """
    if not inputs.get(OPERATION) or layer is None:
        return inputs
    is_usual = inputs[OPERATION] == usual_operation(layer.crs(), QgsCoordinateReferenceSystem(target))
    return {name: value for name, value in inputs.items() if name != OPERATION} if is_usual else inputs


def usual_operation(source: QgsCoordinateReferenceSystem, target: QgsCoordinateReferenceSystem) -> str:
    """Gives the operation as PROJ writes it, whatever the person's project says of the two CRSs."""
    transform = QgsCoordinateTransform(source, target, QgsCoordinateTransformContext())
    return str(transform.instantiatedCoordinateOperationDetails().proj)
