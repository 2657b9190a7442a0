# SPDX-License-Identifier: GPL-2.0-or-later
"""`tools call`: makes one call in a workspace, which is made where it is missing."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..refusal import CommandRefused
from . import answer
from .option_types import add_guard, add_inputs
from .step_text import step_lines

if TYPE_CHECKING:
    from ..workspace_inputs import InputFile

HELP = "make one call in a workspace"
ANSWERED = ("ok", "output", "outputs", "observation", "warnings", "error", "seconds")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `tools call`."""
    parser.add_argument("api", metavar="API", help="name of the tool")
    parser.add_argument("--workspace", type=Path, required=True, metavar="DIR", help="made where it is missing")
    add_inputs(parser, "copy this file to inputs/NAME.<ending> first, side files too")
    parser.add_argument("--arguments", default="{}", metavar="JSON|@FILE", help="of the call: an object, or its file")
    add_guard(parser)


def run(arguments: argparse.Namespace) -> int:
    """Makes the call. Returns: 0 done, 1 refused or failed."""
    from .. import machine
    from ..manifest import Limits
    from ..tool_host import ToolHost
    from ..workspace_inputs import name_inputs

    values = read_arguments(arguments.arguments)
    files = name_inputs(arguments.input)
    machine.qgis_process_command()
    put_in_workspace(arguments.workspace, files)
    with ToolHost(arguments.workspace, arguments.workspace / "host.log", guard=arguments.guard) as host:
        step = host.call(arguments.api, values, Limits().call_seconds)
        host.close()
    record = {key: step[key] for key in ANSWERED}
    answer.write(record, "\n".join(step_lines(step)), arguments.json)
    return 0 if step["ok"] else 1


def read_arguments(text: str) -> Any:
    """Reads the arguments of a call from the command line or a file.

    Raises: CommandRefused INVALID_DOCUMENT or FILE_NOT_FOUND. That they are an object is judged by the call.
    """
    what = "--arguments"
    if text.startswith("@"):
        what = text[1:]
        text = _content(Path(what))
    try:
        return json.loads(text, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise CommandRefused(
            "INVALID_DOCUMENT", f"{what} is not JSON: {error}.", """An example: --arguments '{"layer": "parks"}'."""
        ) from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Makes an object of which nothing is dropped.

    Raises: ValueError for a key that stands twice.
    """
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise ValueError(f"{json.dumps(name)} stands twice")
        made[name] = value
    return made


def put_in_workspace(folder: Path, files: dict[str, InputFile]) -> None:
    """Adds inputs to a workspace, or makes one of them.

    Raises: CommandRefused OUTPUT_EXISTS for a folder with files that is no workspace; ToolError INVALID_DOCUMENT where
        its workspace.json cannot be read.
    """
    from ...tools.execution.workspace import Workspace
    from ..workspace_inputs import add_inputs, put_inputs
    from ..workspace_lock import held

    with held(folder):
        if (folder / "workspace.json").is_file():
            Workspace(folder)
            add_inputs(folder, files)
        else:
            put_inputs(folder, files)


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CommandRefused("FILE_NOT_FOUND", f'There is no file "{path}".') from None
    except (UnicodeDecodeError, IsADirectoryError):
        raise CommandRefused("INVALID_DOCUMENT", f'"{path}" is no text file in UTF-8.') from None
