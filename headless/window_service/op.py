# SPDX-License-Identifier: GPL-2.0-or-later
"""What an op is: a typed function that answers one question of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from .known_packs import KnownPacks
from .sessions import Sessions


class Service(Protocol):
    """What an op needs of the service.

    Args:
        folder: Where episodes and traces of the window lie.
        sessions: The episodes that run.
        packs: Those that the window has been told of.
        is_leaving: Set, the service ends once the line is answered.
    """

    folder: Path
    sessions: Sessions
    packs: KnownPacks
    is_leaving: bool

    def notify(self, name: str, session: str, /, **values: Any) -> None:
        """Tells the window something unasked, `{"notice": name, "session": session, …values}`; from any thread."""
        ...

    def at_end(self, act: Callable[[], None]) -> None:
        """Takes what is to be called once the window has left; it must not wait."""
        ...


class Op(NamedTuple):
    """One entry of the table.

    Args:
        function: Takes the service and, by keyword, its arguments; gives a JSON object.
        at_once: Answered before the next line is read, so that ops of one session keep their order; it must not wait.
    """

    function: Callable[..., Any]
    at_once: bool = False
