# SPDX-License-Identifier: GPL-2.0-or-later
"""Formulas over cells: NoData in every operation, and what numpy would do otherwise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.formula import parse

NAN = math.nan


def computed(formula: str, all_inputs: bool = False, **inputs: list[float]) -> list[float]:
    from gisagentbench.tools.execution.rasters.formula_cells import evaluate

    arrays = {name: np.array([values]) for name, values in inputs.items()}
    return np.asarray(evaluate(parse(formula), arrays, all_inputs))[0].tolist()


@pytest.mark.parametrize(
    "formula",
    ["a + 1", "1 - a", "a * 0", "0 / a", "a % 2", "a ** 0", "1 ** a", "-a", "+a", "a < 1", "a <= 1", "a > 1", "a >= 1",
     "a == 1", "a != 1", "a and 0", "a or 1", "not a", "min(a, 1)", "max(1, a)", "where(a, 1, 1)", "abs(a)", "sqrt(a)",
     "exp(a)", "log(a)", "log10(a)", "sin(a)", "cos(a)", "tan(a)", "asin(a)", "acos(a)", "atan(a)", "atan2(a, 1)",
     "degrees(a)", "radians(a)", "floor(a)", "ceil(a)", "round(a)", "bit(a, 0)"],
)  # fmt: skip
def test_nodata_goes_through_every_operation(formula: str) -> None:
    assert math.isnan(computed(formula, a=[NAN])[0])
    assert not math.isnan(computed(formula, a=[1.0])[0]), "the same with a value has a value"


@pytest.mark.parametrize(
    ("formula", "a", "result", "why"),
    [
        ("1 / a", 0, NAN, "division by zero, not infinite"),
        ("a / a", 0, NAN, "0 / 0"),
        ("a ** -1", 0, NAN, "1 / 0"),
        ("a ** 0.5", -4, NAN, "root of a negative number"),
        ("a ** 3", -2, -8, "odd powers of negative numbers exist"),
        ("a ** 0", 0, 1, "by convention"),
        ("a % 3", -1, 2, "sign of the divisor"),
        ("a % -3", 1, -2, "sign of the divisor"),
        ("round(a)", 2.5, 3, "halves away from zero"),
        ("round(a)", -0.5, -1, "halves away from zero"),
        ("round(a)", 0.49999999999999994, 0, "the largest number below a half"),
        ("round(a)", 4503599627370497.0, 4503599627370497.0, "whole already; adding a half would not be exact"),
        ("floor(a)", -0.5, -1, ""),
        ("ceil(a)", -0.5, 0, ""),
        ("bit(a, 0)", -1, 1, "two's complement"),
        ("bit(a, 15)", -32768, 1, "two's complement: the sign of an int16 quality band"),
        ("bit(a, 14)", -32768, 0, "two's complement"),
        ("atan2(a, -1)", 0, math.pi, "y first"),
        ("log(a)", math.e, 1, "natural"),
        ("(a > 1) * 5 + (a == 2)", 2, 6, "comparisons are numbers"),
        ("not a", 0.5, 0, "whatever is not 0 is true"),
        ("where(nodata, 1, 2)", 1, NAN, "a condition that is not known"),
        ("where(isnodata(1 / a), 0, 1)", 0, 0, "a computed NoData can be asked for"),
    ],
)
def test_values_on_paper(formula: str, a: float, result: float, why: str) -> None:
    np.testing.assert_allclose(computed(formula, a=[float(a)]), [float(result)], rtol=1e-15, err_msg=why)


def test_overflow_is_infinite_so_that_writing_refuses_it() -> None:
    assert computed("exp(a)", a=[1000.0]) == [math.inf]
    assert computed("a * a", a=[1e200]) == [math.inf]


TRUTH = [0.0, 1.0, NAN]


@pytest.mark.parametrize("a", TRUTH)
@pytest.mark.parametrize("b", TRUTH)
def test_and_and_or_follow_three_valued_logic(a: float, b: float) -> None:
    three = {0.0: False, 1.0: True}
    one, other = three.get(a), three.get(b)
    both = False if False in (one, other) else None if None in (one, other) else True
    either = True if True in (one, other) else None if None in (one, other) else False
    as_number = {False: 0.0, True: 1.0, None: NAN}
    if one is None and other is None:
        return  # all inputs are NoData
    np.testing.assert_equal(computed("a and b", True, a=[a], b=[b]), [as_number[both]])
    np.testing.assert_equal(computed("a or b", True, a=[a], b=[b]), [as_number[either]])


def test_nodata_rules_on_one_row() -> None:
    a, b = [1.0, NAN, 3.0, NAN], [5.0, 6.0, NAN, NAN]
    np.testing.assert_equal(computed("max(a, b)", a=a, b=b), [5, NAN, NAN, NAN])
    np.testing.assert_equal(computed("max(a, b)", True, a=a, b=b), [5, 6, 3, NAN])
    np.testing.assert_equal(computed("7", a=a, b=b), [7, NAN, NAN, NAN])
    np.testing.assert_equal(computed("7", True, a=a, b=b), [7, 7, 7, NAN])


def test_bits_of_fractions_are_refused_with_their_number() -> None:
    with pytest.raises(ToolError, match="2 cells that are no whole numbers"):
        computed("bit(a, 1)", a=[0.5, 1.5, 2.0, NAN])


def test_a_long_formula_equals_numpy() -> None:
    near, red = np.random.default_rng(3).uniform(0.01, 1, (2, 50))
    expected = 1.5 * (near - red) / (near + red + 0.5)
    found = computed("1.5 * (n - r) / (n + r + 0.5)", n=near.tolist(), r=red.tolist())
    np.testing.assert_array_equal(found, expected)
