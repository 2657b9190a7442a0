# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables frozen with a release of a pack: what its reference trajectories do that a right answer need not do."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from .document import StrictModel
from .task import Name

RoleName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Evidence = Annotated[str, Field(pattern=r"\S")]


class RoleDrop(StrictModel):
    """A role of the reference that is not required of anybody.

    Args:
        evidence: Which strictly right run did without the role and its substitutes, and how.
        trajectory: File in the task's folder that holds the calls of that run.
    """

    role: RoleName
    evidence: Evidence
    trajectory: Annotated[str, Field(pattern=r"^[a-z0-9_]+\.json$")] | None = None


class OrderException(StrictModel):
    """Two roles of the reference that need not be done in its order.

    Args:
        first: The role whose result the reference hands on.
        then: The role that takes it.
        evidence: Which strictly right run did them the other way round.
    """

    first: RoleName
    then: RoleName
    evidence: Evidence


class Release(StrictModel):
    """Tables frozen with a release, by task.

    Args:
        role_drops: Roles that are not required.
        order_exceptions: Orders that are not required.
    """

    role_drops: dict[Name, list[RoleDrop]] = {}
    order_exceptions: dict[Name, list[OrderException]] = {}

    @model_validator(mode="after")
    def _says_each_once(self) -> Release:
        for task, drops in self.role_drops.items():
            roles = [drop.role for drop in drops]
            twice = next((role for role in roles if roles.count(role) > 1), None)
            if twice is not None:
                raise ValueError(f'the role "{twice}" of "{task}" is dropped twice')
        return self

    def tables(self) -> dict[str, set[str]]:
        """Returns the names of the tables with the tasks they speak of."""
        return {"role_drops": set(self.role_drops), "order_exceptions": set(self.order_exceptions)}
