# SPDX-License-Identifier: GPL-2.0-or-later
"""Clients for the tests of `mcp`: the official one, and one that writes any line it likes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from gisagentbench.headless import machine

LONG = 60.0
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "0"},
}


def server_command(*words: object) -> list[str]:
    """The command of the server, as its clients start it."""
    return [sys.executable, "-P", "-m", "gisagentbench.headless", "mcp", *map(str, words)]


def environment(**variables: str) -> dict[str, str]:
    """Environment variables of the server."""
    return os.environ | {"PYTHONPATH": str(machine.plugins_folder())} | variables


class RawClient:
    """A client that writes lines and reads messages, without any manners; `reads` off, it reads no more.

    Args:
        words: Of `mcp`.
        folder: In which the server runs.
    """

    def __init__(self, *words: object, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.story = folder / "story.txt"
        with self.story.open("wb") as story:
            self.process = subprocess.Popen(
                server_command(*words),
                cwd=folder,
                env=environment(**variables),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=story,
                # tests may run in the background of a shell, which has interrupts ignored
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        self.reads = True
        self.written = 0
        self.heard: list[dict[str, Any]] = []
        self._lines: Queue[bytes] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def write(self, line: bytes) -> None:
        """Writes one line."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        self.written += len(line)

    def send(self, method: str, number: Any = None, **params: Any) -> None:
        """Sends a request, or without a number a notification."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.write(json.dumps(message | ({} if number is None else {"id": number})).encode())

    def call(self, number: Any, api: str, /, **arguments: Any) -> None:
        """Sends a call of a tool."""
        self.send("tools/call", number, name=api, arguments=arguments)

    def greet(self) -> dict[str, Any]:
        """Makes the handshake. Returns: What the server says of itself."""
        self.send("initialize", "hello", **HELLO)
        answer = self.answer_to("hello")
        self.send("notifications/initialized")
        return answer["result"]

    def answer_to(self, number: Any) -> dict[str, Any]:
        """Waits for the answer with a number; what is heard before it is kept."""
        return self.wait_for(lambda message: message.get("id") == number and "method" not in message)

    def wait_for(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits for a message, among those heard already too."""
        for message in self.heard:
            if is_wanted(message):
                return message
        while True:
            try:
                message = json.loads(self._lines.get(timeout=LONG))
            except Empty:
                raise AssertionError(f"no such message; the server says: {self.story.read_text()}") from None
            self.heard.append(message)
            if is_wanted(message):
                return message

    def hang_up(self) -> int:
        """Closes the connection. Returns: The exit status of the server."""
        self.process.stdin.close()
        return self.process.wait(LONG)

    def interrupt(self, number: int = signal.SIGTERM) -> int:
        """Sends a signal. Returns: The exit status of the server."""
        self.process.send_signal(number)
        return self.process.wait(LONG)

    def _read(self) -> None:
        while self.reads and (line := self.process.stdout.readline()):
            self._lines.put(line)


def with_official_client(
    words: tuple[object, ...], folder: Path, use: Callable[[ClientSession], Awaitable[Any]], **variables: str
) -> Any:
    """Starts the server with the official client. Returns: What `use` makes of the session."""
    parameters = StdioServerParameters(
        command=server_command()[0], args=server_command(*words)[1:], env=environment(**variables), cwd=folder
    )

    async def run() -> Any:
        with (folder / "story.txt").open("w") as story:
            async with stdio_client(parameters, errlog=story) as (read, write), ClientSession(read, write) as session:
                await session.initialize()
                return await use(session)

    return anyio.run(run)


@contextlib.contextmanager
def serving(*words: object, folder: Path, **variables: str) -> Iterator[RawClient]:
    """A raw client that has made its handshake."""
    with RawClient(*words, folder=folder, **variables) as client:
        client.greet()
        yield client
