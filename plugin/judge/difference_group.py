# SPDX-License-Identifier: GPL-2.0-or-later
"""The difference layers of one output on the map, with output and reference below them, in one group of the tree."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    QgsLayerTreeGroup,
    QgsLayerTreeLayer,
    QgsMapLayer,
    QgsPalettedRasterRenderer,
    QgsProject,
    QgsRasterLayer,
    QgsRectangle,
)
from qgis.PyQt.QtCore import QObject, pyqtSignal
from qgis.PyQt.QtGui import QColor

from ...headless.difference_layers.written_layers import CELL_KINDS
from ...headless.map_drawing.palette import CELL_LOOKS
from ..canvas.layer_place import GROUP_MARK, place_of_group, project_extent, zoom_to
from ..canvas.project_crs import keep_crs
from .layer_opening import OpenedLayers

AGENT, REFERENCE, RINGS = "agent", "reference", "rings"


class DifferenceGroup(QObject):
    """Adds layers and takes them out again; whatever a person has removed is simply not there any more.

    Args:
        iface: The window's interface; None where there is no window.
    """

    changed = pyqtSignal()
    """Layers came, went, or were shown or hidden."""

    def __init__(self, iface: Any, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._iface = iface
        self._ids: dict[str, str] = {}
        self._is_shown = True
        self._is_closed = False
        QgsProject.instance().layersRemoved.connect(self._layers_removed)

    def show(self, title: str, opened: OpenedLayers) -> None:
        """Shows the layers of an output instead of those that were there.

        Edges: Output and reference are there but hidden, unless there is no difference layer with a place.
        """
        self.remove()
        layers = [(one.written.kind, one.layer) for one in opened.differences if one.layer.isSpatial()]
        layers += [(RINGS, opened.rings)] if opened.rings is not None else []
        layers = sorted(layers, key=lambda pair: pair[0] != RINGS)
        is_alone = not layers
        sides = [(AGENT, opened.agent), (REFERENCE, opened.reference)]
        layers += [(role, layer) for role, layer in sides if layer is not None]
        if not layers:
            self.changed.emit()
            return
        root = QgsProject.instance().layerTreeRoot()
        group = root.insertGroup(place_of_group(root), title)
        group.setCustomProperty(GROUP_MARK, "differences")
        group.setItemVisibilityChecked(self._is_shown)
        keep_crs(self._iface)
        for role, layer in layers:
            QgsProject.instance().addMapLayer(layer, False)
            self._ids[role] = layer.id()
            node = group.addLayer(layer)
            node.setExpanded(False)
            node.setItemVisibilityChecked(is_alone or role not in (AGENT, REFERENCE, "gaps"))
        group.visibilityChanged.connect(self._visibility_changed)
        self.changed.emit()

    def remove(self) -> None:
        """Takes the layers out of the project, and the group where nothing else was put into it."""
        ids, self._ids = list(self._ids.values()), {}
        group = next((node.parent() for node in map(self._node_of, ids) if node is not None), None)
        project = QgsProject.instance()
        project.removeMapLayers([layer_id for layer_id in ids if project.mapLayer(layer_id) is not None])
        if isinstance(group, QgsLayerTreeGroup) and group.customProperty(GROUP_MARK) and not group.children():
            group.parent().removeChildNode(group)
        if ids:
            self.changed.emit()

    def close(self) -> None:
        """Leaves the layers that are there to the person; safe more than once."""
        self._ids = {}
        if not self._is_closed:
            self._is_closed = True
            QgsProject.instance().layersRemoved.disconnect(self._layers_removed)

    def roles(self) -> list[str]:
        """Returns what is there, the uppermost first."""
        return [role for role in self._ids if self.layer(role) is not None]

    def layer(self, role: str) -> QgsMapLayer | None:
        """Returns a layer by its kind, or as agent, reference or rings; None where it is not there."""
        return QgsProject.instance().mapLayer(self._ids[role]) if role in self._ids else None

    def owns(self, layer: QgsMapLayer) -> bool:
        """Tells whether a layer of the project is one of these."""
        return layer.id() in self._ids.values()

    def is_visible(self, role: str) -> bool:
        """Tells whether a layer is checked in the tree."""
        node = self._node_of(self._ids.get(role, ""))
        return node is not None and node.itemVisibilityChecked()

    def set_visible(self, role: str, on: bool) -> None:
        """Shows or hides a layer."""
        node = self._node_of(self._ids.get(role, ""))
        if node is not None and node.itemVisibilityChecked() != on:
            node.setItemVisibilityChecked(on)

    def show_all(self, on: bool) -> None:
        """Shows or hides the whole group, and those that follow it."""
        self._is_shown = on
        node = next(filter(None, map(self._node_of, self._ids.values())), None)
        if node is not None:
            node.parent().setItemVisibilityChecked(on)

    def hide_cells(self, hidden: set[str]) -> None:
        """Leaves kinds of cells out of the layer of cells, so that others are seen."""
        layer = self.layer("cells")
        if not isinstance(layer, QgsRasterLayer):
            return
        classes = [
            QgsPalettedRasterRenderer.Class(CELL_KINDS.index(kind), QColor(colour), word)
            for kind, (word, colour) in CELL_LOOKS.items()
            if kind not in hidden
        ]
        layer.setRenderer(QgsPalettedRasterRenderer(layer.dataProvider(), 1, classes))
        layer.triggerRepaint()

    def extent(self) -> QgsRectangle:
        """Returns where all of it lies, in the CRS of the map; null where nothing does."""
        together, canvas = QgsRectangle(), self._canvas()
        for layer in filter(None, map(self.layer, self._ids)):
            found = project_extent(layer, canvas) if canvas is not None else None
            if found is not None:
                together.combineExtentWith(found)
        return together

    def zoom(self) -> None:
        """Shows all of it."""
        extent, canvas = self.extent(), self._canvas()
        if canvas is not None and not extent.isNull():
            zoom_to(extent, canvas)

    def _canvas(self) -> Any:
        return self._iface.mapCanvas() if self._iface is not None else None

    def _visibility_changed(self, _node: object) -> None:
        self.changed.emit()

    def _layers_removed(self, ids: list[str]) -> None:
        gone = [role for role, layer_id in self._ids.items() if layer_id in ids]
        for role in gone:
            del self._ids[role]
        if gone:
            self.changed.emit()

    @staticmethod
    def _node_of(layer_id: str) -> QgsLayerTreeLayer | None:
        return QgsProject.instance().layerTreeRoot().findLayer(layer_id) if layer_id else None
