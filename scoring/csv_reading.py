# SPDX-License-Identifier: GPL-2.0-or-later
"""CSV read by the types of a contract: 007 stays text where text is asked, an unquoted empty field is NULL.

Neither the csv module nor GDAL tells "" from nothing; files with quoted empty fields have a reader of their own.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .row_table import RowTable, check_column_names
from .source_file import Unreadable, check_regular_file
from .text_values import parsed_column

QUOTED_EMPTY = re.compile(r'(?:^|[,\n\r])""(?=[,\n\r]|$)')
FIELD = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|\Z)')
MAX_FIELD = 16 * 1024 * 1024
Row = Sequence[str | None]


def read_csv(path: Path, wanted: Mapping[str, str]) -> RowTable:
    """Reads a CSV file with a header row, comma-separated, in UTF-8.

    Args:
        wanted: Type by name of the columns to read; the others are only named.
    Raises: Unreadable.
    """
    check_regular_file(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is not UTF-8 (byte {error.start})") from None
    plain = QUOTED_EMPTY.search(text) is None
    rows = _plain_rows(text) if plain else [row for row in _exact_rows(text) if row]
    if not rows:
        raise Unreadable("has no header row")
    names = [unicodedata.normalize("NFC", name or "") for name in rows[0]]
    check_column_names(names)
    _check_widths(rows, len(names))
    by_column = list(zip(*rows[1:], strict=True)) or [()] * len(names)
    columns = {
        name: parsed_column([text or None if plain else text for text in texts], wanted[name])
        for name, texts in zip(names, by_column, strict=True)
        if name in wanted
    }
    return RowTable(len(rows) - 1, columns, [name for name in names if name.lower() != "fid"])


def _check_widths(rows: list[Row], width: int) -> None:
    if set(map(len, rows)) == {width}:
        return
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise Unreadable(f"has {len(row)} fields in row {number}, but {width} in its header")


def _plain_rows(text: str) -> list[Row]:
    csv.field_size_limit(MAX_FIELD)
    try:
        return [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error as error:
        raise Unreadable(f"is not CSV ({error})") from None


def _exact_rows(text: str) -> Iterator[Row]:
    row: list[str | None] = []
    at = 0
    while at < len(text):
        match = FIELD.match(text, at)
        if match is None:
            raise Unreadable(f"is not CSV (a stray quote at character {at})")
        quoted, plain, end = match.groups()
        row.append(plain or None if quoted is None else quoted.replace('""', '"'))
        at = match.end()
        if end == "," and at == len(text):
            row.append(None)
        if end != "," or at == len(text):
            yield [] if row == [None] else row
            row = []
