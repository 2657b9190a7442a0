# SPDX-License-Identifier: GPL-2.0-or-later
"""Limits of the process that runs a call: its memory, and the room of its workspace on the disk."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

from ..declaration.errors import ToolError
from ..declaration.limits import LIMITS

LEAST_FILE_BYTES = 64_000_000  # room for workspace.json and the log, however full the workspace is
SAYS_MEMORY = ("bad_alloc", "cannot allocate", "out of memory", "unable to allocate", "memoryerror",
               "failed to map segment")  # fmt: skip
_SAYS_ROOM = ("file too large", "disk is full", "disk i/o error", "no space left")


def limit_memory(memory_bytes: int) -> None:
    """Lets this process take so much address space beyond what it has now; an allocation above it fails.

    Edges: Nothing happens where the system does not tell what a process has.
    """
    taken = _address_space()
    if taken is None:
        return
    _, hardest = resource.getrlimit(resource.RLIMIT_AS)
    most = taken + memory_bytes
    if hardest != resource.RLIM_INFINITY:
        most = min(most, hardest)
    resource.setrlimit(resource.RLIMIT_AS, (most, hardest))


@contextlib.contextmanager
def file_room(folder: Path) -> Iterator[None]:
    """Lets no file that is written inside grow beyond the room its workspace has left; writing beyond it fails."""
    before, hardest = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = max(LIMITS["bytes"] - written_bytes(folder), LEAST_FILE_BYTES)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most if hardest == -1 else min(most, hardest), hardest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hardest))


def written_bytes(folder: Path) -> int:
    """Counts the bytes of everything that calls have written in a workspace."""
    files = (path for part in ("work", "output") for path in (folder / part).rglob("*"))
    return sum(path.lstat().st_size for path in files if path.is_file() and not path.is_symlink())


def demand_room(folder: Path) -> None:
    """Refuses more bytes than a workspace may hold.

    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    found, most = written_bytes(folder), LIMITS["bytes"]
    if found > most:
        raise ToolError("LIMIT_EXCEEDED", f"the workspace would hold {found:,} bytes, the limit is {most:,}; "
                        "nothing of this call was kept", "fewer or smaller layers")  # fmt: skip


def is_want_of_memory(failure: BaseException | None) -> bool:
    """Tells whether an engine failed because it got no memory, by what it and its causes say."""
    return _says(failure, SAYS_MEMORY)


def is_want_of_room(failure: BaseException | None) -> bool:
    """Tells whether an engine failed because a file could not grow, by what it and its causes say."""
    return _says(failure, _SAYS_ROOM)


def _says(failure: BaseException | None, words: tuple[str, ...]) -> bool:
    while failure is not None:
        said = f"{type(failure).__name__} {failure}".lower()
        if any(word in said for word in words):
            return True
        failure = failure.__cause__
    return False


def _address_space() -> int | None:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return None
    return pages * resource.getpagesize()
