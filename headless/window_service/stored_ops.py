# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops on episodes that lie on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..refusal import CommandRefused
from .known_packs import folder_of
from .made_layers import layer_entries
from .op import Op, Service
from .shapes import ReadEpisode


def episodes(service: Service) -> dict[str, Any]:
    """Lists the stored episodes of the window, newest first. Returns: `episodes`, each a StoredEpisode."""
    from .episode_ops import EPISODES
    from .stored_episodes import stored_episodes

    return {"episodes": stored_episodes(service.folder / EPISODES, service.sessions)}


def read_episode(service: Service, *, folder: str) -> ReadEpisode:
    """Reads a stored episode whole; of one that runs, what there is of it.

    Raises: CommandRefused where the folder holds none; UnreadableEvents.
    """
    from ..events import event_record, read_events
    from ..run_store import EVENTS
    from .episode_place import episode_place
    from .stored_episodes import stored_episode

    place = episode_place(folder_of(folder))
    if not (place.attempt / EVENTS).is_file():
        raise CommandRefused("FILE_NOT_FOUND", f"{ascii(folder[:300])} holds no events; nothing has begun there.")
    score = place.episode.score()
    return ReadEpisode(
        episode=stored_episode(place, service.sessions),
        events=[event_record(event) for event in read_events(place.attempt / EVENTS)],
        layers=layer_entries(place.attempt),
        score=None if score is None else score.as_dict(),
    )


def layers_at(service: Service, *, folder: str, step: int) -> dict[str, Any]:
    """Lists the layers that were there after a step; layers are never changed once they are made.

    Args:
        folder: Any workspace: of an episode, or of a trace.
        step: Number of the call, from 1; 0 is before the first.
    Returns: `layers`, each a MadeLayer.
    """
    workspace: Path = folder_of(folder)
    if not (workspace / "workspace.json").is_file():
        message = f"{ascii(str(workspace)[:300])} is no workspace, or no call was made in it."
        raise CommandRefused("FILE_NOT_FOUND", message)
    return {"layers": layer_entries(workspace, upto=max(0, step))}


OPS = {"episodes": Op(episodes), "read_episode": Op(read_episode), "layers_at": Op(layers_at)}
