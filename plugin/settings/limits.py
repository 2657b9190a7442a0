# SPDX-License-Identifier: GPL-2.0-or-later
"""The limits of an episode as the settings hold them: a text each, empty for no limit."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..i18n import marked

TEST = "test_seconds"


class Limit(NamedTuple):
    """A limit.

    Args:
        name: As the service takes it.
        title: As the page shows it.
        unit: Behind its number, may be empty.
        default: None for no limit.
        largest: That can be chosen.
        decimals: Of its number.
        can_be_off: Whether an episode may go without it.
        is_of_episode: Whether it is one of an episode, and not of the window alone.
    """

    name: str
    title: str
    unit: str
    default: float | None
    largest: float
    decimals: int = 0
    can_be_off: bool = True
    is_of_episode: bool = True


LIMITS = (
    Limit("calls", marked("Tool calls"), "", 200, 10_000),
    Limit("turns", marked("Answers of the model"), "", None, 10_000),
    Limit("tokens", marked("Tokens, sent and answered"), "", None, 1_000_000_000),
    Limit("money", marked("Cost by list price"), marked("US dollars"), None, 10_000, decimals=2),
    Limit("seconds", marked("Time of the whole episode"), "s", None, 604_800),
    Limit("harness_seconds", marked("Time inside tool calls"), "s", None, 604_800),
    Limit("call_seconds", marked("Time of one tool call"), "s", 600, 86_400, can_be_off=False),
    Limit("answer_seconds", marked("Time of one answer of the model"), "s", 600, 86_400, can_be_off=False),
    Limit(TEST, marked("Time of a test of a connection"), "s", 90, 3_600, can_be_off=False, is_of_episode=False),
)


def value_of(limit: Limit, text: str | None) -> float | int | None:
    """Reads a limit.

    Args:
        text: What the settings hold; None where they hold nothing, and what is no number counts as nothing.
    Returns: None for no limit.
    """
    if text == "" and limit.can_be_off:
        return None
    try:
        number = float(text or "")
    except ValueError:
        number = math.nan
    if not 0 < number <= limit.largest:
        number = math.nan if limit.default is None else float(limit.default)
    if math.isnan(number):
        return None
    return number if limit.decimals else round(number)


def text_of(value: float | None) -> str:
    """Returns what the settings hold for a limit."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
