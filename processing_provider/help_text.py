# SPDX-License-Identifier: GPL-2.0-or-later
"""The help of a tool as the panel beside its dialog shows it."""

from __future__ import annotations

import json
import re
from html import escape

from ..tools.declaration.examples import examples
from ..tools.declaration.spec import ToolSpec
from ..tools.declaration.value_types import NewHandleType

SPELLED = {word.lower(): word for word in ("CRS", "CSV", "DEM", "ID", "NoData", "X", "XY", "Y", "Z")}


def help_text(spec: ToolSpec) -> str:
    """Writes the docstring of a tool as rich text, then its example: summary, parameters, results, rules, errors."""
    help_ = spec.help
    blocks = [_paragraph(part) for part in (help_.summary, *help_.details.split("\n\n"))]
    inputs = [argument for argument in spec.arguments if not isinstance(argument.type, NewHandleType)]
    blocks.append(_entries("Parameters", [(argument.name, argument.help) for argument in inputs]))
    blocks.append(_entries("Results", [(output.name, output.help) for output in spec.outputs]))
    titled = {"CRS": help_.crs, "Edge rules": help_.edges, "Errors": help_.raises, "Source": help_.source}
    blocks += [_paragraph(text, title) for title, text in titled.items()]
    if spec.name in examples():
        blocks.append(f"<h3>Example</h3><p><code>{escape(_call_text(spec.name), quote=False)}</code></p>")
    return "".join(blocks)


def shown_name(name: str) -> str:
    """Writes the name of an argument as a dialog shows it.

    >>> shown_name("target_crs"), shown_name("nodata_rule")
    ('Target CRS', 'NoData rule')
    """
    text = " ".join(SPELLED.get(word, word) for word in name.split("_"))
    return text[:1].upper() + text[1:]


def _call_text(name: str) -> str:
    call = examples()[name].call
    return f"{call.api} {json.dumps(call.arguments, ensure_ascii=False)}"


def _paragraph(text: str, title: str = "") -> str:
    head = f"<b>{title}.</b> " if title else ""
    return f"<p>{head}{_rich(text)}</p>" if text else ""


def _entries(title: str, entries: list[tuple[str, str]]) -> str:
    lines = "".join(f"<p><i>{shown_name(name)}</i><br>{_rich(text)}</p>" for name, text in entries)
    return f"<h3>{title}</h3>{lines}" if entries else ""


def _rich(text: str) -> str:
    return re.sub(r"`([a-z_]+)`", lambda match: f"<i>{shown_name(match[1])}</i>", escape(text, quote=False))
