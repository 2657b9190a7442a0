# SPDX-License-Identifier: GPL-2.0-or-later
"""Swipe: output on one side of a line, reference on the other, on the map itself; the line is dragged or goes by keys.

Both pictures are drawn by QGIS in its own threads; the map below stays as it is and comes back when the swipe ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from qgis.core import QgsMapLayer, QgsMapRendererParallelJob, QgsMapSettings, QgsRectangle
from qgis.gui import QgsMapMouseEvent, QgsMapTool
from qgis.PyQt import sip
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtGui import QKeyEvent

from .swipe_curtain import SwipeCurtain

KEY_STEP = 0.02
BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)
FORTH = (Qt.Key.Key_Right, Qt.Key.Key_Down)
Layers = Callable[[], Sequence[QgsMapLayer]]


class Swipe(QgsMapTool):
    """The map tool that drags the line; another map tool ends it.

    Args:
        canvas: The map.
        names: What stands on the left and on the right.
        left: Gives the layers of the left picture, the uppermost first; asked at every drawing.
        right: Those of the right one.
    """

    ended = pyqtSignal()

    def __init__(self, canvas: Any, names: tuple[str, str], left: Layers, right: Layers) -> None:
        super().__init__(canvas)
        self._map = canvas
        self._names = names
        self._layers = (left, right)
        self._jobs: list[QgsMapRendererParallelJob | None] = [None, None]
        self._before: QgsMapTool | None = None
        self.curtain: SwipeCurtain | None = None
        self.setCursor(Qt.CursorShape.SplitHCursor)

    def begin(self) -> None:
        """Takes the map over from the tool that is there."""
        self._before = self._map.mapTool()
        if self._before is not None:
            self._before.destroyed.connect(self._forget_before)
        self._map.setMapTool(self)
        self._map.setFocus()

    def activate(self) -> None:
        """Begins to draw; called by the map."""
        super().activate()
        if self.curtain is None:
            self.curtain = SwipeCurtain(self._map, self._names)
            self._map.extentsChanged.connect(self.draw)
            self._map.layersChanged.connect(self.draw)
            self.draw()

    def deactivate(self) -> None:
        """Takes the curtain away; called by the map when another tool is chosen."""
        super().deactivate()
        if self.curtain is None:
            return
        self._map.extentsChanged.disconnect(self.draw)
        self._map.layersChanged.disconnect(self.draw)
        self._cancel()
        self._map.scene().removeItem(self.curtain)
        self.curtain = None
        self.ended.emit()

    def end(self) -> None:
        """Gives the map back to the tool that was there before."""
        if self.curtain is None:
            return
        before, self._before = self._before, None
        if before is not None and before is not self:
            self._map.setMapTool(before)
        if self.curtain is not None:
            self._map.unsetMapTool(self)

    def canvasPressEvent(self, event: QgsMapMouseEvent) -> None:  # noqa: N802 (name of QGIS)
        """Moves the line to the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._follow(event)

    def canvasMoveEvent(self, event: QgsMapMouseEvent) -> None:  # noqa: N802 (name of QGIS)
        """Drags the line."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._follow(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (name of Qt)
        """Moves the line by the arrow keys, turns it by T, ends by Escape."""
        key = event.key()
        if self.curtain is None:
            return
        if key in BACK or key in FORTH:
            self.curtain.set_share(self.curtain.share + (KEY_STEP if key in FORTH else -KEY_STEP))
        elif key == Qt.Key.Key_T:
            self.turn()
        elif key == Qt.Key.Key_Escape:
            self.end()
        else:
            return
        event.ignore()  # by which a map tool tells the map that it has used the key

    def turn(self) -> None:
        """Turns the line from upright to level and back."""
        if self.curtain is not None:
            self.curtain.turn()
            is_upright = self.curtain.is_upright
            self.setCursor(Qt.CursorShape.SplitHCursor if is_upright else Qt.CursorShape.SplitVCursor)

    def draw(self) -> None:
        """Has both pictures drawn; those that are being drawn for another ground are dropped."""
        if self.curtain is None:
            return
        self._cancel()
        self.curtain.cover()
        for side, layers in enumerate(self._layers):
            settings = QgsMapSettings(self._map.mapSettings())
            settings.setLayers(list(layers()))
            job = QgsMapRendererParallelJob(settings)
            job.finished.connect(partial(self._drawn, side))
            self._jobs[side] = job
            job.start()

    def _forget_before(self) -> None:
        """The tool that was there before is gone, as when its plugin is unloaded."""
        self._before = None

    def _follow(self, event: QgsMapMouseEvent) -> None:
        if self.curtain is not None:
            place, size = event.pos(), self._map.size()
            is_upright = self.curtain.is_upright
            self.curtain.set_share(place.x() / size.width() if is_upright else place.y() / size.height())

    def _drawn(self, side: int) -> None:
        job = self._jobs[side]
        if self.curtain is not None and job is not None:
            ground = QgsRectangle(job.mapSettings().visibleExtent())
            self.curtain.set_picture(side, job.renderedImage(), ground)

    def _cancel(self) -> None:
        jobs, self._jobs = self._jobs, [None, None]
        for job in jobs:
            if job is not None:
                leave_job(job)


def leave_job(job: QgsMapRendererParallelJob) -> None:
    """Cancels a drawing without waiting for it; nobody hears of it any more."""
    job.finished.disconnect()
    if job.isActive():
        sip.transferto(job, None)  # Python would wait for its threads, to free it
        job.finished.connect(job.deleteLater)
        job.cancelWithoutBlocking()
