# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes of numbers are few, round, and hold every value."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gisagentbench.headless.map_drawing import class_breaks, palette, scale_length
from gisagentbench.headless.map_drawing.class_breaks import number_classes, number_text


@pytest.mark.parametrize("module", [class_breaks, palette, scale_length], ids=lambda module: module.__name__)
def test_examples_hold(module):
    assert doctest.testmod(module) == (0, doctest.testmod(module).attempted) and doctest.testmod(module).attempted


@pytest.mark.parametrize(
    ("rule", "values", "expected"),
    [
        ("no values make no classes", [], []),
        ("few different values are a class each", [2, 2, 7], ["2", "7"]),
        # 101 values in 5: a fifth is 20.2, so 21 at first, and 20 of the other 80 each
        ("whole numbers are parted evenly", list(range(101)), ["0 – 20", "21 – 40", "41 – 60", "61 – 80", "81 – 100"]),
        (
            "what most have is a class of its own",
            [0] * 50 + list(range(1, 9)),
            ["0", "1 – 2", "3 – 4", "5 – 6", "7 – 8"],
        ),
        # 10 values in 5, two each: fewest digits from 2.3 to 3.7 has 3, then come 5, 7 and 9
        (
            "limits of real numbers are as round as the values allow",
            [number + 0.5 for number in range(1, 11)],
            ["1.5 – 3", "3 – 5", "5 – 7", "7 – 9", "9 – 10.5"],
        ),
    ],
)
def test_classes(rule, values, expected):
    assert [one.label for one in number_classes(values)] == expected, rule


def test_classes_leave_no_gap_for_the_values_of_another_layer():
    # The middle between 2 and 7, where each of them has its class.
    assert [(one.lower, one.upper) for one in number_classes([2, 7])] == [(2, 4.5), (4.5, 7)]


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=60))
def test_every_value_is_in_a_class_and_classes_join(values):
    classes = number_classes(values)
    assert 1 <= len(classes) <= 5
    assert all(any(one.lower <= value <= one.upper for one in classes) for value in values)
    assert all(first.upper == second.lower for first, second in zip(classes, classes[1:], strict=False))


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.25, "−0.25"), (9999, "9999"), (10000, "10 000"), (1e6, "1 M"), (2.5e9, "2.5 bn"), (1e-7, "1e-07")],
)
def test_numbers_of_a_legend(value, text):
    assert number_text(value) == text
