# SPDX-License-Identifier: GPL-2.0-or-later
"""The grammar of raster formulas: what binds how, and where a fault is."""

from __future__ import annotations

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.formula import check_names, parse
from gisagentbench.tools.declaration.formula_tree import (
    Input,
    NoData,
    Node,
    Number,
    Operation,
    inputs_of,
    is_condition,
    is_whole,
)


def prefix(node: Node) -> str:
    """Writes a tree as operators before operands."""
    if isinstance(node, Number):
        return f"{node.value:g}"
    if isinstance(node, Input):
        return node.name
    if isinstance(node, NoData):
        return "nodata"
    assert isinstance(node, Operation)
    return f"({node.name} {' '.join(map(prefix, node.operands))})"


@pytest.mark.parametrize(
    ("formula", "tree"),
    [
        ("a - b - c", "(- (- a b) c)"),
        ("a / b * c", "(* (/ a b) c)"),
        ("a + b * c", "(+ a (* b c))"),
        ("-2 ** 2", "(- (** 2 2))"),
        ("2 ** -1", "(** 2 (- 1))"),
        ("2 ** 3 ** 2", "(** 2 (** 3 2))"),
        ("-a * b", "(* (- a) b)"),
        ("a % b * c", "(* (% a b) c)"),
        ("not a == b and c", "(and (not (== a b)) c)"),
        ("a or b and c", "(or a (and b c))"),
        ("a > 1 & b < 3", "(and (> a 1) (< b 3))"),
        ("a > 1 | b < 2 & c == 3", "(or (> a 1) (and (< b 2) (== c 3)))"),
        ("(a < b) < c", "(< (< a b) c)"),
        ("a + 1 < b", "(< (+ a 1) b)"),
        ("where(a > 0, a, nodata)", "(where (> a 0) a nodata)"),
        ("max(a, b, .5e1)", "(max a b 5)"),
        ("- - +a", "(- (- (+ a)))"),
        ("höhe_2\n+ 1", "(+ höhe_2 1)"),
        ("2 * pi", "(* 2 3.14159)"),
    ],
)
def test_operators_bind_as_the_help_says(formula: str, tree: str) -> None:
    assert prefix(parse(formula)) == tree


@pytest.mark.parametrize(
    ("formula", "position", "says"),
    [
        ("", 1, "ends where a number, an input, a function or ( should follow"),
        ("a +", 4, "ends where"),
        ("(a", 3, "an operator, a comma or )"),
        ("a)", 2, '")" where an operator or the end should stand'),
        ("a b", 3, '"b" where an operator or the end should stand'),
        ("1,5", 2, "the decimal mark is a point"),
        ("a < b < c", 7, "write a < b and b < c"),
        ("1 + not a", 5, '"not" where a number'),
        ("qa & 8", 4, "bit(value, n) tests a bit"),
        ("bit(qa, 2.5)", 9, "a whole number n from 0 to 62"),
        ("bit(qa, n)", 9, "a whole number n from 0 to 62"),
        ("a = 1", 3, "== compares"),
        ("a <> 1", 3, "!= means not equal"),
        ("a ^ 2", 3, "** is the power"),
        ("a && b", 3, "write and"),
        ("!a", 1, "write not"),
        ("a // b", 3, "floor(a / b)"),
        ("photo@4", 6, "bands are chosen under inputs"),
        ("np.where(a, 1, 2)", 3, "functions have no prefix"),
        ("'a' + 1", 1, "names stand without quotes"),
        ("squrt(a)", 1, 'nearest of its 22 functions is "sqrt"'),
        ("min(a)", 1, "min() takes at least 2 values, not 1"),
        ("where(a, b)", 1, "where() takes 3 values, not 2"),
        ("1e999", 1, "too large for a number"),
        ("a if b else c", 3, "where(condition, a, b) chooses"),
        ("lambda: 1", 7, 'cannot hold ":"'),
        ("[a]", 1, 'cannot hold "["'),
    ],
)
def test_a_fault_names_its_place_and_what_helps(formula: str, position: int, says: str) -> None:
    with pytest.raises(ToolError) as caught:
        parse(formula)
    assert caught.value.code == "EXPRESSION_INVALID"
    assert f"(character {position})" in caught.value.sentence
    assert says in caught.value.text


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("1" * 2001, "2001 characters, the limit is 2000"),
        ("(" * 61 + "1" + ")" * 61, "nested deeper than 60 levels"),
        ("-" * 61 + "1", "nested deeper than 60 levels"),
        ("+".join("1" * 202), "201 operators, the limit is 200"),
    ],
)
def test_limits_are_named(formula: str, says: str) -> None:
    with pytest.raises(ToolError) as caught:
        parse(formula)
    assert caught.value.code == "LIMIT_EXCEEDED"
    assert says in caught.value.sentence


def test_a_formula_at_its_limits_passes() -> None:
    assert inputs_of(parse("(" * 59 + "a" + ")" * 59)) == ["a"]
    assert inputs_of(parse("+".join(["a"] * 201))) == ["a"]


def test_every_unknown_name_is_listed_once_with_the_nearest() -> None:
    faults = check_names(parse("nier - red + nier * blu"), ["near", "red"])
    assert [fault.code for fault in faults] == ["EXPRESSION_INVALID"] * 2
    assert 'no input is called "nier" (character 1)' in faults[0].sentence
    assert '"near"' in faults[0].hint


@pytest.mark.parametrize("name", ["max", "and", "nodata", "pi", "2nd", "my name", "a-b", ""])
def test_names_that_a_formula_cannot_hold_are_refused(name: str) -> None:
    (fault,) = check_names(parse("1"), [name])
    assert (fault.code, fault.argument) == ("BAD_VALUE", "inputs")


@pytest.mark.parametrize(
    ("formula", "whole"),
    [
        ("a + 2 * a - 7 % a", True),
        ("a / 2", False),
        ("a ** 2", False),
        ("a + 0.5", False),
        ("floor(f) + round(f / 3)", True),
        ("f > 0.5", True),
        ("where(f > 1, a, nodata)", True),
        ("where(a > 1, f, 1)", False),
        ("min(a, 3) + max(a, f)", False),
        ("sqrt(a)", False),
        ("bit(f, 2) + isnodata(f)", True),
    ],
)
def test_whole_results_are_known_from_the_formula(formula: str, whole: bool) -> None:
    assert is_whole(parse(formula), frozenset({"a"})) == whole


def test_conditions_are_known_from_the_formula() -> None:
    assert is_condition(parse("not a")) and is_condition(parse("a < b or c"))
    assert not is_condition(parse("a")) and not is_condition(parse("a + (a < b)"))
