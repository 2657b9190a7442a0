# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of strangers for places of Qt that would take them for HTML: message bar, log panel, tool tips.

There a tag would hide words, a link could be clicked, and a picture would be fetched from wherever its address says.
"""

from __future__ import annotations

from html import escape


def plain_html(text: str) -> str:
    r"""Writes a text as HTML that shows it as it is.

    >>> plain_html("a < b\n<img src='//host/a.png'>")
    "a &lt; b<br>&lt;img src='//host/a.png'&gt;"
    """
    return escape(text, quote=False).replace("\n", "<br>")


def plain_tip(text: str) -> str:
    """Writes a tool tip that shows a text as it is; one that Qt cannot take for HTML is left alone.

    >>> plain_tip("Parks & roads"), plain_tip("Parks")
    ('<p>Parks &amp; roads</p>', 'Parks')
    """
    return f"<p>{plain_html(text)}</p>" if "<" in text or "&" in text else text
