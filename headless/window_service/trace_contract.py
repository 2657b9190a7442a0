# SPDX-License-Identifier: GPL-2.0-or-later
"""A contract to begin with, made of what an output of a trace is; what only a person knows is left open and named."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ...scoring.limited_child import START_SECONDS, Limits, run_child
from ...tasks.contract import OutputContract
from ...tasks.output_format import RASTER_FORMATS, extension, holds_layers
from ...tools.execution.paths import existing_file
from ..refusal import CommandRefused
from .made_layers import file_of, read_state
from .trace_session import TraceSession
from .trace_workspace import written_stem

CHILD = "headless.window_service.trace_contract_child"
STAND_IN = "to be written"


def contract_of(session: TraceSession, output: str) -> dict[str, Any]:
    """Makes a contract.

    Args:
        output: A file under output/, or the handle of a layer, which then is to be exported.
    Returns: contract (an entry of `outputs` in task.yaml), open (keys that a person has to fill), problems (sentences
        on what of it a contract cannot be).
    Raises: ToolError FILE_NOT_FOUND, PATH_OUTSIDE_WORKSPACE; CommandRefused where the file cannot be read.
    """
    path, file, sublayer, types = _what(session, output)
    limits = Limits.beside(path)
    request = {
        "memory_bytes": limits.memory_bytes,
        "seconds": limits.seconds,
        "file_bytes": limits.file_bytes,
        "path": str(path),
        "sublayer": sublayer,
        "types": types,
    }
    with tempfile.TemporaryDirectory(prefix="gisagentbench-", ignore_cleanup_errors=True) as scratch:
        end = run_child(CHILD, request | {"scratch": scratch}, limits.seconds, None, START_SECONDS)
    answer = end.answers[0] if end.answers else {"problem": end.reason(limits)}
    if "cannot_score" in answer:
        error = answer["cannot_score"]
        raise CommandRefused(error["code"], error["message"], error["hint"])
    if "problem" in answer:
        raise CommandRefused("BAD_FORMAT", f'No contract can be made of "{output}": it {answer["problem"]}.')
    contract = {"kind": answer["kind"], "file": file}
    if answer["kind"] != "raster" and sublayer and sublayer != Path(file).stem:
        contract["layer"] = sublayer
    contract |= answer["contract"] | {"rationale": ""}
    return {"contract": contract, "open": ["rationale"], "problems": _problems(contract)}


def _what(session: TraceSession, output: str) -> tuple[Path, str, str, dict[str, str]]:
    """Returns the file, what the contract calls it, the layer in it, and the types of its fields as far as known."""
    state = read_state(session.workspace)
    record = state.handles.get(output)
    if record is not None:
        path = file_of(session.workspace, record)
        if path is None:
            raise CommandRefused("FILE_NOT_FOUND", f'The file of the layer "{output}" is gone.', "Run the steps again.")
        suffix = ".tif" if record.kind == "raster" else ".gpkg"
        return path, f"{output}{suffix}", record.sublayer, _types(record.facts.fields)
    path = existing_file(session.workspace / "output", output, "output")
    name = path.relative_to((session.workspace / "output").resolve()).as_posix()
    layer, sublayer = _written(session, name)
    facts = state.handles[layer].facts if layer in state.handles else None
    return path, name, sublayer, _types(facts.fields if facts else None)


def _written(session: TraceSession, file: str) -> tuple[str, str]:
    """Returns the layer that the last export into a file wrote, and what it is called there."""
    stem = str(Path(file).with_suffix("")).casefold()
    for step in reversed(session.document.steps):
        if step.state == "done" and written_stem(step.api, step.arguments) == stem:
            named = step.arguments.get("sublayer") or (Path(file).stem if holds_layers(file) else "")
            return str(step.arguments.get("layer", "")), str(named)
    return "", ""


def _types(fields: Any) -> dict[str, str]:
    return {field.name: field.type for field in fields or ()}


def _problems(contract: dict[str, Any]) -> list[str]:
    """Says what keeps a contract from being one, but for what is open."""
    if extension(contract["file"]) in RASTER_FORMATS and contract["kind"] != "raster":
        return [f'"{contract["file"]}" is no format for rows.']
    try:
        TypeAdapter(OutputContract).validate_python(contract | {"rationale": STAND_IN})
    except ValidationError as error:
        return [str(fault["msg"]).removeprefix("Value error, ") for fault in error.errors(include_url=False)]
    return []
