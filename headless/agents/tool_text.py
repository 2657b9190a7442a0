# SPDX-License-Identifier: GPL-2.0-or-later
"""A tool, and the list of tools, as a person at the terminal reads them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable

from ...tools.declaration.examples import examples
from ...tools.declaration.spec import Argument, ToolSpec
from ..tool_reference.argument_words import default_text, takes

WIDTH = 100


def tool_text(spec: ToolSpec) -> str:
    """Returns what a tool does, its arguments, what it demands, and a worked call."""
    lines = [f"{spec.name}: {spec.help.summary}"]
    for argument in spec.arguments:
        lines += _wrapped(f"{argument.name} ({_form(argument)}): {argument.help}")
    rules = {"CRS": spec.help.crs, "Edges": spec.help.edges, "Errors": spec.help.raises}
    for title, text in rules.items():
        lines += _wrapped(f"{title}: {text}") if text else []
    call = examples()[spec.name].call
    return "\n".join([*lines, f"  Example: {call.api} {json.dumps(dict(call.arguments), ensure_ascii=False)}"])


def tool_list_text(specs: Iterable[ToolSpec], word: str = "") -> str:
    """Returns a line per tool.

    Args:
        word: Only those whose name, summary or tags have it.
    """
    wanted = word.lower()
    found = [spec for spec in specs if any(wanted in text.lower() for text in _texts(spec))]
    width = max((len(spec.name) for spec in found), default=0)
    lines = [f"  {spec.name:<{width}}  {spec.help.summary}" for spec in found]
    return "\n".join(lines) or f'No tool has "{word}" in its name, summary or tags; `tools` lists all.'


def _texts(spec: ToolSpec) -> tuple[str, ...]:
    return spec.name, spec.help.summary, *spec.tags


def _form(argument: Argument) -> str:
    words = takes(argument.type).replace("`", "")
    if argument.required:
        return words
    return f"{words}; left out: {default_text(argument) or 'none'}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text.replace("`", ""), WIDTH, initial_indent="  ", subsequent_indent="      ")
