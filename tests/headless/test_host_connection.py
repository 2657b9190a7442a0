# SPDX-License-Identifier: GPL-2.0-or-later
"""What comes over the socket of a host is a short line of JSON of the protocol, or the end of the host."""

import json
import socket
import threading
import time

import pytest

from gisagentbench.headless import host_connection
from gisagentbench.headless.host_connection import HostConfused, HostConnection, HostSilent, wait_for_hello

SECONDS = 20.0


def received(*chunks, seconds=SECONDS):
    """What the parent makes of bytes that a host sends."""
    ours, theirs = socket.socketpair()
    sender = threading.Thread(target=lambda: [theirs.sendall(chunk) for chunk in chunks])
    with ours, theirs:
        connection = HostConnection.__new__(HostConnection)
        connection._socket, connection._received = ours, bytearray()
        sender.start()
        try:
            return connection.receive(time.monotonic() + seconds)
        finally:
            ours.close()
            sender.join()


def test_a_message_comes_whole_from_pieces():
    assert received(b'{"id": 1, "st', b'ep": {}}\n{"id"') == {"id": 1, "step": {}}


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 1_000_000 + b"\n",
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"\n",
        b"[1]\n",
        b'"text"\n',
        b"\xff\xfe\n",
        b"{'id': 1}\n",
        b"\n",
    ],
    ids=["deep list", "deep object", "list", "text", "no UTF-8", "no JSON", "nothing"],
)
def test_what_is_no_message_confuses_nobody_but_ends_the_host(line):
    with pytest.raises(HostConfused):
        received(line)


def test_an_endless_line_is_cut_at_its_limit(monkeypatch):
    monkeypatch.setattr(host_connection, "LONGEST_LINE_BYTES", 1_000_000)
    with pytest.raises(HostConfused, match="more than 1000000 bytes"):
        received(*[b"x" * 65_536] * 16)


def test_half_a_message_waits_no_longer_than_the_limit():
    begun = time.monotonic()
    with pytest.raises(HostSilent):
        received(b'{"id": 1', seconds=0.3)
    assert time.monotonic() - begun < 3


@pytest.mark.parametrize(
    "said",
    [
        b"x" * 2_000_000,
        b"[" * 100_000 + b"\n",
        json.dumps({"op": "hello", "secret": ["right"], "versions": {}, "tools": []}).encode() + b"\n",
        json.dumps({"op": "hello", "secret": "right", "versions": 1, "tools": []}).encode() + b"\n",
        json.dumps({"op": "hello", "secret": "\ud800", "versions": {}, "tools": []}).encode() + b"\n",
    ],
    ids=["endless", "deep", "secret in a list", "no versions", "no text"],
)
def test_a_stranger_with_a_strange_hello_is_hung_up_on(said):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        stranger = socket.create_connection(listener.getsockname())
        sender = threading.Thread(target=send_quietly, args=(stranger, said))
        sender.start()
        with pytest.raises(HostSilent):
            wait_for_hello(listener, "right", time.monotonic() + 1.0, lambda: False)
        sender.join()
        stranger.close()


def send_quietly(connection, data):
    try:
        connection.sendall(data)
    except OSError:
        return
