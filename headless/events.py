# SPDX-License-Identifier: GPL-2.0-or-later
"""What happens in an episode, one JSON line at a time as it happens. Runner, report and panel read the same events."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..tools.declaration.host_job import GuardLevel

SCHEMA_VERSION = 1
Outcome = Literal[
    "finished", "limit_calls", "limit_turns", "limit_tokens", "limit_money", "limit_seconds", "refused",
    "empty_answer", "content_filtered", "context_overflow", "parameter_refused", "cancelled", "infrastructure",
]  # fmt: skip
OUTCOMES: tuple[str, ...] = get_args(Outcome)
LimitName = Literal["calls", "turns", "tokens", "money", "seconds", "harness_seconds"]


class EventModel(BaseModel):
    """One event; `at` is when it happened, in UTC."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    schema_version: Literal[1] = 1
    at: datetime = Field(default_factory=lambda: datetime.now(UTC))


class ProposedCall(BaseModel):
    """A call as an agent asks for it; arguments may be anything, since an agent may send anything."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    api: str
    arguments: Any = {}


class Usage(BaseModel):
    """What one answer took, or a whole episode; None where the endpoint did not tell.

    Args:
        prompt_tokens: Tokens sent, cached ones included.
        completion_tokens: Tokens answered, those of reasoning included.
        cost_usd: By the list prices of the manifest; None for a model without a price.
        schema_share: Share of the sent characters that are schemas of tools, 0 to 1; of an episode, weighted by
            prompt tokens. An estimate of their share of the tokens, which no endpoint tells.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None
    schema_share: float | None = None


class Answered(BaseModel):
    """What an endpoint said of itself with an answer, as it said it; None where it did not.

    Args:
        model: Name of the model that answered, which need not be the one that was asked for.
        system_fingerprint: Of its configuration.
        finish_reason: Why the answer ended.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    model: str | None = None
    system_fingerprint: str | None = None
    finish_reason: str | None = None


class Started(EventModel):
    """An episode begins.

    Args:
        limits: Name of the limit to its value; None for none.
        inputs: File under inputs/ to its sha256.
    """

    event: Literal["started"] = "started"
    task: str
    agent: str
    repeat: int
    attempt: int
    guard: GuardLevel
    limits: dict[str, float | None] = {}
    inputs: dict[str, str] = {}


class Continued(EventModel):
    """An episode goes on that was stopped; what `finished` said before holds no more.

    Args:
        turns: Answers of the agent so far.
        calls: Calls that had ended; one that had begun and not ended is made again under its number.
    """

    event: Literal["continued"] = "continued"
    turns: int
    calls: int


class HostStarted(EventModel):
    """A tool host is ready.

    Args:
        reason: first, or why a new one was needed.
        seconds: From the start of its process to its hello.
        versions: Of what can change an answer, as that process runs it.
    """

    event: Literal["host_started"] = "host_started"
    reason: Literal["first", "time_limit", "memory_limit", "host_died", "cancelled"]
    seconds: float
    versions: dict[str, str] = {}


class AgentTurn(EventModel):
    """An agent has answered: what it said and which calls it asks for.

    Args:
        seconds: From the question to the whole answer, waits before another try included.
        usage: What the answer took; None where nothing tells of it, as with agents that are no model.
        answered: What the endpoint said of itself; None likewise.
    """

    event: Literal["model_turn"] = "model_turn"
    turn: int
    text: str = ""
    calls: list[ProposedCall] = []
    seconds: float = 0.0
    usage: Usage | None = None
    answered: Answered | None = None


class ModelRetry(EventModel):
    """An endpoint gave no whole answer, and is asked again after a wait; tokens of the lost answer are not known.

    Args:
        turn: The answer that is waited for.
        retry: From 1.
        reason: What happened, in a sentence.
        seconds: The wait.
    """

    event: Literal["model_retry"] = "model_retry"
    turn: int
    retry: int
    reason: str
    seconds: float


class CallStarted(EventModel):
    """A call goes to the tool host."""

    event: Literal["call_started"] = "call_started"
    call: int
    turn: int
    api: str
    arguments: Any


class CallFinished(EventModel):
    """A call has ended, well or not: its step record."""

    event: Literal["call_finished"] = "call_finished"
    call: int
    step: dict[str, Any]


class LimitHit(EventModel):
    """A total of the episode is used up."""

    event: Literal["limit_hit"] = "limit_hit"
    limit: LimitName
    allowed: float
    used: float


class Finished(EventModel):
    """An episode has ended.

    Args:
        message: Why, where the outcome does not say it.
        changed_inputs: Input files that are no longer what they were.
        usage: Sums over all answers; None where no answer tells of any.
        agent_seconds: Time in which the agent chose; None where it was not recorded.
        harness_seconds: Time inside calls, starts of hosts included; None likewise.
    """

    event: Literal["finished"] = "finished"
    outcome: Outcome
    message: str = ""
    calls: int
    failed_calls: int
    turns: int
    seconds: float
    changed_inputs: list[str] = []
    usage: Usage | None = None
    agent_seconds: float | None = None
    harness_seconds: float | None = None


Event = Annotated[
    Started | Continued | HostStarted | AgentTurn | ModelRetry | CallStarted | CallFinished | LimitHit | Finished,
    Field(discriminator="event"),
]


class UnreadableEvents(ValueError):
    """A file of events with a whole line that is no event."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path.name}, line {line}: {reason}")


class EventLog:
    """Appends events to a file; each is on disk as one whole line before `write` returns.

    Args:
        path: events.jsonl; made where it is missing.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def write(self, event: EventModel) -> None:
        """Appends one event."""
        line = json.dumps(event_record(event)).encode() + b"\n"
        written = self._file.write(line)
        while written < len(line):
            written += self._file.write(line[written:])

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def event_record(event: EventModel) -> dict[str, Any]:
    """Gives an event as JSON data, as it stands in the file."""
    return dict(_plain(event.model_dump(mode="python")))


def _plain(value: Any) -> Any:
    """Gives JSON data; pydantic's own writer refuses half a surrogate pair, which an agent may send."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def cut_torn_line(path: Path) -> None:
    """Cuts off a last line that was being written when its writer died, so that more can be appended."""
    with path.open("r+b") as file:
        file.truncate(file.read().rfind(b"\n") + 1)


def read_events(path: Path) -> list[Any]:
    """Reads the events of an episode.

    Returns: Events in order; a last line without its end was being written when its writer died, and is left out.
    Raises: UnreadableEvents where any other line is no event.
    """
    adapter: TypeAdapter[Any] = TypeAdapter(Event)
    return [_event(adapter, path, number, line) for number, line in _whole_lines(path)]


def _whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    data = path.read_bytes() if path.exists() else b""
    *lines, _torn = data.split(b"\n")
    yield from enumerate(lines, start=1)


def _event(adapter: TypeAdapter[Any], path: Path, number: int, line: bytes) -> Any:
    try:
        return adapter.validate_python(json.loads(line))
    except ValidationError as error:
        raise UnreadableEvents(path, number, f"{error.error_count()} faults in the event") from None
    except ValueError:
        raise UnreadableEvents(path, number, "the line is not JSON") from None
