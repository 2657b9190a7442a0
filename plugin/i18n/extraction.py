# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds the words of the window in its sources: what is given to `tr`, `plural` and `marked`, written out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# How many of its first arguments are texts.
TEXTS = {"tr": 1, "marked": 1, "N": 1, "plural": 2}
QT_OWN = ("self.tr", "QCoreApplication.translate", "QApplication.translate")


class Words(NamedTuple):
    """What was found.

    Args:
        texts: Each with the files that it stands in, relative to the folder of the language files.
        faults: Calls that cannot be read, as `file:line: what`.
    """

    texts: dict[str, list[str]]
    faults: list[str]


def words_of(folder: Path) -> Words:
    """Reads every Python file below a folder, in alphabetical order."""
    texts: dict[str, list[str]] = {}
    faults: list[str] = []
    for file in sorted(folder.rglob("*.py")):
        place = file.relative_to(folder).as_posix()
        if place.startswith("i18n/"):
            continue
        for line, text in texts_in(file.read_text(encoding="utf-8")):
            if text.startswith("\0"):
                faults.append(f"{place}:{line}: {text[1:]}")
            elif f"../{place}" not in texts.setdefault(text, []):
                texts[text].append(f"../{place}")
    return Words(texts, faults)


def texts_in(source: str) -> Iterator[tuple[int, str]]:
    """Yields line and text of every call in a source; what cannot be read begins with a null character."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = ast.unparse(node.func)
        if name in QT_OWN:
            yield node.lineno, f"\0{name} is not looked up; use tr of i18n"
        count = TEXTS.get(name.rpartition(".")[2], 0) if name not in QT_OWN else 0
        for argument in node.args[:count]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value.strip():
                yield node.lineno, argument.value
            else:
                yield node.lineno, f"\0{name} takes a text that is written out"
