# SPDX-License-Identifier: GPL-2.0-or-later
"""A session on a task: an episode, begun by the first call or look at the task, recorded as it happens."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from ...tasks.pack import PackFolder
from ...tools.declaration.errors import ToolError
from .. import machine
from ..attempt import Player, run_attempt
from ..events import Finished
from ..manifest import AgentEntry, Manifest
from ..own_temporary import VARIABLE, lasting_temporary_folder
from ..refusal import CommandRefused
from ..run_store import EpisodeFolder, RunStore, begin_run
from .client_agent import ClientAgent
from .client_calls import ClientCalls
from .client_host import ClientHost
from .resources import Resources

AGENT = AgentEntry(name="mcp", folder="mcp")
SCORE_LOG = "score.log"


class Recorded(NamedTuple):
    """An episode that has ended."""

    store: RunStore
    end: Finished


def refuse_used_run(folder: Path, manifest: Manifest) -> None:
    """Refuses a run folder that has no place for this session; one that is not there yet is left so.

    Raises: CommandRefused OUTPUT_EXISTS where the folder holds another run, other files, or a scored session.
    """
    if not folder.exists() or not any(folder.iterdir()):
        return
    store = begin_run(folder, manifest)
    if _only_episode(store).is_done:
        message = f'"{folder}" holds a session that has its score; nothing was begun.'
        raise CommandRefused("OUTPUT_EXISTS", message, "Give another --out, or leave it out.")


def free_folder(folder: Path) -> Path:
    """Returns the folder, or one beside it where it is taken, such as by a session of the same second."""
    return folder if not folder.exists() else folder.with_name(f"{folder.name}_{os.getpid()}")


def record_session(
    folder: Path, manifest: Manifest, pack: PackFolder, calls: ClientCalls, resources: Resources
) -> Recorded | None:
    """Waits until the client takes the task up, and records the episode until it leaves.

    Args:
        folder: Of the run; made where the task is taken up.
        manifest: With one task and one agent.
        resources: Learn where the workspace lies.
    Returns: The run and how the episode ended; None where the client only looked at the tools, which leaves nothing.
    Raises: EpisodeBusy; KeyboardInterrupt, after the episode is written as cancelled.
    """
    if not calls.wait_until_taken_up():
        return None
    store = begin_run(folder, manifest)
    episode = _only_episode(store)
    with episode.lock():
        player = Player(
            ClientAgent(calls),
            lambda host: ClientHost(host, calls),
            begun=lambda attempt: setattr(resources, "folder", attempt),
            on_progress=calls.tell,
        )
        end = run_attempt(store, pack, episode, player)
    if not calls.left:
        calls.end(_over(end))
        calls.wait_until_left()
    return Recorded(store, end)


def start_scoring(store: RunStore, pack: PackFolder) -> subprocess.Popen[bytes]:
    """Scores the run in a process that outlives this one: clients kill a server that does not end at once.

    Returns: The process; what it says lies in score.log of the run.
    """
    command = [str(machine.python_program()), "-P", "-m", "gisagentbench.headless", "score", str(store.folder)]
    inherited = os.environ.get("PYTHONPATH")
    search_path = os.pathsep.join(part for part in (str(machine.plugins_folder()), inherited) if part)
    with (store.folder / SCORE_LOG).open("wb") as log:
        return subprocess.Popen(
            [*command, "--pack", str(pack.folder.absolute())],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=os.environ | {"PYTHONPATH": search_path, VARIABLE: str(lasting_temporary_folder())},
            start_new_session=True,
        )


def _over(end: Finished) -> ToolError:
    """Says why no more calls are made."""
    if end.outcome.startswith("limit_"):
        what = f"the limit of {end.outcome.removeprefix('limit_')} is reached after {end.calls} calls"
        return ToolError("LIMIT_EXCEEDED", f"the episode has ended: {what}", "what lies under output/ is scored")
    return ToolError("ENGINE_FAILED", f"the episode has ended ({end.outcome}): {end.message}", "begin a new session")


def _only_episode(store: RunStore) -> EpisodeFolder:
    (key,) = store.episode_keys()
    return store.episode(key)
