# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of all commands, docs/commands.md, derived from the table and the parsers."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import machine
from . import grammar

PAGE = machine.ROOT / "docs" / "commands.md"
INTRODUCTION = """\
# Commands

Derived from the program; `python -m gisagentbench.headless.command_line.reference_page` writes it anew.

The answer is on standard output, the story on standard error. `--json` prints one JSON object on standard output and
nothing else there; a command that ends with status 2 or 3 prints `{"error": {"code", "message", "hint"}}`.

| status | meaning |
| --- | --- |
| 0 | done; `score`: strict; `run`: every episode has a record, and the rate is not under `--fail-under` |
| 1 | `score`: not strict; `replay`, `tools call`: a call failed; `run`: otherwise; `validate`, `packs verify`: faults |
| 2 | a command line or document that cannot be read |
| 3 | the environment is broken |
| 130 | interrupted |
"""


def page() -> str:
    """Returns the page."""
    sections = [section(word) for word in grammar.WORDS if word.module]
    absent = [f"- `{word.name}`: {word.instead}" for word in grammar.WORDS if not word.module]
    return "\n".join([INTRODUCTION, *sections, *(["## Not there yet", "", *absent, ""] if absent else [])])


def section(word: grammar.Word) -> str:
    """Returns the part of one command: what it does, two examples, its options, what is not there yet."""
    parser = grammar.parser_of(word)
    lines = [f"## {word.name}", "", parser.description or "", "", "```sh"]
    lines += [f"{grammar.PROGRAM} {example}" for example in word.examples]
    lines += ["```", ""]
    own = [action for action in parser._actions if action.dest not in ("json", "help")]
    lines += [f"- `{usage(action)}`: {action.help}" for action in own]
    lines += [f"- `{option}`: not there yet. {instead}" for option, instead in word.not_yet.items()]
    return "\n".join(lines).rstrip() + "\n"


def usage(action: argparse.Action) -> str:
    """Returns an option as it is written, `…` behind what may stand several times."""
    value = str(action.metavar or action.dest) if action.nargs != 0 else ""
    several = " …" if action.nargs in ("+", "*") else ""
    return " ".join(part for part in (*action.option_strings, value) if part) + several


def write_page(path: Path = PAGE) -> None:
    """Writes the page."""
    path.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_page()
