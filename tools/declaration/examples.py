# SPDX-License-Identifier: GPL-2.0-or-later
"""One worked call of every tool, on layers that a trajectory makes of the demo pack's data.

The calls stand in `tools/examples`, a file a group; `layers.json` there is the trajectory. The toolbox shows them, the
reference pages print and draw them, a test runs them.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from .registry import group_modules

FOLDER = Path(__file__).resolve().parents[1] / "examples"
LAYERS = "layers.json"


class ExampleCall(NamedTuple):
    """One call: the tool and its arguments as an agent sends them."""

    api: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Example:
    """The worked call of a tool.

    Args:
        call: What is called.
        picture: What its picture shows, where that does not follow from the call: `made` says how the new layer is
            drawn (column, values, band, look), `before` lists what is shown of what was given, the first one being the
            subject, `beside` what is shown with the new layer, each a handle or an object {layer, …}; `frame` is both
            or last.
    """

    call: ExampleCall
    picture: dict[str, Any] = field(default_factory=dict)


def group_file_name(group: str) -> str:
    """Names the files of a group.

    >>> group_file_name("Vector overlay")
    'vector_overlay'
    """
    return group.lower().replace(" ", "_")


@functools.cache
def examples() -> MappingProxyType[str, Example]:
    """Reads the examples of all groups, by tool."""
    found: dict[str, Example] = {}
    for group in group_modules():
        path = FOLDER / f"{group_file_name(group)}.json"
        for api, record in json.loads(path.read_text(encoding="utf-8")).items():
            found[api] = Example(ExampleCall(api, record["call"]), record.get("picture", {}))
    return MappingProxyType(found)


def layer_calls() -> list[ExampleCall]:
    """Reads the calls that make the layers of the examples, in their order."""
    document = json.loads((FOLDER / LAYERS).read_text(encoding="utf-8"))
    return [ExampleCall(step["api"], step["arguments"]) for step in document["steps"]]
