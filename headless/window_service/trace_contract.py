# SPDX-License-Identifier: GPL-2.0-or-later
"""A contract to begin with, made of what an output of a trace is; what only a person knows is left open and named."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from ...scoring.limited_child import START_SECONDS, Limits, run_child
from ...tasks.contract import OutputContract
from ...tasks.document import Document, build_model
from ...tasks.document_problem import DocumentError
from ...tasks.output_format import holds_layers
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
    what = _what(session, output)
    limits = Limits.beside(what.path)
    request = {
        "memory_bytes": limits.memory_bytes,
        "seconds": limits.seconds,
        "file_bytes": limits.file_bytes,
        "path": str(what.path),
        "sublayer": what.sublayer,
        "types": what.types,
    }
    with tempfile.TemporaryDirectory(prefix="gisagentbench-", ignore_cleanup_errors=True) as scratch:
        end = run_child(CHILD, request | {"scratch": scratch}, limits.seconds, None, START_SECONDS)
    answer: dict[str, Any] = end.answers[0] if end.answers else {"problem": end.reason(limits)}
    if "cannot_score" in answer:
        error = answer["cannot_score"]
        raise CommandRefused(error["code"], error["message"], error["hint"])
    if "problem" in answer:
        raise CommandRefused("BAD_FORMAT", f'No contract can be made of "{output}": it {answer["problem"]}.')
    contract = {"kind": answer["kind"], "file": what.file}
    if answer["kind"] != "raster" and what.is_file and what.sublayer not in ("", Path(what.file).stem):
        contract["layer"] = what.sublayer
    contract |= answer["contract"] | {"rationale": ""}
    return {
        "contract": contract,
        "open": ["rationale"],
        "problems": contract_problems(contract | {"rationale": STAND_IN}),
    }


class _What(NamedTuple):
    """What a contract is made of.

    Args:
        file: What the contract calls it.
        sublayer: The layer in it.
        types: Of its fields, as far as they are known.
        is_file: Whether it is an output file, and no layer of the workspace.
    """

    path: Path
    file: str
    sublayer: str
    types: dict[str, str]
    is_file: bool


def _what(session: TraceSession, output: str) -> _What:
    state = read_state(session.workspace)
    record = state.handles.get(output)
    if record is not None:
        path = file_of(session.workspace, record)
        if path is None:
            raise CommandRefused("FILE_NOT_FOUND", f'The file of the layer "{output}" is gone.', "Run the steps again.")
        suffix = ".tif" if record.kind == "raster" else ".gpkg"
        return _What(path, f"{output}{suffix}", record.sublayer, _types(record.facts.fields), False)
    path = existing_file(session.workspace / "output", output, "output")
    name = path.relative_to((session.workspace / "output").resolve()).as_posix()
    layer, sublayer = _written(session, name)
    facts = state.handles[layer].facts if layer in state.handles else None
    return _What(path, name, sublayer, _types(facts.fields if facts else None), True)


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


def contract_problems(contract: dict[str, Any]) -> list[str]:
    """Says in sentences what keeps a contract from being one; nothing where it is one."""
    try:
        build_model(Document(Path("contract"), contract, {}), OutputContract)
    except DocumentError as error:
        return [problem.message for problem in error.problems]
    return []
