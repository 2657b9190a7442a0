# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds an expression to the list of what is allowed, to the fields of its layer and to variables that exist."""

from __future__ import annotations

import re

from qgis.core import (
    QgsExpression,
    QgsExpressionNode,
    QgsExpressionNodeBinaryOperator,
    QgsExpressionNodeColumnRef,
    QgsExpressionNodeFunction,
)

from ...declaration.errors import ToolError, did_you_mean, nearest
from ...declaration.expression_list import ELEMENT_VARIABLES, FUNCTIONS, REFUSED, VARIABLES
from ...declaration.layers import Layer
from .reading import read
from .tree import arguments_of, children_of, function_name, literal_of, written_out

MOST_PARTS = 2000
MOST_PARTS_WRITTEN_OUT = 10_000
_LISTS = ("array_foreach", "array_filter")
_FORMATS = {"to_date": 1, "to_datetime": 1, "to_time": 1, "format_date": 1}  # name to the place of the format
_WORDS_IN_FORMATS = re.compile(r"MMM|ddd|[aA]")
_GEOMETRY = ("geometry", "feature")


def checked(text: str, layer: Layer, argument: str) -> QgsExpression:
    """Reads an expression that may be evaluated on the rows of a layer.

    Raises:
        ToolError EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD, WRONG_GEOMETRY_TYPE, LIMIT_EXCEEDED.
    """
    expression = read(text, argument)
    _Check(layer, argument).walk(expression.rootNode(), frozenset())
    parts = written_out(expression.rootNode(), {})
    if parts > MOST_PARTS_WRITTEN_OUT:
        raise ToolError("LIMIT_EXCEEDED", f"{argument}: with its variables written out the expression has {parts:,} "
                        f"parts, the limit is {MOST_PARTS_WRITTEN_OUT:,}", "use each variable less often",
                        argument=argument)  # fmt: skip
    return expression


def texts_named_like_fields(expression: QgsExpression, layer: Layer) -> list[str]:
    """Lists the texts that stand in an operation with no field beside them, and are names of fields themselves.

    'pop' > 100 compares three letters, the same for every row.
    """
    names, found, left = set(layer.facts.field_names or []), [], [expression.rootNode()]
    while left:
        node = left.pop()
        if isinstance(node, QgsExpressionNodeBinaryOperator):
            sides = (node.opLeft(), node.opRight())
            if not any(isinstance(side, QgsExpressionNodeColumnRef) for side in sides):
                found += [text for side in sides if isinstance(text := literal_of(side), str) and text in names]
        left += reversed(children_of(node) or [])
    return list(dict.fromkeys(found))


class _Check:
    """A walk over all parts of one expression, with the variables that each part may use."""

    def __init__(self, layer: Layer, argument: str) -> None:
        self.layer = layer
        self.argument = argument
        self.parts = 0

    def walk(self, root: QgsExpressionNode, variables: frozenset[str]) -> None:
        """Checks a part and everything below it; by a stack, since a sum of 2,000 terms is 2,000 levels deep."""
        left = [(root, variables)]
        while left:
            node, known = left.pop()
            self.parts += 1
            if self.parts > MOST_PARTS:
                raise self._fault("LIMIT_EXCEEDED", f"the expression has more than {MOST_PARTS:,} parts",
                                  "IN (...) takes the place of many OR")  # fmt: skip
            if isinstance(node, QgsExpressionNodeColumnRef):
                self._field(node.name())
            if isinstance(node, QgsExpressionNodeFunction):
                self._function(node, known)
            left += reversed(self._below(node, known))

    def _below(self, node: QgsExpressionNode, known: frozenset[str]) -> list[tuple[QgsExpressionNode, frozenset[str]]]:
        children = children_of(node)
        if children is None:
            children = self._indexed(node)
        name = function_name(node) if isinstance(node, QgsExpressionNodeFunction) else ""
        scopes = [known] * len(children)
        if name == "with_variable":
            scopes[2] = known | {self._new_variable(children[0])}
        if name in _LISTS:
            scopes[1] = known | ELEMENT_VARIABLES
        return list(zip(children, scopes, strict=True))

    def _indexed(self, node: QgsExpressionNode) -> list[QgsExpressionNode]:
        """Refuses what QGIS does not let Python look into: a[0]."""
        raise self._fault("EXPRESSION_NOT_ALLOWED", f"{node.dump()[:60]} takes an element by brackets",
                          "array_get(list, n) or map_get(map, 'key') takes its place")  # fmt: skip

    def _function(self, node: QgsExpressionNodeFunction, known: frozenset[str]) -> None:
        name = function_name(node)
        if name not in FUNCTIONS:
            raise self._not_allowed(name)
        arguments = arguments_of(node)
        if name == "var":
            self._variable(literal_of(arguments[0]), known)
        if name == "$geometry":
            self._needs_geometry("geometry")
        if name in _FORMATS or name == "format_number":
            self._needs_language(name, arguments)

    def _field(self, name: str) -> None:
        facts = self.layer.facts
        if facts.fields is None or facts.field(name) is not None:
            return
        hint = did_you_mean(name, facts.field_names or (), "fields", "describe_layer")
        if not nearest(name, facts.field_names or ()):
            hint = "@id is the id of a row" if name.lower() == "fid" else f"text stands in single quotes; {hint}"
        raise self._fault("UNKNOWN_FIELD", f'"{self.layer.name}" has no field "{name}"', hint)

    def _variable(self, name: object, known: frozenset[str]) -> None:
        if not isinstance(name, str):
            raise self._fault("EXPRESSION_NOT_ALLOWED", "var() takes the name of a variable as text", "write @name")
        if name in _GEOMETRY:
            self._needs_geometry(name)
        if name in VARIABLES or name in known:
            return
        usable = sorted(VARIABLES | known)
        words = ", ".join(f"@{word}" for word in nearest(name, usable) or usable)
        raise self._fault("EXPRESSION_NOT_ALLOWED", f"the variable @{name} is not among those an expression may use",
                          f"there is {words}")  # fmt: skip

    def _new_variable(self, node: QgsExpressionNode) -> str:
        name = literal_of(node)
        if not isinstance(name, str) or not name or name in VARIABLES | ELEMENT_VARIABLES:
            raise self._fault("EXPRESSION_INVALID", "with_variable() takes a new name as text first",
                              "such as with_variable('half', \"area\" / 2, @half + 1)")  # fmt: skip
        return name

    def _needs_geometry(self, name: str) -> None:
        if name == "geometry" and self.layer.facts.geometry_type == "None":
            raise self._fault("WRONG_GEOMETRY_TYPE", f'"{self.layer.name}" is a table without geometries')

    def _needs_language(self, name: str, arguments: list[QgsExpressionNode]) -> None:
        form = literal_of(arguments[_FORMATS[name]]) if name in _FORMATS else None
        has_words = name == "format_number" or not isinstance(form, str) or _WORDS_IN_FORMATS.search(form)
        if has_words and not literal_of(arguments[2]):
            raise self._fault("EXPRESSION_NOT_ALLOWED", f"{name}() follows the language of a session unless named",
                              "name the language as the third argument, such as 'en'")  # fmt: skip

    def _not_allowed(self, name: str) -> ToolError:
        refused = REFUSED.get(name)
        if refused is not None:
            shown = name if name.startswith("$") else f"{name}()"
            return self._fault("EXPRESSION_NOT_ALLOWED", f"{shown} is not allowed: {refused.reason}", refused.hint)
        close = ", ".join(f"{word}()" for word in nearest(name, FUNCTIONS))
        return self._fault("EXPRESSION_NOT_ALLOWED", f"{name}() is not on the list of allowed functions",
                           f"nearest of those: {close}" if close else "")  # fmt: skip

    def _fault(self, code: str, sentence: str, hint: str = "") -> ToolError:
        return ToolError(code, f"{self.argument}: {sentence}", hint, argument=self.argument)  # type: ignore[arg-type]
