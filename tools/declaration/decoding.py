# SPDX-License-Identifier: GPL-2.0-or-later
"""Decodes the arguments of a call by the specification of its tool."""

from __future__ import annotations

from typing import Any

from .errors import ToolError, did_you_mean
from .spec import Argument, ToolSpec


def decode_arguments(spec: ToolSpec, arguments: Any) -> dict[str, Any]:
    """Decodes a call's arguments and fills in defaults.

    Raises:
        ToolError with UNKNOWN_ARGUMENT, MISSING_ARGUMENT, WRONG_TYPE or BAD_VALUE; the first fault found.
    """
    faults, decoded = check_arguments(spec, arguments)
    if faults:
        raise faults[0]
    return decoded


def check_arguments(spec: ToolSpec, arguments: Any) -> tuple[list[ToolError], dict[str, Any]]:
    """Lists every fault in the form of a call's arguments and decodes those that are right."""
    if not isinstance(arguments, dict):
        return [
            ToolError("WRONG_TYPE", f"the arguments of {spec.name} are an object, not {type(arguments).__name__}")
        ], {}
    faults: list[ToolError] = []
    names = [argument.name for argument in spec.arguments]
    for name in arguments:
        if name not in names:
            faults.append(_unknown_argument(spec, str(name)))
    decoded: dict[str, Any] = {}
    for argument in spec.arguments:
        try:
            decoded[argument.name] = _decode_one(spec, argument, arguments)
        except ToolError as fault:
            faults.append(fault)
    return faults, decoded


def _decode_one(spec: ToolSpec, argument: Argument, arguments: dict[str, Any]) -> Any:
    value = arguments.get(argument.name)
    if value is None or argument.left_out and value == argument.left_out:
        if argument.required:
            raise ToolError(
                "MISSING_ARGUMENT",
                f"{spec.name} needs {argument.name}",
                argument.help,
                argument=argument.name,
            )
        return argument.default
    return argument.type.decode(argument.name, value)


def _unknown_argument(spec: ToolSpec, name: str) -> ToolError:
    names = [argument.name for argument in spec.arguments]
    return ToolError(
        "UNKNOWN_ARGUMENT",
        f'{spec.name} has no argument "{name}"',
        did_you_mean(name, names, "arguments"),
        argument=name,
    )
