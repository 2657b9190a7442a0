# SPDX-License-Identifier: GPL-2.0-or-later
"""Every op by its name. A module of ops imports what is heavy, or may be missing, inside its functions."""

from __future__ import annotations

from importlib import import_module

from .op import Op

MODULES = (
    "machine_ops",
    "connection_ops",
    "pack_ops",
    "task_ops",
    "episode_ops",
    "control_ops",
    "stored_ops",
    "trace_ops",
    "trace_step_ops",
    "judge_ops",
    "export_ops",
)


def op_table() -> dict[str, Op]:
    """Returns the ops of all modules, each of which has a table `OPS` at its end."""
    table: dict[str, Op] = {}
    for name in MODULES:
        module = import_module(f".{name}", __package__)
        twice = sorted(set(table) & set(module.OPS))
        if twice:
            raise ValueError(f"the op {twice[0]} stands in two modules")
        table |= module.OPS
    return table
