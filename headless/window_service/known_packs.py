# SPDX-License-Identifier: GPL-2.0-or-later
"""The packs that the window has been told of, by their folders."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ..refusal import CommandRefused

if TYPE_CHECKING:
    from ...tasks.pack import PackFolder


class KnownPacks:
    """Finds packs by name or folder."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folders: list[Path] = []

    def add(self, folder: Path) -> None:
        """Remembers the folder of a pack."""
        with self._lock:
            if folder not in self._folders:
                self._folders.append(folder)

    def folders(self) -> list[Path]:
        """Returns the folders that were added, in order."""
        with self._lock:
            return list(self._folders)

    def find(self, pack: str) -> PackFolder:
        """Loads a pack by its name or its folder, and remembers it.

        Raises: CommandRefused for a path that is not whole; PackNotFound, DocumentError.
        """
        from ...tasks.pack import find_pack

        is_path = any(mark in pack for mark in ("/", "\\", "\0"))
        found = find_pack(folder_of(pack) if is_path else pack)
        self.add(found.folder)
        return found


def folder_of(text: str) -> Path:
    """Returns a path that the window named.

    Raises: CommandRefused BAD_VALUE for one that is not whole, since nobody knows what it starts from.
    """
    path = Path(text) if "\0" not in text else Path()
    if not path.is_absolute():
        raise CommandRefused("BAD_VALUE", f"{ascii(text[:200])} is no whole path; nothing was done.")
    return path
