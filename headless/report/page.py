# SPDX-License-Identifier: GPL-2.0-or-later
"""Fills the templates: one page, style and script inside, nothing fetched from anywhere."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .check_words import CAVEATS, FAMILIES, MECHANISMS
from .output_words import share_words
from .page_content import PageContent

TEMPLATES = Path(__file__).parent / "templates"


def render_page(content: PageContent) -> str:
    """Writes the page.

    Returns: HTML. Its content policy allows the page's own style and script by their checksums and pictures inside
        the page; everything else, above all what a hostile text might bring, is not run and not fetched.
    """
    style, script = (TEMPLATES / name for name in ("report.css", "report.js"))
    style_text, script_text = (path.read_text(encoding="utf-8") for path in (style, script))
    policy = (
        f"default-src 'none'; img-src data:; style-src '{checksum(style_text)}'; script-src '{checksum(script_text)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    template = page_environment().get_template("report.html")
    names = {"families": FAMILIES, "caveats": CAVEATS, "mechanisms": MECHANISMS}
    return template.render(
        page=content, names=names, style=Markup(style_text), script=Markup(script_text), policy=policy
    )


def page_environment() -> Environment:
    """Makes the environment of the templates: every text is escaped, every missing name is an error."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalized,
    )
    environment.filters.update(share=share_words, seconds=seconds_words, percent=percent_words, spaced=spaced_words)
    return environment


def checksum(text: str) -> str:
    """Returns the checksum by which a content policy knows a style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def visible(text: str) -> str:
    """Returns a text in which characters that hide or turn round others are shown by their number.

    >>> visible("a" + chr(0x202E) + "b" + chr(0) + chr(10) + "c")
    'a<U+202E>b<U+0000>\\nc'
    """
    if text.isprintable():
        return text
    return "".join(
        f"<U+{ord(letter):04X}>"
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter not in "\n\t"
        else letter
        for letter in text
    )


def seconds_words(value: float | None) -> str:
    """Writes a time.

    >>> seconds_words(0.0123), seconds_words(3.14159), seconds_words(75), seconds_words(None)
    ('0.01 s', '3.1 s', '1 min 15 s', '–')
    """
    if value is None:
        return "–"
    if value >= 60:
        return f"{int(value // 60)} min {int(value % 60)} s"
    return f"{value:.2f} s" if value < 1 else f"{value:.1f} s"


def percent_words(value: float | None) -> str:
    """Writes a share in percent; only the whole is 100 %.

    >>> percent_words(1.0), percent_words(0.9999), percent_words(0.4), percent_words(None)
    ('100 %', '99 %', '40 %', '–')
    """
    if value is None:
        return "–"
    return "100 %" if value == 1 else f"{min(99, round(100 * value))} %"


def spaced_words(value: int) -> str:
    """Writes a whole number with a space between thousands.

    >>> spaced_words(12345)
    '12 345'
    """
    return f"{value:,}".replace(",", " ")


def _finalized(value: Any) -> Any:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
