# SPDX-License-Identifier: GPL-2.0-or-later
"""Colours keep their order and their differences when only their lightness is left, as in print."""

import itertools

import pytest

from gisagentbench.headless.map_drawing.palette import (
    CELL_LOOKS,
    INK,
    MORE,
    PAPER,
    QUIET_INK,
    ROW_LOOKS,
    class_colours,
    lightness,
    ramp_colours,
)


@pytest.mark.parametrize(
    ("colour", "expected"),
    # CIE 1976, published: white 100, black 0, sRGB red 53.24
    [("#ffffff", 100.0), ("#000000", 0.0), ("#ff0000", 53.24)],
)
def test_lightness_is_that_of_cie(colour, expected):
    assert lightness(colour) == pytest.approx(expected, abs=0.01)


def test_ramp_darkens_in_equal_steps():
    steps = [first - second for first, second in itertools.pairwise(map(lightness, MORE))]
    assert steps == pytest.approx([(93 - 15) / 8] * 8, abs=0.5)


def test_ramp_keeps_both_ends():
    assert ramp_colours(4)[0] == MORE[0] and ramp_colours(4)[-1] == MORE[-1]


def test_kinds_of_cells_differ_in_grey():
    values = sorted(lightness(colour) for _, colour in CELL_LOOKS.values())
    assert min(second - first for first, second in itertools.pairwise(values)) >= 7


def test_kinds_of_rows_differ_in_pattern_and_marker_not_in_colour_alone():
    looks = list(ROW_LOOKS.values())
    assert len({look.marker for look in looks}) == len({look.hatch for look in looks}) == len(looks)


@pytest.mark.parametrize("colour", [INK, QUIET_INK])
def test_text_on_paper_has_the_contrast_of_wcag_aa(colour):
    def luminance(text):
        value = lightness(text)
        return ((value + 16) / 116) ** 3 if value > 8 else value / 903.3

    assert (luminance(PAPER) + 0.05) / (luminance(colour) + 0.05) >= 4.5


def test_more_classes_than_colours_begin_again():
    assert len(class_colours(20)) == 20 and len(set(class_colours(8))) == 8


@pytest.mark.parametrize(("count", "step"), [(2, 40), (3, 14), (4, 11)])
def test_few_classes_differ_in_grey(count, step):
    values = sorted(map(lightness, class_colours(count)))
    assert min(second - first for first, second in itertools.pairwise(values)) >= step


@pytest.mark.parametrize("count", range(2, 9))
def test_up_to_eight_classes_have_each_a_colour(count):
    assert len(set(class_colours(count))) == len(class_colours(count)) == count
