# SPDX-License-Identifier: GPL-2.0-or-later
"""An operation that QGIS would choose by itself is none that a person chose; any other is.

Oracle: PROJ's own words for UTM, and the seven parameters of EPSG:1314 from the registry.
"""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.tests.plugin.trace.drawn_layers import squares

pytestmark = pytest.mark.qgis
TO_DEGREES = "+proj=pipeline +step +inv +proj=utm +zone=33 +ellps=WGS84 +step +proj=unitconvert +xy_in=rad +xy_out=deg"


@pytest.mark.parametrize(("operation", "is_left_out"), [(TO_DEGREES, True), ("", False), ("+proj=noop", False)])
def test_the_usual_operation_is_left_out(window: Any, operation: str, is_left_out: bool) -> None:
    from gisagentbench.plugin.trace.usual_operation import without_usual_operation

    inputs = {"INPUT": "squares", "OPERATION": operation}
    left = without_usual_operation(inputs, squares(), "EPSG:4326")
    assert left == ({"INPUT": "squares"} if is_left_out else inputs)


def test_without_the_layer_nothing_is_left_out(window: Any) -> None:
    from gisagentbench.plugin.trace.usual_operation import without_usual_operation

    inputs = {"OPERATION": TO_DEGREES}
    assert without_usual_operation(inputs, None, "EPSG:4326") == inputs


def test_what_the_project_prefers_is_not_the_usual_operation(window: Any) -> None:
    """Airy to WGS 84 by three parameters instead of seven is up to 20 m off."""
    from qgis.core import QgsCoordinateReferenceSystem, QgsProject

    from gisagentbench.plugin.trace.usual_operation import usual_operation

    source, target = (QgsCoordinateReferenceSystem(code) for code in ("EPSG:27700", "EPSG:4326"))
    context = QgsProject.instance().transformContext()
    context.addCoordinateOperation(source, target, "+proj=noop")
    QgsProject.instance().setTransformContext(context)
    found = usual_operation(source, target)
    assert "+x=446.448 +y=-125.157 +z=542.06 +rx=0.15 +ry=0.247 +rz=0.842 +s=-20.489" in found
