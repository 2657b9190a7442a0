# SPDX-License-Identifier: GPL-2.0-or-later
"""What the judge tab does with the map: difference layers, swipe, second map, the place of one difference."""

from __future__ import annotations

from functools import partial
from typing import Any

from qgis.core import QgsApplication, QgsMapLayer
from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtGui import QAction
from qgis.PyQt.QtWidgets import QDockWidget, QWidget

from ..i18n import tr
from .difference_group import AGENT, REFERENCE, DifferenceGroup
from .findings import Finding
from .layer_opening import OpenedLayers
from .place_flash import PlaceFlash
from .side_by_side import SecondMap, place_beside
from .swipe import Swipe

COVERING = ("same", "cells", "gaps")  # they would hide the output that is to be seen beside the reference


class MapViews(QObject):
    """Ways to see an output against its reference.

    Args:
        iface: The window's interface; None where there is no window.
        panel: The tab; the second map goes beside the panel it is in.
    """

    def __init__(self, iface: Any, panel: QWidget) -> None:
        super().__init__(panel)
        self._iface = iface
        self._panel = panel
        self.group = DifferenceGroup(iface, self)
        self._flash = PlaceFlash(iface.mapCanvas()) if iface is not None else None
        self._swipe: Swipe | None = None
        self.second: SecondMap | None = None
        self._seen_before: dict[str, bool] = {}
        self._panel_width = 0
        self.show = self._action("/mActionShowAllLayers.svg", tr("Show the difference layers on the map"), True)
        self.show.setChecked(True)
        self.zoom = self._action("/mActionZoomFullExtent.svg", tr("Zoom to all differences"))
        self.swipe = self._action(
            "/mActionSplitFeatures.svg", tr("Swipe between output and reference (T turns the line, Esc ends)"), True
        )
        self.beside = self._action("/sync_views.svg", tr("Show the reference on a second map beside this one"), True)
        self.show.toggled.connect(self.group.show_all)
        self.zoom.triggered.connect(lambda _checked=False: self.group.zoom())
        self.swipe.toggled.connect(self._toggle_swipe)
        self.beside.toggled.connect(self._toggle_second)
        self.group.changed.connect(self._update)
        self._update()

    @property
    def actions(self) -> list[QAction]:
        """What the tool bar offers."""
        return [self.show, self.zoom, self.swipe, self.beside]

    def show_layers(self, title: str, opened: OpenedLayers) -> None:
        """Shows the layers of an output instead of those that were there, and zooms to them."""
        self.end_views()
        self.group.show(title, opened)
        self.group.zoom()

    def show_finding(self, finding: Finding) -> bool:
        """Shows one difference; tells whether it has a place on the map."""
        if self._flash is None:
            return False
        return self._flash.show(finding, self.group.layer(finding.layer), self.group.extent())

    def end_views(self) -> None:
        """Ends swipe and second map, and takes the frame away."""
        self.swipe.setChecked(False)
        self.beside.setChecked(False)
        if self._flash is not None:
            self._flash.clear()

    def clear(self) -> None:
        """Takes everything from the map."""
        self.end_views()
        self.group.remove()

    def _action(self, icon: str, words: str, is_checkable: bool = False) -> QAction:
        action = QAction(QgsApplication.getThemeIcon(icon), words, self)
        action.setCheckable(is_checkable)
        return action

    def _update(self) -> None:
        roles = self.group.roles()
        has_window, has_both = self._iface is not None, AGENT in roles and REFERENCE in roles
        self.zoom.setEnabled(has_window and bool(roles))
        for action in (self.swipe, self.beside):
            action.setEnabled(has_window and (has_both or action.isChecked()))
        if not has_both:
            self.swipe.setChecked(False)
            self.beside.setChecked(False)

    def _side(self, role: str) -> list[QgsMapLayer]:
        """Returns one side of a swipe, on the ground of the person's own layers."""
        layer = self.group.layer(role)
        return ([layer] if layer is not None else []) + self._ground()

    def _ground(self) -> list[QgsMapLayer]:
        return [layer for layer in self._iface.mapCanvas().layers() if not self.group.owns(layer)]

    def _toggle_swipe(self, on: bool) -> None:
        if not on:
            swipe, self._swipe = self._swipe, None
            if swipe is not None:
                swipe.end()
                swipe.deleteLater()  # else the map, which owns its tools, keeps it
            return
        self.beside.setChecked(False)
        names = (tr("Output"), tr("Reference"))
        sides = (partial(self._side, AGENT), partial(self._side, REFERENCE))
        swipe = Swipe(self._iface.mapCanvas(), names, *sides)
        swipe.ended.connect(lambda: self._swipe_ended(swipe))
        self._swipe = swipe
        swipe.begin()

    def _swipe_ended(self, swipe: Swipe) -> None:
        """Another map tool was chosen."""
        if self._swipe is swipe:
            self._swipe = None
            self.swipe.setChecked(False)
            swipe.deleteLater()

    def _toggle_second(self, on: bool) -> None:
        if not on:
            second, self.second = self.second, None
            if second is not None:
                self._end_second(second)
            return
        self.swipe.setChecked(False)
        self._seen_before = {role: self.group.is_visible(role) for role in self.group.roles()}
        for role in self._seen_before:
            if role in COVERING or role in (AGENT, REFERENCE):
                self.group.set_visible(role, role == AGENT)
        window = self._iface.mainWindow()
        names = (tr("Output of the agent"), tr("Reference"))
        self.second = SecondMap(self._iface.mapCanvas(), self._second_layers, names, window)
        self.second.gone.connect(lambda: self.beside.setChecked(False))
        self._panel_width = place_beside(window, self.second, self._dock())

    def _end_second(self, second: SecondMap) -> None:
        second.leave()
        window, panel = self._iface.mainWindow(), self._dock()
        window.removeDockWidget(second)
        second.deleteLater()
        if self._panel_width and panel is not None:
            window.resizeDocks([panel], [self._panel_width], Qt.Orientation.Horizontal)
        self._restore()

    def _second_layers(self) -> list[QgsMapLayer]:
        signs = [role for role in self.group.roles() if role not in (AGENT, REFERENCE) and self.group.is_visible(role)]
        shown = [self.group.layer(role) for role in (*signs, REFERENCE)]
        return [layer for layer in shown if layer is not None] + self._ground()

    def _restore(self) -> None:
        before, self._seen_before = self._seen_before, {}
        for role, is_visible in before.items():
            self.group.set_visible(role, is_visible)

    def _dock(self) -> QDockWidget | None:
        widget = self._panel
        while widget is not None and not isinstance(widget, QDockWidget):
            widget = widget.parentWidget()
        return widget
