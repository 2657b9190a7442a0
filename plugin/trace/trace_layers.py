# SPDX-License-Identifier: GPL-2.0-or-later
"""The layers of the open trace: what is known of each, those on the map, and which of the project they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qgis.core import QgsMapLayer
from qgis.PyQt.QtCore import QObject

from ...tools.declaration.facts import LayerFacts
from ..canvas.episode_layers import EpisodeLayers
from ..canvas.layer_group import LayerGroup
from ..panel.messages import Messages
from .layer_book import LayerBook
from .trace_step import TraceStep, handles_before

ToldLayer = dict[str, Any]


class TraceLayers(QObject):
    """Shows the layers in a group of their own.

    Args:
        canvas: Makes the group.
        messages: Are told of layers that cannot be shown.
    """

    def __init__(self, canvas: EpisodeLayers, messages: Messages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.book = LayerBook(self)
        self.told: dict[str, ToldLayer] = {}
        self._canvas = canvas
        self._messages = messages
        self._group: LayerGroup | None = None
        self._folder = ""

    def begin(self, title: str, session: str, folder: str) -> None:
        """Begins with the layers of a trace; of one that was let go of only for a while they are still on the map."""
        if self._group is not None and self._folder == folder:
            self._group.set_session(session)
            return
        self.forget()
        self._folder = folder
        self._group = self._canvas.begin(title, session)
        self._group.shown.connect(lambda entry, layer: self.book.enter(layer, entry.handle))
        self._group.failed.connect(lambda entry, why: self._messages.log(why))

    def forget(self) -> None:
        """Lets go of the trace; its layers stay in the project and are the person's own."""
        if self._group is not None:
            self._canvas.end(self._group, remove=False)
        self._group, self._folder = None, ""
        self.told = {}
        self.book.clear()

    def enter(self, layers: Iterable[ToldLayer]) -> None:
        """Enters layers that a step made."""
        for layer in layers:
            self.told[str(layer.get("handle", ""))] = layer

    def show(self, layer: ToldLayer) -> None:
        """Shows a layer that was just made."""
        if self._group is not None:
            self.enter([layer])
            self._group.show(layer)

    def show_state(self, layers: list[ToldLayer]) -> None:
        """Shows exactly these layers; others are none of the trace any more."""
        for handle in set(self.told) - {str(one.get("handle", "")) for one in layers}:
            self.book.forget_handle(handle)
        self.told = {}
        self.enter(layers)
        if self._group is not None:
            self._group.show_state(layers)

    def look_back(self, layers: list[ToldLayer]) -> None:
        """Shows what was there after an earlier step; later layers come back when their step is chosen."""
        if self._group is not None:
            self._group.show_state(layers)

    def choose(self, index: int) -> None:
        """Shows the layers of a step and zooms to them; what the toolbox makes next goes where the person wants it."""
        if self._group is not None:
            for layer in self.told.values():
                if layer.get("step") == index + 1:
                    self._group.show(layer)
            self._group.select(index + 1, make_active=False)

    def facts_before(self, steps: Sequence[TraceStep]) -> dict[str, LayerFacts]:
        """Gives the layers that steps make, with what is known of them."""
        found = handles_before(steps)
        for handle, layer in self.told.items():
            if handle in found and found[handle].kind is None:
                found[handle] = LayerFacts(kind=layer.get("kind"))
        return found

    def on_map(self) -> list[QgsMapLayer]:
        """Lists the layers that are in the project, in the order of their steps."""
        return self._group.layers() if self._group is not None else []
