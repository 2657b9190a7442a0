# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages over two descriptors, a JSON line each. What is no message is answered, and costs nobody the session."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import anyio
import anyio.from_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, JSONRPCNotification, jsonrpc_message_adapter
from pydantic import ValidationError

from ..line_pipes import LineTooLong, LineWriter, lines_of

MOST_UNREAD = 64  # answers that the client has not read yet, before no more is read of it
LOOK_SECONDS = 0.05


class Fault(NamedTuple):
    """A line that is no message: the code of JSON-RPC, and a sentence."""

    code: int
    message: str


class Streams(NamedTuple):
    """What a server of the protocol reads and writes."""

    incoming: MemoryObjectReceiveStream[SessionMessage | Exception]
    outgoing: MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def wire(source: int, sink: int, ends: Callable[[], None] = lambda: None) -> AsyncIterator[Streams]:
    """Turns two descriptors into the streams of a server; the incoming one ends with the source, or a closed sink.

    Args:
        source: Descriptor to read from; a thread stays in it until it ends.
        sink: Descriptor to write to.
        ends: Called before the incoming stream ends, and with it what the server still does; maybe twice.
    """
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    lines, read = anyio.create_memory_object_stream[bytes | Fault](4)
    writer = LineWriter(sink)
    writer.start()

    async def write(message: dict[str, Any]) -> None:
        await asyncio.wrap_future(writer.write(json.dumps(message).encode() + b"\n"))

    async def read_messages() -> None:
        async with to_server:
            async for line in read:
                while outgoing.statistics().tasks_waiting_send > MOST_UNREAD:
                    await anyio.sleep(LOOK_SECONDS)
                message = line if isinstance(line, Fault) else message_of(line)
                if isinstance(message, Fault):
                    await write(_refusal(message))
                else:
                    await to_server.send(SessionMessage(message))
            ends()

    async def write_messages() -> None:
        async for told in from_server:
            await write(told.message.model_dump(by_alias=True, exclude_unset=True))

    async with anyio.create_task_group() as tasks, anyio.from_thread.BlockingPortal() as portal:
        threading.Thread(target=_read_lines, args=(source, portal, lines), daemon=True).start()

        async def until_one_ends(work: Any) -> None:
            try:
                await work()
            except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                pass  # nobody reads, or nobody is served any more
            finally:
                ends()
                to_server.close()

        tasks.start_soon(until_one_ends, read_messages)
        tasks.start_soon(until_one_ends, write_messages)
        try:
            yield Streams(incoming, outgoing)
        finally:
            tasks.cancel_scope.cancel()
            await portal.stop(cancel_remaining=True)


def message_of(line: bytes) -> Any:
    """Reads one message.

    Returns: The message of the protocol, or the Fault that the line is.
    """
    try:
        data = json.loads(line, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        return Fault(PARSE_ERROR, f"INVALID_DOCUMENT: the message is not JSON: {str(error)[:200]}.")
    no_message = Fault(INVALID_REQUEST, "INVALID_DOCUMENT: the line is JSON, but no message of JSON-RPC 2.0.")
    try:
        message = jsonrpc_message_adapter.validate_python(data, by_name=False)
    except ValidationError:
        return no_message
    # a request with an id of a wrong type would pass for a notification, and nobody would answer it
    return no_message if isinstance(message, JSONRPCNotification) and "id" in data else message


def _read_lines(source: int, portal: anyio.from_thread.BlockingPortal, lines: MemoryObjectSendStream[Any]) -> None:
    """Hands lines over until the source or the server ends; a full stream makes the source wait."""
    try:
        for line in lines_of(source):
            portal.call(lines.send, _too_long(line) if isinstance(line, LineTooLong) else line)
        portal.call(lines.aclose)
    except Exception:  # the server has ended, and its loop with it
        return


def _too_long(line: LineTooLong) -> Fault:
    return Fault(INVALID_REQUEST, f"LIMIT_EXCEEDED: a message has at most {line.longest:,} bytes.")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{json.dumps(twice)} stands twice")
    return made


def _refusal(fault: Fault) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": None, "error": {"code": fault.code, "message": fault.message}}
