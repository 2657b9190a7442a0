# SPDX-License-Identifier: GPL-2.0-or-later
"""A call as plain data, and the rules of a task. What a tool is stays outside: roles are given, not looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Handle:
    """A layer inside an argument, by its handle; `part` is the band, "" for the whole."""

    name: str
    part: str = ""


@dataclass(frozen=True)
class Call:
    """One call of a trajectory.

    Args:
        number: From 1, failed and read-only calls counted.
        roles: Semantic roles of this very call.
        ok: Whether it was done.
        read_only: Whether it only inspects.
        arguments: JSON values with `Handle` for layers. Left out are names of new layers, and whatever equals its
            default, so that a default spelled out is no difference.
        outputs: Output name to the handle it was given; "" is the name of the main output.
        source: For a call that only opens an input: which one. Calls of one source give the same layer.
        error: Code of a failed call.
        warnings: Findings that did not stop the call.
    """

    number: int
    api: str
    roles: frozenset[str]
    ok: bool = True
    read_only: bool = False
    arguments: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    source: str | None = None
    error: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rules:
    """What holds for the trajectories of one task.

    Args:
        uncounted: Roles that nobody is asked for: inspecting and loading.
        exports: Roles that write output files.
        substitutes: Role to the APIs that do as well.
        drops: Roles of the reference that are not required, with the evidence.
        order_exceptions: Pairs of roles that need not be done in the order of the reference.
        spoiling: Roles that lose information for good where the reference does without them.
    """

    uncounted: frozenset[str] = frozenset()
    exports: frozenset[str] = frozenset()
    substitutes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    drops: Mapping[str, str] = field(default_factory=dict)
    order_exceptions: frozenset[tuple[str, str]] = frozenset()
    spoiling: frozenset[str] = frozenset()

    def counted(self, call: Call) -> frozenset[str]:
        """Returns the roles of a call that count: none of a failed or read-only one."""
        return call.roles - self.uncounted if call.ok and not call.read_only else frozenset()

    def meets(self, call: Call, role: str) -> bool:
        """Tells whether a call does a role, itself or as a substitute; a failed or read-only one does nothing."""
        return call.ok and not call.read_only and (role in call.roles or call.api in self.substitutes.get(role, ()))
