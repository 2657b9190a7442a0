# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads an expression by QGIS and says in words why it cannot be read."""

from __future__ import annotations

import re

from qgis.core import QgsExpression

from ...declaration.errors import ToolError, nearest
from ...declaration.expression_form import check_form
from ...declaration.expression_list import FUNCTIONS

_TOKENS = {
    "end of file": "the end", "NAME": "a name", "COMMA": "a comma", "Unknown_CHARACTER": "a character it cannot take",
    "EQ": '"="', "NE": '"<>"', "LE": '"<="', "GE": '">="', "LT": '"<"', "GT": '">"', "PLUS": '"+"', "MINUS": '"-"',
    "MUL": '"*"', "DIV": '"/"', "MOD": '"%"', "POW": '"^"', "CONCAT": '"||"', "STRING": "text",
    "NUMBER_INT": "a number", "NUMBER_FLOAT": "a number", "QUOTED_COLUMN_REF": "a field",
}  # fmt: skip
_ADVICE = (
    ("==", "= compares"), ("&&", "AND joins conditions"), ("!", "NOT or <> negates"),
    (";", "an expression is one value"), ("{", "map() and array() make maps and lists"),
    ("[", "array() makes a list"), ("?", "if(condition, a, b) chooses"),
)  # fmt: skip


def read(text: str, argument: str) -> QgsExpression:
    """Reads an expression.

    Raises:
        ToolError EXPRESSION_INVALID with the place, LIMIT_EXCEEDED for length and nesting.
    """
    if not text.strip():
        raise ToolError("EXPRESSION_INVALID", f"{argument}: the expression is empty", argument=argument)
    check_form(argument, text)
    expression = QgsExpression(text)
    if expression.hasParserError() or expression.rootNode() is None:
        raise _fault(expression, text, argument)
    return expression


def _fault(expression: QgsExpression, text: str, argument: str) -> ToolError:
    first = expression.parserErrors()[0]
    line, column = first.firstLine, first.firstColumn
    column += line > 1  # QGIS counts the characters of the first line from 1, those of all others from 0
    message = str(first.errorMsg)
    unknown = re.fullmatch(r"(\S+) function is not known|Function (\S+) is not known", message)
    if unknown:
        sentence, hint = f"there is no function {unknown[1] or unknown[2]}()", _nearest(unknown[1] or unknown[2])
    elif message.startswith("syntax error"):
        sentence, hint = _syntax(message), _advice(text, line, column)
    else:
        sentence, hint = message.strip().rstrip("."), "help lists the arguments of each function in order"
    place = _place(line, column, text)
    return ToolError("EXPRESSION_INVALID", f"{argument}: {sentence} ({place})", hint, argument=argument)


def _syntax(message: str) -> str:
    found = re.search(r"unexpected (.+?)(?:, expecting (.+))?$", message)
    if found is None:
        return "the expression cannot be read"
    wanted = " or ".join(_token(word) for word in found[2].split(" or ")) if found[2] else "a value"
    if found[1] == "end of file":
        return f"the expression ends where {wanted} should follow"
    return f"the expression has {_token(found[1])} where {wanted} should stand"


def _token(word: str) -> str:
    plain = word.strip().strip("'")
    return _TOKENS.get(plain, plain)


def _nearest(name: str) -> str:
    close = nearest(name, FUNCTIONS)
    return "nearest of the allowed functions: " + ", ".join(f"{word}()" for word in close) if close else ""


def _advice(text: str, line: int, column: int) -> str:
    if text.count("'") % 2 or text.count('"') % 2:
        return "a quote is opened and not closed; text stands in single quotes, a field in double quotes"
    lines = text.splitlines()
    around = lines[line - 1][max(column - 2, 0) : column + 1] if 0 < line <= len(lines) else ""
    return next((advice for mark, advice in _ADVICE if mark in around), "")


def _place(line: int, column: int, text: str) -> str:
    return f"line {line}, character {column}" if "\n" in text.strip() else f"character {column}"
