# SPDX-License-Identifier: GPL-2.0-or-later
"""A made pack, a host that is no QGIS, and plans of calls whose files tell that host how to behave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gisagentbench.tests.headless.made_hosts import is_gone
from gisagentbench.tests.headless.made_pack import trajectory, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process


def place(folder: Path) -> dict[str, str]:
    """Writes the pack `made` into a folder. Returns: The variables of a service that runs there."""
    write_pack(folder / "made")
    return fake_qgis_process(folder) | {"GISAGENTBENCH_PACKS": str(folder / "packs")}


def plan(folder: Path, *manners: str) -> str:
    """Writes a plan that loads a layer per manner. Returns: The name of the agent that plays it."""
    calls = [
        {"api": "load_layer", "arguments": {"file": f"{manner}.gpkg", "name": f"layer_{number}"}}
        for number, manner in enumerate(manners, start=1)
    ]
    file = folder / f"{'_'.join(manners)}.json"
    file.write_text(trajectory(calls))
    return f"script:{file}"


def begun(window: Any, agent: str, **more: Any) -> tuple[str, Path]:
    """Begins an episode on the made pack. Returns: Its session and its folder."""
    arguments = {"pack": str(window.folder / "made"), "task": "count_people", "agent": agent} | more
    answer = window.ask("start_episode", **arguments)
    return answer["session"], Path(answer["folder"])


def host_pid(folder: Path) -> int:
    """Process id of the host that works in an attempt folder."""
    return int((folder / "host.pid").read_text())


def host_is_gone(folder: Path) -> bool:
    """Tells whether that host ends within some seconds."""
    return is_gone(host_pid(folder))
