# SPDX-License-Identifier: GPL-2.0-or-later
"""A text file becomes columns of text: encoding, delimiter, header, and which cells are missing.

An empty cell is NULL; a cell written as "" is an empty text.
"""

from __future__ import annotations

import codecs
import csv
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...declaration.errors import ToolError

DELIMITERS = (",", ";", "\t", "|")
DELIMITER_WORDS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "|"}
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_EMPTY_MARKS = "\ue000\ue001\ue002"


@dataclass
class TextTable:
    """Columns of text.

    Args:
        names: One per column, each once.
        columns: Values per column; None is NULL.
        notes: What was found and chosen on the way.
    """

    names: list[str]
    columns: list[list[str | None]]
    notes: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Gives the number of rows."""
        return len(self.columns[0]) if self.columns else 0


def read_text_table(path: str, *, encoding: str | None, delimiter: str | None, header_row: bool) -> TextTable:
    """Reads a text file.

    Args:
        encoding: Name of the encoding; None for UTF-8, else Latin-1 with a note.
        delimiter: One character or "tab"; None to find it.
        header_row: Whether the first row holds the names.
    Raises:
        ToolError BAD_FORMAT, BAD_VALUE.
    """
    notes: list[str] = []
    text = decoded(Path(path).read_bytes(), Path(path).name, encoding, notes)
    if text[:4].lower() == "sep=" and text[5:6] in ("\r", "\n"):
        delimiter, text = delimiter or text[4], text[5:].lstrip("\r\n")
    if not text.strip():
        raise ToolError("BAD_FORMAT", f'"{Path(path).name}" holds no text', argument="file")
    mark = {"tab": "\t"}.get(delimiter or "", delimiter) or sniffed(text)
    if mark != "," and delimiter is None:
        notes.append(f"the delimiter is {DELIMITER_WORDS[mark]}")
    rows = _cells(text, mark, Path(path).name)
    names = rows.pop(0) if header_row else [""] * max(map(len, rows))
    width = len(names)
    _check_widths(rows, width, Path(path).name, header_row, notes)
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in names]
    return TextTable(_unique(names, header_row, notes), columns, notes)


def decoded(data: bytes, name: str, encoding: str | None, notes: list[str]) -> str:
    """Decodes a text file; None is UTF-8 where the bytes allow it, else Windows-1252 or Latin-1, noted.

    Raises:
        ToolError BAD_VALUE for an encoding that does not exist or does not fit; BAD_FORMAT for binary content.
    """
    if encoding is not None:
        return _decoded_as(data, encoding)
    for mark, found in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _decoded_as(data, found)
    if b"\0" in data:
        raise ToolError("BAD_FORMAT", f'"{name}" is no text file', argument="file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        found = "cp1252" if any(0x80 <= byte < 0xA0 for byte in data) else "latin-1"
        notes.append(f"the text is not UTF-8 and was read as {found}; check letters with accents, or give encoding")
        return data.decode(found, errors="replace")


def _decoded_as(data: bytes, encoding: str) -> str:
    try:
        "a".encode(encoding)
        return data.decode("utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding)
    except LookupError as unknown:
        raise ToolError("BAD_VALUE", f'encoding: there is no text encoding "{encoding}"',
                        "such as utf-8, latin-1, cp1252, cp437, utf-16", argument="encoding") from unknown  # fmt: skip
    except UnicodeError as fault:
        raise ToolError("BAD_VALUE", f"encoding: the bytes of the file are not {encoding}", "leave encoding out",
                        argument="encoding") from fault  # fmt: skip


def sniffed(text: str) -> str:
    """Finds the delimiter: the one that cuts the first rows into the same number of columns, and into most."""
    best, most = ",", 1
    head = text[:200_000]
    if len(head) < len(text):
        head = head[: head.rfind("\n") + 1] or head
    for mark in DELIMITERS:
        try:
            widths = [len(row) for row in csv.reader(io.StringIO(head, newline=""), delimiter=mark) if row][:200]
        except csv.Error:
            continue
        is_even = len(set(widths)) == 1
        if is_even and widths[0] > most:
            best, most = mark, widths[0]
    if most == 1:
        return max(DELIMITERS, key=lambda mark: (head.partition("\n")[0].count(mark), mark == ","))
    return best


def _cells(text: str, delimiter: str, name: str) -> list[list[str | None]]:
    mark = next((mark for mark in _EMPTY_MARKS if mark not in text), "")
    prepared = _marked(text, delimiter, mark) if mark and '""' in text else text
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(io.StringIO(prepared, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as fault:
        sentence = f'"{name}" cannot be cut into cells at line {reader.line_num}'
        hint = "a quoted cell must end with a quote before the delimiter"
        raise ToolError("BAD_FORMAT", sentence, hint, argument="file") from fault
    while rows and not rows[-1]:
        rows.pop()
    is_one_column = all(len(row) < 2 for row in rows)
    kept = [row or [""] for row in rows if row or is_one_column]  # in one column a blank line is a row without a value
    return [[None if cell == "" else "" if cell == mark else cell for cell in row] for row in kept]


def _marked(text: str, delimiter: str, mark: str) -> str:
    """Puts a mark into every cell written as "", so that it differs from an empty one.

    Between quotes every second piece of the text is the inside of a cell; an empty inside whose neighbours are cell
    borders is an empty text, any other pair of quotes is a quote inside a cell.
    """
    pieces = text.split('"')
    ends = (delimiter, "\n", "\r")
    for index in range(1, len(pieces) - 1, 2):
        before, after = pieces[index - 1], pieces[index + 1]
        begins = before.endswith(ends) or (index == 1 and before == "")
        finishes = after.startswith(ends) or (index + 2 == len(pieces) and after == "")
        if pieces[index] == "" and begins and finishes:
            pieces[index] = mark
    return '"'.join(pieces)


def _check_widths(rows: list[list[str | None]], width: int, name: str, header_row: bool, notes: list[str]) -> None:
    short = 0
    for number, row in enumerate(rows, start=2 if header_row else 1):
        if len(row) > width:
            raise ToolError("BAD_FORMAT", f'row {number} of "{name}" has {len(row)} cells for {width} columns',
                            "a cell that holds the delimiter must be quoted; delimiter says which it is",
                            argument="file")  # fmt: skip
        if len(row) < width:
            short += 1
            row.extend([None] * (width - len(row)))
    if short:
        notes.append(f"{short} of {len(rows)} rows are shorter than {width} cells; what is missing is NULL")


def _unique(found: Sequence[str | None], header_row: bool, notes: list[str]) -> list[str]:
    names: list[str] = []
    taken = {"fid"}
    changed = []
    for number, raw in enumerate(found, start=1):
        source = (raw or "").strip()
        name, suffix = source or f"column_{number}", 0
        while name.lower() in taken:
            suffix += 1
            name = f"{source or 'column'}_{suffix}"
        if name != source and header_row:
            changed.append(f'"{source}" is now "{name}"')
        taken.add(name.lower())
        names.append(name)
    if changed:
        notes.append(f"columns renamed, since fid, empty and equal names cannot stand: {', '.join(changed)}")
    if not header_row:
        notes.append(f"the columns are named {names[0]} to {names[-1]}")
    return names
