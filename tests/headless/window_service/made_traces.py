# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces for tests: begun in a window, with a host that keeps texts for layers, or written as documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from gisagentbench.tests.headless.made_pack import write_pack
from gisagentbench.tests.headless.window_service.window import Window

KEEPING_HOST = Path(__file__).with_name("keeping_host.py")
ROWS = {"api": "load_layer", "arguments": {"file": "rows.csv", "name": "rows"}}


def place(folder: Path) -> dict[str, str]:
    """Writes the pack `made` and the host into a folder. Returns: The variables of a service that runs there."""
    write_pack(folder / "made")
    script = folder / "keeping_qgis_process"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{KEEPING_HOST}' \"$@\"\n")
    script.chmod(0o755)
    return {"GISAGENTBENCH_QGIS_PROCESS": str(script), "GISAGENTBENCH_PACKS": str(folder / "packs")}


class Traced:
    """A trace that is open in a window.

    Args:
        told: Of the op that opened it.
    """

    def __init__(self, window: Window, told: dict[str, Any]) -> None:
        self.window, self.told = window, told
        self.session, self.folder = told["session"], Path(told["folder"])

    def ask(self, op: str, **arguments: Any) -> Any:
        """Asks about this trace."""
        return self.window.ask(op, session=self.session, **arguments)

    def error(self, op: str, **arguments: Any) -> dict[str, Any]:
        """Asks about this trace and gets an error."""
        return self.window.error(op, session=self.session, **arguments)

    def call(self, api: str, **arguments: Any) -> dict[str, Any]:
        """Makes a call. Returns: The step."""
        return dict(self.ask("trace_call", api=api, arguments=arguments)["step"])

    def load(self) -> dict[str, Any]:
        """Loads the input as `rows`."""
        return self.call("load_layer", file="rows.csv", name="rows")

    def middle(self, layer: str, output: str, **more: Any) -> dict[str, Any]:
        """Makes centroids."""
        return self.call("centroids", layer=layer, output=output, **more)

    def export(self, layer: str, file: str = "out.csv") -> dict[str, Any]:
        """Writes a layer."""
        formats = {".csv": "csv", ".gpkg": "gpkg"}
        return self.call("export_layer", layer=layer, file=file, format=formats[Path(file).suffix])

    def steps(self) -> list[dict[str, Any]]:
        """The steps as they are now, as the window would send them back."""
        told = self.window.ask("begin_trace", folder=str(self.folder))
        return [{key: step[key] for key in ("api", "arguments", "note")} for step in told["steps"]]

    def states(self) -> str:
        """The states of all steps, a letter each: d, f, w."""
        told = self.window.ask("begin_trace", folder=str(self.folder))
        return "".join(step["state"][0] for step in told["steps"])

    def layers(self, step: int = 10_000) -> dict[str, str]:
        """Handle to what the layer says of how it was made, after a step."""
        found = self.ask("trace_to_step", step=step)["layers"]
        return {layer["handle"]: Path(layer["path"]).read_text() for layer in found}


def begun(window: Window, **more: Any) -> Traced:
    """Begins a trace of the task `count_people` of the pack `made`."""
    arguments = {"pack": str(window.folder / "made"), "task": "count_people"} | more
    return Traced(window, window.ask("begin_trace", **arguments))
