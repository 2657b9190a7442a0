# SPDX-License-Identifier: GPL-2.0-or-later
"""The expression tree of a raster formula, and what can be said of it without cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
CONDITIONS = COMPARISONS | {"and", "or", "not", "isnodata", "bit"}


@dataclass(frozen=True)
class Node:
    """A part of a formula; `position` counts its characters from 1."""

    position: int


@dataclass(frozen=True)
class Number(Node):
    """A number as written, or pi."""

    value: float


@dataclass(frozen=True)
class Input(Node):
    """The cells of an input by its name."""

    name: str


@dataclass(frozen=True)
class NoData(Node):
    """The word nodata: no value."""


@dataclass(frozen=True)
class Operation(Node):
    """An operator (+ - not, with one operand) or a function with its operands.

    Args:
        name: Operator or function; `|` and `&` are called or and and.
    """

    name: str
    operands: tuple[Node, ...]


def inputs_of(node: Node) -> list[str]:
    """Lists the names of inputs a formula uses, each once, in order."""
    return list(dict.fromkeys(part.name for part in walk(node) if isinstance(part, Input)))


def walk(node: Node) -> Iterator[Node]:
    """Gives a node and everything below it, from left to right."""
    yield node
    if isinstance(node, Operation):
        for operand in node.operands:
            yield from walk(operand)


def is_condition(node: Node) -> bool:
    """Tells whether a part can only be 0, 1 or NoData."""
    return isinstance(node, Operation) and node.name in CONDITIONS


def is_whole(node: Node, whole_inputs: frozenset[str]) -> bool:
    """Tells whether a part can only be a whole number or NoData, given the inputs that are."""
    if isinstance(node, Number):
        return node.value == int(node.value)
    if isinstance(node, Input):
        return node.name in whole_inputs
    if not isinstance(node, Operation):
        return True
    if is_condition(node) or node.name in ("floor", "ceil", "round"):
        return True
    operands = node.operands[1:] if node.name == "where" else node.operands
    keeps = node.name in ("+", "-", "*", "%", "min", "max", "abs", "where")
    return keeps and all(is_whole(operand, whole_inputs) for operand in operands)
