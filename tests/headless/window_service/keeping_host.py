# SPDX-License-Identifier: GPL-2.0-or-later
"""A tool host without QGIS that keeps a workspace: each layer is a text that says how it was made.

`load_layer` makes a layer of the text of its file, `centroids` of `L` the text `centroids(L, false)`, whose second word
is its argument `each_part`; `export_layer` writes the text, and adds it where a GeoPackage is there. `interior_points`
never ends.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from gisagentbench.tools.declaration.facts import Field, LayerFacts
from gisagentbench.tools.declaration.records import StepRecord
from gisagentbench.tools.execution.workspace import Workspace, Written

FACTS = LayerFacts(
    kind="vector", crs="EPSG:28992", fields=(Field("name", "text"),), geometry_type="Polygon", is_multi=False,
    has_z=False, has_m=False, count=1,
)  # fmt: skip


class Refused(Exception):
    """A call that is not done: its code."""


def main() -> None:
    assert sys.argv[1:] == ["run", "gisagentbench:toolhost", "-"]
    job = json.loads(Path(json.loads(sys.stdin.read())["inputs"]["JOB"]).read_text())
    workspace = Workspace(Path(job["workspace"]))
    (workspace.folder / "host.pid").write_text(str(os.getpid()))
    connection = socket.create_connection(job["address"])
    hello = {"op": "hello", "secret": job["secret"], "pid": os.getpid(), "versions": {"qgis": "none"}, "tools": []}
    send(connection, hello)
    for line in connection.makefile("r"):
        request = json.loads(line)
        if request["op"] == "close":
            send(connection, {"id": request["id"], "changed_inputs": workspace.changed_inputs()})
            return
        send(connection, {"id": request["id"], "progress": 0.5})
        send(connection, {"id": request["id"], "step": step_of(workspace, request["api"], request["arguments"])})


def step_of(workspace: Workspace, api: str, arguments: dict[str, Any]) -> dict[str, Any]:
    workspace.state.steps += 1
    step = StepRecord(api, arguments, ok=True, step=workspace.state.steps, seconds=0.25)
    try:
        step.output = made(workspace, api, arguments)
        step.observation = {"text": f"{api} was done"}
    except Refused as refused:
        step.ok, step.error = False, {"code": str(refused), "message": "made up", "hint": ""}
    workspace.save()
    return step.record()


def made(workspace: Workspace, api: str, arguments: dict[str, Any]) -> str | None:
    if api == "describe_layer":
        text_of(workspace, arguments["layer"])
        return None
    if api == "load_layer":
        file = workspace.inputs / arguments["file"]
        if not file.is_file():
            raise Refused("FILE_NOT_FOUND")
        return kept(workspace, arguments["name"], file.read_text())
    if api == "interior_points":
        time.sleep(1000)
    text = text_of(workspace, arguments["layer"])
    if api == "export_layer":
        return exported(workspace.output / arguments["file"], text)
    each_part = str(arguments.get("each_part", False)).lower()
    return kept(workspace, arguments["output"], f"{api}({text}, {each_part})")


def kept(workspace: Workspace, handle: str, text: str) -> str:
    if handle in workspace.handles:
        raise Refused("OUTPUT_EXISTS")
    path = workspace.destination(handle, ".gpkg")
    path.write_text(text)
    workspace.accept(handle, Written(path, "rows"), FACTS)
    return handle


def exported(file: Path, text: str) -> str:
    if file.exists() and file.suffix != ".gpkg":
        raise Refused("OUTPUT_EXISTS")
    with file.open("a") as stream:
        stream.write(text)
    return file.name


def text_of(workspace: Workspace, handle: str) -> str:
    if handle not in workspace.handles:
        raise Refused("UNKNOWN_LAYER")
    return Path(workspace.layer(handle).path).read_text()


def send(connection: socket.socket, message: dict[str, Any]) -> None:
    connection.sendall(json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main()
