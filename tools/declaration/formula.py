# SPDX-License-Identifier: GPL-2.0-or-later
"""The grammar of raster formulas: text to an expression tree, without names, cells or Python.

formula    := or
or         := and (("or" | "|") and)*             0 or 1
and        := not (("and" | "&") not)*            0 or 1
not        := "not" not | comparison
comparison := sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
sum        := product (("+" | "-") product)*
product    := sign (("*" | "/" | "%") sign)*
sign       := ("-" | "+") sign | power
power      := value ("**" sign)?                  from the right: 2 ** 3 ** 2 is 512, -2 ** 2 is -4
value      := number | input | "nodata" | "pi" | function "(" or ("," or)* ")" | "(" or ")"
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from .errors import ToolError, did_you_mean
from .formula_tree import COMPARISONS, Input, NoData, Node, Number, Operation, is_condition, walk

LONGEST_FORMULA = 2000
DEEPEST_NESTING = 60
MOST_OPERATORS = 200
LARGEST_BIT = 62
NAME = re.compile(r"[^\W\d]\w{0,62}")
WORDS = ("and", "or", "not", "nodata", "pi")
FUNCTIONS: dict[str, tuple[int, int | None]] = {
    "where": (3, 3), "min": (2, None), "max": (2, None), "abs": (1, 1), "sqrt": (1, 1), "exp": (1, 1),
    "log": (1, 1), "log10": (1, 1), "sin": (1, 1), "cos": (1, 1), "tan": (1, 1), "asin": (1, 1), "acos": (1, 1),
    "atan": (1, 1), "atan2": (2, 2), "degrees": (1, 1), "radians": (1, 1), "floor": (1, 1), "ceil": (1, 1),
    "round": (1, 1), "bit": (2, 2), "isnodata": (1, 1),
}  # fmt: skip
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)"
    r"|(?P<mark>\*\*|<=|>=|==|!=|[-+*/%<>(),&|]))"
)
_STRANGE = (
    ("<>", "!= means not equal"), ("&&", "write and"), ("||", "write or"), ("=", "== compares"), ("!", "write not"),
    ("^", "** is the power"), ("@", "bands are chosen under inputs, the formula uses their names"),
    ("//", "floor(a / b) divides into whole numbers"), ("?", "where(condition, a, b) chooses"),
    (".", "functions have no prefix and numbers a decimal point"),
    ('"', "names stand without quotes"), ("'", "names stand without quotes"),
)  # fmt: skip
_BINDING = {
    "or": 1, "and": 2, "<": 4, "<=": 4, ">": 4, ">=": 4, "==": 4, "!=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
    "**": 8,
}  # fmt: skip
_SIGN, _NOT = 7, 3
_SPELLINGS = {"|": "or", "&": "and"}


def parse(text: str) -> Node:
    """Reads a formula.

    Raises: ToolError EXPRESSION_INVALID with the position; LIMIT_EXCEEDED for length and nesting.

    >>> parse("1 + dem")
    Operation(position=3, name='+', operands=(Number(position=1, value=1.0), Input(position=5, name='dem')))
    """
    if len(text) > LONGEST_FORMULA:
        raise ToolError("LIMIT_EXCEEDED", f"the formula has {len(text)} characters, the limit is {LONGEST_FORMULA}",
                        "compute a part of it in a call before", argument="formula")  # fmt: skip
    parser = _Parser(text)
    tree = parser.expression(0, 1)
    parser.end()
    return tree


def check_names(node: Node, names: Collection[str]) -> list[ToolError]:
    """Lists the faults of names: inputs that cannot be written in a formula, and names that no input has."""
    faults = [
        ToolError("BAD_VALUE", f'"{name}" cannot name an input: {why}', "choose another name, such as band_a",
                  argument="inputs", found=name)
        for name in names if (why := _why_not(name))
    ]  # fmt: skip
    seen: set[str] = set()
    for part in walk(node):
        if isinstance(part, Input) and part.name not in names and part.name not in seen:
            seen.add(part.name)
            is_function = part.name in FUNCTIONS
            hint = f"{part.name}(...) is a function" if is_function else did_you_mean(part.name, names, "inputs")
            faults.append(fault(f'no input is called "{part.name}"', part.position, hint))
    return faults


def _why_not(name: str) -> str:
    if name in WORDS or name in FUNCTIONS:
        return "it is a word of formulas"
    return "" if NAME.fullmatch(name) else "a name is a letter, then up to 62 letters, digits and _"


def fault(sentence: str, position: int, hint: str = "") -> ToolError:
    """Makes the error for a place in a formula."""
    return ToolError("EXPRESSION_INVALID", f"{sentence} (character {position})", hint, argument="formula")


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int


class _Parser:
    """A Pratt parser: each operator binds by its number, operands are read by recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_split(text))
        self.index = 0
        operators = sum(token.text in _BINDING or token.text in _SPELLINGS for token in self.tokens)
        if operators > MOST_OPERATORS:
            raise ToolError("LIMIT_EXCEEDED", f"the formula has {operators} operators, the limit is {MOST_OPERATORS}",
                            "compute a part of it in a call before", argument="formula")  # fmt: skip

    @property
    def token(self) -> _Token:
        return self.tokens[self.index]

    def expression(self, binding: int, depth: int) -> Node:
        """Reads as long as operators bind tighter than `binding`."""
        if depth > DEEPEST_NESTING:
            raise ToolError("LIMIT_EXCEEDED", f"the formula is nested deeper than {DEEPEST_NESTING} levels",
                            "compute a part of it in a call before", argument="formula")  # fmt: skip
        left = self._operand(binding, depth)
        compared = False
        while True:
            token = self.token
            name = _SPELLINGS.get(token.text, token.text)
            strength = _BINDING.get(name, 0)
            if strength <= binding:
                return left
            if name in COMPARISONS and compared:
                raise fault("comparisons are not chained", token.position, "write a < b and b < c")
            compared = name in COMPARISONS
            self.index += 1
            right = self.expression(_SIGN if name == "**" else strength, depth + 1)
            if token.text in _SPELLINGS:
                _demand_conditions(token, left, right)
            left = Operation(token.position, name, (left, right))

    def _operand(self, binding: int, depth: int) -> Node:
        token = self.token
        self.index += 1
        if token.kind == "number":
            return Number(token.position, _number(token))
        if token.text in ("-", "+"):
            return Operation(token.position, token.text, (self.expression(_SIGN, depth + 1),))
        if token.text == "not" and binding < _NOT:
            return Operation(token.position, "not", (self.expression(_NOT - 1, depth + 1),))
        if token.text == "(":
            inner = self.expression(0, depth + 1)
            self._take(")")
            return inner
        if token.kind == "name" and token.text not in ("and", "or", "not"):
            return self._named(token, depth)
        raise self._unexpected(token, "a number, an input, a function or (")

    def _named(self, token: _Token, depth: int) -> Node:
        if self.token.text == "(":
            return self._call(token, depth)
        if token.text == "nodata":
            return NoData(token.position)
        return Number(token.position, math.pi) if token.text == "pi" else Input(token.position, token.text)

    def _call(self, token: _Token, depth: int) -> Node:
        if token.text not in FUNCTIONS:
            raise fault(f"there is no function {token.text}()", token.position,
                        did_you_mean(token.text, FUNCTIONS, "functions"))  # fmt: skip
        self.index += 1
        operands = [self.expression(0, depth + 1)]
        while self.token.text == ",":
            self.index += 1
            operands.append(self.expression(0, depth + 1))
        self._take(")")
        _check_operands(token, operands)
        return Operation(token.position, token.text, tuple(operands))

    def end(self) -> None:
        """Demands that nothing is left."""
        if self.token.kind != "end":
            raise self._unexpected(self.token, "an operator or the end")

    def _take(self, mark: str) -> None:
        if self.token.text != mark:
            raise self._unexpected(self.token, f"an operator, a comma or {mark}")
        self.index += 1

    def _unexpected(self, token: _Token, wanted: str) -> ToolError:
        if token.kind == "end":
            return fault(f"the formula ends where {wanted} should follow", token.position)
        hints = {"if": "where(condition, a, b) chooses", ",": "the decimal mark is a point"}
        hint = hints.get(token.text, "")
        return fault(f'the formula has "{token.text}" where {wanted} should stand', token.position, hint)


def _split(text: str) -> Iterator[_Token]:
    index = 0
    while text[index:].strip():
        match = _TOKEN.match(text, index)
        start = index + len(text[index:]) - len(text[index:].lstrip())
        mark, hint = next(((mark, hint) for mark, hint in _STRANGE if text.startswith(mark, start)), ("", ""))
        if match is None or len(mark) == 2:
            raise fault(f'the formula cannot hold "{mark or text[start]}"', start + 1, hint)
        yield _Token(match.lastgroup or "", match[match.lastgroup or 0], start + 1)
        index = match.end()
    yield _Token("end", "", len(text) + 1)


def _number(token: _Token) -> float:
    value = float(token.text)
    if not math.isfinite(value):
        raise fault(f"{token.text} is too large for a number", token.position)
    return value


def _check_operands(token: _Token, operands: list[Node]) -> None:
    least, most = FUNCTIONS[token.text]
    if len(operands) < least or most is not None and len(operands) > most:
        wanted = f"{least}" if most == least else f"at least {least}"
        raise fault(f"{token.text}() takes {wanted} values, not {len(operands)}", token.position)
    if token.text == "bit":
        bit = operands[1]
        if not isinstance(bit, Number) or bit.value not in range(LARGEST_BIT + 1):
            raise fault(f"bit(value, n) takes a whole number n from 0 to {LARGEST_BIT}", operands[1].position,
                        "bit 0 is worth 1, bit 3 is worth 8")  # fmt: skip


def _demand_conditions(token: _Token, *operands: Node) -> None:
    for operand in operands:
        if not is_condition(operand):
            word = _SPELLINGS[token.text]
            raise fault(f"{token.text} joins two comparisons; it does not work on bits", token.position,
                        f"bit(value, n) tests a bit; for inputs that hold 0 and 1 write {word}")  # fmt: skip
