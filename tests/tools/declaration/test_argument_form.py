# SPDX-License-Identifier: GPL-2.0-or-later
"""A call is looked at only where it is plain JSON of a depth and length that nobody needs."""

import pytest

from gisagentbench.tools.declaration.argument_form import DEEPEST, LARGEST_CHARACTERS, form_fault


def nested(levels):
    value = 1
    for _ in range(levels - 1):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"layer": "parks", "ranges": [{"min": None, "max": 1.5, "value": True}]},
        nested(DEEPEST),
        "x" * (LARGEST_CHARACTERS - 2),
        None,
    ],
)
def test_plain_arguments_pass(arguments):
    assert form_fault("buffer", arguments) is None


@pytest.mark.parametrize(
    ("api", "arguments", "code"),
    [
        ("buffer", nested(DEEPEST + 1), "LIMIT_EXCEEDED"),
        ("buffer", nested(100_000), "LIMIT_EXCEEDED"),
        ("buffer", "x" * (LARGEST_CHARACTERS - 1), "LIMIT_EXCEEDED"),
        ("buffer", {"x" * LARGEST_CHARACTERS: 1}, "LIMIT_EXCEEDED"),
        ("buffer", [0] * LARGEST_CHARACTERS, "LIMIT_EXCEEDED"),
        ("buffer", {"distance": 1 << 20_000}, "LIMIT_EXCEEDED"),
        ("buffer", {"layer": b"parks"}, "WRONG_TYPE"),
        ("buffer", {1: "parks"}, "WRONG_TYPE"),
        (["buffer"], {}, "UNKNOWN_TOOL"),
        (None, {}, "UNKNOWN_TOOL"),
        ("b" * 201, {}, "UNKNOWN_TOOL"),
    ],
    ids=range(11),
)
def test_what_is_no_call_is_named(api, arguments, code):
    fault = form_fault(api, arguments)
    assert fault is not None and fault.code == code
    assert len(fault.text) < 300
