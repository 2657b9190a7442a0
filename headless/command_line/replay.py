# SPDX-License-Identifier: GPL-2.0-or-later
"""`replay`: makes the calls of a trajectory in a new workspace."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from . import answer
from .option_types import add_guard, add_inputs
from .progress import Progress
from .step_text import step_lines

HELP = "replay a trajectory in a new workspace"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `replay`."""
    parser.add_argument("--trajectory", type=Path, required=True, metavar="FILE", help="the calls, as reference.json")
    add_inputs(parser, "copy this file to inputs/NAME.<ending>, side files too")
    parser.add_argument("--workspace", type=Path, required=True, metavar="DIR", help="a new or empty folder")
    add_guard(parser)
    parser.add_argument("--keep-going", action="store_true", help="go on after a call that failed")


def run(arguments: argparse.Namespace) -> int:
    """Replays. Returns: 0 all calls done, 1 a call failed."""
    from ...tasks.trajectory import read_trajectory
    from .. import machine
    from ..interrupts import interrupted_by_signals
    from ..tool_host import ToolHost
    from ..workspace_inputs import name_inputs, put_inputs

    trajectory = read_trajectory(arguments.trajectory)
    files = name_inputs(arguments.input)
    machine.qgis_process_command()
    put_inputs(arguments.workspace, files)
    log = arguments.workspace / "host.log"
    with interrupted_by_signals(), ToolHost(arguments.workspace, log, guard=arguments.guard) as host:
        steps = make_calls(host, [(step.api, step.arguments) for step in trajectory.steps], arguments.keep_going)
        host.close()
    whole = len(steps) == len(trajectory.steps)
    ok = whole and all(step["ok"] for step in steps)
    record = {"ok": ok, "workspace": str(arguments.workspace), "steps": steps}
    answer.write(record, text(steps, len(trajectory.steps), arguments.workspace), arguments.json)
    return 0 if ok else 1


def make_calls(host: Any, calls: list[tuple[str, dict[str, Any]]], keep_going: bool) -> list[dict[str, Any]]:
    """Makes calls one after another and tells which one runs.

    Returns: The step records; the last one is the first that failed, unless `keep_going`.
    """
    from ..manifest import Limits

    steps: list[dict[str, Any]] = []
    with Progress("calls", len(calls)) as progress:
        for api, values in calls:
            progress.running(api)
            steps.append(host.call(api, values, Limits().call_seconds))
            progress.done()
            if not steps[-1]["ok"] and not keep_going:
                break
    return steps


def text(steps: list[dict[str, Any]], wanted: int, workspace: Path) -> str:
    """Returns what a person reads: the verdict, a step each, where the rest lies."""
    done = sum(step["ok"] for step in steps)
    lines = [f"{'all' if done == wanted else done} of {wanted} {'call' if wanted == 1 else 'calls'} done"]
    for number, step in enumerate(steps, start=1):
        lines += step_lines(step, number)
    if len(steps) < wanted:
        lines.append(f"{wanted - len(steps)} not made after the call that failed (--keep-going makes them)")
    return "\n".join([*lines, f"outputs: {workspace / 'output'}"])
