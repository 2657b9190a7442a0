# SPDX-License-Identifier: GPL-2.0-or-later
"""Versions and options of a run: everything of its manifest, nothing left out."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ..manifest import Manifest


class OptionGroup(NamedTuple):
    """A table of names and values."""

    title: str
    rows: list[tuple[str, str]]


def option_groups(manifest: Manifest) -> list[OptionGroup]:
    """Returns the versions first, then every other key of the manifest."""
    document: dict[str, Any] = manifest.model_dump(mode="json")
    versions = document.pop("versions")
    document["tools"] = document["tools"] or "all"  # what is no subset is not none
    return [
        OptionGroup("Versions", [(name, option_text(value)) for name, value in versions.items()]),
        OptionGroup("Options of the run", list(_flat("", document))),
    ]


def option_text(value: Any) -> str:
    """Writes a value of the manifest.

    >>> option_text(None), option_text(["a", "b"]), option_text(600.0), option_text([])
    ('none', 'a, b', '600', 'none')
    """
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _flat(prefix: str, value: Any) -> list[tuple[str, str]]:
    """Returns nested objects as rows with dotted names."""
    if isinstance(value, dict) and value:
        return [row for key, part in value.items() for row in _flat(f"{prefix}.{key}" if prefix else key, part)]
    if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        return [row for number, part in enumerate(value, start=1) for row in _flat(f"{prefix} {number}", part)]
    return [(prefix, option_text(value))]
