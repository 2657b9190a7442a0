# SPDX-License-Identifier: GPL-2.0-or-later
"""The pages of the help, the places that the window opens, and where links and headings lead."""

from __future__ import annotations

import re

PAGES = ("panel", "trace-in-qgis", "judge-in-qgis", "settings", "models", "install-in-qgis")
"""Pages of docs/, in the order in which they are offered."""
PANEL, TASKS, AGENT = "panel", "panel#tasks", "panel#agent"
TRACE, JUDGE, SETTINGS = "trace-in-qgis", "judge-in-qgis", "settings"
PLACES = (PANEL, TASKS, AGENT, TRACE, JUDGE, SETTINGS)
"""What the window opens: a page, and the heading on it."""


def file_of(place: str) -> str:
    """Returns the file to open for a place: a page, or a file of its own that leads to the heading.

    Programs that open files, such as xdg-open, lose the anchor of an address.

    >>> file_of("panel#agent")
    'panel-agent.html'
    """
    return f"{place.replace('#', '-')}.html"


def anchor_of(title: str) -> str:
    """Returns the anchor of a heading, as the web pages of repositories make it.

    >>> anchor_of("What `run` costs, and why")
    'what-run-costs-and-why'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def link_in_help(target: str) -> str | None:
    """Returns where a link leads inside the help; None where it leads out of it.

    >>> link_in_help("models.md#limits"), link_in_help("#agent"), link_in_help("packs.md")
    ('models.html#limits', '#agent', None)
    """
    page, hash_sign, anchor = target.partition("#")
    if page and page not in [f"{name}.md" for name in PAGES]:
        return None
    return f"{page.removesuffix('.md')}{'.html' if page else ''}{hash_sign}{anchor}"
