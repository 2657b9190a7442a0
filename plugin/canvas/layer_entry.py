# SPDX-License-Identifier: GPL-2.0-or-later
"""A layer as the service names it, and how a person reads its name."""

from __future__ import annotations

from typing import Any, NamedTuple

KINDS = ("vector", "raster", "table")
LONGEST_NAME = 80


class LayerEntry(NamedTuple):
    """One layer in a file.

    Args:
        step: The step that made it; 0 for inputs.
        handle: Its name in the workspace.
        path: The file.
        sublayer: Layer inside the file; "" for its only one.
        kind: vector, raster or table.
        name: What the layer tree calls it.
        api: The tool that made it; "" where none did.
    """

    step: int
    handle: str
    path: str
    sublayer: str
    kind: str
    name: str
    api: str = ""

    @property
    def key(self) -> tuple[int, str, str, str]:
        """Tells layers apart: the same file of the same step is the same layer."""
        return (self.step, self.handle, self.path, self.sublayer)


def layer_entry(told: dict[str, Any]) -> LayerEntry | None:
    """Reads what the service told of a layer; None where it names none that can be shown."""
    path, kind = told.get("path"), told.get("kind")
    if not isinstance(path, str) or not path or kind not in KINDS:
        return None
    step = told.get("step")
    step = step if isinstance(step, int) else 0
    handle = _word(told.get("handle")) or _word(told.get("name"))
    name = _word(told.get("name")) or (f"{step} · {handle}" if step else handle)
    return LayerEntry(step, handle, path, _word(told.get("sublayer")), kind, name, _word(told.get("api")))


def _word(value: object) -> str:
    return value[:LONGEST_NAME] if isinstance(value, str) else ""
