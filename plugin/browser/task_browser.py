# SPDX-License-Identifier: GPL-2.0-or-later
"""The tab that shows packs and their tasks."""

from __future__ import annotations

from qgis.PyQt.QtCore import pyqtSignal
from qgis.PyQt.QtWidgets import QWidget

from ..canvas.episode_layers import EpisodeLayers
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient


class TaskBrowser(QWidget):
    """Shows packs and their tasks, and lets one be chosen.

    Args:
        client: Asks the service.
        canvas: Shows inputs on the map.
        messages: Tells people.
    """

    chosen = pyqtSignal(str, dict)
    """A task was chosen: its pack, and its entry as the service told of it."""

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.client = client
        self.canvas = canvas
        self.messages = messages

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed."""
