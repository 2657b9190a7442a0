# SPDX-License-Identifier: GPL-2.0-or-later
"""Which layers of the project are which layers of the trace."""

from __future__ import annotations

import functools
from typing import Any

from qgis.core import (
    QgsMapLayer,
    QgsProcessingContext,
    QgsProcessingFeatureSourceDefinition,
    QgsProcessingUtils,
    QgsProject,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QObject


class LayerBook(QObject):
    """Knows the handle of a layer: of the trace's own group, of what a recorded run made, of what was taken as input.

    A layer that is changed afterwards is no longer what the handle means, and is forgotten.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handles: dict[str, str] = {}
        self._results: dict[str, str] = {}
        self._watched: set[str] = set()

    def clear(self) -> None:
        """Forgets all, for another trace."""
        self._handles.clear()
        self._results.clear()

    def enter(self, layer: QgsMapLayer, handle: str) -> None:
        """Enters a layer of the project."""
        self._handles[layer.id()] = handle
        self._watch(layer)

    def enter_result(self, value: Any, handle: str) -> None:
        """Enters what a run told of its output: the id of a layer that is not in the project yet, or a file."""
        if isinstance(value, str) and value:
            self._results[place_of(value)] = handle

    def forget_handle(self, handle: str) -> None:
        """Forgets all layers of a handle that is not there any more."""
        for found in (self._handles, self._results):
            for key in [key for key, other in found.items() if other == handle]:
                del found[key]

    def handle_of(self, layer: QgsMapLayer) -> str:
        """Gives the handle of a layer; "" for layers that are none of the trace, or no longer are."""
        if layer.id() in self._handles:
            return self._handles[layer.id()]
        found = self._results.get(layer.id()) or self._results.get(place_of(layer.source()), "")
        if found:
            self._handles[layer.id()] = found
            self._watch(layer)
        return found

    def handle_at(self, source: str) -> str:
        """Gives the handle of what a recorded run made, by its file or id, where it is no layer of the project."""
        return self._results.get(place_of(source), "")

    def layer_id_of(self, handle: str) -> str:
        """Gives the id of a layer of the project that is this handle; "" where there is none."""
        project = QgsProject.instance()
        found = (key for key, other in self._handles.items() if other == handle and project.mapLayer(key) is not None)
        return next(found, "")

    def _watch(self, layer: QgsMapLayer) -> None:
        if layer.id() in self._watched or not isinstance(layer, QgsVectorLayer):
            return
        self._watched.add(layer.id())
        changed = functools.partial(self._changed, layer.id(), place_of(layer.source()))
        layer.afterCommitChanges.connect(changed)
        layer.dataChanged.connect(changed)
        layer.subsetStringChanged.connect(changed)

    def _changed(self, layer_id: str, place: str) -> None:
        self._handles.pop(layer_id, None)
        self._results.pop(layer_id, None)
        self._results.pop(place, None)


def is_whole(layer: QgsMapLayer, source: QgsProcessingFeatureSourceDefinition) -> bool:
    """Tells whether a run takes all of a layer as it is stored: no selection, filter, limit or unsaved edit."""
    is_edited = isinstance(layer, QgsVectorLayer) and (layer.isModified() or bool(layer.subsetString()))
    return takes_all(source) and not is_edited


def takes_all(source: QgsProcessingFeatureSourceDefinition) -> bool:
    """Tells whether a run takes all rows that its source has: no selection, filter or limit."""
    return not (source.selectedFeaturesOnly or source.featureLimit >= 0 or source.filterExpression)


def source_of(value: Any) -> QgsProcessingFeatureSourceDefinition:
    """Reads the value of a layer parameter as the history has it: text, or an object with selection and filter."""
    if not isinstance(value, dict):
        return QgsProcessingFeatureSourceDefinition(str(value))
    text = value.get("source", "")
    if isinstance(text, dict):  # a property of QGIS, which holds the text
        text = text.get("val", "")
    made = QgsProcessingFeatureSourceDefinition(str(text), bool(value.get("selected_only")))
    limit = value.get("feature_limit")
    made.featureLimit = int(limit) if limit is not None else -1
    made.filterExpression = str(value.get("filter") or value.get("filter_expression") or "")
    return made


def project_layer(source: QgsProcessingFeatureSourceDefinition) -> QgsMapLayer | None:
    """Finds the layer of the project that a run took; None where it took a file by its path.

    Where several layers have one source, it is the one with the selection that the run asked for.
    """
    text = source.source.staticValue()
    project = QgsProject.instance()
    if project.mapLayer(text) is not None:
        return project.mapLayer(text)
    names = QgsProcessingUtils.layerToStringIdentifier
    same = [layer for layer in project.mapLayers().values() if text in (layer.source(), names(layer))]
    if source.selectedFeaturesOnly:
        same.sort(key=lambda layer: isinstance(layer, QgsVectorLayer) and layer.selectedFeatureCount() == 0)
    if same:
        return same[0]
    found = QgsProcessingUtils.mapLayerFromString(text, _context(), False)
    return found if found is not None and project.mapLayer(found.id()) is not None else None


def _context() -> QgsProcessingContext:
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return context


def place_of(value: str) -> str:
    """Gives the file of a source, which QGIS names with and without the layer inside."""
    path, _, rest = value.partition("|")
    return value if "subset=" in rest else path
