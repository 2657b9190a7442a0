# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs in a process of their own: what they said, and the most memory they or their children held."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import NamedTuple

GIB = 1024**3
BYTES_PER_KB = 1024


class Ended(NamedTuple):
    """How a program ended.

    Args:
        status: Its exit status.
        said: Its standard output.
        peak: The most memory that it or one of its children held, in bytes.
    """

    status: int
    said: str
    peak: int

    @property
    def peak_text(self) -> str:
        """The peak for people."""
        return f"{self.peak / GIB:.2f} GiB"


# A process begins with the peak of the one it is forked from, so that it is started from a small one.
STARTER = """
import os, sys
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(process, 0)
with open(sys.argv[1], "w") as peak:
    peak.write(str(used.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status) % 256)
"""


def run_measured(command: list[str], environment: Mapping[str, str]) -> Ended:
    """Runs a program to its end.

    Raises: RuntimeError where it ends with a status above 1.
    """
    with tempfile.NamedTemporaryFile("r") as peak:
        starter = [sys.executable, "-I", "-S", "-c", STARTER, peak.name, *command]
        done = subprocess.run(starter, capture_output=True, text=True, env=dict(environment), check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{command[:4]} ended with {done.returncode}: {done.stderr[-2000:]}")
        return Ended(done.returncode, done.stdout, int(peak.read()) * BYTES_PER_KB)
