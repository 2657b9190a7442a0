# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages are read whatever a client sends; what is none is named, and costs no other message."""

import json
import os

import anyio
import pytest
from mcp_types import JSONRPCNotification, JSONRPCRequest

from gisagentbench.headless.mcp_server.wire import Fault, message_of, wire

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def test_a_message_is_read():
    message = message_of(json.dumps(PING).encode())
    assert isinstance(message, JSONRPCRequest)
    assert (message.id, message.method) == (1, "ping")
    assert isinstance(message_of(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'), JSONRPCNotification)


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (b"hello", -32700, "not JSON"),
        (b'{"a": 1', -32700, "not JSON"),
        (b"\xff\xfe\x00", -32700, "not JSON"),
        (b"[" * 100_000, -32700, "not JSON"),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "method": "tools/list"}', -32700, '"method" stands twice'),
        (b'{"id": 1' + b"0" * 5000 + b"}", -32700, "not JSON"),
        (b"[]", -32600, "no message"),
        (b"null", -32600, "no message"),
        (b'{"id": 1, "method": "ping"}', -32600, "no message"),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600, "no message"),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600, "no message"),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32600, "no message"),
    ],
)
def test_what_is_no_message_is_named(line, code, says):
    fault = message_of(line)
    assert isinstance(fault, Fault)
    assert (fault.code, says in fault.message) == (code, True)


def exchange(sent, served):
    """Sends bytes over pipes to a server of the wire. Returns: What the server returned, and the lines it answered."""
    source, to_server = os.pipe()
    from_server, sink = os.pipe()
    os.write(to_server, sent)
    os.close(to_server)

    async def run():
        async with wire(source, sink) as streams:
            return await served(streams)

    try:
        with anyio.from_thread.start_blocking_portal() as portal:
            found = portal.call(run)
    finally:
        os.close(sink)
    with os.fdopen(from_server, "rb") as answers:
        return found, [json.loads(line) for line in answers]


async def methods_of(streams):
    return [one.message.method async for one in streams.incoming]


def test_messages_arrive_in_order_and_faults_between_them_are_answered():
    sent = b"\n".join([json.dumps(PING).encode(), b"junk", b'{"jsonrpc":"2.0","method":"a/b"}', b""])
    methods, answers = exchange(sent, methods_of)
    assert methods == ["ping", "a/b"]
    assert [(one["id"], one["error"]["code"]) for one in answers] == [(None, -32700)]


def test_the_incoming_stream_ends_where_nobody_reads_the_answers():
    source, to_server = os.pipe()
    from_server, sink = os.pipe()
    os.close(from_server)
    os.write(to_server, b"junk\n")

    async def run():
        async with wire(source, sink) as streams:
            return await methods_of(streams)

    try:
        assert anyio.run(run) == []
    finally:
        os.close(to_server)
        os.close(sink)
