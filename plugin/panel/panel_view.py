# SPDX-License-Identifier: GPL-2.0-or-later
"""What every tab of the panel is."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtWidgets import QVBoxLayout, QWidget

from ..canvas.episode_layers import EpisodeLayers
from .messages import Messages
from .service_client import ServiceClient

MARGIN = 4


class PanelView(QWidget):
    """A tab of the panel.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
    """

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.client, self.canvas, self.messages = client, canvas, messages

    def task_chosen(self, pack: str, task: dict[str, Any]) -> None:
        """Takes over the task that was chosen in the task browser.

        Args:
            pack: Its pack as the service names it.
            task: Its entry as `tasks` answered.
        """

    def is_busy(self) -> bool:
        """Tells whether the service holds something that would be lost to the window if it were started anew."""
        return False

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed."""

    def stack_up(self, *parts: QWidget) -> None:
        """Lays parts out below one another; the last one gets the room that is left."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        layout.setSpacing(MARGIN)
        for part in parts:
            layout.addWidget(part)
        layout.setStretch(len(parts) - 1, 1)
