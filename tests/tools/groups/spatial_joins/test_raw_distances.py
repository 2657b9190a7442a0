# SPDX-License-Identifier: GPL-2.0-or-later
"""What QGIS alone answers, without a word, where distance_matrix speaks."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis


def matrix(crs: str, points: dict[str, tuple[float, float]]) -> list[tuple[Any, ...]]:
    """Runs qgis:distancematrix of a layer with itself, as lines of from, to and distance."""
    from qgis import processing
    from qgis.core import QgsFeature, QgsGeometry, QgsPointXY, QgsVectorLayer

    layer = QgsVectorLayer(f"Point?crs={crs}&field=id:string", "made", "memory")
    for name, place in points.items():
        feature = QgsFeature(layer.fields())
        feature.setAttribute("id", name)
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(*place)))
        layer.dataProvider().addFeatures([feature])
    layer.updateExtents()
    given = {"INPUT": layer, "INPUT_FIELD": "id", "TARGET": layer, "TARGET_FIELD": "id", "MATRIX_TYPE": 0,
             "NEAREST_POINTS": 0, "OUTPUT": "memory:"}  # fmt: skip
    return [tuple(row.attributes()) for row in processing.run("qgis:distancematrix", given)["OUTPUT"].getFeatures()]


def test_the_engine_measures_the_long_way_round_in_degrees(qgis_application: Any) -> None:
    found = matrix("EPSG:4326", {"a": (179.5, 0.0), "b": (-179.5, 0.0)})
    assert {(one, other): distance for one, other, distance in found}["a", "b"] == pytest.approx(359)
