# SPDX-License-Identifier: GPL-2.0-or-later
"""A session in a workspace: its calls are recorded there, as `tools call` does."""

from __future__ import annotations

from ...tools.declaration.errors import ToolError
from ..manifest import Limits
from ..tool_host import HostUnavailable, ToolHost
from .client_calls import ClientCalls
from .client_host import ClientHost


def make_calls(host: ToolHost, calls: ClientCalls) -> int:
    """Makes the calls of a client until it leaves.

    Args:
        host: Of the workspace.
    Returns: How many were made.
    Raises: HostUnavailable, once the client has been told and has left.
    """
    client_host = ClientHost(host, calls)
    made = 0
    try:
        while (call := calls.next()) is not None:
            calls.answer(client_host.call(call.api, call.arguments, Limits().call_seconds))
            made += 1
        client_host.close()
    except HostUnavailable as broken:
        calls.end(ToolError("ENGINE_FAILED", broken.message, broken.hint))
        calls.wait_until_left()
        raise
    return made
