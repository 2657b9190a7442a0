# SPDX-License-Identifier: GPL-2.0-or-later
"""Computes a raster formula over arrays: floats throughout, NaN is NoData.

Each function takes arrays or numbers and gives one; conditions are 1 and 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.formula_tree import Input, NoData, Node, Number, Operation

Cells = Any  # an array of float64, or one float for parts without inputs


def evaluate(node: Node, inputs: dict[str, np.ndarray], all_inputs: bool = False) -> Cells:
    """Computes a formula.

    Args:
        inputs: Name to cells.
        all_inputs: Whether a cell is NoData only where all inputs are; min, max, `and` and `or` then decide from the
            operands that have a value. Otherwise it is NoData where any input is.
    Edges: Division by zero, roots and logarithms outside their domain are NoData. Overflow is infinite.
    Raises: ToolError BAD_VALUE for bits of what is no whole number.
    """
    with np.errstate(all="ignore"):
        result = _value(node, inputs, all_inputs)
        if not inputs:
            return result
        missing = [np.isnan(cells) for cells in inputs.values()]
        hidden = np.logical_and.reduce(missing) if all_inputs else np.logical_or.reduce(missing)
        return np.where(hidden, np.nan, result)


def _value(node: Node, inputs: dict[str, np.ndarray], lenient: bool) -> Cells:
    if isinstance(node, Number):
        return np.float64(node.value)
    if isinstance(node, NoData):
        return np.float64(np.nan)
    if isinstance(node, Input):
        return inputs[node.name]
    assert isinstance(node, Operation)
    operands = [_value(operand, inputs, lenient) for operand in node.operands]
    if lenient and node.name in _LENIENT:
        return _LENIENT[node.name](*operands)
    if node.name == "-" and len(operands) == 1:
        return -operands[0]
    return _OPERATIONS[node.name](*operands)


def _compared(compare: Callable[[Cells, Cells], Cells]) -> Callable[[Cells, Cells], Cells]:
    return lambda a, b: np.where(np.isnan(a) | np.isnan(b), np.nan, compare(a, b))


def _inside(domain: Callable[[Cells], Cells], function: Callable[[Cells], Cells]) -> Callable[[Cells], Cells]:
    return lambda a: np.where(domain(a), function(a), np.nan)


def _divided(a: Cells, b: Cells) -> Cells:
    return np.where(np.equal(b, 0), np.nan, a / b)


def _power(a: Cells, b: Cells) -> Cells:
    # numpy takes NaN ** 0 and 1 ** NaN for 1, and 0 ** -1 for infinite
    undefined = np.isnan(a) | np.isnan(b) | (np.equal(a, 0) & (b < 0))
    return np.where(undefined, np.nan, np.power(a, b))


def _rounded(a: Cells) -> Cells:
    whole = np.trunc(a)
    return whole + np.where(np.abs(a - whole) >= 0.5, np.sign(a), 0.0)


def _bit(a: Cells, n: Cells) -> Cells:
    missing = np.isnan(a)
    odd = ~missing & ((a != np.trunc(a)) | (np.abs(a) > 2.0**62))
    if np.any(odd):
        raise ToolError("BAD_VALUE", f"bit() was given {int(np.count_nonzero(odd))} cells that are no whole numbers",
                        "bits are of integer bands such as quality flags", argument="formula")  # fmt: skip
    bits = (np.where(missing, 0, a).astype(np.int64) >> np.int64(n)) & 1
    return np.where(missing, np.nan, bits)


def _and(a: Cells, b: Cells) -> Cells:
    return np.where(np.isnan(a) | np.isnan(b), np.nan, (np.not_equal(a, 0)) & (np.not_equal(b, 0)))


def _or(a: Cells, b: Cells) -> Cells:
    return np.where(np.isnan(a) | np.isnan(b), np.nan, (np.not_equal(a, 0)) | (np.not_equal(b, 0)))


def _and_of_known(a: Cells, b: Cells) -> Cells:
    return np.where(np.equal(a, 0) | np.equal(b, 0), 0.0, _and(a, b))


def _or_of_known(a: Cells, b: Cells) -> Cells:
    is_true = (~np.isnan(a) & np.not_equal(a, 0)) | (~np.isnan(b) & np.not_equal(b, 0))
    return np.where(is_true, 1.0, _or(a, b))


def _where(condition: Cells, a: Cells, b: Cells) -> Cells:
    return np.where(np.isnan(condition), np.nan, np.where(np.not_equal(condition, 0), a, b))


def _extreme(choose: np.ufunc) -> Callable[..., Cells]:
    def chosen(*operands: Cells) -> Cells:
        result = operands[0]
        for operand in operands[1:]:
            result = choose(result, operand)
        return result

    return chosen


_OPERATIONS: dict[str, Callable[..., Cells]] = {
    "+": lambda a, b=0.0: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "%": lambda a, b: np.where(np.equal(b, 0), np.nan, np.mod(a, b)),
    "**": _power,
    "<": _compared(np.less),
    "<=": _compared(np.less_equal),
    ">": _compared(np.greater),
    ">=": _compared(np.greater_equal),
    "==": _compared(np.equal),
    "!=": _compared(np.not_equal),
    "and": _and,
    "or": _or,
    "not": lambda a: np.where(np.isnan(a), np.nan, np.equal(a, 0)),
    "where": _where,
    "min": _extreme(np.minimum),
    "max": _extreme(np.maximum),
    "isnodata": lambda a: np.isnan(a).astype(float),
    "bit": _bit,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": _inside(lambda a: a > 0, np.log),
    "log10": _inside(lambda a: a > 0, np.log10),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "degrees": np.degrees,
    "radians": np.radians,
    "floor": np.floor,
    "ceil": np.ceil,
    "round": _rounded,
}
_LENIENT: dict[str, Callable[..., Cells]] = {
    "min": _extreme(np.fmin),
    "max": _extreme(np.fmax),
    "and": _and_of_known,
    "or": _or_of_known,
}
