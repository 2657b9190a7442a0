# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of an episode, made of its events one at a time, as they happen or as they are read from disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ..i18n import tr

Kind = Literal["call", "answer", "note"]
State = Literal["running", "done", "failed"]


@dataclass
class Step:
    """One row: a call, what an agent said without a call, or something that happened.

    Args:
        call: Number of the call in the episode; 0 for other rows.
        said: What the agent said with it.
        record: The step record, once there is one.
        tokens: Of the answer that asked for it; None where not known, and for later calls of one answer.
        cost: Money spent from the beginning up to here; None where nothing is known.
        agent_seconds: How long the agent took to choose it.
        share: How far a running call is, 0 to 1; None where it does not tell.
    """

    kind: Kind
    call: int = 0
    api: str = ""
    arguments: Any = None
    said: str = ""
    state: State = "done"
    record: dict[str, Any] = field(default_factory=dict)
    tokens: int | None = None
    cost: float | None = None
    agent_seconds: float | None = None
    share: float | None = None

    @property
    def made_by(self) -> int:
        """Number under which its layers are known; 0 where it has none."""
        number = self.record.get("step")
        return number if isinstance(number, int) else 0

    @property
    def error(self) -> dict[str, str]:
        """Gives code, message and hint of a call that failed; empty otherwise."""
        return self.record.get("error") or {}

    @property
    def warnings(self) -> list[str]:
        """Gives what the guards warned of."""
        return [str(warning) for warning in self.record.get("warnings") or []]


@dataclass
class Totals:
    """What an episode took so far; None where nothing tells of it."""

    calls: int = 0
    failed: int = 0
    seconds: float = 0.0
    tokens: int | None = None
    cost: float | None = None


class EpisodeSteps:
    """Keeps the steps of one episode."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.totals = Totals()
        self.outcome = ""
        self.message = ""
        self.has_tools = False
        self._turn: dict[str, Any] | None = None

    def take(self, event: dict[str, Any]) -> list[int]:
        """Takes the next event.

        Returns: The rows that are new or have changed, in order; rows are never taken away.
        """
        before = len(self.steps)
        act = getattr(self, f"_on_{event.get('event')}", None)
        changed = act(event) if act is not None else []
        return [*(changed or []), *range(before, len(self.steps))]

    def progress(self, call: int, share: float) -> list[int]:
        """Takes how far a running call is."""
        for row in range(len(self.steps) - 1, -1, -1):
            step = self.steps[row]
            if step.call == call and step.state == "running":
                step.share = min(1.0, max(0.0, share))
                return [row]
        return []

    def running(self) -> Step | None:
        """Returns the call that is running; None where none is."""
        return next((step for step in reversed(self.steps) if step.state == "running"), None)

    def go_on(self) -> None:
        """Takes it that the episode is under way, maybe again, and that its tools are yet to be started."""
        self.outcome, self.message, self.has_tools = "", "", False

    def cut_off(self) -> list[int]:
        """Takes it that nothing runs any more. Returns: The rows of calls that never came back."""
        changed = []
        for row, step in enumerate(self.steps):
            if step.state == "running":
                step.state, step.share = "failed", None
                changed.append(row)
        return changed

    def row_of_layer(self, step: int) -> int | None:
        """Returns the row of the call whose layers are known under a number."""
        return next((row for row, one in enumerate(self.steps) if step and one.made_by == step), None)

    def _on_model_turn(self, event: dict[str, Any]) -> list[int]:
        self._say_answer()
        self._turn = event
        usage = event.get("usage") or {}
        counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        if any(isinstance(count, int) for count in counts):
            self.totals.tokens = (self.totals.tokens or 0) + sum(count or 0 for count in counts)
        if isinstance(usage.get("cost_usd"), (int, float)):
            self.totals.cost = (self.totals.cost or 0.0) + usage["cost_usd"]
        self.totals.seconds += float(event.get("seconds") or 0.0)
        return []

    def _on_call_started(self, event: dict[str, Any]) -> list[int]:
        step = Step("call", int(event["call"]), str(event["api"]), event.get("arguments"), state="running")
        self._give_turn(step)
        self.steps.append(step)
        return []

    def _on_call_finished(self, event: dict[str, Any]) -> list[int]:
        rows = [row for row, step in enumerate(self.steps) if step.kind == "call" and step.call == event["call"]]
        if not rows:
            return []
        step, record = self.steps[rows[-1]], event.get("step") or {}
        step.record, step.share = record, None
        step.state = "done" if record.get("ok") else "failed"
        self.totals.calls += 1
        self.totals.failed += step.state == "failed"
        self.totals.seconds += float(record.get("seconds") or 0.0)
        return [rows[-1]]

    def _on_continued(self, event: dict[str, Any]) -> list[int]:
        changed = self.cut_off()
        self.go_on()
        self._note(tr("The episode goes on from here"))
        return changed

    def _on_host_started(self, event: dict[str, Any]) -> None:
        self.has_tools = True
        reason = str(event.get("reason") or "first")
        if reason != "first":
            self._note(tr("QGIS was started again for the tools: {why}").format(why=reason.replace("_", " ")))

    def _on_model_retry(self, event: dict[str, Any]) -> None:
        self._note(str(event.get("reason") or ""))

    def _on_limit_hit(self, event: dict[str, Any]) -> None:
        values = {name: event.get(name) for name in ("limit", "used", "allowed")}
        self._note(tr("Limit of {limit}: {used} of {allowed} used").format(**values))

    def _on_finished(self, event: dict[str, Any]) -> list[int]:
        self._say_answer()
        self.outcome, self.message = str(event.get("outcome") or ""), str(event.get("message") or "")
        return self.cut_off()

    def _say_answer(self) -> None:
        """What an agent said and no call followed is a row of its own."""
        if self._turn is not None and str(self._turn.get("text") or "").strip():
            step = Step("answer")
            self._give_turn(step)
            self.steps.append(step)
        self._turn = None

    def _give_turn(self, step: Step) -> None:
        step.cost = self.totals.cost
        if self._turn is None:
            return
        usage = self._turn.get("usage") or {}
        counts = [usage[name] for name in ("prompt_tokens", "completion_tokens") if isinstance(usage.get(name), int)]
        step.said = str(self._turn.get("text") or "")
        step.tokens = sum(counts) if counts else None
        step.agent_seconds = float(self._turn.get("seconds") or 0.0)
        self._turn = None

    def _note(self, text: str) -> None:
        self.steps.append(Step("note", said=text, cost=self.totals.cost))
