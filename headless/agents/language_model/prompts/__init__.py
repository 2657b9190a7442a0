# SPDX-License-Identifier: GPL-2.0-or-later
"""What a language model is told before its first answer: `system.md`, and `task.md.j2` filled from the agent's view."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .....tasks.register import sha256_of

FOLDER = Path(__file__).parent
SYSTEM = "system.md"
TASK = "task.md.j2"


@cache
def prompt_checksums() -> dict[str, str]:
    """Returns the sha256 of each prompt file by its name."""
    return {name: sha256_of(FOLDER / name) for name in (SYSTEM, TASK)}


def system_text() -> str:
    """Returns what the model is told of its work."""
    return (FOLDER / SYSTEM).read_text(encoding="utf-8").strip()


def task_text(view: Mapping[str, Any]) -> str:
    """Returns the task as a message.

    Args:
        view: What an agent sees of a task; its id is not told.
    """
    import jinja2

    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)  # nosec B701
    environment.filters["json"] = lambda value: json.dumps(value, ensure_ascii=False)
    return environment.from_string((FOLDER / TASK).read_text(encoding="utf-8")).render(view).strip()
