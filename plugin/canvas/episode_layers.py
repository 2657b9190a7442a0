# SPDX-License-Identifier: GPL-2.0-or-later
"""Groups of layers in the layer tree: one per episode or trace, under the panel's control."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QObject

from .layer_group import LayerGroup


class EpisodeLayers(QObject):
    """Makes groups of layers, and closes them all with the panel.

    Args:
        iface: The window's interface; None where there is no window.
    """

    def __init__(self, iface: Any, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.iface = iface
        self._groups: list[Any] = []

    def begin(self, title: str, session: str = "") -> LayerGroup:
        """Makes a group; it appears in the layer tree with its first layer.

        Args:
            title: What it is about, such as the name of a task.
            session: The session of the service that its layers are of.
        """
        group = LayerGroup(f"GISAgentBench: {title}", self.iface, session, self)
        self._groups.append(group)
        return group

    def adopt(self, group: Any) -> None:
        """Takes a group that somebody else has made, so that it is closed with the others.

        Args:
            group: A QObject with `remove` and `close`.
        """
        self._groups.append(group)

    def end(self, group: Any, remove: bool) -> None:
        """Closes one group.

        Args:
            remove: Whether its layers are taken out of the project; else they stay and are the person's own.
        """
        if remove:
            group.remove()
        group.close()
        if group in self._groups:
            self._groups.remove(group)
        group.deleteLater()

    def close(self, remove: bool = False) -> None:
        """Closes all groups."""
        for group in list(self._groups):
            self.end(group, remove)

    def canvas(self) -> Any:
        """Returns the map canvas; None where there is no window."""
        return self.iface.mapCanvas() if self.iface is not None else None
