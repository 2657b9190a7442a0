# SPDX-License-Identifier: GPL-2.0-or-later
"""One step of an episode as the report shows it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .picture import Picture
from .run_reading import Step
from .size_limits import MOST_ARGUMENTS, MOST_NAME, MOST_STEPS, shortened


@dataclass
class StepView:
    """One call.

    Args:
        made: Its main output, or "" for none.
        share: Its time as a share of the longest call of the episode.
        observation: What it told the agent.
        picture: Map of the layer it made.
        operations: Coordinate operations that the observation does not tell of.
        error: code, message, hint; None where it was done.
        unanswered: Whether it never came back.
    """

    number: int
    api: str
    said: str
    arguments: list[tuple[str, str]]
    made: str
    seconds: float
    engine_seconds: float
    share: float
    observation: str
    warnings: list[str]
    error: dict[str, str] | None
    unanswered: bool
    operations: list[str]
    roles: list[str]
    picture: Picture | None
    memory: str

    @property
    def ok(self) -> bool:
        """Whether the call was done."""
        return self.error is None and not self.unanswered


def step_views(steps: list[Step], pictures: dict[int, Picture]) -> list[StepView]:
    """Returns the steps of an episode for the page.

    Args:
        pictures: Maps by number of the call.
    Edges: Of very many steps the first ones.
    """
    longest = max((step.record["seconds"] for step in steps if step.record), default=0.0)
    return [_view(step, longest, pictures.get(step.number)) for step in steps[:MOST_STEPS]]


def argument_text(value: Any) -> str:
    """Writes an argument: texts as they are, everything else as JSON.

    >>> argument_text("EPSG:2263"), argument_text({"a": [1, None]})
    ('EPSG:2263', '{"a": [1, null]}')
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return shortened(text)


def _view(step: Step, longest: float, picture: Picture | None) -> StepView:
    record = step.record or {}
    arguments = step.arguments if isinstance(step.arguments, dict) else {"": step.arguments}
    told = shortened(str((record.get("observation") or {}).get("text", "")))
    error = record.get("error")
    shown = list(arguments.items())[:MOST_ARGUMENTS]
    if len(arguments) > MOST_ARGUMENTS:
        shown.append(("…", f"{len(arguments) - MOST_ARGUMENTS} more"))
    return StepView(
        number=step.number,
        api=shortened(step.api, MOST_NAME),
        said=shortened(step.said),
        arguments=[(shortened(str(name)), argument_text(value)) for name, value in shown],
        made=str(record.get("output") or ""),
        seconds=record.get("seconds", 0.0),
        engine_seconds=record.get("engine_seconds", 0.0),
        share=record.get("seconds", 0.0) / longest if longest else 0.0,
        observation=told,
        warnings=[shortened(str(warning)) for warning in record.get("warnings", [])[:MOST_ARGUMENTS]],
        error={key: shortened(str(value)) for key, value in error.items()} if error else None,
        unanswered=step.record is None,
        operations=[text for text in map(str, record.get("operations", [])) if text not in told],
        roles=[str(role) for role in record.get("roles", [])],
        picture=picture,
        memory=memory_words(record.get("peak_memory_bytes", 0)),
    )


def memory_words(count: int) -> str:
    """Writes a number of bytes.

    >>> memory_words(0), memory_words(314572800)
    ('', '300 MiB')
    """
    return f"{count / 2**20:,.0f} MiB".replace(",", " ") if count else ""


def spaced_words(value: int) -> str:
    """Writes a whole number with a space between thousands.

    >>> spaced_words(12345)
    '12 345'
    """
    return f"{value:,}".replace(",", " ")


def seconds_words(value: float | None) -> str:
    """Writes a time.

    >>> seconds_words(0.0123), seconds_words(3.14159), seconds_words(75), seconds_words(None)
    ('0.01 s', '3.1 s', '1 min 15 s', '–')
    """
    if value is None:
        return "–"
    if value >= 60:
        return f"{int(value // 60)} min {int(value % 60)} s"
    return f"{value:.2f} s" if value < 1 else f"{value:.1f} s"
