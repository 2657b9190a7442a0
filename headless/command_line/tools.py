# SPDX-License-Identifier: GPL-2.0-or-later
"""`tools`: lists the tools with all that a program may ask of them."""

from __future__ import annotations

import argparse
from itertools import groupby
from typing import Any

from ...tools.declaration.catalogue import catalogue
from . import answer

HELP = "list the tools an agent can call"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `tools`: none."""


def run(arguments: argparse.Namespace) -> int:
    """Lists the tools. Returns: 0."""
    records = catalogue()
    answer.write({"tools": records}, text(records), arguments.json)
    return 0


def text(records: list[dict[str, Any]]) -> str:
    """Returns what a person reads: a line per tool, by group."""
    width = max((len(record["name"]) for record in records), default=0)
    lines = [f"{len(records)} tools"]
    for group, members in groupby(records, key=lambda record: record["group"]):
        lines += ["", group]
        lines += [f"  {record['name']:<{width}}  {record['summary']}" for record in members]
    return "\n".join([*lines, "", "arguments, roles and schemas: tools --json"])
