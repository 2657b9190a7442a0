# SPDX-License-Identifier: GPL-2.0-or-later
"""What a task has made is whole for as long as the window keeps it."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from gisagentbench.tests.plugin.waiting import wait_for

# WGS 84 / UTM zone 55S: no other test names it, so that the task is the first to make it.
CRS = "EPSG:32755"
POINT_IN_IT, POINT_IN_DEGREES = (500_000.0, 10_000_000.0), (147.0, 0.0)


@pytest.mark.qgis
def test_a_crs_first_made_in_a_task_can_be_drawn_when_the_task_is_long_over(qgis_application: Any) -> None:
    """The map draws in threads of its own, and they take over nothing from a thread that has ended."""
    from qgis.core import (
        QgsApplication,
        QgsCoordinateReferenceSystem,
        QgsCoordinateTransform,
        QgsPointXY,
        QgsProject,
        QgsVectorLayer,
    )

    from gisagentbench.plugin.canvas.background_task import BackgroundTask, give_to_window, run_in_background

    def open_layer(_task: Any) -> Any:
        layer = QgsVectorLayer(f"Point?crs={CRS}", "stations", "memory")
        give_to_window(layer)
        return layer

    def draw() -> None:
        degrees = QgsCoordinateReferenceSystem("EPSG:4326")
        transform = QgsCoordinateTransform(layers[0].crs(), degrees, QgsProject.instance())
        places.append(tuple(round(value, 6) for value in transform.transform(QgsPointXY(*POINT_IN_IT))))

    layers: list[Any] = []
    places: list[tuple[float, ...]] = []
    QgsApplication.taskManager().threadPool().setExpiryTimeout(10)
    run_in_background(BackgroundTask("opening", open_layer, lambda made, _fault: layers.append(made)))
    wait_for(lambda: layers)
    time.sleep(0.3)  # thirty times as long as an idle thread was to stay
    drawing = threading.Thread(target=draw)
    drawing.start()
    drawing.join()
    assert places == [POINT_IN_DEGREES]
