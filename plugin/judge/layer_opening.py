# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens difference layers and the two layers that differ, and reads the differences, outside the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from qgis.core import QgsMapLayer, QgsRasterLayer, QgsTask, QgsVectorLayer

from ...headless.difference_layers.written_layers import WrittenLayer
from ...headless.map_drawing.difference_styles import style_difference_layer
from ..canvas.background_task import BackgroundTask, give_to_window, run_in_background
from ..canvas.layer_entry import LayerEntry
from ..canvas.layer_opening import LayerRefused, Opened, Style, open_entry
from ..i18n import tr
from .answers import Differences, Side
from .finding_reading import read_findings, with_places_before
from .findings import Finding
from .kinds import layer_title

MOST_CELLS_SEARCHED = 50_000_000


class DifferenceLayer(NamedTuple):
    """One difference layer, opened."""

    written: WrittenLayer
    layer: QgsMapLayer


@dataclass
class OpenedLayers:
    """What was opened for one output.

    Args:
        differences: The uppermost first.
        rings: Rings around the few cells that differ; None where they are many, or shapes.
        notes: Sentences on what could not be opened.
    """

    differences: list[DifferenceLayer] = field(default_factory=list)
    rings: QgsVectorLayer | None = None
    agent: QgsMapLayer | None = None
    reference: QgsMapLayer | None = None
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def all(self) -> list[QgsMapLayer]:
        """Returns every layer."""
        layers = [one.layer for one in self.differences] + [self.rings, self.agent, self.reference]
        return [layer for layer in layers if layer is not None]


def open_in_background(differences: Differences, done: Callable[[OpenedLayers | None, str], None]) -> BackgroundTask:
    """Opens what belongs to one output.

    Args:
        differences: What the service wrote.
        done: Called in the window's thread with what was opened, or with None and a sentence where nothing could be;
            never where the task is cancelled.
    """

    def work(task: QgsTask) -> OpenedLayers:
        opened = open_layers(differences, task.isCanceled)
        for layer in opened.all():
            give_to_window(layer)
        return opened

    def hand_over(opened: OpenedLayers | None, fault: str) -> None:
        if opened is not None or fault:
            done(opened, fault)

    task = BackgroundTask(tr("Opening difference layers"), work, hand_over)
    run_in_background(task)
    return task


def open_layers(differences: Differences, is_cancelled: Callable[[], bool] = lambda: False) -> OpenedLayers:
    """Opens and styles what belongs to one output, in whichever thread it is called.

    Args:
        differences: What the service wrote.
        is_cancelled: Asked between layers; what is open by then is returned.
    """
    opened = OpenedLayers()
    for written in differences.written.layers:
        if is_cancelled():
            return opened
        layer = _difference_layer(written, opened)
        if layer is None:
            continue
        opened.differences.append(DifferenceLayer(written, layer))
        if isinstance(layer, QgsVectorLayer):
            opened.findings += read_findings(layer, written.kind, differences.id_columns)
        elif written.kind == "cells":
            opened.rings = _rings(layer)
    for before in (one.layer for one in opened.differences if one.written.kind == "before"):
        opened.findings = with_places_before(opened.findings, before, differences.id_columns)
    opened.reference = _side(differences.reference, None, differences, opened, tr("Reference"))
    opened.agent = _side(differences.agent, opened.reference, differences, opened, tr("Output"))
    return opened


def _difference_layer(written: WrittenLayer, opened: OpenedLayers) -> QgsMapLayer | None:
    title = layer_title(written.kind)
    name = f"{title} ({written.rows})" if written.sublayer else title
    entry = LayerEntry(0, written.kind, written.path, written.sublayer, "table" if written.sublayer else "raster", name)
    return _opened(entry, lambda layer: style_difference_layer(layer, written), opened)


def _side(
    side: Side | None, like: QgsMapLayer | None, differences: Differences, opened: OpenedLayers, title: str
) -> QgsMapLayer | None:
    if side is None or side.kind not in ("vector", "raster"):
        return None
    entry = LayerEntry(0, "", side.path, side.sublayer, side.kind, f"{title}: {side.name}")
    return _opened(entry, lambda layer: _style_like(layer, like or layer, differences), opened)


def _opened(entry: LayerEntry, style: Style, opened: OpenedLayers) -> QgsMapLayer | None:
    try:
        found: Opened = open_entry(entry, frozenset(), style)
    except LayerRefused as refused:
        opened.notes.append(f"{entry.name}: {refused}")
        return None
    if found.note:
        opened.notes.append(found.note)
    return found.layer


def _style_like(layer: QgsMapLayer, like: QgsMapLayer, differences: Differences) -> None:
    """Styles agent and reference alike, so that the same colour is the same value on both sides."""
    from ...headless.map_drawing.raster_styles import style_raster
    from ...headless.map_drawing.vector_styles import style_vector

    of_one_kind = like if isinstance(like, type(layer)) else layer
    if isinstance(layer, QgsRasterLayer):
        style_raster(layer, of_one_kind, 1, differences.values)
    else:
        style_vector(layer, of_one_kind, differences.column, differences.values)


def _rings(cells: QgsRasterLayer) -> QgsVectorLayer | None:
    if cells.width() * cells.height() > MOST_CELLS_SEARCHED:
        return None
    from ...headless.map_drawing.cell_maps import rings_layer

    rings = rings_layer(cells)
    if rings is not None:
        rings.setName(tr("Rings around wrong cells"))
    return rings
