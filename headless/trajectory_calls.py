# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls of references and episodes as the scorer of trajectories takes them: roles computed, layers told from words."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable
from typing import Any

from ..scoring.trajectory.calls import Call, Handle
from ..tasks.task import Task
from ..tasks.trajectory import Trajectory
from ..tools.declaration import formula
from ..tools.declaration.decoding import check_arguments
from ..tools.declaration.formula_tree import Input, Node, Number, Operation, inputs_of
from ..tools.declaration.registry import all_tools
from ..tools.declaration.roles import INSPECT_ROLES, roles_of
from ..tools.declaration.spec import ToolSpec
from ..tools.declaration.structured_types import ExtentType, ListType, MappingType
from ..tools.declaration.value_types import (
    BAND,
    BandType,
    CrsType,
    FileType,
    FormulaType,
    LayerType,
    NewHandleType,
    ValueType,
)
from .events import CallFinished, CallStarted

LOAD_ROLE = "load_data"


def reference_calls(trajectory: Trajectory, task: Task) -> list[Call]:
    """Returns the calls of a reference; each counts as done."""
    return [
        call_of(number, step.api, step.arguments, {"ok": True}, task)
        for number, step in enumerate(trajectory.steps, start=1)
    ]


def agent_calls(events: Iterable[Any], task: Task) -> list[Call]:
    """Returns the calls of an episode; one that never came back failed."""
    started: dict[int, CallStarted] = {}
    ended: dict[int, dict[str, Any]] = {}
    for event in events:
        if isinstance(event, CallStarted):
            started[event.call] = event
        elif isinstance(event, CallFinished):
            ended[event.call] = event.step
    return [call_of(number, call.api, call.arguments, ended.get(number, {}), task) for number, call in started.items()]


def call_of(number: int, api: str, arguments: Any, step: dict[str, Any], task: Task) -> Call:
    """Makes a call out of what was sent and its step record.

    Args:
        arguments: Anything; what is no object, or does not fit the tool, is kept as it was sent.
        step: Of it, `ok`, `error` and `warnings` are taken.
        task: Says which sublayer of an input is meant where a call names none.
    """
    sent = arguments if isinstance(arguments, dict) else {"": arguments}
    roles = frozenset(roles_of(api, sent))
    spec, ok = all_tools().get(api), step.get("ok") is True
    decoded = _decoded(spec, sent) if ok else None  # a failed call may hold anything
    return Call(
        number=number,
        api=api,
        roles=roles,
        ok=ok,
        read_only=spec.read_only if spec else bool(roles) and roles <= INSPECT_ROLES,
        arguments=_as_sent(spec, sent) if spec is None or decoded is None else _bound(spec, decoded),
        outputs={} if spec is None or decoded is None else _outputs(spec, decoded),
        source=_source(sent, task) if LOAD_ROLE in roles else None,
        error=str((step.get("error") or {}).get("code", "")),
        warnings=tuple(str(warning) for warning in step.get("warnings") or ()),
    )


def _decoded(spec: ToolSpec | None, sent: dict[str, Any]) -> dict[str, Any] | None:
    if spec is None:
        return None
    faults, decoded = check_arguments(spec, sent)
    return None if faults else decoded


def _as_sent(spec: ToolSpec | None, sent: dict[str, Any]) -> dict[str, Any]:
    new = {argument.name for argument in spec.arguments if isinstance(argument.type, NewHandleType)} if spec else set()
    return {name: value for name, value in sent.items() if name not in new}


def _outputs(spec: ToolSpec, decoded: dict[str, Any]) -> dict[str, str]:
    """Returns output name to handle; the main output has no name, since tools that stand in call theirs otherwise."""
    named = {output: decoded.get(spec.output_argument(output)) for output in spec.outputs if output.is_layer}
    return {
        "" if output is spec.main_output else output.name: handle
        for output, handle in named.items()
        if isinstance(handle, str)
    }


def _source(sent: dict[str, Any], task: Task) -> str:
    """Names the input that a call opens: file, sublayer and the kind of geometry that is taken out of it.

    Of a declared input that the task names no layer of there is only one, whatever it is called.
    """
    file = posixpath.normpath(str(sent.get("file", "")))
    declared = task.inputs.get(posixpath.splitext(file)[0])
    sublayer, _, geometry = str(sent.get("sublayer") or "").partition(":")
    if declared is not None:
        sublayer = (sublayer or declared.layer) if declared.layer else ""
    return f"{file}|{sublayer}|{geometry}"


def _bound(spec: ToolSpec, decoded: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments that are not their defaults, without names of new layers."""
    letters = _letters(spec, decoded)
    return {
        argument.name: _value(argument.type, decoded[argument.name], letters.get(argument.name, {}))
        for argument in spec.arguments
        if not isinstance(argument.type, NewHandleType)
        and decoded[argument.name] is not None
        and decoded[argument.name] != argument.default
    }


def _letters(spec: ToolSpec, decoded: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Names the inputs of a formula by the order in which it uses them: its own names for them mean nothing."""
    letters: dict[str, dict[str, str]] = {}
    for argument in spec.arguments:
        if isinstance(argument.type, FormulaType) and isinstance(decoded[argument.name], str):
            used = inputs_of(formula.parse(decoded[argument.name]))
            names = {name: f"input {number}" for number, name in enumerate(used, start=1)}
            letters |= {argument.name: names, argument.type.inputs: names}
    return letters


def _value(kind: ValueType, value: Any, letters: dict[str, str]) -> Any:
    if isinstance(kind, LayerType) or isinstance(kind, ExtentType) and isinstance(value, str):
        return Handle(value)
    if isinstance(kind, BandType):
        match = BAND.fullmatch(value)
        return Handle(match[1], match[2] or "1") if match else value
    if isinstance(kind, ListType):
        items = [_value(kind.item, item, letters) for item in value]
        has_order = isinstance(kind.item, (LayerType, BandType))
        return items if has_order else sorted(items, key=lambda item: json.dumps(item, default=str))
    if isinstance(kind, MappingType):
        many = ListType(kind.value) if kind.many else kind.value
        return {letters.get(key, key): _value(many, item, letters) for key, item in value.items()}
    if isinstance(kind, FormulaType):
        return _formula_text(formula.parse(value), letters)
    if isinstance(kind, CrsType):
        return value if "[" in value else value.upper()
    return posixpath.normpath(value) if isinstance(kind, FileType) else kind.encode(value)


def _formula_text(node: Node, letters: dict[str, str]) -> str:
    if isinstance(node, Operation):
        return f"{node.name}({', '.join(_formula_text(part, letters) for part in node.operands)})"
    if isinstance(node, Input):
        return f"<{letters[node.name]}>"
    return f"{node.value!r}" if isinstance(node, Number) else "nodata"
