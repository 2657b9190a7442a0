# SPDX-License-Identifier: GPL-2.0-or-later
"""Names of layers and columns, and values, made for terminals, pages and logs."""

from __future__ import annotations

import functools
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from ..layer_files import PARK_FIELDS, write_layer
from .cases import CONTRACTS, PARKS, Case, written
from .databases import TRIGGERS

NAMES = {
    "a terminal's clear screen": "\x1b[2J\x1b[1;31mstrict",
    "a terminal's title": "\x1b]0;owned\x07",
    "a line feed": 'nta\nstrict: all checks passed"',
    "a carriage return": "missing\rstrict",
    "a page's script": "<script>alert(1)</script>",
    "a page's end": "--></style></table>",
    "a mark of direction": "\u202egnp.tcirts",
    "a zero width": "n\u200bt\u200da",
    "a private character": "\ue000\uf8ff",
    "a quote": 'a" OR 1=1 --',
    "a brace": "{0.__class__}",
    "a percent": "%s%n%x",
    "a path": "../../../etc/x",
    "a shell": "$(touch x) `touch x` ; touch x",
    "100,000 characters": "n" * 100_000,
    "a tower of accents": "n" + "\u0301" * 5_000,
}


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for name, text in NAMES.items():
        yield Case(f"name: {name} as a column", "result.csv", written(f"{_quoted(text)},b\n1,2\n"), "", "columns")
        yield Case(f"name: {name} as a value", "result.csv", _value(text), "", "rows")
        if len(text) < 10_000:
            yield Case(f"name: {name} as a layer", "result.gpkg", _two_layers(text), "", "layer")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _value(text: str) -> Callable[[Path], None]:
    return written(f"nta,parks,area\n{_quoted(text)},3,100.0\n")


def _two_layers(text: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(_of_two_layers())
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = OFF")
            for (name,) in database.execute(TRIGGERS).fetchall():
                database.execute(f'DROP TRIGGER "{name}"')
            database.execute(f"ALTER TABLE one RENAME TO {_quoted(text)}")
            for table in ("gpkg_contents", "gpkg_geometry_columns"):
                database.execute(f"UPDATE {table} SET table_name = ? WHERE table_name = 'one'", (text,))

    return make


@functools.cache
def _of_two_layers() -> bytes:
    crs = CONTRACTS[".gpkg"]["crs"]
    with tempfile.TemporaryDirectory() as folder:
        path = write_layer(Path(folder, "two.gpkg"), PARK_FIELDS, PARKS, crs, layer="one")
        return write_layer(path, PARK_FIELDS, PARKS, crs, layer="other", add=True).read_bytes()
