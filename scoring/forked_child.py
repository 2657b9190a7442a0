# SPDX-License-Identifier: GPL-2.0-or-later
"""Scoring children without the time that an interpreter takes to start and import: forks of a process kept at hand.

For those who score often and are no QGIS, such as a run. Each child limits itself and closes its border as a fresh one
does; the process it is forked from never reads an output.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO

STARTING_SECONDS = 120.0
LONGEST_MESSAGE = 64
PARENT = "scoring.forking_parent"
_kept: list[ForkingParent] = []


class ForkedChild:
    """A child, with what is used of `subprocess.Popen`."""

    def __init__(self, handle: int, ends: socket.socket, stdout: IO[bytes], stderr: IO[bytes]) -> None:
        self.stdout, self.stderr = stdout, stderr
        self._handle, self._ends = handle, ends
        self._status: int | None = None

    def __enter__(self) -> ForkedChild:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdout.close()
        self.stderr.close()
        self.wait()
        os.close(self._handle)

    def kill(self) -> None:
        """Ends it; nothing where it has ended."""
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end. Returns: Its exit status. Raises: subprocess.TimeoutExpired."""
        if self._status is None:
            if not select.select([self._ends], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(PARENT, timeout or 0.0)
            said = self._ends.recv(LONGEST_MESSAGE)
            self._status = int(said) if said else -signal.SIGKILL
        return self._status


class ForkingParent:
    """The process that children are forked from.

    Args:
        command: Starts it.
        environment: Of it and its children.
    """

    def __init__(self, command: list[str], environment: Mapping[str, str]) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, env=dict(environment)
            )
        self.path = environment.get("PYTHONPATH")

    def fork(self, module: str, stdin: IO[bytes]) -> ForkedChild | None:
        """Has a child run a module. Returns: It; None where the process is gone."""
        (out, child_out), (err, child_err) = os.pipe(), os.pipe()
        stdout, stderr = os.fdopen(out, "rb"), os.fdopen(err, "rb")
        try:
            socket.send_fds(self._requests, [module.encode()], [stdin.fileno(), child_out, child_err])
            self._requests.settimeout(STARTING_SECONDS)
            _, handles, _, _ = socket.recv_fds(self._requests, LONGEST_MESSAGE, 1)
            self._requests.settimeout(None)
            if handles:
                return ForkedChild(handles[0], self._requests, stdout, stderr)
        except OSError:
            pass
        finally:
            os.close(child_out)
            os.close(child_err)
        stdout.close()
        stderr.close()
        return None

    def end(self) -> None:
        """Ends it, and the child that it may have."""
        self._requests.close()
        self._process.kill()
        self._process.wait()


@contextmanager
def forked_children(command: list[str], environment: Mapping[str, str]) -> Iterator[None]:
    """Keeps a process at hand inside the block, that scoring children are forked from; on Linux alone."""
    if _kept or not hasattr(os, "pidfd_open"):
        yield
        return
    parent = ForkingParent(command, environment)
    _kept.append(parent)
    try:
        yield
    finally:
        _kept.remove(parent)
        parent.end()


def forked(module: str, stdin: IO[bytes], search_path: str | None) -> ForkedChild | None:
    """Forks a child where a process of its search path is at hand. Returns: It; None where a fresh one is needed."""
    parent = next((one for one in _kept if one.path == search_path), None)
    return None if parent is None else parent.fork(module, stdin)
