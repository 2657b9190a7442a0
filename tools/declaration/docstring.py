# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the sections of a tool's docstring: summary, Args, Returns, CRS, Edges, Raises, Source."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field

SECTIONS = ("Args", "Returns", "CRS", "Edges", "Raises", "Source")
_HEADING = re.compile(r"^(Args|Returns|CRS|Edges|Raises|Source):\s*(.*)$")
_ENTRY = re.compile(r"^(\w+(?:, \w+)*):\s+(.*)$")


@dataclass(frozen=True)
class Help:
    """The parts of a tool's docstring.

    Args:
        summary: First sentence, shown as the short description.
        details: Paragraphs after it.
        arguments: Argument name to its help.
        returns: Output name to its help; "" for what stands before the first entry.
        crs, edges, source: Text of these sections.
        raises: Error codes with their reason.
    """

    summary: str
    details: str = ""
    arguments: dict[str, str] = field(default_factory=dict)
    returns: dict[str, str] = field(default_factory=dict)
    crs: str = ""
    edges: str = ""
    raises: str = ""
    source: str = ""

    @property
    def codes(self) -> list[str]:
        """Lists the error codes named under Raises."""
        return re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b|\b(?:TIMEOUT|CANCELLED)\b", self.raises)


def parse(text: str) -> Help:
    """Reads a docstring.

    Raises:
        ValueError where it has no summary sentence.
    """
    lines = inspect.cleandoc(text or "").splitlines()
    blocks: dict[str, list[str]] = {"": []}
    current = ""
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            current = heading[1]
            blocks[current] = [heading[2]] if heading[2] else []
        else:
            blocks[current].append(line)
    prose = "\n".join(blocks.pop("")).strip()
    summary, _, details = prose.partition("\n\n")
    if not summary.strip().endswith("."):
        raise ValueError("the docstring has no summary sentence that ends with a full stop")
    flowing = {name: _flow(block) for name, block in blocks.items() if name not in ("Args", "Returns")}
    return Help(
        summary=_flow(summary.splitlines()),
        details="\n\n".join(_flow(part.splitlines()) for part in details.split("\n\n")).strip(),
        arguments=_entries(blocks.get("Args", [])),
        returns=_entries(blocks.get("Returns", [])),
        crs=flowing.get("CRS", ""),
        edges=flowing.get("Edges", ""),
        raises=flowing.get("Raises", ""),
        source=flowing.get("Source", ""),
    )


def _flow(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines if line.strip())


def _entries(lines: list[str]) -> dict[str, str]:
    body = inspect.cleandoc("\n".join(["", *lines])).splitlines()
    entries: dict[str, list[str]] = {}
    current: list[str] = entries.setdefault("", [])
    for line in body:
        entry = _ENTRY.match(line)
        if entry:
            current = [entry[2]]
            for name in entry[1].split(", "):
                entries[name] = current
        elif line.strip():
            current.append(line.strip())
    texts = {name: " ".join(parts) for name, parts in entries.items()}
    return {name: text for name, text in texts.items() if text}
