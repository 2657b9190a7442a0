# SPDX-License-Identifier: GPL-2.0-or-later
"""Fills the templates: one page, style and script inside, nothing fetched from anywhere."""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from .check_words import CAVEATS, FAMILIES, MECHANISMS
from .cost_chart import HEIGHT, LEFT, RIGHT, WIDTH
from .page_content import PageContent
from .status import STATUS_SIGNS, STATUS_WORDS
from .step_words import memory_words, seconds_words, spaced_words
from .value_words import share_words

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
    return template.render(
        page=content,
        names={"families": FAMILIES, "caveats": CAVEATS, "mechanisms": MECHANISMS},
        titles={row.task: row.title for row in content.matrix},
        signs=STATUS_SIGNS,
        statuses=STATUS_WORDS,
        size={"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": RIGHT},
        style=Markup(style_text),  # nosec B704  # a file of ours
        script=Markup(script_text),  # nosec B704  # a file of ours
        policy=policy,
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
    environment.filters.update(
        share=share_words,
        seconds=seconds_words,
        percent=percent_words,
        spaced=spaced_words,
        memory=memory_words,
        chance=chance_words,
        breakable=breakable,
    )
    return environment


def breakable(text: str) -> Markup:
    """Returns a name, escaped, that may be broken where its words end.

    >>> breakable("naive:unit_mismatch<b>")
    Markup('naive:<wbr>unit_<wbr>mismatch&lt;b&gt;')
    """
    return Markup(re.sub("([:_])", r"\1<wbr>", str(escape(visible(text)))))  # nosec B704  # escaped


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


def percent_words(value: float | None) -> str:
    """Writes a share in percent; only the whole is 100 %.

    >>> percent_words(1.0), percent_words(0.9999), percent_words(0.4), percent_words(None)
    ('100 %', '99 %', '40 %', '–')
    """
    if value is None:
        return "–"
    return "100 %" if value == 1 else f"{min(99, round(100 * value))} %"


def chance_words(value: float) -> str:
    """Writes a chance.

    >>> chance_words(1.0), chance_words(0.125), chance_words(0.00002)
    ('1', '0.12', 'below 0.001')
    """
    return "below 0.001" if value < 0.001 else f"{value:.2g}"


def _finalized(value: Any) -> Any:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
