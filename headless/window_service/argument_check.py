# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds the arguments of an op to the signature of its function. Values are never quoted: one of them may be a key."""

from __future__ import annotations

import inspect
import math
import types
import typing
from collections.abc import Callable
from typing import Any

from ...tools.declaration.errors import ErrorCode, nearest
from ..refusal import CommandRefused

WORDS: dict[Any, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    dict: "an object",
    list: "a list",
    type(None): "null",
}


def checked_arguments(op: str, function: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """Returns arguments as the function takes them.

    Args:
        op: Its name, for messages.
        function: Its keyword-only parameters are the arguments; an underscore at the end of a name is not written.
        given: As they came.
    Raises: CommandRefused UNKNOWN_ARGUMENT, MISSING_ARGUMENT, WRONG_TYPE.
    """
    parameters = {
        name.removesuffix("_"): parameter
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    hints = typing.get_type_hints(function)
    for name in given:
        if name not in parameters:
            near = nearest(str(name)[:60], parameters, shown=1)
            hint = f"Did you mean {near[0]}?" if near else f"It takes {', '.join(parameters) or 'none'}."
            raise _refused("UNKNOWN_ARGUMENT", f'{op} takes no argument "{str(name)[:60]}"', hint)
    missing = [name for name, one in parameters.items() if name not in given and one.default is one.empty]
    if missing:
        raise _refused("MISSING_ARGUMENT", f"{op} needs the argument {missing[0]}")
    for name, value in given.items():
        fault = _fault(name, value, hints[parameters[name].name])
        if fault:
            raise _refused("WRONG_TYPE", f"{op}: {fault}")
    return {parameters[name].name: value for name, value in given.items()}


def _refused(code: ErrorCode, what: str, hint: str = "") -> CommandRefused:
    return CommandRefused(code, f"{what}; nothing was done.", hint)


def _fault(where: str, value: Any, hint: Any) -> str:
    """Says what is wrong with a value; an empty text where nothing is."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any or hint is object:
        return ""
    if origin in (typing.Union, types.UnionType):
        faults = [_fault(where, value, part) for part in parts]
        of_null = [part for part in parts if part is type(None)]
        if "" in faults:
            return ""
        if value is not None and len(parts) == 2 and of_null:
            return next(fault for fault, part in zip(faults, parts, strict=True) if part is not type(None))
        return f"{where} takes {' or '.join(_word(part) for part in parts)}"
    if origin is typing.Literal:
        return "" if value in parts and isinstance(value, str) else f"{where} is one of {', '.join(map(str, parts))}"
    if typing.is_typeddict(hint):
        return _fault_of_record(where, value, hint)
    if origin is list or hint is list:
        return _fault_of_list(where, value, parts)
    if origin is dict or hint is dict:
        return _fault_of_object(where, value, parts)
    return "" if _is_of(value, hint) else f"{where} takes {_word(hint)}"


def _fault_of_list(where: str, value: Any, parts: tuple[Any, ...]) -> str:
    if not isinstance(value, list):
        return f"{where} takes a list"
    faults = (_fault(f"{where}[{index}]", one, parts[0]) for index, one in enumerate(value) if parts)
    return next(filter(None, faults), "")


def _fault_of_object(where: str, value: Any, parts: tuple[Any, ...]) -> str:
    if not isinstance(value, dict):
        return f"{where} takes an object"
    faults = (_fault(f"{where}.{str(key)[:60]}", one, parts[1]) for key, one in value.items() if parts)
    return next(filter(None, faults), "")


def _fault_of_record(where: str, value: Any, hint: Any) -> str:
    if not isinstance(value, dict):
        return f"{where} takes an object"
    fields = typing.get_type_hints(hint)
    written = typing.get_type_hints(hint, include_extras=True)
    required = [key for key, of in written.items() if typing.get_origin(of) is not typing.NotRequired]
    unknown = next((key for key in value if key not in fields), None)
    missing = next((key for key in required if key not in value), None)
    if unknown is not None:
        return f'{where} has no "{str(unknown)[:60]}"; it takes {", ".join(fields)}'
    if missing is not None:
        return f"{where}.{missing} is missing"
    return next(filter(None, (_fault(f"{where}.{key}", one, fields[key]) for key, one in value.items())), "")


def _is_of(value: Any, kind: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)


def _word(hint: Any) -> str:
    return WORDS.get(typing.get_origin(hint) or hint, "an object")
