# SPDX-License-Identifier: GPL-2.0-or-later
"""Bare tool hosts on the calls of the short pack: `python -m gisagentbench.bench.pool_hosts FOLDER PACK COUNT` runs
that many, one after another, without episodes, events, records and workers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from .short_pack import STEPS

CALL_SECONDS = 60.0


class HostMemory(NamedTuple):
    """Memory of a host after its calls, in bytes.

    Args:
        peak: The most that it held, shared libraries included.
        share: What it held at last, shared memory divided by those who share it.
    """

    peak: int
    share: int


def run_bare_hosts(folder: Path, pack: Path, count: int) -> None:
    """Runs hosts one after another, each in a workspace of its own."""
    from ..headless.tool_host import ToolHost

    for number in range(count):
        workspace = _workspace(folder / str(number), pack)
        with ToolHost(workspace, folder / f"{number}.log") as host:
            _make_calls(host)
            host.close()


def run_beside(folder: Path, pack: Path, counts: list[int]) -> None:
    """Runs hosts in as many processes as there are counts.

    Raises: RuntimeError where one fails.
    """
    module = f"{__package__}.pool_hosts"
    processes = [
        subprocess.Popen(
            [sys.executable, "-P", "-m", module, str(folder / f"process-{number}"), str(pack), str(count)],
            env=os.environ,
        )
        for number, count in enumerate(counts)
    ]
    statuses = [process.wait() for process in processes]
    if any(statuses):
        raise RuntimeError("a bare host failed")


def memory_of_hosts(folder: Path, pack: Path, count: int) -> list[HostMemory]:
    """Has several hosts make the calls, and tells what each holds while all are there."""
    from ..headless.tool_host import ToolHost

    hosts = [ToolHost(_workspace(folder / f"m{number}", pack), folder / f"m{number}.log") for number in range(count)]
    try:
        for host in hosts:
            _make_calls(host)
        return [_memory(host.pid) for host in hosts if host.pid is not None]
    finally:
        for host in hosts:
            host.close()


def _workspace(folder: Path, pack: Path) -> Path:
    inputs = folder / "inputs"
    inputs.mkdir(parents=True)
    shutil.copy(pack / "data" / "plots.gpkg", inputs)
    return folder


def _make_calls(host: object) -> None:
    for step in STEPS:
        done = host.call(step["api"], step["arguments"], CALL_SECONDS)  # type: ignore[attr-defined]
        if not done["ok"]:
            raise RuntimeError(f"{step['api']}: {done['error']}")


def _memory(pid: int) -> HostMemory:
    peak = _kilobytes(Path(f"/proc/{pid}/status"), "VmHWM:")
    return HostMemory(peak * 1024, _kilobytes(Path(f"/proc/{pid}/smaps_rollup"), "Pss:") * 1024)


def _kilobytes(file: Path, key: str) -> int:
    return next(int(line.split()[1]) for line in file.read_text().splitlines() if line.startswith(key))


if __name__ == "__main__":
    run_bare_hosts(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
