# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs that the history of Processing holds from earlier, read page by page outside the window's thread.

The registry of QGIS gives entries by time alone, all in one call that lets nobody else work: ten thousand of them would
hold up the window. So its database is read here, a page at a time, and let go of at once, since QGIS writes into it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from qgis.core import QgsXmlUtils
from qgis.gui import QgsHistoryProviderRegistry
from qgis.PyQt.QtXml import QDomDocument

from ..canvas.background_task import BackgroundTask, Refused, run_in_background
from ..i18n import tr
from .toolbox_run import PROVIDER, ToolboxRun, toolbox_run

ROWS_A_PAGE = 200
SECONDS_TO_WAIT = 5.0
NEWEST = 2**62
PAGE = "SELECT id, timestamp, xml FROM history WHERE provider_id = ? AND id < ? ORDER BY id DESC LIMIT ?"


@dataclass(frozen=True)
class PastRun:
    """One run of earlier.

    Args:
        at: When it was run.
        there: Files among its parameters that are there now.
    """

    run: ToolboxRun
    at: str
    there: frozenset[str]


class PastPage(NamedTuple):
    """A part of the history, the newest first.

    Args:
        before: Number from which on the next page goes; 0 where nothing is older.
    """

    runs: list[PastRun]
    before: int


def ask_for_page(before: int, done: Callable[[PastPage | None, str], None]) -> None:
    """Reads runs that are older than an entry.

    Args:
        before: Number of that entry; NEWEST for none.
        done: Called in the window's thread with the page and "", or with None and why there is none.
    """
    path = QgsHistoryProviderRegistry.userHistoryDbPath()
    run_in_background(BackgroundTask(tr("History of Processing"), lambda _task: read_page(path, before), done))


def read_page(path: str, before: int, count: int = ROWS_A_PAGE) -> PastPage:
    """Reads a page.

    Args:
        path: The database of the history.
    Raises: Refused where it cannot be read.
    """
    if not Path(path).is_file():
        return PastPage([], 0)
    try:
        place = f"{Path(path).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(place, uri=True, timeout=SECONDS_TO_WAIT)) as database:
            rows = database.execute(PAGE, (PROVIDER, before, count)).fetchall()
    except sqlite3.Error as fault:
        raise Refused(tr("The history of Processing cannot be read: {why}").format(why=fault)) from None
    runs = [run for row in rows if (run := _past_run(*row)) is not None]
    return PastPage(runs, int(rows[-1][0]) if len(rows) == count else 0)


def _past_run(number: int, at: Any, text: str) -> PastRun | None:
    document = QDomDocument()
    document.setContent(text)
    entry = QgsXmlUtils.readVariant(document.documentElement())
    run = toolbox_run(number, entry) if isinstance(entry, dict) else None
    if run is None:
        return None
    there = frozenset(path for path in _paths(run.inputs) if _is_there(path))
    return PastRun(run, str(at).replace("T", " ")[:16], there)


def file_of(text: str) -> str:
    """Gives the file of a source as Processing has it: what stands before the layer in it."""
    return text.partition("|")[0]


def _paths(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _paths(item)
    elif isinstance(value, str):
        for part in value.split(";"):
            if Path(file_of(part)).is_absolute():
                yield file_of(part)


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False
