# SPDX-License-Identifier: GPL-2.0-or-later
"""What a GeoPackage's own schema makes a reader do, looked at before GDAL opens it.

A database holds statements that run when it is read: views, virtual tables, generated columns. Virtual tables of
SpatiaLite and GDAL open any file they name; those of the spatial index (rtree) hold rows of their own.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from .unreadable import Unreadable, engine_words

HARMLESS_MODULES = ("rtree",)
MOST_OBJECTS, MOST_BYTES, MOST_STEPS = 20_000, 1_000_000, 10_000
MODULE = re.compile(r"\s*CREATE\s+VIRTUAL\s+TABLE\s.*?\sUSING\s+[\"'\[`]?(\w+)", re.IGNORECASE | re.DOTALL)
OBJECTS = "SELECT type, name, sql FROM sqlite_master"
KIND_OF = "SELECT type FROM sqlite_master WHERE lower(name) = lower(?) AND type IN ('table', 'view')"


def check_schema(path: Path) -> None:
    """Refuses a GeoPackage with virtual tables other than spatial indexes, or with a schema beyond all measure.

    Raises: Unreadable.
    """
    rows = _ask(path, OBJECTS)
    if len(rows) > MOST_OBJECTS:
        raise Unreadable(f"declares more than {MOST_OBJECTS} tables and indexes")
    for _, name, definition in rows:
        found = MODULE.match(str(definition))
        if found and found[1].lower() not in HARMLESS_MODULES:
            raise Unreadable(f'holds the virtual table "{name}" ({found[1]}); only stored rows are read')


def refuse_views(path: Path, layer: str) -> None:
    """Refuses a layer of a GeoPackage that is a view and no table of its own.

    Raises: Unreadable.
    """
    if ("view",) in _ask(path, KIND_OF, (layer,)):
        raise Unreadable(f'holds "{layer}" as an SQL view; only tables are read')


def _ask(path: Path, question: str, values: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            database.execute("PRAGMA trusted_schema = OFF")
            return database.execute(question, values).fetchmany(MOST_OBJECTS + 1)
    except (sqlite3.Error, UnicodeError) as error:
        raise Unreadable(f"is a damaged GeoPackage{engine_words(str(error), path)}") from None
