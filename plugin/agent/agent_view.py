# SPDX-License-Identifier: GPL-2.0-or-later
"""The agent tab of the panel."""

from __future__ import annotations

from qgis.PyQt.QtWidgets import QWidget

from ..canvas.episode_layers import EpisodeLayers
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient


class AgentView(QWidget):
    """Watches and steers an agent at a task.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
    """

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.client = client
        self.canvas = canvas
        self.messages = messages

    def task_chosen(self, pack: str, task: dict[str, object]) -> None:
        """Takes over the task that was chosen in the task browser."""

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed."""
