# SPDX-License-Identifier: GPL-2.0-or-later
"""What QGIS alone answers, without a word, where fix_geometries speaks."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis
ENCLAVE = "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((2 2,4 2,4 4,2 4,2 2)))"


def layer(kind: str, *wkts: str) -> Any:
    from qgis.core import QgsFeature, QgsGeometry, QgsVectorLayer

    made = QgsVectorLayer(f"{kind}?crs=EPSG:28992", "made", "memory")
    for wkt in wkts:
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromWkt(wkt))
        made.dataProvider().addFeatures([feature])
    made.updateExtents()
    return made


@pytest.mark.parametrize(("arguments", "area"), [({}, 100.0), ({"METHOD": 0}, 96.0), ({"METHOD": 1}, 100.0)])
def test_the_default_of_the_engine_swallows_an_enclave(
    qgis_application: Any, arguments: dict[str, int], area: float
) -> None:
    from qgis import processing

    given = {"INPUT": layer("MultiPolygon", ENCLAVE), "OUTPUT": "memory:", **arguments}
    fixed = processing.run("native:fixgeometries", given)["OUTPUT"]
    assert next(fixed.getFeatures()).geometry().area() == pytest.approx(area)


def test_the_engine_measures_a_bow_tie_as_nothing(qgis_application: Any) -> None:
    tie = layer("Polygon", "POLYGON((0 0,4 4,4 0,0 4,0 0))")
    assert next(tie.getFeatures()).geometry().area() == 0.0  # both triangles together have 8
