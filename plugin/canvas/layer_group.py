# SPDX-License-Identifier: GPL-2.0-or-later
"""The layers of one episode, trace or score: shown as they come, chosen by step, taken away again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from qgis.core import QgsLayerTree, QgsLayerTreeGroup, QgsLayerTreeLayer, QgsMapLayer, QgsProject, QgsRectangle
from qgis.PyQt.QtCore import QObject, pyqtSignal

from .layer_entry import LayerEntry, layer_entry
from .layer_opening import Opened, Style
from .layer_place import GROUP_MARK, is_seen, place_of_group, project_extent, zoom_to
from .opening_queue import OpeningQueue
from .project_crs import keep_crs

# What each layer carries, so that anybody who meets it in the project knows which handle of which session it is.
SESSION_MARK = "gisagentbench/session"
HANDLE_MARK = "gisagentbench/handle"
STEP_MARK = "gisagentbench/step"


class LayerGroup(QObject):
    """A group of the layer tree and what is in it.

    Layers are opened outside the window's thread and added on it. What the person takes out of the tree stays out
    until its step is chosen again; when the project is closed, nothing is added to the next one unasked.

    Args:
        title: Name of the group.
        iface: The window's interface; None: nothing to zoom.
        session: The session of the service that the layers are of; "" for layers of none.
    """

    shown = pyqtSignal(object, object)
    """A layer is on the map: its LayerEntry and the layer."""
    failed = pyqtSignal(object, str)
    """A layer could not be shown: its LayerEntry and why."""

    def __init__(self, title: str, iface: Any, session: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.session = session
        self._iface = iface
        self._mark = uuid4().hex
        self._entries: dict[tuple[int, str, str, str], LayerEntry] = {}
        self._styles: dict[tuple[int, str, str, str], Style | None] = {}
        self._ids: dict[tuple[int, str, str, str], str] = {}
        self._queue = OpeningQueue(self)
        self._queue.opened.connect(self._opened)
        self._queue.failed.connect(self.failed)
        self._selected: int | None = None
        self._is_detached = False
        self._closed = False
        QgsProject.instance().cleared.connect(self._project_closed)

    def set_session(self, session: str) -> None:
        """Makes the layers those of another session of the service, which goes on where one ended."""
        self.session = session
        for layer in self.layers():
            layer.setCustomProperty(SESSION_MARK, session)

    def show(self, told: dict[str, Any], style: Style | None = None) -> bool:
        """Shows a layer once it is open.

        Args:
            told: The layer as the service told of it.
            style: Styles it, outside the window's thread; left out: what fits its geometry and data.
        Returns: Whether there is anything to show.
        """
        entry = layer_entry(told)
        if entry is None or self._closed:
            return False
        self._entries[entry.key] = entry
        self._styles[entry.key] = style
        if not self._is_detached:
            self._open(entry)
        return True

    def show_state(self, told: Iterable[dict[str, Any]]) -> None:
        """Shows exactly these layers, since a person asks for them: others are taken out, missing ones are opened."""
        entries = {entry.key: entry for entry in map(layer_entry, told) if entry is not None}
        for key in [key for key in self._entries if key not in entries]:
            self._forget(key)
        for entry in entries.values():
            self._entries.setdefault(entry.key, entry)
            self._open(entry)

    def remove_after(self, step: int) -> None:
        """Takes out the layers of all later steps."""
        for key in [key for key, entry in self._entries.items() if entry.step > step]:
            self._forget(key)

    def select(self, step: int, make_active: bool = True) -> bool:
        """Shows the layers of a step instead of those of other steps, and zooms to them.

        Args:
            make_active: Whether one becomes the active layer, beside which QGIS puts what is added next.
        Returns: Whether that step made a layer. Layers that are not open yet are zoomed to when they are.
        """
        keys = [key for key, entry in self._entries.items() if entry.step == step]
        if not keys:
            return False
        self._selected = step
        self._is_detached = False
        for key in keys:
            self._open(self._entries[key], is_first=True)
        self._make_visible(step)
        self._zoom(step)
        if make_active:
            self._make_active(keys)
        return True

    def follow_newest(self) -> None:
        """Shows new layers as they come, instead of those of the step that was chosen."""
        self._selected = None

    def layers(self) -> list[QgsMapLayer]:
        """Returns the layers that are in the project, in the order of their steps."""
        keys = sorted(self._ids, key=lambda one: one[0])
        return [layer for layer in (self._layer(key) for key in keys) if layer is not None]

    def step_of(self, layer_id: str) -> int | None:
        """Returns the step that made a layer of the project; None for layers of others."""
        return next((key[0] for key, found in self._ids.items() if found == layer_id), None)

    def is_opening(self) -> bool:
        """Tells whether layers are still being opened."""
        return self._queue.is_busy()

    def remove(self) -> None:
        """Takes out all layers and the group; what a person has put elsewhere in the tree is theirs, and stays."""
        group = self._group(make=False)
        self._ids = {key: found for key, found in self._ids.items() if group is not None and group.findLayer(found)}
        for key in list(self._entries):
            self._forget(key)
        if group is not None and not group.children():
            group.parent().removeChildNode(group)

    def hide(self) -> None:
        """Leaves the group out of the map; it stays in the layer tree."""
        group = self._group(make=False)
        if group is not None:
            group.setItemVisibilityChecked(False)

    def close(self) -> None:
        """Stops adding layers; those that are there stay."""
        if not self._closed:
            self._closed = True
            self._queue.close()
            QgsProject.instance().cleared.disconnect(self._project_closed)

    def _open(self, entry: LayerEntry, is_first: bool = False) -> None:
        if self._layer(entry.key) is None:
            self._queue.add(entry, self._styles.get(entry.key), is_first)

    def _opened(self, entry: LayerEntry, opened: Opened) -> None:
        self._add(entry, opened.layer)
        if opened.note:
            self.failed.emit(entry, opened.note)
        self.shown.emit(entry, opened.layer)

    def _add(self, entry: LayerEntry, layer: QgsMapLayer) -> None:
        group = self._group(make=True)
        assert group is not None
        for mark, value in ((SESSION_MARK, self.session), (HANDLE_MARK, entry.handle), (STEP_MARK, entry.step)):
            layer.setCustomProperty(mark, value)
        keep_crs(self._iface)
        QgsProject.instance().addMapLayer(layer, False)
        self._ids[entry.key] = layer.id()
        node = group.insertLayer(self._row(group, entry.step), layer)
        node.setCustomProperty(STEP_MARK, entry.step)
        node.setExpanded(False)
        newest = max((key[0] for key in self._ids), default=0)
        if self._selected == entry.step or (self._selected is None and entry.step >= newest):
            self._make_visible(entry.step)
            self._zoom(entry.step, only_if_unseen=self._selected is None)
        else:
            node.setItemVisibilityChecked(False)

    def _row(self, group: QgsLayerTreeGroup, step: int) -> int:
        """Returns where a layer goes: newest step uppermost."""
        steps = [int(node.customProperty(STEP_MARK, 0) or 0) for node in group.children()]
        return next((row for row, other in enumerate(steps) if other <= step), len(steps))

    def _make_visible(self, step: int) -> None:
        group = self._group(make=False)
        if group is None:
            return
        group.setItemVisibilityChecked(True)
        for key, layer_id in self._ids.items():
            node = group.findLayer(layer_id)
            if isinstance(node, QgsLayerTreeLayer):
                node.setItemVisibilityChecked(key[0] == step)

    def _make_active(self, keys: list[tuple[int, str, str, str]]) -> None:
        """Makes a chosen layer the one that tools of the window work with."""
        layer = next(filter(None, map(self._layer, keys)), None)
        if layer is not None and self._iface is not None:
            self._iface.setActiveLayer(layer)

    def _zoom(self, step: int, only_if_unseen: bool = False) -> None:
        if self._iface is None or self._iface.mapCanvas() is None:
            return
        canvas, together = self._iface.mapCanvas(), QgsRectangle()
        for layer in (self._layer(key) for key in self._ids if key[0] == step):
            extent = project_extent(layer, canvas) if layer is not None else None
            if extent is not None:
                together.combineExtentWith(extent)
        if not together.isNull() and not (only_if_unseen and is_seen(together, canvas)):
            zoom_to(together, canvas)

    def _layer(self, key: tuple[int, str, str, str]) -> QgsMapLayer | None:
        return QgsProject.instance().mapLayer(self._ids[key]) if key in self._ids else None

    def _forget(self, key: tuple[int, str, str, str]) -> None:
        entry = self._entries.pop(key, None)
        self._styles.pop(key, None)
        if entry is not None:
            self._queue.drop(entry)
        layer_id = self._ids.pop(key, None)
        if layer_id is not None and QgsProject.instance().mapLayer(layer_id) is not None:
            QgsProject.instance().removeMapLayer(layer_id)

    def _group(self, make: bool) -> QgsLayerTreeGroup | None:
        root = QgsProject.instance().layerTreeRoot()
        found = next((group for group in _groups(root) if group.customProperty(GROUP_MARK) == self._mark), None)
        if found is None and make:
            found = root.insertGroup(place_of_group(root), self.title)
            found.setCustomProperty(GROUP_MARK, self._mark)
        return found

    def _project_closed(self) -> None:
        """The project is gone with all layers; they come back only when a step is chosen."""
        self._is_detached = True
        self._ids.clear()
        self._queue.clear()


def _groups(node: QgsLayerTreeGroup) -> Iterable[QgsLayerTreeGroup]:
    for child in node.children():
        if QgsLayerTree.isGroup(child):
            yield child
            yield from _groups(child)
