# SPDX-License-Identifier: GPL-2.0-or-later
"""Swipe and second map: what is seen where, and that nothing of them is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.judge.made_answers import squares_differences
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
RED, BLUE = "#ff0000", "#0000ff"


@pytest.fixture
def maps(view: Any, window: Any, tmp_path: Path) -> Any:
    """Output in red, reference in blue, on a map in their CRS."""
    from qgis.core import QgsCoordinateReferenceSystem, QgsFillSymbol, QgsSingleSymbolRenderer

    from gisagentbench.plugin.judge.answer_reading import read_differences
    from gisagentbench.plugin.judge.layer_opening import open_layers

    opened = open_layers(read_differences(squares_differences(tmp_path)))
    for layer, colour in ((opened.agent, RED), (opened.reference, BLUE)):
        symbol = QgsFillSymbol.createSimple({"color": colour, "outline_style": "no"})
        layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    window.mapCanvas().setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:32630"))
    view.maps.show_layers("differences", opened)
    turn()
    return view.maps


def colour_at(curtain: Any, canvas: Any, x: float, y: float) -> str:
    """Returns what the curtain paints at a place of the map; white where it paints nothing."""
    from qgis.core import QgsPointXY
    from qgis.PyQt.QtCore import QPointF
    from qgis.PyQt.QtGui import QColor, QImage, QPainter

    image = QImage(canvas.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.translate(QPointF(curtain.pos()))
    curtain.paint(painter)
    painter.end()
    place = canvas.getCoordinateTransform().transform(QgsPointXY(x, y))
    return image.pixelColor(round(place.x()), round(place.y())).name()


def test_a_swipe_shows_the_output_on_one_side_and_the_reference_on_the_other(maps: Any, window: Any) -> None:
    """Square 4 is in both, at (100, 100) to (200, 200)."""
    maps.swipe.setChecked(True)
    curtain = maps._swipe.curtain
    wait_for(lambda: all(curtain.pictures))
    curtain.set_share(1.0)
    assert colour_at(curtain, window.mapCanvas(), 150, 150) == RED
    assert colour_at(curtain, window.mapCanvas(), 50, 150) != RED  # square 3 is missing from the output
    curtain.set_share(0.0)
    assert colour_at(curtain, window.mapCanvas(), 150, 150) == BLUE
    assert colour_at(curtain, window.mapCanvas(), 50, 150) == BLUE


def test_the_pictures_of_a_swipe_follow_the_map(maps: Any, window: Any) -> None:
    from qgis.core import QgsRectangle

    maps.swipe.setChecked(True)
    curtain = maps._swipe.curtain
    wait_for(lambda: all(curtain.pictures))
    before = curtain.pictures[0].extent
    window.mapCanvas().setExtent(QgsRectangle(100, 100, 140, 140))
    wait_for(lambda: curtain.pictures[0].extent != before and curtain.pictures[1].extent != before)
    curtain.set_share(0.0)
    assert colour_at(curtain, window.mapCanvas(), 120, 120) == BLUE


def test_keys_move_turn_and_end_a_swipe(maps: Any, window: Any) -> None:
    from qgis.gui import QgsMapToolPan
    from qgis.PyQt.QtCore import QEvent, Qt
    from qgis.PyQt.QtGui import QKeyEvent

    canvas = window.mapCanvas()
    pan = QgsMapToolPan(canvas)
    canvas.setMapTool(pan)
    maps.swipe.setChecked(True)
    tool, curtain = maps._swipe, maps._swipe.curtain

    def press(key: Any) -> None:
        tool.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))

    press(Qt.Key.Key_Right)
    assert curtain.share == pytest.approx(0.52)
    press(Qt.Key.Key_Left)
    assert curtain.share == pytest.approx(0.5)
    press(Qt.Key.Key_T)
    assert not curtain.is_upright
    press(Qt.Key.Key_Escape)
    assert canvas.mapTool() is pan
    assert not maps.swipe.isChecked()
    assert tool.curtain is None


def test_another_map_tool_ends_a_swipe(maps: Any, window: Any) -> None:
    from qgis.gui import QgsMapToolPan

    maps.swipe.setChecked(True)
    before = len(window.mapCanvas().scene().items())
    pan = QgsMapToolPan(window.mapCanvas())
    window.mapCanvas().setMapTool(pan)
    turn()
    assert not maps.swipe.isChecked()
    assert len(window.mapCanvas().scene().items()) == before - 1
    assert window.mapCanvas().mapTool() is pan


def test_layers_removed_during_a_swipe_end_it(maps: Any) -> None:
    from qgis.core import QgsProject

    maps.swipe.setChecked(True)
    QgsProject.instance().removeMapLayer(maps.group.layer("reference"))
    turn()
    assert not maps.swipe.isChecked()


def test_the_second_map_shows_the_reference_at_the_same_place_and_scale(maps: Any, window: Any) -> None:
    from qgis.core import QgsPointXY

    main = window.mapCanvas()
    maps.beside.setChecked(True)
    second = maps.second.map
    wait_for(lambda: second.width() > 0 and second.extent().width() > 0)
    names = [layer.name() for layer in second.layers()]
    assert names == [
        "Extra rows (1)", "Missing rows (1)", "Where they should be (1)", "Moved or reshaped (1)", "Wrong values (1)",
        "Reference: reference.gpkg",
    ]  # fmt: skip
    assert maps.group.is_visible("agent") and not maps.group.is_visible("same")
    main.setCenter(QgsPointXY(120, 80))
    main.zoomScale(2000)
    wait_for(lambda: second.mapUnitsPerPixel() == pytest.approx(main.mapUnitsPerPixel()))
    assert (second.center().x(), second.center().y()) == pytest.approx((main.center().x(), main.center().y()))
    second.setCenter(QgsPointXY(300, 200))
    wait_for(lambda: main.center().x() == pytest.approx(300))
    assert main.mapUnitsPerPixel() == pytest.approx(second.mapUnitsPerPixel())


def test_the_second_map_that_is_laid_out_anew_does_not_move_the_first(maps: Any, window: Any) -> None:
    from qgis.PyQt.QtCore import Qt

    main = window.mapCanvas()
    turn()
    center = main.center()
    maps.beside.setChecked(True)
    turn(50)
    window.mainWindow().resizeDocks([maps.second], [200], Qt.Orientation.Horizontal)
    turn(50)
    assert (main.center().x(), main.center().y()) == pytest.approx((center.x(), center.y()))
    second = maps.second.map
    assert (second.center().x(), second.center().y()) == pytest.approx((center.x(), center.y()))
    assert second.mapUnitsPerPixel() == pytest.approx(main.mapUnitsPerPixel())


def test_the_pointer_of_one_map_is_seen_on_the_other(maps: Any, window: Any) -> None:
    from qgis.core import QgsPointXY

    maps.beside.setChecked(True)
    turn()
    window.mapCanvas().xyCoordinates.emit(QgsPointXY(10, 20))
    here, there = maps.second._crosses
    assert (here.isVisible(), there.isVisible()) == (True, False)
    assert here.asGeometry().boundingBox().center() == QgsPointXY(10, 20)


def test_the_second_map_leaves_everything_as_it_was(maps: Any, window: Any) -> None:
    seen = {role: maps.group.is_visible(role) for role in maps.group.roles()}
    items = len(window.mapCanvas().scene().items())
    maps.beside.setChecked(True)
    turn()
    maps.second.close()
    turn()
    assert not maps.beside.isChecked()
    assert maps.second is None
    assert {role: maps.group.is_visible(role) for role in maps.group.roles()} == seen
    assert len(window.mapCanvas().scene().items()) == items


def test_the_whole_group_can_be_hidden(maps: Any, window: Any) -> None:
    maps.show.setChecked(False)
    turn()
    assert window.mapCanvas().layers() == []
    maps.show.setChecked(True)
    turn()
    assert len(window.mapCanvas().layers()) == 6


def test_swipes_that_have_ended_are_not_kept_by_the_map(maps: Any, window: Any) -> None:
    from qgis.core import QgsRectangle
    from qgis.gui import QgsMapTool, QgsMapToolPan

    canvas = window.mapCanvas()
    pan = QgsMapToolPan(canvas)
    canvas.setMapTool(pan)
    before = len(canvas.findChildren(QgsMapTool))
    for number in range(4):
        maps.swipe.setChecked(True)
        canvas.setExtent(QgsRectangle(100, 100, 140 + number, 140))  # both pictures are begun anew
        if number % 2:
            maps.swipe.setChecked(False)
        else:
            canvas.setMapTool(pan)
    turn(50)
    assert len(canvas.findChildren(QgsMapTool)) == before


def test_a_drawing_that_is_left_tells_nobody_and_frees_itself(maps: Any, window: Any) -> None:
    from qgis.core import QgsMapRendererParallelJob, QgsMapSettings
    from qgis.PyQt import sip

    from gisagentbench.plugin.judge.swipe import leave_job

    told: list[bool] = []
    job = QgsMapRendererParallelJob(QgsMapSettings(window.mapCanvas().mapSettings()))
    job.finished.connect(lambda: told.append(True))
    job.start()
    was_active = job.isActive()
    leave_job(job)
    assert was_active
    wait_for(lambda: sip.isdeleted(job))
    assert told == []


def test_a_tool_that_has_gone_during_a_swipe_is_not_given_the_map_back(maps: Any, window: Any) -> None:
    from qgis.gui import QgsMapToolPan
    from qgis.PyQt import sip

    canvas = window.mapCanvas()
    pan = QgsMapToolPan(canvas)
    canvas.setMapTool(pan)
    maps.swipe.setChecked(True)
    sip.delete(pan)
    maps.swipe.setChecked(False)
    assert canvas.mapTool() is None
