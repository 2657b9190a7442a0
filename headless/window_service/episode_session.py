# SPDX-License-Identifier: GPL-2.0-or-later
"""One episode that runs in a thread of its own while a person watches it, pauses it, and ends it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from ...tools.declaration.errors import ToolError
from ..agents.agent import Agent, Stoppable
from ..attempt import Player
from ..episode import Host
from ..events import CallFinished, CallStarted, EventModel, Finished, ProposedCall, event_record
from ..refusal import CommandRefused
from ..run_store import EpisodeBusy, EpisodeFolder
from ..steady_host import SteadyHost
from ..tool_host import ToolHost
from .gate import Gate, Waiting
from .made_layers import layer_entries
from .op import Service
from .service import error_record
from .shapes import Begun
from .stoppable_host import StoppableHost

PROGRESS_SECONDS = 0.1
MakeAgent = Callable[[Gate], Agent]
Play = Callable[[Player], Finished]


class EpisodeSession:
    """Runs an episode and tells the window of it.

    Args:
        service: Told of everything.
        episode: Its folder, locked while it runs.
        approves: Whether each call waits for approval.
        is_stepped: Whether it makes one call and then pauses.
        key: Of the endpoint, kept out of what is told.
    """

    def __init__(
        self, service: Service, episode: EpisodeFolder, approves: bool, is_stepped: bool, key: str | None
    ) -> None:
        self.id: str = service.sessions.new_id()
        self.folder: Path | None = None
        self.gate = Gate(self._tell_gate, approves, 1 if is_stepped else None)
        self._service, self._episode, self._key = service, episode, key
        self._begun: Future[Path] = Future()
        self._stop_agent: Callable[[], None] = lambda: None
        self._host: ToolHost | None = None
        self._call, self._told_at = 0, 0.0

    def begin(self, make_agent: MakeAgent, play: Play) -> Begun:
        """Starts the episode.

        Args:
            make_agent: Makes the agent, which goes by the clock of the gate.
            play: Runs or continues the attempt.
        Returns: Its id and the folder of the attempt, once that is there.
        Raises: Whatever keeps it from beginning.
        """
        agent = make_agent(self.gate)
        if isinstance(agent, Stoppable):
            self._stop_agent = agent.stop
        player = Player(
            agent,
            self._made_host,
            begun=self._has_begun,
            told=self._tell_event,
            on_progress=self._tell_progress,
            before=self.gate.before,
            clock=self.gate.clock,
        )
        self._service.sessions.add(self)
        threading.Thread(target=self._run, args=(play, player), daemon=True, name=self.id).start()
        return Begun(session=self.id, folder=str(self._begun.result()))

    def stop(self) -> bool:
        """Ends the episode. Returns: Whether a call ran, which is killed."""
        self._tell_state("stopping")
        running = self.gate.stop()
        self._stop_agent()
        if running is None or self._host is None:
            return False
        self._host.cancel(running)
        return True

    def refuse(self, reason: str) -> bool:
        """Refuses the call that waits. Returns: False where none does."""
        why = f": {reason.strip()}" if reason.strip() else ""
        message = f"the person who watches refused this call{why}"
        return self.gate.refuse(ToolError("CANCELLED", message, "choose another way, or end the task"))

    def leave(self) -> None:
        """Kills the tool host and holds the episode where it is."""
        self.gate.leave()
        if self._host is not None:
            self._host.cancel(threading.Event())

    def _run(self, play: Play, player: Player) -> None:
        try:
            with self._episode.lock():
                end = play(player)
        except EpisodeBusy:
            message = f"Another process is working on {self._episode.key}; nothing was done."
            self._end_with(CommandRefused("OUTPUT_EXISTS", message, "Wait until it has ended."))
        except Exception as error:
            self._end_with(error)
        else:
            self._end(outcome=end.outcome, message=end.message)

    def _end_with(self, error: Exception) -> None:
        if self._begun.done():
            told = error_record(error, self._key)
            self._end(message=told["sentence"], error=told)
        else:
            self._service.sessions.remove(self)
            self._begun.set_exception(error)

    def _end(self, **values: Any) -> None:
        self._service.sessions.remove(self)
        self._tell_state("ended", **values)

    def _has_begun(self, folder: Path) -> None:
        self.folder = folder
        self._begun.set_result(folder)
        self._tell_state("running")

    def _made_host(self, host: ToolHost) -> Host:
        self._host = host
        return SteadyHost(StoppableHost(host, self.gate))

    def _tell_event(self, event: EventModel) -> None:
        if isinstance(event, CallStarted):
            self._call, self._told_at = event.call, 0.0
        self._service.notify("event", self.id, event=event_record(event))
        if isinstance(event, CallFinished) and event.step.get("ok") and self.folder is not None:
            step = int(event.step["step"])
            for layer in layer_entries(self.folder, upto=step, since=step - 1):
                self._service.notify("layer", self.id, **layer)

    def _tell_progress(self, share: float) -> None:
        now = time.monotonic()
        if now - self._told_at >= PROGRESS_SECONDS or share >= 1:
            self._told_at = now
            self._service.notify("progress", self.id, call=self._call, share=share)

    def _tell_gate(self, state: Waiting, call: ProposedCall | None) -> None:
        self._tell_state(state, call=None if call is None else call.model_dump())

    def _tell_state(self, state: str, **values: Any) -> None:
        told = {"call": None, "outcome": None, "message": "", "error": None}
        self._service.notify("state", self.id, state=state, **(told | values))
