# SPDX-License-Identifier: GPL-2.0-or-later
"""`mcp`: serves the tools to a client of the Model Context Protocol, on a task or in a workspace."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..line_pipes import take_descriptors
from ..refusal import CommandRefused
from .answer import printable
from .option_types import add_guard, add_inputs, seconds, whole_number
from .tools_call import put_in_workspace

if TYPE_CHECKING:
    from ..mcp_server.client_calls import ClientCalls
    from ..mcp_server.resources import Resources

HELP = "serve the tools to an MCP client over standard input and output"
TOLD_TO_END = "the server was told to end"
LOOK_SECONDS = 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `mcp`."""
    bound = parser.add_mutually_exclusive_group(required=True)
    bound.add_argument("--task", metavar="ID", help="a task of the pack; the session is an episode of a run")
    bound.add_argument("--workspace", type=Path, metavar="DIR", help="a workspace; made where it is missing")
    parser.add_argument("--pack", metavar="P", help="with --task: name of a pack, or its folder (demo)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="with --task: folder of the run, made with the first call or look at the task",
    )
    parser.add_argument("--max-calls", type=whole_number, metavar="N", help="with --task: calls of the episode (200)")
    parser.add_argument("--max-seconds", type=seconds, metavar="N", help="with --task: its seconds (no limit)")
    add_inputs(parser, "with --workspace: copy this file to inputs/NAME.<ending> first, side files too")
    add_guard(parser)
    parser.add_argument(
        "--tools", metavar="NAME", nargs="+", action="extend", help="only these tools, for clients that take fewer"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves one client until it leaves. Returns: 0."""
    if arguments.json:
        message = "`mcp` speaks with its client on standard output; --json has no place there."
        raise CommandRefused("BAD_VALUE", message, "Leave --json out.")
    _refuse_what_does_not_go_together(arguments)
    source, sink = take_descriptors()
    import mcp  # noqa: F401 (where it is missing, that is the first thing to say)

    from ...tools.declaration.registry import find
    from ..mcp_server.client_calls import ClientCalls

    for name in arguments.tools or ():
        find(name)
    calls = ClientCalls()
    for number in (signal.SIGTERM, signal.SIGHUP):
        # in a thread: the main one may be inside the mailbox
        signal.signal(number, lambda *_: threading.Thread(target=calls.leave, args=(TOLD_TO_END,)).start())
    serve = _serve_workspace if arguments.task is None else _serve_task
    serve(arguments, calls, (source, sink))
    return 0


def _serve_workspace(arguments: argparse.Namespace, calls: ClientCalls, descriptors: tuple[int, int]) -> None:
    from .. import machine
    from ..mcp_server.resources import Resources
    from ..mcp_server.workspace_session import make_calls
    from ..tool_host import ToolHost
    from ..workspace_inputs import name_inputs

    files, folder = name_inputs(arguments.input), arguments.workspace
    machine.qgis_process_command()
    put_in_workspace(folder, files)
    with ToolHost(
        folder, folder / "host.log", guard=arguments.guard, tools=arguments.tools, on_progress=calls.tell
    ) as host:
        _start(arguments, calls, Resources(None, folder), descriptors, f"the workspace {folder}")
        made = make_calls(host, calls)
    _say(f"{calls.left}; {made} {'call' if made == 1 else 'calls'} made in {folder}")


def _serve_task(arguments: argparse.Namespace, calls: ClientCalls, descriptors: tuple[int, int]) -> None:
    from ...tasks.pack import find_pack
    from ..manifest import Limits
    from ..mcp_server.resources import Resources
    from ..mcp_server.task_session import AGENT, free_folder, record_session, refuse_used_run
    from ..run_plan import default_folder, plan_run

    pack = find_pack(arguments.pack or "demo")
    planned = plan_run(
        pack,
        tasks=[arguments.task],
        agents=["reference"],
        tools=arguments.tools,
        guard=arguments.guard,
        limits=Limits(seconds=arguments.max_seconds, **({"calls": arguments.max_calls} if arguments.max_calls else {})),
    )
    manifest = planned.model_copy(update={"agents": [AGENT]})
    if arguments.out is not None:
        refuse_used_run(arguments.out, manifest)
    resources = Resources(pack.agent_view(pack.task(arguments.task)))
    _start(arguments, calls, resources, descriptors, f"the task {arguments.task}")
    folder = arguments.out or free_folder(default_folder())
    recorded = record_session(folder, manifest, pack, calls, resources)
    if recorded is None:
        _say(f"{calls.left} without a call or a look at the task; nothing was recorded")
        return
    _say(f"{calls.left}; the episode has ended ({recorded.end.outcome}) after {recorded.end.calls} calls")
    _score(recorded.store, pack, recorded.end.outcome)


def _score(store: Any, pack: Any, outcome: str) -> None:
    """Has the episode scored and says what came of it, unless this process is told to end meanwhile."""
    from ..episode_scoring import UNSCORED_OUTCOMES
    from ..mcp_server.task_session import SCORE_LOG, start_scoring

    if outcome in UNSCORED_OUTCOMES:
        _say(f"it has no score; what was recorded lies in {store.folder}")
        return
    told = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: told.set())
    scoring = start_scoring(store, pack)
    while scoring.poll() is None and not told.wait(LOOK_SECONDS):
        pass
    log = store.folder / SCORE_LOG
    _say(log.read_text(encoding="utf-8", errors="replace").rstrip() if scoring.returncode is not None
         else f"it is being scored; see {log}")  # fmt: skip


def _start(
    arguments: argparse.Namespace, calls: ClientCalls, resources: Resources, descriptors: tuple[int, int], what: str
) -> None:
    from ..mcp_server.protocol_server import ProtocolServer
    from ..mcp_server.server_thread import ServerThread

    server = ProtocolServer(calls, resources, arguments.tools)
    ServerThread(server, *descriptors).start()
    _say(f"serving {what} on standard input and output")
    if os.isatty(descriptors[0]):
        _say("that is for programs: a client starts this command itself (docs/mcp.md); ^D ends it")


def _refuse_what_does_not_go_together(arguments: argparse.Namespace) -> None:
    other = "--workspace" if arguments.task is None else "--task"
    of_task = {
        "--pack": arguments.pack,
        "--out": arguments.out,
        "--max-calls": arguments.max_calls,
        "--max-seconds": arguments.max_seconds,
    }
    given = of_task if arguments.task is None else {"--input": arguments.input}
    wrong = [name for name, value in given.items() if value]
    if wrong:
        message = f"{wrong[0]} does not go with {other}."
        raise CommandRefused("BAD_VALUE", message, "`./gisagentbench mcp --help` says what goes with what.")


def _say(text: str) -> None:
    """Tells the story on standard error, which a client may have closed."""
    try:
        sys.stderr.write("".join(f"gisagentbench: {line}\n" for line in printable(text).splitlines()))
        sys.stderr.flush()
    except OSError:
        return
