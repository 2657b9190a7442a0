# SPDX-License-Identifier: GPL-2.0-or-later
"""A step of a trace as the service tells of it, and what the plan check says of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ...tools.declaration.facts import Field, LayerFacts
from ...tools.declaration.registry import all_tools
from ...tools.declaration.value_types import NewHandleType

StepState = Literal["done", "failed", "waiting"]
STATES: tuple[StepState, ...] = ("done", "failed", "waiting")
LONGEST_SUMMARY = 160
FIELD_TYPES = ("integer", "real", "text", "boolean", "date", "datetime")
KINDS = ("vector", "raster", "table")


@dataclass(frozen=True)
class TraceStep:
    """One step. What follows from it is worked out once, since a trace may have a thousand.

    Args:
        api, arguments: The call.
        note: What a person wrote to it.
        state: done and failed were run; waiting was not, or not since it or a step before it was changed.
        record: Its step record; empty while it waits.
    """

    api: str
    arguments: dict[str, Any]
    note: str = ""
    state: StepState = "waiting"
    record: Mapping[str, Any] | None = None

    def told(self) -> dict[str, Any]:
        """Gives the step as the service takes it."""
        return {"api": self.api, "arguments": self.arguments, "note": self.note or None}

    def run(self, record: Mapping[str, Any]) -> TraceStep:
        """Gives the step as it is once it was run, with its record."""
        return replace(self, state="done" if record.get("ok") else "failed", record=record)

    @property
    def call(self) -> tuple[str, dict[str, Any]]:
        """Gives what the step does, whatever its note says."""
        return self.api, self.arguments

    @cached_property
    def call_text(self) -> str:
        """Gives what the step does as JSON: the same for the same call."""
        return json.dumps(self.call, sort_keys=True)

    @cached_property
    def summary(self) -> str:
        """Gives the arguments on one line."""
        parts = [f"{name}: {_short(value)}" for name, value in self.arguments.items()]
        text = ", ".join(parts)
        return text if len(text) <= LONGEST_SUMMARY else f"{text[: LONGEST_SUMMARY - 1]}…"

    @property
    def observation(self) -> str:
        """Gives what the call told, or why it failed; "" while it waits."""
        record = self.record or {}
        error = record.get("error")
        if isinstance(error, dict):
            hint = f"\n{error['hint']}" if error.get("hint") else ""
            return f"{error.get('code', '')}: {error.get('message', '')}{hint}"
        told = record.get("observation")
        return str(told.get("text", "")) if isinstance(told, dict) else ""

    @cached_property
    def made(self) -> list[str]:
        """Lists the handles that the step makes, whether it has been run or not."""
        spec = all_tools().get(self.api)
        if spec is None:
            return []
        named = (self.arguments.get(one.name) for one in spec.arguments if isinstance(one.type, NewHandleType))
        return [handle for handle in named if isinstance(handle, str)]

    @cached_property
    def facts(self) -> LayerFacts:
        """Gives what is known of the main layer it made; nothing where it was not run."""
        told = (self.record or {}).get("observation")
        if not isinstance(told, dict):
            return LayerFacts()
        kind, fields = told.get("kind"), told.get("fields")
        known = kind if kind in KINDS else None
        return LayerFacts(
            kind=known,  # type: ignore[arg-type]
            geometry_type=told.get("geometry_type") if known == "vector" else None,
            fields=_fields(fields) if isinstance(fields, dict) and known != "raster" else None,
        )


@dataclass(frozen=True)
class Finding:
    """What the plan check says of a step; `step` is its index, the number of steps for what is missing in the end."""

    step: int
    code: str
    sentence: str
    hint: str
    argument: str
    severity: str

    @property
    def text(self) -> str:
        """Gives sentence and hint."""
        return sentences(self.sentence, self.hint)


def sentences(*parts: str) -> str:
    """Puts sentences one behind another, each with its full stop; errors of tools come without."""
    return " ".join(f"{part.rstrip('.')}." for part in parts if part)


def trace_step(told: Mapping[str, Any]) -> TraceStep:
    """Reads a step of an answer."""
    arguments, state, record = told.get("arguments"), told.get("state"), told.get("record")
    return TraceStep(
        api=str(told.get("api", "")),
        arguments=dict(arguments) if isinstance(arguments, dict) else {},
        note=str(told.get("note") or ""),
        state=state if state in STATES else "waiting",
        record=record if isinstance(record, dict) else None,
    )


def findings_of(told: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """Reads the findings of an answer."""
    return [
        Finding(
            int(one.get("step", 0)),
            *(str(one.get(name) or "") for name in ("code", "sentence", "hint", "argument", "severity")),
        )
        for one in told
    ]


def handles_before(steps: Iterable[TraceStep]) -> dict[str, LayerFacts]:
    """Gives the layers that steps make, with what is known of them."""
    found: dict[str, LayerFacts] = {}
    for step in steps:
        for index, handle in enumerate(step.made):
            found[handle] = step.facts if index == 0 else LayerFacts()
    return found


def _fields(told: dict[str, Any]) -> tuple[Field, ...] | None:
    is_known = all(kind in FIELD_TYPES for kind in told.values())
    return tuple(Field(name, kind) for name, kind in told.items()) if is_known else None


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
