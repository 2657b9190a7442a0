# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks words up in the language that was chosen; English where there is no translation."""

from __future__ import annotations

from pathlib import Path

from .ts_files import read_ts

FOLDER = Path(__file__).parent
LANGUAGES = ("de", "es")
_table: dict[str, str] = {}


def choose_language(locale: str) -> str:
    """Chooses the language of all words from now on.

    Args:
        locale: As QGIS has it, such as `de`, `es_MX` or `en_US`.
    Returns: The language that was taken: `en` where there is none for the locale.
    """
    language = locale.replace("-", "_").split("_")[0].lower()
    found = read_ts(FOLDER / f"{language}.ts") if language in LANGUAGES else {}
    _table.clear()
    _table.update(found)
    return language if found else "en"


def is_translated() -> bool:
    """Tells whether another language than English was chosen."""
    return bool(_table)


def tr(text: str) -> str:
    """Gives a text in the chosen language.

    Args:
        text: English, written out where this is called; values have names: `tr("{n} of {total}").format(…)`.
    """
    return _table.get(text) or text


def plural(one: str, many: str, n: int, **values: object) -> str:
    """Gives the text for a count, with the count as `{n}`.

    Args:
        one: English for 1.
        many: English for every other number; German and Spanish divide them alike.
        values: What else the text names.
    """
    return (_table.get(one if n == 1 else many) or (one if n == 1 else many)).format(n=n, **values)


def marked(text: str) -> str:
    """Marks a text of a table as to be translated, and gives it back as it is; `tr_marked` translates it later."""
    return text


def tr_marked(text: str) -> str:
    """Gives a text that stood in `marked` in the chosen language."""
    return _table.get(text) or text
