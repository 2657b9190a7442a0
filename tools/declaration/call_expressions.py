# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds the expressions among the arguments of a call, wherever in a value they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .spec import Call, ToolSpec
from .structured_types import ListType, MappingType
from .value_types import ExpressionType, ValueType


class GivenExpression(NamedTuple):
    """One expression of a call.

    Args:
        argument: That holds it.
        layer: The argument whose layer it is about.
        text: As sent.
    """

    argument: str
    layer: str
    text: str


def expressions_of(spec: ToolSpec, call: Call) -> Iterator[GivenExpression]:
    """Lists the expressions of a call, in the order of its arguments."""
    for argument in spec.arguments:
        for layer, text in _within(argument.type, call.arguments.get(argument.name)):
            yield GivenExpression(argument.name, layer, text)


def _within(value_type: ValueType, value: Any) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    if isinstance(value_type, ExpressionType):
        yield value_type.layer, value
    if isinstance(value_type, ListType):
        for item in value:
            yield from _within(value_type.item, item)
    if isinstance(value_type, MappingType):
        for items in value.values():
            for item in items if value_type.many else [items]:
                yield from _within(value_type.value, item)
