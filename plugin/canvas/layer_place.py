# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a group goes in the layer tree, and where the map goes: the person's own layers and their order stay."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    QgsCoordinateTransform,
    QgsCsException,
    QgsLayerTree,
    QgsLayerTreeGroup,
    QgsLayerTreeNode,
    QgsMapLayer,
    QgsProject,
    QgsRectangle,
    QgsVectorLayer,
)

GROUP_MARK = "gisagentbench/group"
MARGIN = 1.08
SPECK = 0.1  # of the map's width or height


def place_of_group(root: QgsLayerTreeGroup) -> int:
    """Returns where a new group is put: below the person's own shapes, above older groups and ground maps."""
    place = 0
    for index, node in enumerate(root.children()):
        if not node.customProperty(GROUP_MARK) and any(
            isinstance(layer.layer(), QgsVectorLayer) for layer in _layers_of(node)
        ):
            place = index + 1
    return place


def project_extent(layer: QgsMapLayer, canvas: Any) -> QgsRectangle | None:
    """Returns the extent of a layer in the CRS of the map; None where it has none or cannot be transformed."""
    extent = layer.extent()
    if not layer.isSpatial() or extent.isNull() or not extent.isFinite():
        return None
    target = canvas.mapSettings().destinationCrs()
    if layer.crs().isValid() and target.isValid() and layer.crs() != target:
        try:
            transform = QgsCoordinateTransform(layer.crs(), target, QgsProject.instance().transformContext())
            transform.setBallparkTransformsAreAppropriate(True)
            extent = transform.transformBoundingBox(extent)
        except QgsCsException:
            return None
    return extent if extent.isFinite() else None


def is_seen(extent: QgsRectangle, canvas: Any) -> bool:
    """Tells whether an extent lies whole in the map, and not as a speck: then the person's view is left alone."""
    shown = canvas.extent()
    size = max(extent.width() / shown.width(), extent.height() / shown.height()) if not shown.isEmpty() else 0.0
    return bool(shown.contains(extent)) and size > SPECK


def zoom_to(extent: QgsRectangle, canvas: Any) -> None:
    """Shows an extent with a small margin; one point gets some ground around it."""
    shown = QgsRectangle(extent)
    if shown.width() == 0 and shown.height() == 0:
        shown.grow(0.005 if canvas.mapSettings().destinationCrs().isGeographic() else 500.0)
    shown.scale(MARGIN)
    canvas.setExtent(shown)
    canvas.refresh()


def _layers_of(node: QgsLayerTreeNode) -> list[Any]:
    if QgsLayerTree.isLayer(node):
        return [node]
    return node.findLayers() if QgsLayerTree.isGroup(node) else []
