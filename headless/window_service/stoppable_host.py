# SPDX-License-Identifier: GPL-2.0-or-later
"""The tool host of an episode that a person watches: its calls can be refused, and killed while they run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..tool_host import ToolHost
from .gate import Gate


class StoppableHost:
    """Makes calls, as `ToolHost` does.

    Args:
        host: Makes them.
        gate: Knows which is refused, and what cancels the one that runs.
    """

    def __init__(self, host: ToolHost, gate: Gate) -> None:
        self._host, self._gate = host, gate

    @property
    def workspace(self) -> Path:
        """Folder of the workspace."""
        return self._host.workspace

    @property
    def was_killed(self) -> bool:
        """Whether the last call was ended by a SIGKILL from outside."""
        return self._host.was_killed

    def call(self, api: str, arguments: Any, seconds: float) -> dict[str, Any]:
        """Makes a call and gives its step record. Raises: HostUnavailable."""
        refusal = self._gate.take_refusal()
        if refusal is not None:
            return self._host.refuse(api, arguments, refusal)
        with self._gate.running() as cancelled:
            step = self._host.call(api, arguments, seconds, cancelled)
        self._gate.was_cut = (step["error"] or {}).get("code") == "CANCELLED"
        return step

    def close(self) -> list[str]:
        """Ends the host and names changed input files."""
        return self._host.close()
