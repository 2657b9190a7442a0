# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the episodes of a run: one after another in this process, or several at a time in workers that die with it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

from ..scoring.limited_child import children_at_hand
from ..tasks.pack import PackFolder
from . import machine
from .agents.choice import make_agent
from .attempt import Player, run_attempt
from .command_line.failures import failure_of
from .episode_score import EpisodeKey, EpisodeScore, infrastructure_failure
from .episode_scoring import UNSCORED_OUTCOMES, score_episode
from .events import CallStarted, EventModel, Finished, ModelRetry
from .run_store import EpisodeBusy, EpisodeFolder, RunStore
from .steady_host import SteadyHost
from .worker_pool import WorkerPool

Told = Callable[[str], None]


class Result(NamedTuple):
    """What became of one episode.

    Args:
        score: None where another process is working on it.
        was_done: Whether it had its record before.
    """

    key: EpisodeKey
    score: EpisodeScore | None
    was_done: bool = False


def run_batch(store: RunStore, pack: PackFolder, workers: int, running: Told) -> Generator[Result, None, None]:
    """Runs every episode that is not done and yields each as it ends, those that were done first.

    Args:
        workers: How many at a time.
        running: Told what runs now.
    """
    done = {key for key in store.episode_keys() if store.episode(key).is_done}
    for key in store.episode_keys():
        if key in done:
            yield Result(key, store.episode(key).score(), was_done=True)
    left = [key for key in store.fair_order() if key not in done]
    if workers == 1 and left:
        with children_at_hand():
            for key in left:
                running(str(key))
                yield run_apart(store, pack, key, running)
    elif left:
        yield from _run_in_workers(store, pack, left, workers, running)


def run_apart(store: RunStore, pack: PackFolder, key: EpisodeKey, running: Told | None = None) -> Result:
    """Runs one episode, so that what stops it does not stop the others.

    Returns: Its record: an infrastructure failure where it cannot be run or scored, a reference that is broken say.
    Raises: MachineBroken, OSError: what would stop the others too.
    """
    try:
        return run_episode(store, pack, key, running)
    except (machine.MachineBroken, OSError):
        raise
    except Exception as error:
        return Result(key, infrastructure_failure(key, failure_of(error).text()))


def run_episode(store: RunStore, pack: PackFolder, key: EpisodeKey, running: Told | None = None) -> Result:
    """Runs one episode, or scores it where it has run already.

    Returns: Its record; it is stored, but for infrastructure failures, which a resumed run tries again.
    """
    episode = store.episode(key)
    try:
        with episode.lock():
            if episode.is_done:
                return Result(key, episode.score())
            episode.clear_unfinished()
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
    key = episode.key

    def told(event: EventModel) -> None:
        if running is not None and isinstance(event, CallStarted):
            running(f"{key}, call {event.call}: {event.api}")
        if running is not None and isinstance(event, ModelRetry):
            running(f"{key}: {event.reason} Asked again in {event.seconds:.0f} s, for the {event.retry}. time")

    return run_attempt(store, pack, episode, Player(make_agent(store.manifest, pack, key), SteadyHost, told=told))


def _run_in_workers(
    store: RunStore, pack: PackFolder, keys: list[EpisodeKey], workers: int, running: Told
) -> Iterator[Result]:
    with WorkerPool(store.folder, pack.folder, min(workers, len(keys))) as pool:
        for ended in pool.run(keys):
            if ended is not None:
                yield Result(*ended)
            running(pool.running)
