# SPDX-License-Identifier: GPL-2.0-or-later
"""What changed between two reference trajectories: steps that came, went, or were given other arguments."""

from __future__ import annotations

import json
from difflib import SequenceMatcher

from ..tasks.trajectory import Step, Trajectory


def step_changes(first: Trajectory, second: Trajectory) -> list[str]:
    """Returns a sentence for each change, with the numbers of the steps from 1; notes for people do not count."""
    before, after = first.steps, second.steps
    matcher = SequenceMatcher(None, [_key(step) for step in before], [_key(step) for step in after], autojunk=False)
    sentences: list[str] = []
    for what, start, end, new_start, new_end in matcher.get_opcodes():
        old, new = before[start:end], after[new_start:new_end]
        if what == "replace" and [step.api for step in old] == [step.api for step in new]:
            sentences += [_arguments(start + at + 1, *pair) for at, pair in enumerate(zip(old, new, strict=True))]
        elif what == "replace":
            sentences.append(f"{_steps(start, old)} became {_steps(new_start, new)}.")
        elif what == "delete":
            sentences.append(f"{_steps(start, old)} {_is(old)} gone.")
        elif what == "insert":
            sentences.append(f"{_steps(new_start, new)} {_is(new)} new.")
    return sentences


def _key(step: Step) -> str:
    return json.dumps([step.api, step.arguments], sort_keys=True)


def _steps(start: int, steps: list[Step]) -> str:
    numbers = f"step {start + 1}" if len(steps) == 1 else f"steps {start + 1} to {start + len(steps)}"
    return f"{numbers} ({', '.join(step.api for step in steps)})"


def _is(steps: list[Step]) -> str:
    return "is" if len(steps) == 1 else "are"


def _arguments(number: int, old: Step, new: Step) -> str:
    names = dict.fromkeys([*old.arguments, *new.arguments])
    changed = [
        f"{name} {_value(old, name)} became {_value(new, name)}"
        for name in names
        if old.arguments.get(name) != new.arguments.get(name) or (name in old.arguments) != (name in new.arguments)
    ]
    return f"step {number} ({new.api}): {', '.join(changed)}."


def _value(step: Step, name: str) -> str:
    return json.dumps(step.arguments[name], ensure_ascii=False)[:60] if name in step.arguments else "left out"
