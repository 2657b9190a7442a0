# SPDX-License-Identifier: GPL-2.0-or-later
"""Arguments are held to the signature of their function, and no value stands in a message."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import pytest

from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.window_service.argument_check import checked_arguments


class Place(TypedDict):
    """A record of two keys, one of which may be left out."""

    name: str
    height: NotRequired[float | None]


def op(
    service: Any,
    *,
    text: str,
    count: int = 1,
    share: float = 0.5,
    flag: bool = False,
    word: Literal["run", "step"] = "run",
    names: list[str] | None = None,
    limits: dict[str, float | None] | None = None,
    anything: Any = None,
    place: Place | None = None,
    from_: int = 0,
) -> None:
    """Has one argument of each kind."""


def test_right_arguments_come_through_and_an_underscore_is_not_written():
    given = {
        "text": "a", "count": 2, "share": 1, "flag": True, "word": "step", "names": ["a"], "from": 3,
        "limits": {"calls": 5, "money": None}, "anything": [{}], "place": {"name": "b", "height": 2},
    }  # fmt: skip
    checked = checked_arguments("op", op, given)
    assert checked == {name: value for name, value in given.items() if name != "from"} | {"from_": 3}
    assert checked_arguments("op", op, {"text": "a", "names": None, "place": None}) == {
        "text": "a",
        "names": None,
        "place": None,
    }


@pytest.mark.parametrize(
    ("given", "code", "sentence"),
    [
        ({}, "MISSING_ARGUMENT", "op needs the argument text; nothing was done."),
        ({"text": "a", "from_": 1}, "UNKNOWN_ARGUMENT", 'op takes no argument "from_"; nothing was done.'),
        ({"text": "a", "service": 1}, "UNKNOWN_ARGUMENT", 'op takes no argument "service"; nothing was done.'),
        ({"text": None}, "WRONG_TYPE", "op: text takes a text; nothing was done."),
        ({"text": "a", "count": True}, "WRONG_TYPE", "op: count takes a whole number; nothing was done."),
        ({"text": "a", "count": 1.0}, "WRONG_TYPE", "op: count takes a whole number; nothing was done."),
        ({"text": "a", "share": "1"}, "WRONG_TYPE", "op: share takes a number; nothing was done."),
        ({"text": "a", "share": float("nan")}, "WRONG_TYPE", "op: share takes a number; nothing was done."),
        ({"text": "a", "flag": 1}, "WRONG_TYPE", "op: flag takes true or false; nothing was done."),
        ({"text": "a", "word": "walk"}, "WRONG_TYPE", "op: word is one of run, step; nothing was done."),
        ({"text": "a", "word": ["run"]}, "WRONG_TYPE", "op: word is one of run, step; nothing was done."),
        ({"text": "a", "names": "b"}, "WRONG_TYPE", "op: names takes a list; nothing was done."),
        ({"text": "a", "names": ["b", 1]}, "WRONG_TYPE", "op: names[1] takes a text; nothing was done."),
        ({"text": "a", "limits": {"calls": "9"}}, "WRONG_TYPE", "op: limits.calls takes a number; nothing was done."),
        ({"text": "a", "place": {}}, "WRONG_TYPE", "op: place.name is missing; nothing was done."),
        ({"text": "a", "place": {"name": 5}}, "WRONG_TYPE", "op: place.name takes a text; nothing was done."),
        ({"text": "a", "place": {"name": "b", "x": 1}}, "WRONG_TYPE",
         'op: place has no "x"; it takes name, height; nothing was done.'),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named(given, code, sentence):
    with pytest.raises(CommandRefused) as refusal:
        checked_arguments("op", op, given)
    assert (refusal.value.code, refusal.value.message) == (code, sentence)


def test_no_value_stands_in_a_message():
    for given in ({"text": 12345.5}, {"text": "a", "count": "12345.5"}, {"text": "a", "limits": ["12345.5"]}):
        with pytest.raises(CommandRefused) as refusal:
            checked_arguments("op", op, given)
        assert "12345.5" not in str(refusal.value)
