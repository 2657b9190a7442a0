# SPDX-License-Identifier: GPL-2.0-or-later
"""`bench`: measures speed by the scripts in bench/, each of which says what it measures.

A script has a docstring and `rows()`, which yields rows of case, ours, peer, ratio, spread and bar, in seconds; a bar
that begins with MISSED is not met. Its parameters, whole numbers or words, are the options of the script.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

from ...tools.declaration.errors import nearest
from .. import machine
from ..refusal import CommandRefused
from . import answer
from .progress import Progress

HELP = "measure speed; without a NAME, list what can be measured"
FOLDER = machine.ROOT / "bench"
MISSED = "MISSED"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `bench`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="what is measured")
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE", help="of that measurement, such as calls=5000")


def run(arguments: argparse.Namespace) -> int:
    """Measures, or lists. Returns: 0, or 1 where a bar is missed."""
    known = benches()
    if arguments.name is None:
        width = max(map(len, known), default=0)
        lines = [f"  {name:<{width}}  {text}" for name, text in known.items()]
        answer.write({"benches": known}, "\n".join([f"{len(known)} measurements", *lines]), arguments.json)
        return 0
    if arguments.name not in known:
        near = nearest(arguments.name, known, shown=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(known) or 'none'}."
        raise CommandRefused("BAD_VALUE", f'There is no bench "{arguments.name}".', hint)
    rows = measure(arguments.name, arguments.options)
    missed = sum(str(row.get("bar", "")).startswith(MISSED) for row in rows)
    answer.write({"rows": rows}, rows_text(rows, missed), arguments.json)
    return 1 if missed else 0


def benches(folder: Path = FOLDER) -> dict[str, str]:
    """Returns what can be measured: name to the first line of its docstring, without importing it."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.FunctionDef) and node.name == "rows" for node in tree.body):
            found[path.stem] = (ast.get_docstring(tree) or "").partition("\n")[0]
    return found


def measure(name: str, options: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Runs one script in this process, in the environment of QGIS, and tells every row as it comes.

    Raises: CommandRefused for an option that the script does not have, or a value that it does not take.
    """
    os.environ.update(machine.child_environment())
    time.tzset()
    machine.qgis_process_command()
    script = importlib.import_module(f"{__package__.split('.')[0]}.bench.{name}")
    given = dict(read_option(text, get_type_hints(script.rows)) for text in options)
    rows = []
    progress = Progress("", 0)
    for row in script.rows(**given):
        rows.append(dict(row._asdict()))
        progress.note(row_text(rows[-1]))
    return rows


def read_option(text: str, types: Mapping[str, Any]) -> tuple[str, int | str]:
    """Reads `OPTION=VALUE`.

    Args:
        types: Of the options by name: int, str, or a Literal of words.
    Raises: CommandRefused.
    """
    name, _, value = text.partition("=")
    known = [option for option in types if option != "return"]
    if name not in known:
        there = f"Its options are {', '.join(known)}." if known else "It has no options."
        raise CommandRefused("UNKNOWN_ARGUMENT", f'There is no option "{name}" of this bench.', there)
    words = get_args(types[name])
    is_whole = value.isascii() and value.isdigit()
    if words and value not in words or types[name] is int and not is_whole:
        takes = f"one of {', '.join(words)}" if words else "a whole number"
        raise CommandRefused(
            "BAD_VALUE", f'{name} takes {takes}, not "{value}".', f"Such as {name}={(words or (1,))[0]}."
        )
    return name, int(value) if types[name] is int else value


def rows_text(rows: list[dict[str, Any]], missed: int) -> str:
    """Returns what a person reads: the verdict and a line per case."""
    barred = sum(bool(row.get("bar")) for row in rows)
    verdict = f"bars missed: {missed} of {barred}" if missed else f"bars met: all {barred}" if barred else "measured"
    return "\n".join([verdict, *(f"  {row_text(row)}" for row in rows)])


def row_text(row: dict[str, Any]) -> str:
    """Returns one case in words."""
    spread = row.get("spread") or ()
    spreads = " and ".join(f"{100 * part:.0f} %" for part in spread)
    text = f"{row['case']}: ours {seconds_text(row['ours'])}, peer {seconds_text(row['peer'])}"
    text += f", ratio {row['ratio']:.3f}" if row.get("ratio") is not None else ""
    text += f", spread {spreads}" if spreads else ""
    return text + (f"; {row['bar']}" if row.get("bar") else "")


def seconds_text(seconds: float | None) -> str:
    """Returns a time with its unit: seconds, below one of them milliseconds."""
    if seconds is None:
        return "none"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
