# SPDX-License-Identifier: GPL-2.0-or-later
"""A second map beside the first: the reference, at the same place and scale, whichever of the two is moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qgis.core import Qgis, QgsGeometry, QgsMapLayer, QgsPointXY, QgsRectangle
from qgis.gui import QgsDockWidget, QgsMapCanvas, QgsMapToolPan, QgsRubberBand
from qgis.PyQt.QtCore import QEvent, QObject, QSize, Qt, QTimer, pyqtSignal
from qgis.PyQt.QtGui import QCloseEvent, QColor
from qgis.PyQt.QtWidgets import QDockWidget, QLabel

from ...headless.map_drawing.palette import INK, PAPER

NEAR = 1e-9  # of the width of the map; less is the rounding of two maps that tell each other


class SecondMap(QgsDockWidget):
    """A map that goes along with the main one.

    Args:
        canvas: The main map.
        layers: Gives the layers to show, the uppermost first; asked whenever the main map's layers change.
        names: What the main map shows, and what this one does.
    """

    gone = pyqtSignal()
    """It was closed."""

    def __init__(
        self, canvas: Any, layers: Callable[[], Sequence[QgsMapLayer]], names: tuple[str, str], parent: Any = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("GISAgentBenchSecondMap")
        self.setWindowTitle(names[1])
        self._main = canvas
        self._layers = layers
        self._is_following = False
        self._size = QSize()  # of the picture when both maps were last in step
        self.map = QgsMapCanvas(self)
        self.map.setObjectName("GISAgentBenchSecondCanvas")
        self.map.setCanvasColor(canvas.canvasColor())
        self.map.enableAntiAliasing(True)
        self.map.setParallelRenderingEnabled(True)
        self._pan = QgsMapToolPan(self.map)
        self.map.setMapTool(self._pan)
        self.setWidget(self.map)
        self._label = MapLabel(canvas, names[0])
        self._own_label = MapLabel(self.map, names[1])
        self._crosses = [cross(self.map), cross(canvas)]
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._from_main)
        self._connect()
        self._take_layers()
        self._later.start()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (name of Qt)
        """Lets go of the main map."""
        self.leave()
        super().closeEvent(event)
        self.gone.emit()

    def resizeEvent(self, event: Any) -> None:  # noqa: N802 (name of Qt)
        """Keeps place and scale when its own size changes."""
        super().resizeEvent(event)
        self._later.start()

    def leave(self) -> None:
        """Lets go of the main map; safe more than once."""
        if self._label is None:
            return
        for signal, slot in self._signals():
            signal.disconnect(slot)
        self._later.stop()
        self._main.scene().removeItem(self._crosses.pop())  # which frees it, here and now
        self._label.leave()
        self._label = None
        self.map.stopRendering()

    def _signals(self) -> list[tuple[Any, Any]]:
        return [
            (self._main.extentsChanged, self._later.start),
            (self._main.rotationChanged, self._later.start),
            (self._main.destinationCrsChanged, self._take_layers),
            (self._main.layersChanged, self._take_layers),
            (self._main.xyCoordinates, self._point_here),
            (self.map.extentsChanged, self._from_here),
            (self.map.xyCoordinates, self._point_there),
        ]

    def _connect(self) -> None:
        for signal, slot in self._signals():
            signal.connect(slot)

    def _take_layers(self) -> None:
        self.map.setDestinationCrs(self._main.mapSettings().destinationCrs())
        self.map.setLayers(list(self._layers()))
        self._later.start()

    def _from_main(self) -> None:
        self._carry(self._main, self.map)

    def _from_here(self) -> None:
        """Moves the main map; an extent that changed because this map was laid out anew is no such move."""
        if self._size == self.map.mapSettings().outputSize():
            self._carry(self.map, self._main)
        else:
            self._later.start()

    def _carry(self, source: Any, target: Any) -> None:
        """Gives one map the place and the scale of the other; the maps may differ in size."""
        if self._is_following or source.width() == 0 or target.width() == 0:
            return
        self._size = self.map.mapSettings().outputSize()
        wanted = same_ground(source, target)
        if is_near(wanted, target.extent()):
            return
        self._is_following = True
        target.setRotation(source.rotation())
        target.setExtent(wanted)
        target.refresh()
        self._is_following = False

    def _point_here(self, point: QgsPointXY) -> None:
        self._point(point, *self._crosses)

    def _point_there(self, point: QgsPointXY) -> None:
        self._point(point, *reversed(self._crosses))

    @staticmethod
    def _point(point: QgsPointXY, shown: QgsRubberBand, hidden: QgsRubberBand) -> None:
        shown.setToGeometry(QgsGeometry.fromPointXY(point))
        shown.show()
        hidden.hide()


class MapLabel(QLabel):
    """A word in the corner of a map."""

    def __init__(self, canvas: Any, text: str) -> None:
        super().__init__(canvas.viewport())
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setStyleSheet(
            f"background: {PAPER}; color: {INK}; border: 1px solid {INK}; border-radius: 3px; padding: 2px 6px;"
            "font-weight: bold;"
        )
        self._canvas = canvas
        canvas.viewport().installEventFilter(self)
        self.adjustSize()
        self.move(8, 8)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (name of Qt)
        """Stays above what the map paints."""
        if event.type() == QEvent.Type.Resize:
            self.raise_()
        return False

    def leave(self) -> None:
        """Goes from the map."""
        self._canvas.viewport().removeEventFilter(self)
        self.hide()
        self.setParent(None)
        self.deleteLater()


def place_beside(window: Any, second: SecondMap, panel: QDockWidget | None) -> int:
    """Puts the second map between the main map and the panel, with half of the room.

    Returns: The width of the panel, which QGIS would give the room of the second map when that goes; 0 for none.
    """
    width = panel.width() if panel is not None and not panel.isFloating() else 0
    half = window.centralWidget().width() // 2
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, second)
    second.show()
    if not width or window.dockWidgetArea(panel) != Qt.DockWidgetArea.RightDockWidgetArea:
        window.resizeDocks([second], [half], Qt.Orientation.Horizontal)
        return 0
    window.splitDockWidget(second, panel, Qt.Orientation.Horizontal)
    window.resizeDocks([second, panel], [half, width], Qt.Orientation.Horizontal)
    return width


def same_ground(source: Any, target: Any) -> QgsRectangle:
    """Returns the extent at which one map shows the middle of another at the same scale."""
    center, unit = source.center(), source.mapUnitsPerPixel()
    size = target.mapSettings().outputSize()  # of the picture, which is smaller than the widget by its frame
    half_width, half_height = size.width() * unit / 2, size.height() * unit / 2
    return QgsRectangle(
        center.x() - half_width, center.y() - half_height, center.x() + half_width, center.y() + half_height
    )


def is_near(one: QgsRectangle, other: QgsRectangle) -> bool:
    """Tells whether two extents are the same but for rounding."""
    slack = max(one.width(), other.width()) * NEAR
    pairs = zip(
        (one.xMinimum(), one.yMinimum(), one.xMaximum(), one.yMaximum()),
        (other.xMinimum(), other.yMinimum(), other.xMaximum(), other.yMaximum()),
        strict=True,
    )
    return all(abs(mine - theirs) <= slack for mine, theirs in pairs)


def cross(canvas: Any) -> QgsRubberBand:
    """Makes the cross that shows where the pointer is on the other map."""
    band = QgsRubberBand(canvas, Qgis.GeometryType.Point)
    band.setIcon(QgsRubberBand.IconType.ICON_CROSS)
    band.setIconSize(14)
    band.setWidth(2)
    band.setStrokeColor(QColor(INK))
    band.setSecondaryStrokeColor(QColor(PAPER))
    band.hide()
    return band
