# SPDX-License-Identifier: GPL-2.0-or-later
"""The tool host as an episode needs it, whose calls a client can withdraw."""

from __future__ import annotations

from typing import Any

from ..tool_host import ToolHost
from .client_calls import ClientCalls


class ClientHost:
    """Makes the calls of a client.

    Args:
        host: Makes them.
        calls: The calls of the client, one of which runs.
    """

    def __init__(self, host: ToolHost, calls: ClientCalls) -> None:
        self.host, self.calls = host, calls
        calls.stop = host.cancel

    def call(self, api: str, arguments: Any, seconds: float) -> dict[str, Any]:
        """Makes a call and gives its step record. Raises: HostUnavailable."""
        running = self.calls.running
        return self.host.call(api, arguments, seconds, running.cancelled if running else None)

    def close(self) -> list[str]:
        """Ends the host and names changed input files."""
        return self.host.close()
