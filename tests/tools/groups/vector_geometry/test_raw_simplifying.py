# SPDX-License-Identifier: GPL-2.0-or-later
"""What QGIS itself says where simplify_geometry and geometry_by_expression keep edges, refuse or say: nothing."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis
AROUND_A_NODE = (
    "POLYGON((155000 463000,155010 463000,155010.5 463010,155010 463020,155000 463020,155000 463000))",
    "POLYGON((155010 463000,155020 463000,155020 463010,155010.5 463010,155010 463000))",
    "POLYGON((155010.5 463010,155020 463010,155020 463020,155010 463020,155010.5 463010))",
)


def ran(algorithm: str, definition: str, texts: tuple[str, ...], **parameters: Any) -> list[Any]:
    from qgis.core import (
        QgsApplication,
        QgsFeature,
        QgsGeometry,
        QgsProcessingContext,
        QgsProcessingFeedback,
        QgsVectorLayer,
    )

    layer = QgsVectorLayer(definition, "raw", "memory")
    features = [QgsFeature() for _ in texts]
    for feature, text in zip(features, texts, strict=True):
        feature.setGeometry(QgsGeometry.fromWkt(text))
    layer.dataProvider().addFeatures(features)
    found = QgsApplication.processingRegistry().createAlgorithmById(algorithm)
    context, feedback = QgsProcessingContext(), QgsProcessingFeedback()
    results, is_done = found.run({"INPUT": layer, "OUTPUT": "TEMPORARY_OUTPUT", **parameters}, context, feedback)
    assert is_done
    return [feature.geometry() for feature in context.takeResultLayer(results["OUTPUT"]).getFeatures()]


def test_a_node_of_three_is_lost_in_one_of_them(qgis_application: Any) -> None:
    """On paper: 20 m by 20 m, of which a triangle of 20 by 0.5 is in no polygon any more."""
    from qgis.core import QgsGeometry

    found = ran("native:simplifygeometries", "Polygon?crs=EPSG:28992", AROUND_A_NODE, METHOD=0, TOLERANCE=1)
    assert QgsGeometry.unaryUnion(found).area() == pytest.approx(400 - 5)


def test_a_buffer_of_500_degrees_is_drawn(qgis_application: Any) -> None:
    """On paper: a circle of 500 degrees reaches 505 degrees east."""
    (found,) = ran(
        "native:geometrybyexpression", "Point?crs=EPSG:4326", ("POINT(5 52)",), OUTPUT_GEOMETRY=0,
        EXPRESSION="buffer(@geometry, 500)",
    )  # fmt: skip
    assert found.boundingBox().xMaximum() == pytest.approx(505)
