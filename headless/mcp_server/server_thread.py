# SPDX-License-Identifier: GPL-2.0-or-later
"""Speaks the protocol in a thread of its own, until the client leaves."""

from __future__ import annotations

import sys
import threading
import traceback

import anyio

from .protocol_server import ProtocolServer
from .wire import wire

CLOSED = "the client has closed its connection"


class ServerThread(threading.Thread):
    """Serves one client.

    Args:
        server: Answers its requests; its calls are told when it has left.
        source: Descriptor that the client writes to.
        sink: Descriptor that it reads from.
    """

    def __init__(self, server: ProtocolServer, source: int, sink: int) -> None:
        super().__init__(daemon=True)
        self.server, self.source, self.sink = server, source, sink

    def run(self) -> None:
        """Serves until the client leaves; whatever ends it, the session learns that it has ended."""
        how = CLOSED
        try:
            anyio.run(self._serve)
        except Exception as error:
            traceback.print_exception(error, file=sys.stderr)
            how = f"the server stopped with {type(error).__name__}"
        finally:
            self.server.calls.leave(how)

    async def _serve(self) -> None:
        async with wire(self.source, self.sink, self.server.calls.note_leaving) as streams:
            await self.server.server.run(streams.incoming, streams.outgoing, self.server.options())
