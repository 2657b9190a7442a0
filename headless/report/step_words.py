# SPDX-License-Identifier: GPL-2.0-or-later
"""One step of an episode as the report shows it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .picture import Picture
from .run_reading import Step

MOST_SHOWN = 4000  # characters of an argument


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
    """
    longest = max((step.record["seconds"] for step in steps if step.record), default=0.0)
    return [_view(step, longest, pictures.get(step.number)) for step in steps]


def argument_text(value: Any) -> str:
    """Writes an argument: texts as they are, everything else as JSON.

    >>> argument_text("EPSG:2263"), argument_text({"a": [1, None]})
    ('EPSG:2263', '{"a": [1, null]}')
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text)} characters)"


def _view(step: Step, longest: float, picture: Picture | None) -> StepView:
    record = step.record or {}
    arguments = step.arguments if isinstance(step.arguments, dict) else {"": step.arguments}
    told = str((record.get("observation") or {}).get("text", ""))
    error = record.get("error")
    return StepView(
        number=step.number,
        api=step.api,
        said=step.said,
        arguments=[(str(name), argument_text(value)) for name, value in arguments.items()],
        made=str(record.get("output") or ""),
        seconds=record.get("seconds", 0.0),
        engine_seconds=record.get("engine_seconds", 0.0),
        share=record.get("seconds", 0.0) / longest if longest else 0.0,
        observation=told,
        warnings=[str(warning) for warning in record.get("warnings", [])],
        error={key: str(value) for key, value in error.items()} if error else None,
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
