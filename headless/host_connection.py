# SPDX-License-Identifier: GPL-2.0-or-later
"""The socket of a tool host: who may speak on it, and one JSON line at a time within a time limit."""

from __future__ import annotations

import hmac
import json
import selectors
import socket
import time
from collections.abc import Callable
from typing import Any, NamedTuple

LONGEST_LINE_BYTES = 64 * 1024 * 1024
LONGEST_HELLO_BYTES = 1024 * 1024
CHUNK_BYTES = 1 << 16


class HostSilent(Exception):
    """Nothing came within the time limit."""


class HostGone(Exception):
    """The connection was closed."""


class HostConfused(Exception):
    """What came is no message of the protocol, or an answer to another question."""


class Hello(NamedTuple):
    """What a host says first, without the secret."""

    connection: HostConnection
    versions: dict[str, str]
    tools: list[str]


class HostConnection:
    """An accepted connection, read and written one JSON line at a time.

    Args:
        connected: The socket.
        received: Bytes that came behind the first line.
    """

    def __init__(self, connected: socket.socket, received: bytes = b"") -> None:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connected
        self._received = bytearray(received)

    def send(self, message: dict[str, Any], deadline: float) -> None:
        """Sends one message.

        Raises: HostGone, HostSilent where it is not taken in time.
        """
        try:
            self._socket.settimeout(_left(deadline))
            self._socket.sendall(json.dumps(message).encode() + b"\n")
        except TimeoutError:
            raise HostSilent from None
        except OSError:
            raise HostGone from None

    def receive(self, deadline: float) -> dict[str, Any]:
        """Waits for one message.

        Args:
            deadline: By the monotonic clock.
        Raises: HostGone, HostSilent, HostConfused.
        """
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched > LONGEST_LINE_BYTES:
                raise HostConfused(f"a line of more than {LONGEST_LINE_BYTES} bytes")
            self._received += self._chunk(deadline)
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return parse_message(line)

    def close(self) -> None:
        """Closes the connection; the host ends itself."""
        self._socket.close()

    def _chunk(self, deadline: float) -> bytes:
        try:
            self._socket.settimeout(_left(deadline))
            data = self._socket.recv(CHUNK_BYTES)
        except TimeoutError:
            raise HostSilent from None
        except OSError:
            raise HostGone from None
        if not data:
            raise HostGone
        return data


def parse_message(line: bytes) -> dict[str, Any]:
    """Reads one line of the protocol.

    Raises: HostConfused where it is no JSON object.
    """
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise HostConfused("a line that is not JSON") from None
    if not isinstance(message, dict):
        raise HostConfused("a line that is no JSON object")
    return message


def wait_for_hello(listener: socket.socket, secret: str, deadline: float, has_ended: Callable[[], bool]) -> Hello:
    """Waits until a host says hello with the secret; whoever says anything else is hung up on.

    Args:
        listener: Listening on the loopback address.
        deadline: By the monotonic clock.
        has_ended: Whether the process of the host has ended.
    Raises: HostGone where its process ends first, HostSilent at the deadline.
    """
    with selectors.DefaultSelector() as selector:
        selector.register(listener, selectors.EVENT_READ)
        heard: dict[socket.socket, bytearray] = {}
        try:
            while True:
                ready = selector.select(min(0.1, _left(deadline)))
                for key, _ in ready:
                    hello = _hear(key.fileobj, listener, secret, selector, heard)
                    if hello is not None:
                        return hello
                if not ready and has_ended():
                    raise HostGone
        except TimeoutError:
            raise HostSilent from None
        finally:
            for stranger in heard:
                stranger.close()


def _hear(
    source: Any, listener: socket.socket, secret: str, selector: selectors.BaseSelector, heard: dict[Any, bytearray]
) -> Hello | None:
    if source is listener:
        connected, _ = listener.accept()
        selector.register(connected, selectors.EVENT_READ)
        heard[connected] = bytearray()
        return None
    try:
        data = source.recv(CHUNK_BYTES)
    except OSError:
        data = b""
    heard[source] += data
    line, newline, rest = bytes(heard[source]).partition(b"\n")
    if data and not newline and len(line) <= LONGEST_HELLO_BYTES:
        return None
    selector.unregister(source)
    del heard[source]
    hello = _accepted(line, secret) if newline else None
    if hello is None:
        source.close()
        return None
    return Hello(HostConnection(source, rest), hello["versions"], hello["tools"])


def _accepted(line: bytes, secret: str) -> dict[str, Any] | None:
    """Returns a hello with the right secret; None for anything else."""
    try:
        message = parse_message(line)
    except HostConfused:
        return None
    said = str(message.get("secret", "")).encode(errors="replace")
    is_right = hmac.compare_digest(said, secret.encode())
    is_whole = isinstance(message.get("versions"), dict) and isinstance(message.get("tools"), list)
    return message if is_right and message.get("op") == "hello" and is_whole else None


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
