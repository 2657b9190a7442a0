# SPDX-License-Identifier: GPL-2.0-or-later
"""The parts of an expression as QGIS has read it."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    QgsExpression,
    QgsExpressionNode,
    QgsExpressionNodeBetweenOperator,
    QgsExpressionNodeBinaryOperator,
    QgsExpressionNodeColumnRef,
    QgsExpressionNodeCondition,
    QgsExpressionNodeFunction,
    QgsExpressionNodeInOperator,
    QgsExpressionNodeLiteral,
    QgsExpressionNodeUnaryOperator,
)


def function_name(node: QgsExpressionNodeFunction) -> str:
    """Gives the name QGIS lists a function under, whatever alias was written."""
    return str(QgsExpression.Functions()[node.fnIndex()].name())


def arguments_of(node: QgsExpressionNodeFunction) -> list[QgsExpressionNode]:
    """Lists the arguments of a function in the order of its declaration, defaults included."""
    return list(node.args().list()) if node.args() is not None else []


def literal_of(node: QgsExpressionNode) -> Any:
    """Gives the value of a literal; None for NULL and for everything else."""
    return node.value() if isinstance(node, QgsExpressionNodeLiteral) else None


def children_of(node: QgsExpressionNode) -> list[QgsExpressionNode] | None:
    """Lists the parts of a node; None for a kind of node that is not known here."""
    if isinstance(node, QgsExpressionNodeLiteral | QgsExpressionNodeColumnRef):
        return []
    if isinstance(node, QgsExpressionNodeFunction):
        return arguments_of(node)
    if isinstance(node, QgsExpressionNodeUnaryOperator):
        return [node.operand()]
    if isinstance(node, QgsExpressionNodeBinaryOperator):
        return [node.opLeft(), node.opRight()]
    if isinstance(node, QgsExpressionNodeBetweenOperator):
        return [node.node(), node.lowerBound(), node.higherBound()]
    if isinstance(node, QgsExpressionNodeInOperator):
        return [node.node(), *node.list().list()]
    if isinstance(node, QgsExpressionNodeCondition):
        branches = [part for branch in node.conditions() for part in (branch.whenExp(), branch.thenExp())]
        return branches + ([node.elseExp()] if node.elseExp() is not None else [])
    return None


def written_out(root: QgsExpressionNode, sizes: dict[str, int]) -> int:
    """Counts the parts an expression has once every variable stands for what it was given.

    Texts and lists grow no faster than this: `@a || @a` in five variables, each twice the one before, has 32 of the
    first.
    """
    count, left = 0, [(root, sizes)]
    while left:
        node, known = left.pop()
        children = children_of(node) or []
        name = function_name(node) if isinstance(node, QgsExpressionNodeFunction) else ""
        scopes = [known] * len(children)
        if name == "with_variable":
            scopes[2] = {**known, str(literal_of(children[0])): written_out(children[1], known)}
        count += known.get(literal_of(children[0]), 1) if name == "var" else 1
        left += zip(children, scopes, strict=True) if name != "var" else []
    return count
