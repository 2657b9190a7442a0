# SPDX-License-Identifier: GPL-2.0-or-later
"""A window as the service sees it: a process that writes and reads lines, with or without manners."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gisagentbench.headless import machine

LONG = 60.0
Message = dict[str, Any]


def _heed_signals() -> None:
    """Tests may run in the background of a shell or without a terminal, which have signals ignored."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Window:
    """Starts the service as a child and speaks with it.

    Args:
        folder: In which the service runs; episodes lie in `panel` of it.
        reads: Whether it reads what the service writes.
        variables: Environment variables beside those of this process.
    """

    def __init__(self, folder: Path, reads: bool = True, **variables: str) -> None:
        self.folder, self.panel = folder, folder / "panel"
        self.story = folder / "story.txt"
        environment = os.environ | {"PYTHONPATH": search_path()} | variables
        command = [sys.executable, "-P", "-m", "gisagentbench.headless.window_service", "--folder", str(self.panel)]
        with self.story.open("ab") as story:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=story,
                preexec_fn=_heed_signals,
            )
        self.heard: list[Message] = []
        self.raw = b""
        self._count = 0
        self._news = threading.Condition()
        self._has_ended = False
        if reads:
            threading.Thread(target=self._read, daemon=True).start()

    def write(self, line: bytes) -> None:
        """Writes one line, whatever it holds."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, op: str, **arguments: Any) -> int:
        """Asks without waiting. Returns: The id of the question."""
        self._count += 1
        self.write(json.dumps({"id": self._count, "op": op, **arguments}).encode())
        return self._count

    def ask(self, op: str, **arguments: Any) -> Any:
        """Asks and waits. Returns: The result; an error is a failure of the test."""
        message = self.answer_to(self.send(op, **arguments))
        assert "result" in message, message
        return message["result"]

    def error(self, op: str, **arguments: Any) -> Message:
        """Asks and waits for an error. Returns: It."""
        message = self.answer_to(self.send(op, **arguments))
        assert set(message) == {"id", "error"}, message
        assert set(message["error"]) == {"code", "sentence", "hint"}
        return dict(message["error"])

    def answer_to(self, identity: Any) -> Message:
        """Waits for the one answer with an id."""
        return self.wait_for(lambda message: "notice" not in message and message["id"] == identity)

    def wait_for(self, is_wanted: Callable[[Message], bool], since: int = 0) -> Message:
        """Waits for a message, among those heard already too, from a place on."""
        deadline = time.monotonic() + LONG
        with self._news:
            while True:
                found = next((message for message in self.heard[since:] if is_wanted(message)), None)
                if found is not None:
                    return found
                assert not self._has_ended, f"the service has ended: {self.story.read_text()}"
                left = deadline - time.monotonic()
                assert left > 0, f"no such message; heard: {self.heard[-5:]}; it says: {self.story.read_text()}"
                self._news.wait(left)

    def state(self, session: str, state: str, since: int = 0) -> Message:
        """Waits until a session says that it is in a state."""
        return self.wait_for(
            lambda one: one.get("notice") == "state" and one["session"] == session and one["state"] == state, since
        )

    def notices(self, name: str, session: str) -> list[Message]:
        """Returns the notices of a session that were heard so far."""
        with self._news:
            return [one for one in self.heard if one.get("notice") == name and one["session"] == session]

    def events(self, session: str) -> list[Message]:
        """Returns the events of a session that were heard so far."""
        return [notice["event"] for notice in self.notices("event", session)]

    def hang_up(self) -> int:
        """Closes what it writes. Returns: The exit status of the service."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(LONG)

    def interrupt(self, number: int) -> int:
        """Sends a signal. Returns: The exit status of the service."""
        self.process.send_signal(number)
        return self.process.wait(LONG)

    def close(self) -> None:
        """Ends it whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            with self._news:
                self.raw += line
                self.heard.append(json.loads(line, parse_constant=_no_constant))
                self._news.notify_all()
        with self._news:
            self._has_ended = True
            self._news.notify_all()


@contextlib.contextmanager
def opened(folder: Path, **variables: str) -> Iterator[Window]:
    """A window, ended at the end of the block."""
    window = Window(folder, **variables)
    try:
        yield window
    finally:
        window.close()


def search_path(*first: Path) -> str:
    """Where the service finds modules, in these folders before all others."""
    return os.pathsep.join([*map(str, first), str(machine.plugins_folder()), *filter(None, sys.path)])


def _no_constant(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")
