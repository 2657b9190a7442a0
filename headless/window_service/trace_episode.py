# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes a trace of what an agent did, to be corrected: its calls that were done, with the layers they made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..events import CallFinished, UnreadableEvents, read_events
from ..refusal import CommandRefused
from ..run_store import EVENTS
from .episode_place import EpisodePlace
from .made_layers import read_state
from .trace_document import MOST_STEPS, TraceDocument, TraceStep, made_step, write_trace
from .trace_workspace import carry_over


def episode_document(found: EpisodePlace, place: Path, pack: str | None = None) -> TraceDocument:
    """Makes a trace of an episode in a new folder.

    Args:
        place: Is there and empty.
        pack: Name or folder of its pack; the name in its manifest where left out.
    Returns: Its document, which is on disk. Calls that failed are left out, since they made nothing; it says so.
    Raises: CommandRefused where its events cannot be read; OSError.
    """
    try:
        events = read_events(found.attempt / EVENTS)
    except UnreadableEvents as error:
        raise CommandRefused("INVALID_DOCUMENT", f"The events of the episode cannot be read: {error}.") from None
    records = [event.step for event in events if isinstance(event, CallFinished)]
    done = [record for record in records if record.get("ok") is True]
    document = TraceDocument(
        name=found.key.task,
        pack=pack or found.pack_name,
        task=found.key.task,
        guard=found.store.manifest.guard,
        left_out=_left_out(len(records), len(done)),
        steps=[_step(record, number) for number, record in enumerate(done[:MOST_STEPS], start=1)],
    )
    _take_layers(found.attempt, place, document, [int(record.get("step", 0)) for record in done[:MOST_STEPS]])
    write_trace(place, document)
    return document


def _take_layers(attempt: Path, place: Path, document: TraceDocument, numbers: list[int]) -> None:
    """Carries the workspace of the attempt over; where it cannot stand for the steps, they wait to be run."""
    kept = len(numbers)
    if read_state(attempt).steps < max(numbers, default=0):
        kept = 0
        document.left_out.append("The layers of the episode are gone; its steps are to be run again.")
    for step in document.steps[kept:]:
        step.state, step.record = "waiting", None
    carry_over(attempt, place / document.workspace, numbers[:kept], document.calls[:kept])


def _step(record: dict[str, Any], number: int) -> TraceStep:
    step = made_step(str(record.get("api")), record.get("arguments"), None)
    return step.model_copy(update={"state": "done", "record": record | {"step": number}})


def _left_out(calls: int, done: int) -> list[str]:
    said, failed = [], calls - done
    if failed:
        what = (
            "1 call that was refused or failed is" if failed == 1 else f"{failed} calls that were refused or failed are"
        )
        said.append(f"{what} left out; they made nothing.")
    if done > MOST_STEPS:
        said.append(f"Of {done} calls the first {MOST_STEPS} were taken.")
    return said
