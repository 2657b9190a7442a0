# SPDX-License-Identifier: GPL-2.0-or-later
"""Names that are taken: of what is there, and of what is still to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class TakenNames:
    """Keeps names for what a recorded run needs before the service has made it.

    Args:
        there: Lists the names of what is there.
    """

    def __init__(self, there: Callable[[], Iterable[str]]) -> None:
        self._there = there
        self._promised: set[str] = set()

    def all(self) -> set[str]:
        """Lists every name that is taken."""
        return {*self._there(), *self._promised}

    def promise(self, name: str) -> str:
        """Keeps a name. Returns: The name."""
        self._promised.add(name)
        return name

    def keep_no_longer(self, names: Iterable[str]) -> None:
        """Lets go of names: what they were kept for is there, or will not come."""
        self._promised -= set(names)

    def forget(self) -> None:
        """Keeps no names."""
        self._promised.clear()
