# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of an agent beside those of the reference, and where they first part."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ...scoring.trajectory.calls import Call, Rules
from ...scoring.trajectory.data_flow import Flow, flow_of
from ...scoring.trajectory.record import CallRecord
from ...tasks.trajectory import Step
from ..events import CallStarted
from ..refusal import CommandRefused
from ..report.check_words import MECHANISMS
from ..report.workflow_words import workflow_view
from ..trajectory_calls import agent_calls, reference_calls
from ..workflow_scoring import rules_of, score_workflow
from .judge_subject import Subject

RowKind = Literal["same", "differs", "follows", "missing", "extra", "unused", "inspects", "failed"]
DIVERGES = ("differs", "missing", "extra")
LONGEST_VALUE = 80


@dataclass
class StepRow:
    """A step of the reference and the call that stands for it; one of them may be None.

    Args:
        kind: same: both make the same layer. differs: other arguments or another tool. follows: the same call on a
            layer that differs already. missing: no call stands for it. extra: a call that the reference does without,
            on the way into a result. unused: a call on the way into none, or a step that nobody is asked for.
            inspects: changes nothing. failed: was refused or failed.
        why: In a sentence; "" for the same.
    """

    kind: RowKind
    reference: dict[str, Any] | None = None
    agent: dict[str, Any] | None = None
    same: bool = False
    differing: list[str] = field(default_factory=list)
    why: str = ""


def compared_steps(subject: Subject, strict: bool | None) -> dict[str, Any]:
    """Aligns the calls of an episode or a trace with the reference of its task.

    Args:
        strict: Whether its outputs are strictly right; None where that is not known: then no reasons are sought.
    Raises: CommandRefused BAD_VALUE for a file alone; DocumentError where the reference cannot be read.
    """
    if subject.calls is None:
        raise CommandRefused("BAD_VALUE", "A file alone has no steps.", "Give the folder of an episode or a trace.")
    pack, task = subject.pack, subject.task
    folder = subject.outputs[0][1].parent
    workflow = score_workflow(pack, task.id, subject.calls, folder, strict is not False)
    sides = _Sides(
        pack.trajectory(task.id).steps,
        reference_calls(pack.trajectory(task.id), task),
        [event for event in subject.calls if isinstance(event, CallStarted)],
        agent_calls(subject.calls, task),
        rules_of(pack, task.id),
        {record.reference_call: record for record in workflow.trajectory.calls},
    )
    rows = sides.rows()
    view = workflow_view(workflow.trajectory, workflow.failure, strict)
    assert view is not None
    first = next((index for index, row in enumerate(rows) if row.kind in DIVERGES), None)
    mechanisms = workflow.failure.mechanisms if workflow.failure else []
    return {
        "rows": [asdict(row) for row in rows],
        "first_divergence": first,
        "sentence": _sentence(rows, first),
        "figures": [{"name": term.name, "value": term.words} for term in view.figures],
        "mechanisms": [{"label": MECHANISMS[one.label], "sentence": one.sentence} for one in mechanisms],
        "flags": view.flags,
        "ungradeable": view.ungradeable,
    }


class _Sides:
    """Both trajectories, with everything by the number of a step or call, from 1."""

    def __init__(
        self,
        steps: Sequence[Step],
        reference: Sequence[Call],
        sent: Sequence[CallStarted],
        agent: Sequence[Call],
        rules: Rules,
        records: Mapping[int, CallRecord],
    ) -> None:
        self.steps, self.sent = steps, {event.call: event for event in sent}
        self.reference, self.agent, self.rules, self.records = reference, agent, rules, records
        self.ours, self.theirs = flow_of(reference), flow_of(agent)
        self.our_digests, self.their_digests = _digests(self.ours), _digests(self.theirs)
        self.pairs = self._pairs()

    def rows(self) -> list[StepRow]:
        """Returns a row for each step of the reference in order, calls that stand for none in between."""
        paired = set(self.pairs.values())
        alone = [call for call in self.agent if call.number not in paired]
        rows: list[StepRow] = []
        for call in self.reference:
            partner = self.pairs.get(call.number)
            while partner is not None and alone and alone[0].number < partner:
                rows.append(self._alone(alone.pop(0)))
            rows.append(self._row(call, partner))
        return rows + [self._alone(call) for call in alone]

    def _pairs(self) -> dict[int, int]:
        """Pairs steps as the scorer does, and what it leaves out (loads) where both make the same layer."""
        pairs = {ours: record.call for ours, record in self.records.items() if record.call is not None}
        taken = set(pairs.values())
        for call in self.reference:
            digest = self.our_digests.get(call.number)
            if call.number in pairs or call.number in self.records or digest is None:
                continue
            same = (number for number, other in self.their_digests.items() if other == digest and number not in taken)
            found = next(same, None)
            if found is not None:
                pairs[call.number] = found
                taken.add(found)
        return pairs

    def _row(self, call: Call, partner: int | None) -> StepRow:
        step = self.steps[call.number - 1]
        reference = {"step": call.number, "api": step.api, "arguments": step.arguments}
        if call.read_only:
            return StepRow("inspects", reference, None, why="It inspects and changes nothing.")
        if partner is None and self._is_free(call):
            return StepRow("unused", reference, None, why="The release of the pack does not ask for it.")
        if partner is None:
            return StepRow("missing", reference, None, why=f"No call stands for {step.api}.")
        sent, other = self.sent[partner], self._told(partner)
        if self.our_digests[call.number] == self.their_digests.get(partner):
            return StepRow("same", reference, other, same=True)
        record = self.records.get(call.number)
        differing = list(record.differing) if record else []
        if sent.api != step.api:
            return StepRow("differs", reference, other, differing=differing, why=f"{sent.api} instead of {step.api}.")
        if not differing:
            return StepRow("follows", reference, other, why="The same call, on a layer that differs already.")
        arguments = sent.arguments if isinstance(sent.arguments, dict) else {}
        words = [_difference(name, step.arguments, arguments, call) for name in differing]
        return StepRow("differs", reference, other, differing=differing, why=f"{'; '.join(words)}.")

    def _alone(self, call: Call) -> StepRow:
        told = self._told(call.number)
        if not call.ok:
            return StepRow("failed", None, told, why=f"It was not done: {call.error or 'it never came back'}.")
        if call.read_only:
            return StepRow("inspects", None, told, why="It inspects and changes nothing.")
        if self._is_used(call):
            return StepRow("extra", None, told, why=f"The reference does without {call.api}.")
        return StepRow("unused", None, told, why="Nothing that is written builds on it.")

    def _is_free(self, call: Call) -> bool:
        """Tells whether a step of the reference is one that nobody is asked for."""
        roles = self.rules.counted(call)
        return bool(roles) and roles <= self.rules.drops.keys()

    def _is_used(self, call: Call) -> bool:
        """Tells whether a call writes a file, or another one that does builds on it."""
        if call.roles & self.rules.exports:
            return True
        place = next(place for place, other in enumerate(self.theirs.calls) if other.number == call.number)
        writers = [at for at, other in enumerate(self.theirs.calls) if other.roles & self.rules.exports]
        return any(self.theirs.upstream[writer] >> place & 1 for writer in writers)

    def _told(self, number: int) -> dict[str, Any]:
        sent = self.sent[number]
        call = next(call for call in self.agent if call.number == number)
        error = None if call.ok else call.error
        return {"step": number, "api": sent.api, "arguments": sent.arguments, "ok": call.ok, "error": error}


def _digests(flow: Flow) -> dict[int, str]:
    """Returns what each call computes, by its number; failed and inspecting ones compute nothing."""
    return {call.number: digest for call, digest in zip(flow.calls, flow.digests, strict=True)}


def _difference(name: str, reference: Mapping[str, Any], agent: Mapping[str, Any], call: Call) -> str:
    expected, found = _value(reference, name), _value(agent, name)
    if expected == found or _holds_layers(call.arguments.get(name)):
        return f"{name} takes another layer"
    return f"{name} is {found}, in the reference {expected}"


def _holds_layers(value: Any) -> bool:
    from ...scoring.trajectory.calls import Handle

    if isinstance(value, list | tuple):
        return any(map(_holds_layers, value))
    return isinstance(value, Handle)


def _value(arguments: Mapping[str, Any], name: str) -> str:
    if arguments.get(name) is None:
        return "left out"
    text = json.dumps(arguments[name], ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _sentence(rows: Sequence[StepRow], first: int | None) -> str:
    if first is None:
        follows = any(row.kind == "follows" for row in rows)
        return "" if follows else "The steps do the same as those of the reference."
    row = rows[first]
    if row.reference is not None:
        where = f"step {row.reference['step']} of the reference ({row.reference['api']})"
    else:
        assert row.agent is not None
        where = f"call {row.agent['step']} ({row.agent['api']})"
    return f"The first difference is at {where}: {row.why}"
