# SPDX-License-Identifier: GPL-2.0-or-later
"""How large a page may become, whatever a run holds; what is left out is said where it would stand."""

from __future__ import annotations

from collections.abc import Sequence

from .run_reading import EpisodeContent, Step, wrong_first

MOST_TEXT = 4_000  # characters of one text: an argument, an observation, a sentence of an agent
MOST_NAME = 200  # characters of a name: an API, a handle
MOST_ARGUMENTS = 60  # of one call
MOST_STEPS = 200  # of one episode
MOST_STEP_TEXT = 8_000_000  # characters of all steps of a page; beyond them steps are told in a line each
MOST_PICTURE_BYTES = 400_000  # of one map
STEP_MARKUP = 900  # characters around one step


def shortened(text: str, most: int = MOST_TEXT) -> str:
    """Cuts a text that is too long, and says how long it was.

    >>> shortened("abcdef", 3)
    'abc… (6 characters)'
    """
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def told_in_full(episodes: Sequence[EpisodeContent], most: int = MOST_STEP_TEXT) -> set[int]:
    """Returns the places of the episodes whose steps are told in full: those that are not right come first."""
    kept, used = set(), 0
    for place in wrong_first(episodes):
        used += sum(_length(step) for step in episodes[place].steps[:MOST_STEPS])
        if used > most:
            break
        kept.add(place)
    return kept


def _length(step: Step) -> int:
    told = str(((step.record or {}).get("observation") or {}).get("text", ""))
    return STEP_MARKUP + sum(min(len(text), MOST_TEXT) for text in (told, step.said, str(step.arguments)))
