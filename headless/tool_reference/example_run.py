# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the worked examples of all tools in one workspace."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ...tools.declaration.examples import ExampleCall, examples, layer_calls
from .. import machine
from ..tool_host import ToolHost
from ..workspace_inputs import input_file, put_inputs

DATA = machine.ROOT / "tasks" / "packs" / "demo" / "data"
MAIN_ENDINGS = (".shp", ".geojson", ".tif")
CALL_SECONDS = 120.0


class ExampleRun(NamedTuple):
    """What came of the examples.

    Args:
        layers: The steps that make their layers.
        steps: Tool to the step record of its example.
    """

    layers: list[dict[str, Any]]
    steps: dict[str, dict[str, Any]]


def run_examples(workspace: Path, log: Path, tools: Iterable[str] | None = None) -> ExampleRun:
    """Makes the layers, then the call of each tool.

    Args:
        workspace: A folder that is absent or empty.
        log: Takes what the host prints.
        tools: Names; left out: all.
    """
    put_inputs(
        workspace, {path.stem: input_file(path) for path in sorted(DATA.iterdir()) if path.suffix in MAIN_ENDINGS}
    )
    with ToolHost(workspace, log) as host:

        def made(call: ExampleCall) -> dict[str, Any]:
            return host.call(call.api, call.arguments, CALL_SECONDS)

        layers = [made(call) for call in layer_calls()]
        chosen = examples() if tools is None else {name: examples()[name] for name in tools}
        steps = {name: made(example.call) for name, example in chosen.items()}
        host.close()
    return ExampleRun(layers, steps)
