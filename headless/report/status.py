# SPDX-License-Identifier: GPL-2.0-or-later
"""What became of an episode. Each status has a word and a sign of its own, so none is told by colour alone."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal, get_args

from .check_words import OUTCOMES
from .run_reading import EpisodeContent

Status = Literal["right", "wrong", "nothing", "unjudged", "unfinished"]
STATUSES: tuple[Status, ...] = get_args(Status)
STATUS_WORDS = MappingProxyType[Status, str](
    {
        "right": "Strictly right",
        "wrong": "Not right",
        "nothing": "Nothing written",
        "unjudged": "Not judged",
        "unfinished": "Not finished",
    }
)
STATUS_SIGNS = MappingProxyType[Status, str](
    {"right": "✓", "wrong": "✗", "nothing": "⊘", "unjudged": "–", "unfinished": "…"}
)


def status_of(episode: EpisodeContent) -> Status:
    """Returns the status of an episode."""
    score = episode.score
    if score is None or score.strict is None:
        return "unjudged" if episode.end is not None else "unfinished"
    if score.strict:
        return "right"
    return "nothing" if wrote_nothing(episode) else "wrong"


def wrote_nothing(episode: EpisodeContent) -> bool:
    """Tells whether a judged episode left no output file at all."""
    outputs = episode.score.score.outputs if episode.score and episode.score.score else {}
    if any(record.first_failing_check != "readable" for record in outputs.values()):
        return False
    files = [name.partition(":")[0] for name in outputs]  # a layer stands behind its file
    return not any(episode.folder is not None and (episode.folder / "output" / file).is_file() for file in files)


def refusal_code(episode: EpisodeContent) -> str:
    """Returns the code of the last failed call of an episode; "" where none failed."""
    errors = [(step.record or {}).get("error") for step in episode.steps]
    return next((str(error.get("code", "")) for error in reversed(errors) if error), "")


def status_detail(episode: EpisodeContent, status: Status) -> str:
    """Returns what a status does not say yet, in a word or two: the check that failed, the refusal, the outcome."""
    if status == "wrong":
        outputs = episode.score.score.outputs if episode.score and episode.score.score else {}
        failing = (record.first_failing_check for record in outputs.values())
        return next((check for check in failing if check), "")
    if status == "nothing":
        code = refusal_code(episode)
        return f"refused: {code}" if code else "nothing written"
    if status == "unjudged" and episode.end is not None:
        return OUTCOMES[episode.end.outcome]
    return ""
