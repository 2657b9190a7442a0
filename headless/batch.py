# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the episodes of a run, one after another or several at a time, each in a process that dies with its parent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..tasks.pack import PackFolder
from ..tools.execution.workspace import checksums
from .agents.choice import make_agent
from .episode import Episode
from .episode_score import EpisodeKey, EpisodeScore
from .episode_scoring import UNSCORED_OUTCOMES, score_episode, task_inputs
from .episode_worker import Worker, start_worker
from .events import CallStarted, EventLog, EventModel, Finished, HostStarted, Started
from .run_store import EVENTS, HOST_LOG, EpisodeBusy, EpisodeFolder, RunStore, attempt_number
from .tool_host import HostStart, ToolHost
from .workspace_inputs import put_inputs

POLL_SECONDS = 0.05
Told = Callable[[str], None]


class Result(NamedTuple):
    """What became of one episode; `score` is None where another process is working on it."""

    key: EpisodeKey
    score: EpisodeScore | None


def run_batch(store: RunStore, pack: PackFolder, workers: int, running: Told) -> Iterator[Result]:
    """Runs every episode that is not done and yields each as it ends, those that were done first.

    Args:
        workers: How many at a time.
        running: Told what runs now.
    """
    done = [episode.key for episode in store.episodes() if episode.is_done]
    for key in done:
        yield Result(key, store.episode(key).score())
    left = [key for key in store.episode_keys() if key not in done]
    if workers == 1:
        for key in left:
            running(str(key))
            yield run_episode(store, pack, key, running)
    elif left:
        yield from _run_in_processes(store, pack, left, workers, running)


def run_episode(store: RunStore, pack: PackFolder, key: EpisodeKey, running: Told | None = None) -> Result:
    """Runs one episode, or scores it where it has run already.

    Returns: Its record; it is stored, but for infrastructure failures, which a resumed run tries again.
    """
    episode = store.episode(key)
    try:
        with episode.lock():
            if episode.is_done:
                return Result(key, episode.score())
            end = episode.end()
            if end is None or end.outcome in UNSCORED_OUTCOMES:
                end = _run_attempt(store, pack, episode, running)
            score = score_episode(pack, store.manifest.pack, episode, end)
            if score.score is not None:
                episode.write_score(score)
            return Result(key, score)
    except EpisodeBusy:
        return Result(key, None)


def _run_attempt(store: RunStore, pack: PackFolder, episode: EpisodeFolder, running: Told | None) -> Finished:
    manifest, key = store.manifest, episode.key
    task = pack.task(key.task)
    agent = make_agent(manifest, pack, key)
    attempt = episode.new_attempt()
    put_inputs(attempt, task_inputs(pack, task))
    log = EventLog(attempt / EVENTS)

    def tell(event: EventModel) -> None:
        log.write(event)
        if running is not None and isinstance(event, CallStarted):
            running(f"{key}, call {event.call}: {event.api}")

    def host_started(start: HostStart) -> None:
        tell(HostStarted(reason=start.reason, seconds=start.seconds, versions=start.versions))

    tell(
        Started(
            **key.model_dump(),
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
            memory_bytes=manifest.memory_bytes,
        ) as host:
            return Episode(agent, host, manifest.limits, tell).run()
    finally:
        log.close()


def _run_in_processes(
    store: RunStore, pack: PackFolder, keys: list[EpisodeKey], workers: int, running: Told
) -> Iterator[Result]:
    waiting, at_work = list(keys), list[Worker]()
    try:
        while waiting or at_work:
            while waiting and len(at_work) < workers:
                at_work.append(start_worker(store.folder, waiting.pop(0), pack.folder))
            running(", ".join(str(worker.key) for worker in at_work))
            ended = _first_to_end(at_work)
            at_work.remove(ended)
            yield Result(ended.key, ended.record())
    finally:
        for worker in at_work:
            worker.cancel()


def _first_to_end(at_work: list[Worker]) -> Worker:
    while True:
        for worker in at_work:
            if worker.has_ended():
                return worker
        time.sleep(POLL_SECONDS)
