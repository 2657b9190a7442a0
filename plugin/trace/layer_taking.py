# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes layers that are none of the trace into its inputs: a file of what the run saw, and a step that loads it."""

from __future__ import annotations

import tempfile
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qgis.core import QgsMapLayer, QgsProcessingFeatureSourceDefinition, QgsRasterLayer, QgsVectorLayer
from qgis.PyQt.QtCore import QObject

from ...tools.declaration.layers import Raster
from ...tools.declaration.structured_types import ListType, MappingType
from ...tools.declaration.value_types import BandType, LayerType, ValueType
from ..i18n import plural, tr
from .handle_names import handle_for
from .input_writing import InputFile, copy_source, write_cells, write_rows
from .layer_book import is_whole


class NotTaken(Exception):
    """A layer that cannot be taken; the text says why."""


@dataclass(frozen=True)
class Taken:
    """A layer on its way into the inputs.

    Args:
        title: What the layer tree calls it.
        handle: What it will be called.
        file: What is written.
        words: What people are told of it, once it is there.
        layer: The layer of the project; None where a file was picked by its path.
        is_whole: Whether a later run that takes all of it takes the same.
    """

    title: str
    handle: str
    file: InputFile
    words: str
    layer: QgsMapLayer | None
    is_whole: bool


class LayerTaking(QObject):
    """Writes layers into a folder of its own until the service has copied them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._count = 0

    def take(
        self,
        layer: QgsMapLayer | None,
        source: QgsProcessingFeatureSourceDefinition,
        is_raster: bool,
        taken: Container[str],
    ) -> Taken:
        """Begins to write a layer as a run takes it.

        Args:
            layer: Of the project; None where `source` is a file that was picked by its path.
            is_raster: Whether such a file is a raster.
            taken: Handles that are there or promised.
        Raises: NotTaken.
        """
        text = source.source.staticValue()
        title = layer.name() if layer is not None else Path(text.partition("|")[0]).stem
        handle = handle_for(title, taken)
        is_raster = isinstance(layer, QgsRasterLayer) or layer is None and is_raster
        file = self._new_file(handle, ".tif" if is_raster else ".gpkg")
        if layer is None:
            copy_source(text, file, is_raster)
        elif isinstance(layer, QgsRasterLayer):
            write_cells(layer, file)
        elif isinstance(layer, QgsVectorLayer):
            write_rows(layer, source, file)
        else:
            raise NotTaken(tr('"{layer}" is neither rows nor cells.').format(layer=title))
        whole = layer is None or is_whole(layer, source)
        return Taken(title, handle, file, _words(title, file.path.name, layer, source), layer, whole)

    def close(self) -> None:
        """Removes what was written."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _new_file(self, handle: str, suffix: str) -> InputFile:
        if self._folder is None:
            # files that a task still writes are left to the system where they cannot be removed
            self._folder = tempfile.TemporaryDirectory(prefix="gisagentbench-trace-", ignore_cleanup_errors=True)
        self._count += 1
        folder = Path(self._folder.name) / str(self._count)
        folder.mkdir()
        return InputFile(folder / f"{handle}{suffix}", self)


def takes_raster(value_type: ValueType) -> bool:
    """Tells whether an argument takes rasters alone."""
    if isinstance(value_type, (ListType, MappingType)):
        item = value_type.item if isinstance(value_type, ListType) else value_type.value
        return isinstance(item, BandType) or takes_raster(item)
    return isinstance(value_type, LayerType) and issubclass(value_type.accepts, Raster)


def _words(title: str, name: str, layer: Any, source: QgsProcessingFeatureSourceDefinition) -> str:
    is_rows = isinstance(layer, QgsVectorLayer)
    filters = [text for text in (layer.subsetString() if is_rows else "", source.filterExpression) if text]
    if is_rows and source.selectedFeaturesOnly:
        count = layer.selectedFeatureCount()
        return plural(
            'Only the {n} selected row of "{layer}" was taken into the inputs of the trace, as {file}.',
            'Only the {n} selected rows of "{layer}" were taken into the inputs of the trace, as {file}.',
            count,
            layer=title,
            file=name,
        )
    if filters:
        return tr('"{layer}" was taken into the inputs of the trace as {file}, with its filter {filter}.').format(
            layer=title, file=name, filter=" AND ".join(filters)
        )
    if is_rows and layer.isModified():
        return tr('"{layer}" was taken into the inputs of the trace as {file}, with its unsaved edits.').format(
            layer=title, file=name
        )
    return tr('"{layer}" was taken into the inputs of the trace as {file}.').format(layer=title, file=name)
