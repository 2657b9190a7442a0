# SPDX-License-Identifier: GPL-2.0-or-later
"""How near the calls of an episode came to those of the reference, and why it failed, as the report shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ...scoring.trajectory.mechanisms import call_words, role_words
from ...scoring.trajectory.record import CallRecord, FailureNote, RoleRecord, TrajectoryScore
from .check_words import MECHANISMS
from .contract_words import Term
from .value_words import share_words

RoleStatus = Literal["done", "substitute", "missing", "dropped"]


@dataclass
class RoleView:
    """One operation of the reference, and what did it."""

    operation: str
    steps: int
    status: RoleStatus
    found: str


@dataclass
class CallView:
    """One step of the reference, and the call that stands for it."""

    step: str
    call: str
    agreement: float
    differing: str


@dataclass
class WorkflowView:
    """The calls of an episode beside the reference.

    Args:
        ungradeable: Why there are no figures.
        extra: Operations that the reference does not have.
        flags: What is remarkable and takes nothing off.
        failure: Mechanism and sentence.
    """

    ungradeable: str = ""
    figures: list[Term] = field(default_factory=list)
    roles: list[RoleView] = field(default_factory=list)
    calls: list[CallView] = field(default_factory=list)
    extra: str = ""
    flags: list[str] = field(default_factory=list)
    failure: list[tuple[str, str]] = field(default_factory=list)


def workflow_view(
    trajectory: TrajectoryScore | None, failure: FailureNote | None, strict: bool | None
) -> WorkflowView | None:
    """Returns the workflow of an episode for the page; None where its calls were not scored."""
    if trajectory is None:
        return None
    return WorkflowView(
        ungradeable=trajectory.reason,
        figures=_figures(trajectory),
        roles=[_role(role) for role in trajectory.roles],
        calls=[_call(call) for call in trajectory.calls],
        extra=role_words(trajectory.extra),
        flags=_flags(trajectory, strict),
        failure=[(MECHANISMS[one.label], one.sentence) for one in failure.mechanisms] if failure else [],
    )


def _figures(score: TrajectoryScore) -> list[Term]:
    required = [role for role in score.roles if role.required]
    done = f"{len(required) - len(score.missing)} of {len(required)} required operations"
    shown = [
        ("Operations done", score.closeness, done),
        ("Without writing files", score.without_exports, ""),
        ("With dropped operations", score.raw if score.raw != score.closeness else None, "all of the reference"),
        ("As often as the reference", score.multiplicity, ""),
        ("With the same arguments", score.argument_aware, ""),
    ]
    terms = [
        Term(name, f"{share_words(share)}{f', {more}' if more else ''}")
        for name, share, more in shown
        if share is not None
    ]
    return [*terms, Term("Arguments", score.note)] if score.note else terms


def _role(role: RoleRecord) -> RoleView:
    found = [call_words(role.calls)] if role.calls else []
    if role.substitute_calls:
        found.append(f"{', '.join(role.substitutes)} in its place ({call_words(role.substitute_calls)})")
    status: RoleStatus = "done" if role.calls else "substitute" if found else "missing"
    if not role.required:
        found.append(f"not required: {role.dropped_because}")
        status = "dropped"
    return RoleView(role_words([role.role]), len(role.reference_calls), status, "; ".join(found) or "missing")


def _call(call: CallRecord) -> CallView:
    other = "none" if call.call is None else f"{call.call} {call.call_api}"
    return CallView(f"{call.reference_call} {call.api}", other, call.agreement, ", ".join(call.differing))


def _flags(score: TrajectoryScore, strict: bool | None) -> list[str]:
    flags = [
        f"The reference does {role_words([one.first])} before {role_words([one.then])}; here it is the other way round "
        f"(calls {one.then_call} and {one.first_call})."
        for one in score.order_violations
    ]
    flags += [
        f"{role_words([one.role]).capitalize()} (call {one.call}) went into the file of call {one.export_call}; the "
        "reference does without it, and what it loses does not come back."
        for one in score.spoiling_steps
    ]
    if strict and score.missing:
        words = role_words(score.missing)
        flags.append(f"This right answer did without: {words}. The next release of the pack can drop it, with this run "
                     "as evidence.")  # fmt: skip
    return flags
