# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the expressions among the arguments of a call before its tool runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...declaration.errors import ToolError
from ...declaration.layers import Layer
from ...declaration.spec import Call, ToolSpec
from ...declaration.structured_types import ListType, MappingType
from ...declaration.value_types import ExpressionType, ValueType
from .rules import checked


def expression_faults(spec: ToolSpec, call: Call) -> list[ToolError]:
    """Lists the faults of the expressions of a call, one for each faulty expression."""
    faults = []
    for argument in spec.arguments:
        for layer_argument, text in _expressions(argument.type, call.arguments.get(argument.name)):
            name = str(call.arguments.get(layer_argument, layer_argument))
            try:
                checked(text, Layer(name, call.facts(layer_argument)), argument.name)
            except ToolError as fault:
                faults.append(fault)
    return faults


def expression_layers(spec: ToolSpec) -> set[str]:
    """Names the arguments whose layers expressions are about."""
    return {
        kind.layer
        for argument in spec.arguments
        for kind in (argument.type, getattr(argument.type, "item", None), getattr(argument.type, "value", None))
        if isinstance(kind, ExpressionType)
    }


def _expressions(value_type: ValueType, value: Any) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    if isinstance(value_type, ExpressionType):
        yield value_type.layer, value
    if isinstance(value_type, ListType):
        for item in value:
            yield from _expressions(value_type.item, item)
    if isinstance(value_type, MappingType):
        for items in value.values():
            for item in items if value_type.many else [items]:
                yield from _expressions(value_type.value, item)
