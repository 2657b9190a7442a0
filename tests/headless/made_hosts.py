# SPDX-License-Identifier: GPL-2.0-or-later
"""Tool hosts made for tests: the client of a fake host, and a host that is no process at all."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gisagentbench.headless.tool_host import ToolHost

FAKE_HOST = Path(__file__).with_name("fake_host.py")


def fake_command(manner: str = "good") -> list[str]:
    """The command of a fake host that behaves in this manner."""
    return [sys.executable, str(FAKE_HOST), manner]


def client_of(folder: Path, manner: str = "good", start_seconds: float = 20.0, **more: Any) -> ToolHost:
    """The client of a fake host, with a workspace in `folder`."""
    workspace = folder / "workspace"
    return ToolHost(workspace, folder / "host.log", command=fake_command(manner), start_seconds=start_seconds, **more)


def loading(manner: str) -> tuple[str, dict[str, Any]]:
    """A call that is right in form, and makes the fake host behave in this manner."""
    return "load_layer", {"file": f"{manner}.gpkg", "name": "parks"}


def is_gone(pid: int, seconds: float = 5.0) -> bool:
    """Tells whether a process ends within some seconds; one that nobody has waited for yet has ended, too."""
    return eventually(lambda: not Path(f"/proc/{pid}").exists() or _is_zombie(pid), seconds)


def eventually(holds: Callable[[], bool], seconds: float) -> bool:
    """Tells whether something comes true within some seconds."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


class RecordingHost:
    """A host in the same process: answers by a table and remembers what it was asked.

    Args:
        answers: API to what happens: True done, a code for a failed call, an exception to raise.
    """

    def __init__(self, answers: dict[str, Any] | None = None, changed: list[str] | None = None) -> None:
        self.answers = answers or {}
        self.changed = changed or []
        self.asked: list[tuple[str, Any, float]] = []
        self.is_closed = False

    def call(self, api: str, arguments: Any, seconds: float) -> dict[str, Any]:
        self.asked.append((api, arguments, seconds))
        answer = self.answers.get(api, True)
        if isinstance(answer, BaseException):
            raise answer
        error = None if answer is True else {"code": answer, "message": "made up", "hint": ""}
        return {"api": api, "arguments": arguments, "ok": answer is True, "error": error}

    def close(self) -> list[str]:
        self.is_closed = True
        return self.changed
