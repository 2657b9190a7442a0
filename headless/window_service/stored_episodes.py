# SPDX-License-Identifier: GPL-2.0-or-later
"""What a list of stored episodes tells of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from ..command_line.failures import failure_of
from ..past_episode import CONTINUED_OUTCOMES
from ..refusal import CommandRefused
from ..run_store import EVENTS, MANIFEST, open_run
from .episode_place import EpisodePlace
from .sessions import Sessions
from .shapes import StoredEpisode


def stored_episodes(folder: Path, sessions: Sessions) -> list[StoredEpisode]:
    """Lists the newest attempt of every episode of the runs in a folder, newest first; faulty ones are listed, too."""
    listed: list[StoredEpisode] = []
    for run in sorted(folder.glob(f"*/{MANIFEST}")):
        try:
            store = open_run(run.parent)
            places = [
                EpisodePlace(store, episode, attempt)
                for episode in store.episodes()
                if (attempt := episode.last_attempt) is not None and (attempt / EVENTS).is_file()
            ]
        except Exception as error:
            listed.append(_unreadable(run.parent, error))
        else:
            listed += [stored_episode(place, sessions) for place in places]
    return sorted(listed, key=lambda one: one["at"], reverse=True)


def stored_episode(place: EpisodePlace, sessions: Sessions) -> StoredEpisode:
    """Tells of one episode."""
    manifest, key = place.store.manifest, place.episode.key
    entry = next(agent for agent in manifest.agents if agent.name == key.agent)
    session = sessions.at(place.attempt)
    problem, events, score = "", [], None
    try:
        events = _events(place.attempt / EVENTS)
        score = place.episode.score()
    except Exception as error:
        problem = failure_of(error).message
        events = []
    last = events[-1] if events else {}
    has_ended = last.get("event") == "finished"
    outcome = last.get("outcome") if has_ended else None
    state: Literal["ended", "unfinished", "running", "unreadable"] = "ended" if has_ended else "unfinished"
    if session is not None or (state == "unfinished" and place.episode.is_busy):
        state = "running"
    elif problem:
        state = "unreadable"
    can_continue = state == "unfinished" or (state == "ended" and outcome in CONTINUED_OUTCOMES)
    return StoredEpisode(
        folder=str(place.attempt),
        pack=manifest.pack.name,
        task=key.task,
        agent=key.agent,
        model=entry.model.model if entry.model else None,
        base_url=entry.model.base_url if entry.model else None,
        state=state,
        outcome=outcome,
        message=str(last.get("message") or "") if has_ended else "",
        calls=len({event.get("call") for event in events if event.get("event") == "call_finished"}),
        strict=score.strict if score else None,
        quantitative=score.quantitative if score else None,
        at=str(events[0].get("at")) if events else manifest.created.isoformat(),
        can_continue=can_continue,
        session=session.id if session else None,
        problem=problem,
    )


def _events(path: Path) -> list[Any]:
    """Reads events as plain JSON, since a list needs a few keys of each; whole lines alone."""
    *lines, _torn = path.read_bytes().split(b"\n")
    try:
        events = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        events = [None]
    if not all(isinstance(event, dict) for event in events):
        raise CommandRefused("INVALID_DOCUMENT", f"A line of its {EVENTS} is no event.")
    return events


def _unreadable(run: Path, error: Exception) -> StoredEpisode:
    return StoredEpisode(
        folder=str(run),
        pack="",
        task="",
        agent="",
        model=None,
        base_url=None,
        state="unreadable",
        outcome=None,
        message="",
        calls=0,
        strict=None,
        quantitative=None,
        at="",
        can_continue=False,
        session=None,
        problem=failure_of(error).message,
    )
