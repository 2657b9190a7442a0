# SPDX-License-Identifier: GPL-2.0-or-later
"""The episodes that run in this process, by the id that the window got."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ..refusal import CommandRefused

if TYPE_CHECKING:
    from .episode_session import EpisodeSession


class Sessions:
    """Keeps sessions as long as they run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[str, EpisodeSession] = {}
        self._count = 0

    def new_id(self) -> str:
        """Returns an id that no session of this process has had."""
        with self._lock:
            self._count += 1
            return f"episode-{self._count}"

    def add(self, session: EpisodeSession) -> None:
        """Takes a session that begins."""
        with self._lock:
            self._running[session.id] = session

    def remove(self, session: EpisodeSession) -> None:
        """Forgets a session that has ended."""
        with self._lock:
            self._running.pop(session.id, None)

    def find(self, session: str) -> EpisodeSession:
        """Returns a session that runs.

        Raises: CommandRefused BAD_VALUE.
        """
        with self._lock:
            found = self._running.get(session)
        if found is None:
            raise CommandRefused("BAD_VALUE", f'No episode runs as "{session[:60]}"; it may have ended.')
        return found

    def at(self, folder: Path) -> EpisodeSession | None:
        """Returns the session that works in an attempt folder; None where none does."""
        whole = folder.resolve()
        with self._lock:
            running = list(self._running.values())
        return next((one for one in running if one.folder is not None and one.folder.resolve() == whole), None)

    def leave(self) -> None:
        """Kills every tool host and holds every episode, since the process ends."""
        with self._lock:
            running = list(self._running.values())
        for session in running:
            session.leave()
