# SPDX-License-Identifier: GPL-2.0-or-later
"""One attempt at an episode: its folder and inputs, its events, its tool host, and the loop until it ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..tasks.pack import PackFolder
from ..tools.execution.workspace import checksums
from .agents.agent import Agent, AnotherAgent, recall
from .episode import Episode, Host
from .episode_scoring import task_inputs
from .events import Continued, EventLog, EventModel, Finished, HostStarted, ProposedCall, Started, cut_torn_line
from .manifest import Manifest
from .past_episode import PastEpisode, can_continue, past_of
from .refusal import CommandRefused
from .run_store import EVENTS, HOST_LOG, EpisodeFolder, RunStore, attempt_number
from .tool_host import HostStart, ToolHost
from .workspace_inputs import put_inputs
from .workspace_rollback import roll_back


class Player(NamedTuple):
    """Who plays an episode, and how.

    Args:
        agent: Chooses the calls.
        host: Makes of the tool host what the episode calls.
        begun: Told the folder of the attempt before the first call.
        told: Told every event once it is on disk.
        on_progress: Told how far a call is.
        before: Called before each call, with it, and before the agent is asked, with None; it may wait, and may raise
            EpisodeStopped.
        clock: Seconds that only grow, by which limits of time are held.
    """

    agent: Agent
    host: Callable[[ToolHost], Host]
    begun: Callable[[Path], None] = lambda folder: None
    told: Callable[[EventModel], None] = lambda event: None
    on_progress: Callable[[float], None] | None = None
    before: Callable[[ProposedCall | None], None] = lambda call: None
    clock: Callable[[], float] = time.monotonic


def run_attempt(store: RunStore, pack: PackFolder, episode: EpisodeFolder, player: Player) -> Finished:
    """Runs a new attempt at an episode to its end, which is written as its last event.

    Raises: KeyboardInterrupt, after the episode is written as cancelled.
    """
    manifest, attempt = store.manifest, episode.new_attempt()
    put_inputs(attempt, task_inputs(pack, pack.task(episode.key.task)))
    player.begun(attempt)
    started = Started(
        **episode.key.model_dump(),
        attempt=attempt_number(attempt),
        guard=manifest.guard,
        limits=manifest.limits.totals(),
        inputs=checksums(attempt / "inputs"),
    )
    return _play(manifest, attempt, player, started)


def continue_attempt(store: RunStore, episode: EpisodeFolder, player: Player) -> Finished:
    """Goes on with the newest attempt at an episode, in its folder, from where its events end.

    Raises:
        CommandRefused where it has ended, or the agent is no longer the one that began; UnreadableEvents; ToolError
        where the workspace cannot be read; KeyboardInterrupt, after the episode is written as cancelled.
    """
    attempt, events = episode.last_attempt, episode.events()
    if attempt is None or not can_continue(events):
        message = f"The episode {episode.key} has ended; nothing was done."
        raise CommandRefused("BAD_VALUE", message, "Begin a new one; its score can be made from what is stored.")
    past = past_of(events)
    try:
        recall(player.agent, past.turns)
    except AnotherAgent as another:
        message = f"{episode.key} cannot go on, since its agent is no longer what it was: {another}."
        raise CommandRefused("INVALID_DOCUMENT", message, "Begin a new episode.") from None
    roll_back(attempt, events)
    player.begun(attempt)
    cut_torn_line(attempt / EVENTS)
    return _play(store.manifest, attempt, player, Continued(turns=past.answers, calls=past.calls), past)


def _play(
    manifest: Manifest, attempt: Path, player: Player, first: EventModel, past: PastEpisode | None = None
) -> Finished:
    log = EventLog(attempt / EVENTS)

    def tell(event: EventModel) -> None:
        log.write(event)
        player.told(event)

    def host_started(start: HostStart) -> None:
        tell(HostStarted(reason=start.reason, seconds=start.seconds, versions=start.versions))

    tell(first)
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
            made = player.host(host)
            return Episode(
                player.agent, made, manifest.limits, tell, clock=player.clock, before=player.before, past=past
            ).run()
    finally:
        log.close()
