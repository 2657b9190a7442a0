# SPDX-License-Identifier: GPL-2.0-or-later
"""Which episode of which run a folder is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..episode_score import EpisodeKey
from ..refusal import CommandRefused
from ..run_store import EPISODES, MANIFEST, EpisodeFolder, RunStore, open_run


class EpisodePlace(NamedTuple):
    """An episode on disk.

    Args:
        attempt: The attempt that is meant.
        pack_name: As the manifest has it.
    """

    store: RunStore
    episode: EpisodeFolder
    attempt: Path

    @property
    def key(self) -> EpisodeKey:
        """Which episode it is."""
        return self.episode.key

    @property
    def pack_name(self) -> str:
        """Name of its pack."""
        return self.store.manifest.pack.name


def episode_place(folder: Path) -> EpisodePlace:
    """Finds the episode of a folder.

    Args:
        folder: An attempt, or the folder of an episode, of which the newest attempt is meant.
    Raises: CommandRefused FILE_NOT_FOUND where it is none, INVALID_DOCUMENT where its manifest cannot be read.
    """
    place = folder.resolve()
    is_attempt = place.name.startswith("attempt-") and place.name[8:].isdigit()
    repeat = place.parent if is_attempt else place
    run = repeat.parents[3] if len(repeat.parents) > 3 else None
    if run is None or repeat.parents[2].name != EPISODES or not (run / MANIFEST).is_file():
        raise CommandRefused("FILE_NOT_FOUND", f'"{folder}" is no episode of a run.', "Give its attempt folder.")
    store = open_run(run)
    episode = next((one for one in store.episodes() if one.folder.resolve() == repeat), None)
    attempt = place if is_attempt else episode.last_attempt if episode else None
    if episode is None or attempt is None or not attempt.is_dir():
        raise CommandRefused("FILE_NOT_FOUND", f'"{folder}" is no episode that its run knows of.')
    return EpisodePlace(store, episode, attempt)
