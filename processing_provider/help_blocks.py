# SPDX-License-Identifier: GPL-2.0-or-later
"""Parts of the help of the harness's own algorithms, as rich text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape


def entries(title: str, listed: Iterable[tuple[str, str]]) -> str:
    """Writes a titled list of names and what they are."""
    lines = "".join(f"<p><i>{escape(name)}</i><br>{rich(text)}</p>" for name, text in listed)
    return f"<h3>{title}</h3>{lines}"


def rich(text: str) -> str:
    """Writes a sentence; what stands between backticks is code."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text, quote=False))
