# SPDX-License-Identifier: GPL-2.0-or-later
"""A tool host whose calls are made again where the system killed it, which is nothing that an agent did."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from ..tools.execution.paths import write_atomically

MOST_TIMES = 3  # a call that the system kills each time for want of memory must end


class KillableHost(Protocol):
    """What is needed of a tool host."""

    @property
    def workspace(self) -> Path:
        """Folder of the workspace."""
        ...

    @property
    def was_killed(self) -> bool:
        """Whether the last call was ended by a SIGKILL from outside."""
        ...

    def call(self, api: str, arguments: Any, seconds: float) -> dict[str, Any]:
        """Makes a call."""
        ...

    def close(self) -> list[str]:
        """Ends the host."""
        ...


class SteadyHost:
    """Makes a call again where its host was killed from outside; killed three times, the call has failed.

    Args:
        host: Makes the calls; tells in `was_killed` whether the last one was ended by SIGKILL that we did not send.
    """

    def __init__(self, host: KillableHost) -> None:
        self._host = host

    def call(self, api: str, arguments: Any, seconds: float) -> dict[str, Any]:
        """Makes one call, as `ToolHost.call` does."""
        before = Snapshot(self._host.workspace)
        step = self._host.call(api, arguments, seconds)
        for _ in range(MOST_TIMES - 1):
            if step["ok"] or not self._host.was_killed:
                break
            before.restore()
            step = self._host.call(api, arguments, seconds)
        return step

    def close(self) -> list[str]:
        """Ends the host, as `ToolHost.close` does."""
        return self._host.close()


class Snapshot:
    """What a workspace holds before a call; a call adds files and changes workspace.json, and nothing else.

    Args:
        workspace: Its folder.
    """

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._state = (workspace / "workspace.json").read_text(encoding="utf-8")
        self._files = set(self._written())

    def restore(self) -> None:
        """Removes what was added since, and puts workspace.json back."""
        for path in set(self._written()) - self._files:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        write_atomically(self._workspace / "workspace.json", self._state)

    def _written(self) -> Iterator[Path]:
        for part in ("work", "output"):
            yield from (self._workspace / part).rglob("*")
