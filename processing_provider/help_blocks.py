# SPDX-License-Identifier: GPL-2.0-or-later
"""Parts of the help of the harness's own algorithms, as rich text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple


class AlgorithmHelp(NamedTuple):
    """What is said of an algorithm of the harness.

    Args:
        summary: First sentence.
        tags: Words the toolbox search finds it by.
        results: Name of each result, and what it is.
        rules: Sentences on what holds; code stands between backticks.
        example: A call of qgis_process.
    """

    summary: str
    tags: tuple[str, ...]
    results: Mapping[str, str]
    rules: tuple[str, ...]
    example: str

    def text(self, parameters: Iterable[tuple[str, str]]) -> str:
        """Writes the help as rich text.

        Args:
            parameters: Label and help of each.
        """
        blocks = [f"<p>{escape(self.summary)}</p>", entries("Parameters", parameters)]
        blocks += [entries("Results", self.results.items()), *(f"<p>{rich(rule)}</p>" for rule in self.rules)]
        return "".join([*blocks, f"<h3>Example</h3><p><code>{escape(self.example)}</code></p>"])


def entries(title: str, listed: Iterable[tuple[str, str]]) -> str:
    """Writes a titled list of names and what they are."""
    lines = "".join(f"<p><i>{escape(name)}</i><br>{rich(text)}</p>" for name, text in listed)
    return f"<h3>{title}</h3>{lines}"


def rich(text: str) -> str:
    """Writes a sentence; what stands between backticks is code."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text, quote=False))
