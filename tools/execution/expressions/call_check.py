# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the expressions among the arguments of a call before its tool runs."""

from __future__ import annotations

from ...declaration.call_expressions import expressions_of
from ...declaration.errors import ToolError
from ...declaration.layers import Layer
from ...declaration.spec import Call, ToolSpec
from ...declaration.value_types import ExpressionType
from .rules import checked


def expression_faults(spec: ToolSpec, call: Call) -> list[ToolError]:
    """Lists the faults of the expressions of a call, one for each faulty expression."""
    faults = []
    for argument, layer, text in expressions_of(spec, call):
        try:
            checked(text, Layer(str(call.arguments.get(layer, layer)), call.facts(layer)), argument)
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
