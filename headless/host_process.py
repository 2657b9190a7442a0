# SPDX-License-Identifier: GPL-2.0-or-later
"""The process of a tool host: started with its job, in a group of its own, gone when its parent is gone."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1
ALGORITHM = "gisagentbench:toolhost"


class HostProcess:
    """A running qgis_process that serves one job.

    Args:
        command: Program and leading arguments, such as ["qgis_process"].
        environment: Its environment variables.
        job: The job file, named on its standard input, which then ends.
        log: File that takes what it prints.
    Raises: OSError where it cannot be started.
    """

    def __init__(self, command: list[str], environment: dict[str, str], job: Path, log: Path) -> None:
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [*command, "run", ALGORITHM, "-"],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                env=environment,
                start_new_session=True,
                preexec_fn=dying_with(os.getpid()),
            )
        assert self._process.stdin is not None
        # a program that ends at once leaves nobody to read; its exit is noticed by who waits for the hello
        with contextlib.suppress(BrokenPipeError), self._process.stdin as stdin:
            stdin.write(json.dumps({"inputs": {"JOB": str(job)}}).encode())

    @property
    def pid(self) -> int:
        """Its process id, which is that of its group, too."""
        return self._process.pid

    def status(self) -> int | None:
        """Returns its exit status; None while it runs."""
        return self._process.poll()

    def wait(self, seconds: float) -> bool:
        """Waits for its end. Returns: Whether it ended in time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """Ends it and everything it has started, at once."""
        self.kill_group()
        self._process.wait()

    def kill_group(self) -> None:
        """Tells it and everything it has started to end, without waiting; its status is left to who waits for it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)


def die_with_parent(parent: int) -> None:
    """Makes this process end when the process (to be exact: the thread) that has started it ends; Linux only."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def dying_with(parent: int) -> Callable[[], None]:
    """Makes what a child calls before it becomes its program, so that it dies with `parent`."""
    return lambda: die_with_parent(parent)
