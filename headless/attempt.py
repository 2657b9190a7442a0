# SPDX-License-Identifier: GPL-2.0-or-later
"""One attempt at an episode: its folder and inputs, its events, its tool host, and the loop until it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..tasks.pack import PackFolder
from ..tools.execution.workspace import checksums
from .agents.agent import Agent
from .episode import Episode, Host
from .episode_scoring import task_inputs
from .events import EventLog, EventModel, Finished, HostStarted, Started
from .run_store import EVENTS, HOST_LOG, EpisodeFolder, RunStore, attempt_number
from .tool_host import HostStart, ToolHost
from .workspace_inputs import put_inputs


class Player(NamedTuple):
    """Who plays an episode, and how.

    Args:
        agent: Chooses the calls.
        host: Makes of the tool host what the episode calls.
        begun: Told the folder of the attempt before the first call.
        told: Told every event once it is on disk.
        on_progress: Told how far a call is.
    """

    agent: Agent
    host: Callable[[ToolHost], Host]
    begun: Callable[[Path], None] = lambda folder: None
    told: Callable[[EventModel], None] = lambda event: None
    on_progress: Callable[[float], None] | None = None


def run_attempt(store: RunStore, pack: PackFolder, episode: EpisodeFolder, player: Player) -> Finished:
    """Runs a new attempt at an episode to its end, which is written as its last event.

    Raises: KeyboardInterrupt, after the episode is written as cancelled.
    """
    manifest, attempt = store.manifest, episode.new_attempt()
    put_inputs(attempt, task_inputs(pack, pack.task(episode.key.task)))
    player.begun(attempt)
    log = EventLog(attempt / EVENTS)

    def tell(event: EventModel) -> None:
        log.write(event)
        player.told(event)

    def host_started(start: HostStart) -> None:
        tell(HostStarted(reason=start.reason, seconds=start.seconds, versions=start.versions))

    tell(
        Started(
            **episode.key.model_dump(),
            attempt=attempt_number(attempt),
            guard=manifest.guard,
            limits=manifest.limits.totals(),
            inputs=checksums(attempt / "inputs"),
        )
    )
    try:
        with ToolHost(
            attempt,
            attempt / HOST_LOG,
            guard=manifest.guard,
            tools=manifest.tools,
            on_start=host_started,
            on_progress=player.on_progress,
            memory_bytes=manifest.memory_bytes,
        ) as host:
            return Episode(player.agent, player.host(host), manifest.limits, tell).run()
    finally:
        log.close()
