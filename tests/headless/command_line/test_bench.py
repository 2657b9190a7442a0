# SPDX-License-Identifier: GPL-2.0-or-later
"""The options of a bench are the parameters of its script."""

from typing import Literal, get_type_hints

import pytest

from gisagentbench.headless.command_line.bench import read_option
from gisagentbench.headless.refusal import CommandRefused


def rows(calls: int = 1, apis: Literal["all", "some"] = "all", only: str = "") -> None:
    """Stands for a script."""


TYPES = get_type_hints(rows)


@pytest.mark.parametrize(
    ("text", "read"), [("calls=5000", ("calls", 5000)), ("apis=some", ("apis", "some")), ("only=5", ("only", "5"))]
)
def test_an_option_is_read_as_its_parameter(text, read):
    assert read_option(text, TYPES) == read


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        (
            "call=5",
            "UNKNOWN_ARGUMENT",
            'There is no option "call" of this bench.',
            "Its options are calls, apis, only.",
        ),
        (
            "return=5",
            "UNKNOWN_ARGUMENT",
            'There is no option "return" of this bench.',
            "Its options are calls, apis, only.",
        ),
        ("calls=many", "BAD_VALUE", 'calls takes a whole number, not "many".', "Such as calls=1."),
        ("calls", "BAD_VALUE", 'calls takes a whole number, not "".', "Such as calls=1."),
        ("calls=-5", "BAD_VALUE", 'calls takes a whole number, not "-5".', "Such as calls=1."),
        ("apis=none", "BAD_VALUE", 'apis takes one of all, some, not "none".', "Such as apis=all."),
    ],
)
def test_another_one_is_refused_with_what_there_is(text, code, message, hint):
    with pytest.raises(CommandRefused) as refused:
        read_option(text, TYPES)
    assert (refused.value.code, refused.value.message, refused.value.hint) == (code, message, hint)


def test_a_bench_without_options_says_so():
    with pytest.raises(CommandRefused) as refused:
        read_option("calls=5", {})
    assert refused.value.hint == "It has no options."
