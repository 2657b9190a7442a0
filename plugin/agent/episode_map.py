# SPDX-License-Identifier: GPL-2.0-or-later
"""The layers of the episode in the tab: as they come, of the chosen step, or as they were after it."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QObject

from ..canvas.episode_layers import EpisodeLayers
from ..canvas.layer_entry import LayerEntry
from ..canvas.layer_group import LayerGroup
from ..panel.messages import Messages
from ..panel.question_round import QuestionRound
from ..panel.service_client import ServiceClient
from .episode_steps import Step

KEPT_GROUPS = 3  # of episodes that ran in this panel, beside the one in the tab


class EpisodeMap(QObject):
    """Shows what steps have made.

    Layers of an episode that was only looked at go when another one is chosen; of those that ran here the last stay,
    out of the map.

    Args:
        client: Asks which layers there were after a step.
        canvas: Shows layers on the map.
        messages: Tells which layer cannot be shown.
    """

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self._messages = messages
        self._group: LayerGroup | None = None
        self._kept: list[LayerGroup] = []
        self._folder = ""
        self._has_run = False
        self._layers: list[dict[str, Any]] = []
        self._is_back = False
        self._round = QuestionRound(client)

    def begin(self, title: str) -> None:
        """Takes a new group instead of that of the episode before."""
        before, has_run = self._group, self._has_run
        self.end()
        if before is not None and has_run:
            before.hide()
            self._kept.append(before)
        elif before is not None:
            self.canvas.end(before, remove=True)
        while len(self._kept) > KEPT_GROUPS:
            self.canvas.end(self._kept.pop(0), remove=True)
        self._group = self.canvas.begin(title)
        self._group.failed.connect(self._not_shown)

    def set_session(self, session: str, folder: str) -> None:
        """Says of which session and folder the layers are.

        Args:
            session: "" for an episode that is only looked at.
        """
        self._folder = folder
        self._has_run |= bool(session)
        if self._group is not None:
            self._group.session = session

    def take_layer(self, told: dict[str, Any]) -> None:
        """Shows a new layer, unless an earlier state is looked at."""
        self._layers.append(told)
        if self._group is not None and not self._is_back:
            self._group.show(told)

    def show_step(self, step: Step, as_it_was: bool, follows: bool) -> None:
        """Shows what a step has made, and zooms to it.

        Args:
            step: A step of the episode.
            as_it_was: Whether layers of later steps are taken out.
            follows: Whether layers that are yet to come take its place.
        """
        self._round.begin()
        if as_it_was and step.made_by and self._folder:
            self._go_back(step.made_by)
            return
        if self._is_back and self._group is not None:
            self._is_back = False
            self._group.show_state(self._layers)
        self._select(step.made_by, follows)

    def end(self) -> None:
        """Lets go of the group: nothing is added to it any more, and it is the canvas's until the panel is closed."""
        self._round.begin()
        self._layers, self._is_back, self._folder, self._has_run = [], False, "", False
        if self._group is not None:
            self._group.close()
            self._group = None

    def _go_back(self, step: int) -> None:
        def show(answer: dict[str, Any]) -> None:
            if self._group is None:
                return
            self._is_back = True
            apis = {told.get("handle"): told.get("api", "") for told in self._layers}
            self._group.show_state(
                {**one, "api": apis.get(one.get("handle"), "")} for one in answer.get("layers") or []
            )
            self._select(step, follows=False)

        self._round.ask("layers_at", {"folder": self._folder, "step": step}, show, self._messages.error)

    def _select(self, step: int, follows: bool) -> None:
        if self._group is None:
            return
        if step:
            self._group.select(step)
        if follows:
            self._group.follow_newest()

    def _not_shown(self, entry: LayerEntry, why: str) -> None:
        self._messages.warning(f"{entry.name}: {why}")
