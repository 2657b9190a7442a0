# SPDX-License-Identifier: GPL-2.0-or-later
"""The reference pages in docs/tools: an index, and a page a group with all that is declared of its tools."""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path

from ...tools.declaration.examples import ExampleCall, examples, group_file_name, layer_calls
from ...tools.declaration.layers import Table
from ...tools.declaration.registry import all_tools
from ...tools.declaration.roles import possible_roles
from ...tools.declaration.spec import Argument, ToolSpec
from .. import machine
from .argument_words import default_text, layer_word, takes

FOLDER = machine.ROOT / "docs" / "tools"
PICTURES = "pictures"
ANEW = "Derived from the program; `python -m gisagentbench.headless.tool_reference` writes it anew."


def pages() -> dict[str, str]:
    """Writes all pages: file name to text."""
    groups = {group: list(specs) for group, specs in groupby(all_tools().values(), key=lambda spec: spec.group)}
    written = {f"{group_file_name(group)}.md": group_page(group, specs) for group, specs in groups.items()}
    return {"README.md": index_page(groups), **written}


def has_picture(spec: ToolSpec) -> bool:
    """Tells whether a tool makes something that can be drawn."""
    return spec.main_output is not None and not issubclass(spec.main_output.accepts, Table)


def picture_path(spec: ToolSpec) -> Path:
    """Returns where the picture of a tool's example lies."""
    return FOLDER / PICTURES / f"{spec.name}.png"


def index_page(groups: dict[str, list[ToolSpec]]) -> str:
    """Writes the page that lists all tools, and the layers of their examples."""
    count = sum(map(len, groups.values()))
    lines = ["# The harness APIs", "", ANEW, ""]
    lines += [f"{count} tools in {len(groups)} groups. The same as a table: [api-catalogue.csv](../api-catalogue.csv);"]
    lines += [
        "where it differs from the catalogue the work began with: [catalogue-changes.md](../catalogue-changes.md)."
    ]
    for group, specs in groups.items():
        page = f"{group_file_name(group)}.md"
        lines += ["", f"## [{group}]({page})", ""]
        lines += [f"- [{spec.name}]({page}#{spec.name}): {spec.help.summary}" for spec in specs]
    lines += ["", "## The layers of the examples", ""]
    lines += ["Each tool has one worked call, on layers that these calls make of the data of the demo pack", ""]
    lines += [
        "(`tasks/packs/demo/data`, given as `inputs/`). Borders of census tracts stand in for streets; house numbers,"
    ]
    lines += [
        "training areas and points with coordinates were made up.",
        "",
        "```",
        *map(_one_line, layer_calls()),
        "```",
        "",
    ]
    return "\n".join(lines)


def group_page(group: str, specs: list[ToolSpec]) -> str:
    """Writes the page of a group."""
    names = " · ".join(f"[{spec.name}](#{spec.name})" for spec in specs)
    head = ["[All groups](README.md)", "", f"# {group}", "", ANEW, "", names, ""]
    return "\n".join([*head, *(tool_section(spec) for spec in specs)])


def tool_section(spec: ToolSpec) -> str:
    """Writes the part of one tool: what it does, its picture, arguments, outputs, rules and a worked call."""
    help_ = spec.help
    lines = [f"## {spec.name}", "", f"**{spec.title}.** {help_.summary}", ""]
    lines += [help_.details, ""] if help_.details else []
    if has_picture(spec):
        lines += [f"![{_alt(spec)}]({PICTURES}/{spec.name}.png)", ""]
    if spec.arguments:
        lines += ["| argument | takes | left out | |", "| --- | --- | --- | --- |"]
        lines += [*map(_argument_row, spec.arguments), ""]
    lines += ["| output | is | |", "| --- | --- | --- |"]
    lines += [f"| `{one.name}` | {layer_word(one.accepts)} | {_cell(one.help)} |" for one in spec.outputs]
    lines += ["", *_rules(spec), "", "```json", json_text(examples()[spec.name].call), "```", ""]
    return "\n".join(lines)


def json_text(call: ExampleCall) -> str:
    """Writes a call as a step of a trajectory, an argument a line."""
    arguments = [f"    {json.dumps(name)}: {_json(value)}" for name, value in call.arguments.items()]
    body = "{\n" + ",\n".join(arguments) + "\n  }" if arguments else "{}"
    return f'{{\n  "api": {json.dumps(call.api)},\n  "arguments": {body}\n}}'


def _alt(spec: ToolSpec) -> str:
    inputs = "what was given, " if examples()[spec.name].picture.get("before") != [] else ""
    return f"{spec.title}, by the call below: {inputs}what came of it"


def _argument_row(argument: Argument) -> str:
    text = default_text(argument)
    default = "required" if argument.required else f"`{text}`" if text else "none"
    return f"| `{argument.name}` | {_cell(takes(argument.type))} | {_cell(default)} | {_cell(argument.help)} |"


def _rules(spec: ToolSpec) -> list[str]:
    help_ = spec.help
    rules = {
        "CRS": help_.crs,
        "Edges": help_.edges,
        "Errors": help_.raises,
        "Roles": ", ".join(f"`{role}`" for role in possible_roles(spec.name)),
        "Engine": spec.engine,
        "Source": help_.source,
    }
    return [f"- **{title}.** {text}" for title, text in rules.items() if text]


def _cell(text: str) -> str:
    """Writes text for the cell of a table, where a bar outside and inside of code ends the cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def _one_line(call: ExampleCall) -> str:
    return f"{call.api} {_json(call.arguments)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
