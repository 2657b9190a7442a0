# SPDX-License-Identifier: GPL-2.0-or-later
"""Values of options. Each function takes the text and gives the value, or says what it should have been."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...tools.declaration.errors import nearest

INPUT_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
GUARD_LEVELS = ("refuse", "warn", "silent")


class NamedFile(NamedTuple):
    """One `NAME=PATH` of a command line."""

    name: str
    path: Path


def whole_number(text: str) -> int:
    """Reads a whole number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'takes a whole number from 1, not "{text}"')
    return int(text)


def seconds(text: str) -> float:
    """Reads a time in seconds above 0."""
    value = _number(text)
    if value is None or value <= 0:
        raise argparse.ArgumentTypeError(f'takes seconds above 0, not "{text}"')
    return value


def grams(text: str) -> float:
    """Reads a mass in grams above 0."""
    value = _number(text)
    if value is None or value <= 0:
        raise argparse.ArgumentTypeError(f'takes grams above 0, not "{text}"')
    return value


def rate(text: str) -> float:
    """Reads a share from 0 to 1."""
    value = _number(text)
    if value is None or not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f'takes a share from 0 to 1, not "{text}"')
    return value


def named_file(text: str) -> NamedFile:
    """Reads `NAME=PATH`."""
    name, equals, path = text.partition("=")
    if not equals or not path:
        raise argparse.ArgumentTypeError(f'takes NAME=PATH, not "{text}"')
    if not INPUT_NAME.fullmatch(name):
        raise argparse.ArgumentTypeError(f'takes a NAME of small letters, digits and _, not "{name}"')
    return NamedFile(name, Path(path))


def one_of(*words: str) -> Callable[[str], str]:
    """Makes a reader for one of some words."""

    def read(text: str) -> str:
        if text not in words:
            near = nearest(text, words, shown=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise argparse.ArgumentTypeError(f'takes {", ".join(words[:-1])} or {words[-1]}, not "{text}"{hint}')
        return text

    return read


def add_guard(parser: argparse.ArgumentParser) -> None:
    """Adds `--guard`."""
    parser.add_argument(
        "--guard",
        type=one_of(*GUARD_LEVELS),
        default="refuse",
        metavar="LEVEL",
        help="what a guard does that finds a defect: refuse the call (default), warn, or be silent",
    )


def add_inputs(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds `--input`, which may be given several times."""
    parser.add_argument(
        "--input", type=named_file, nargs="+", action="extend", default=[], metavar="NAME=PATH", help=what
    )


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
