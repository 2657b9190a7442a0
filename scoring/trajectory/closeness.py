# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores a trajectory against the reference of its task.

closeness       = |R ∩ A| / |R|                           R: required roles, A: roles the agent did, or a substitute did
multiplicity    = Σ_r min(n_R(r), n_A(r)) / Σ_r n_R(r)    n: calls of role r in R
argument-aware  = Σ_c agreement(c, σ(c)) / |C|            C: required calls of the reference, σ: the alignment

A reference call is required where one of its roles is. agreement: the share of arguments that agree; 0 where the
alignment has no call for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .alignment import TOO_MANY_CALLS, Alignment, align, used_alike
from .calls import Call, Rules
from .data_flow import MOST_CALLS, Flow, flow_of
from .order import order_violations, spoiling_steps
from .record import CallRecord, RoleRecord, TrajectoryScore, WrongTool
from .requirement import Found, extra_roles, found_roles, share_made, share_met

EVERY_ROLE_DROPPED = "Nothing is required: the release drops every role of the reference."
NO_CALL_COUNTS = "Nothing is required: the reference only loads and inspects."


def score_trajectory(
    reference: Sequence[Call], agent: Sequence[Call], rules: Rules, strict: bool | None = None
) -> TrajectoryScore:
    """Scores a trajectory.

    Args:
        reference: Calls of the reference; they count as done.
        agent: Calls of the agent, failed ones too.
        strict: Whether its outputs are strictly right, for the flag of spoiling steps alone.
    Edges: Without a required role it is ungradeable, with the reason and with raw figures alone; so is an agent of more
        than 10,000 calls. Beyond the bounds of the alignment there is no argument-aware figure, which the note says.
    """
    if len(agent) > MOST_CALLS:
        return TrajectoryScore(status="ungradeable", reason=f"More than {MOST_CALLS} calls cannot be compared.")
    ours, theirs = flow_of(reference), flow_of(agent)
    found = found_roles(ours.calls, theirs.calls, rules)
    required = [one for one in found if one.role not in rules.drops]
    roles = [_role_record(one, rules) for one in found]
    extra = extra_roles(ours.calls, theirs.calls, rules)
    raw, raw_without_exports = share_met(found), share_met(_without_exports(found, rules))
    if not required:
        return TrajectoryScore(
            status="ungradeable",
            reason=EVERY_ROLE_DROPPED if found else NO_CALL_COUNTS,
            raw=raw,
            raw_without_exports=raw_without_exports,
            roles=roles,
            extra=extra,
        )
    names = [one.role for one in required]
    free = frozenset(place for place, call in enumerate(ours.calls) if _is_free(call, rules))
    alignment = align(ours, theirs, rules, free)
    calls = [] if alignment is None else _call_records(ours, theirs, rules, alignment, free)
    writing = {call.number for call in ours.calls if call.roles & rules.exports}
    return TrajectoryScore(
        status="graded",
        closeness=share_met(required),
        without_exports=share_met(_without_exports(required, rules)),
        raw=raw,
        raw_without_exports=raw_without_exports,
        multiplicity=share_made(required),
        argument_aware=_mean_agreement(calls),
        argument_aware_without_exports=_mean_agreement([one for one in calls if one.reference_call not in writing]),
        note="" if alignment is not None else TOO_MANY_CALLS,
        roles=roles,
        missing=[one.role for one in required if not one.is_met],
        extra=extra,
        calls=calls,
        order_violations=order_violations(ours, theirs, rules, names),
        spoiling_steps=spoiling_steps(ours, theirs, rules, strict),
        wrong_tools=[] if alignment is None else _wrong_tools(ours, theirs, rules, alignment, required, extra),
    )


def _without_exports(found: Sequence[Found], rules: Rules) -> list[Found]:
    return [one for one in found if one.role not in rules.exports]


def _is_free(call: Call, rules: Rules) -> bool:
    """Tells whether a call has roles and none of them is required."""
    roles = rules.counted(call)
    return bool(roles) and roles <= rules.drops.keys()


def _mean_agreement(calls: Sequence[CallRecord]) -> float | None:
    return sum(call.agreement for call in calls) / len(calls) if calls else None


def _role_record(found: Found, rules: Rules) -> RoleRecord:
    return RoleRecord(
        role=found.role,
        required=found.role not in rules.drops,
        dropped_because=rules.drops.get(found.role),
        reference_calls=[call.number for call in found.reference],
        calls=[call.number for call in found.itself],
        substitute_calls=[call.number for call in found.substitutes],
        substitutes=sorted({call.api for call in found.substitutes}),
    )


def _call_records(
    ours: Flow, theirs: Flow, rules: Rules, alignment: Alignment, free: frozenset[int]
) -> list[CallRecord]:
    records = []
    for place, call in enumerate(ours.calls):
        if not rules.counted(call) or place in free:
            continue
        partner = alignment.pairs.get(place)
        if partner is None:
            records.append(CallRecord(reference_call=call.number, api=call.api, agreement=0.0))
            continue
        agreement, other = alignment.agreements[place], theirs.calls[partner]
        records.append(
            CallRecord(
                reference_call=call.number,
                api=call.api,
                call=other.number,
                call_api=other.api,
                agreement=agreement.share,
                differing=list(agreement.differing),
            )
        )
    return records


def _wrong_tools(
    ours: Flow, theirs: Flow, rules: Rules, alignment: Alignment, required: Sequence[Found], extra: Sequence[str]
) -> list[WrongTool]:
    """Finds, for each missing role, the first call of an extra role in the place of a call of the reference.

    It takes the same layers; and if it takes one alone, what it makes is used as the reference uses it: many calls may
    take one layer. Nothing is made by an export, so no call stands in its place.
    """
    alike = used_alike(ours, theirs, alignment.pairs)

    def in_place(place: int, other: int) -> bool:
        if not alignment.comparison.takes_the_same(place, other):
            return False
        return len(ours.layers(place)) > 1 or (ours.digests[place], theirs.digests[other]) in alike

    others = [place for place, call in enumerate(theirs.calls) if rules.counted(call) & set(extra)]
    wrong = []
    for one in required:
        if one.is_met:
            continue
        places = [place for place, call in enumerate(ours.calls) if one.role in rules.counted(call)]
        pairs = [(p, o) for p in places for o in others if in_place(p, o)]
        for place, other in pairs[:1]:
            mine, call = ours.calls[place], theirs.calls[other]
            wrong.append(
                WrongTool(
                    role=one.role,
                    reference_call=mine.number,
                    api=mine.api,
                    call=call.number,
                    call_api=call.api,
                )
            )
    return wrong
