# SPDX-License-Identifier: GPL-2.0-or-later
"""Which roles are required, and which calls meet them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .calls import Call, Rules


class Found(NamedTuple):
    """A role of the reference.

    Args:
        reference: Calls of the reference with the role.
        itself: Calls of the agent with the role.
        substitutes: Calls of the agent whose API stands in for it.
    """

    role: str
    reference: list[Call]
    itself: list[Call]
    substitutes: list[Call]

    @property
    def is_met(self) -> bool:
        """Tells whether any call does it."""
        return bool(self.itself or self.substitutes)

    @property
    def calls(self) -> int:
        """Gives how many calls of the agent do it."""
        return len(self.itself) + len(self.substitutes)


def found_roles(reference: Sequence[Call], agent: Sequence[Call], rules: Rules) -> list[Found]:
    """Returns the roles of the reference, in the order in which it first does them."""
    roles = [role for call in reference for role in sorted(rules.counted(call))]
    found = []
    for role in dict.fromkeys(roles):
        meeting = [call for call in agent if rules.meets(call, role)]
        itself = [call for call in meeting if role in call.roles]
        substitutes = [call for call in meeting if role not in call.roles]
        found.append(Found(role, [call for call in reference if role in rules.counted(call)], itself, substitutes))
    return found


def share_met(found: Sequence[Found]) -> float | None:
    """Returns |R ∩ A| / |R|, a role being met by itself or a substitute; None where nothing is required."""
    return sum(one.is_met for one in found) / len(found) if found else None


def share_made(found: Sequence[Found]) -> float | None:
    """Returns the same with multiplicity: the sum of min(n_R, n_A) over the roles, over the sum of n_R.

    n_R and n_A are how many calls of the reference and of the agent do a role; None where nothing is required.
    """
    required = sum(len(one.reference) for one in found)
    return sum(min(len(one.reference), one.calls) for one in found) / required if required else None


def extra_roles(reference: Sequence[Call], agent: Sequence[Call], rules: Rules) -> list[str]:
    """Returns the roles that the agent did and the reference does not, but for calls that stood in for one of its."""
    of_reference = {role for call in reference for role in rules.counted(call)}
    standing_in = {api for role in of_reference for api in rules.substitutes.get(role, ())}
    return sorted(
        {role for call in agent if call.api not in standing_in for role in rules.counted(call)} - of_reference
    )
