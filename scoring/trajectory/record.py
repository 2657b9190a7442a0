# SPDX-License-Identifier: GPL-2.0-or-later
"""The record of a trajectory: what was required, what met it, how the calls agree, and what is remarkable."""

from __future__ import annotations

from typing import Literal

from ..record import RecordModel

Mechanism = Literal[
    "missing_operation", "wrong_order", "wrong_tool", "non_converging_repeat", "single_call_error",
    "never_wrote_the_file", "complete_but_unexplained", "warnings_not_acted_on", "unassigned",
]  # fmt: skip


class RoleRecord(RecordModel):
    """One role of the reference.

    Args:
        required: False where the release drops it.
        dropped_because: The evidence of the release.
        reference_calls: Calls of the reference with the role, from 1.
        calls: Calls of the agent that did it.
        substitute_calls: Calls of the agent that stood in for it.
        substitutes: Their APIs.
    """

    role: str
    required: bool
    dropped_because: str | None = None
    reference_calls: list[int]
    calls: list[int]
    substitute_calls: list[int] = []
    substitutes: list[str] = []


class CallRecord(RecordModel):
    """One call of the reference and the call of the agent that stands for it.

    Args:
        reference_call: Number of the reference's step.
        call: Number of the agent's; None where none stands for it.
        call_api: Its API.
        agreement: Share of the arguments that agree; 0 where no call stands for it.
        differing: Arguments that do not; `layers` between two APIs.
    """

    reference_call: int
    api: str
    call: int | None = None
    call_api: str | None = None
    agreement: float
    differing: list[str] = []


class OrderViolation(RecordModel):
    """Two roles done the other way round.

    Args:
        first: The role that comes first in the reference.
        then: The role that takes what the first made.
        then_call: Call of the agent that did `then` too early.
        first_call: Call that did `first` on its result.
    """

    first: str
    then: str
    then_call: int
    first_call: int


class SpoilingStep(RecordModel):
    """A step that loses information for good, on the way into a file; the reference does without its role."""

    role: str
    call: int
    export_call: int


class WrongTool(RecordModel):
    """A call on the layers of a reference call whose role is missing, which does something else."""

    role: str
    reference_call: int
    api: str
    call: int
    call_api: str


class TrajectoryScore(RecordModel):
    """How near a trajectory comes to the reference. Neither strict nor quantitative uses any of it.

    Args:
        status: ungradeable where no role is required; then there are no figures but the raw ones.
        reason: Why it is ungradeable.
        closeness: |R ∩ A| / |R| of the required roles.
        without_exports: The same without roles that write files; None where no other is required.
        raw: The same with the roles that the release drops.
        raw_without_exports: Both.
        multiplicity: Sum of min(calls of the reference, calls of the agent) over the required roles, by its calls.
        argument_aware: Mean agreement over the required calls of the reference; None where it was not computed.
        argument_aware_without_exports: The same without calls that write files.
        note: Why the argument-aware figure was not computed.
        missing: Required roles that nothing did.
        extra: Roles that the reference does not have.
        calls: Required calls of the reference.
    """

    status: Literal["graded", "ungradeable"]
    reason: str = ""
    closeness: float | None = None
    without_exports: float | None = None
    raw: float | None = None
    raw_without_exports: float | None = None
    multiplicity: float | None = None
    argument_aware: float | None = None
    argument_aware_without_exports: float | None = None
    note: str = ""
    roles: list[RoleRecord] = []
    missing: list[str] = []
    extra: list[str] = []
    calls: list[CallRecord] = []
    order_violations: list[OrderViolation] = []
    spoiling_steps: list[SpoilingStep] = []
    wrong_tools: list[WrongTool] = []


class LabelledSentence(RecordModel):
    """One mechanism of a failure, and a sentence on where it is seen."""

    label: Mechanism
    sentence: str


class FailureNote(RecordModel):
    """Why a run is not right, as far as rules can tell from its calls; at least one label."""

    mechanisms: list[LabelledSentence]

    @property
    def labels(self) -> list[str]:
        """Returns the labels, in the order of the closed list."""
        return [one.label for one in self.mechanisms]
