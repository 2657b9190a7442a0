# SPDX-License-Identifier: GPL-2.0-or-later
"""What an op is: a typed function that answers one question of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class Service(Protocol):
    """What an op needs of the service.

    Args:
        notify: Tells the window something unasked: `{"notice": name, "session": session, …values}`; from any thread.
        at_end: Takes what is to be called when the window has left, before the process ends.
    """

    folder: Any
    sessions: Any
    packs: Any

    def notify(self, name: str, session: str, **values: Any) -> None:
        """Tells the window something unasked; from any thread."""
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

    function: Callable[..., dict[str, Any]]
    at_once: bool = False
