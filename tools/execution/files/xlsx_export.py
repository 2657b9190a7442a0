# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows as one sheet of a workbook, the same bytes for the same rows.

Written without a library: a workbook is a ZIP file of six small XML files and the sheet. Texts stand in the sheet
itself and are never formulas. Integers above 2^53 and dates before 1900-03-01 are no numbers in a workbook; they are
written as text.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from ...declaration.errors import ToolError
from ..layers.rows import Column, RowSet
from ..run import Run

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
LONGEST_TEXT = 32_767
LARGEST_INTEGER = 2**53
EPOCH = np.datetime64("1899-12-30", "ms")
FIRST_DAY = np.datetime64("1900-03-01", "ms")
MILLISECONDS_PER_DAY = 86_400_000
NO_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_FORBIDDEN_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", "_"))
_NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    '<Override PartName="/xl/styles.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" '
    f'Type="{_RELATIONS}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet {_NAMESPACE}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>'
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3">'
    '<xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>',
}


def write_xlsx(run: Run, target: Path, rows: RowSet, sheet: str) -> None:
    """Writes rows as a workbook with one sheet.

    Args:
        sheet: Its name; cut to 31 characters, forbidden characters become _.
    Raises:
        ToolError LIMIT_EXCEEDED where a sheet cannot hold the rows; BAD_VALUE for a text it cannot hold.
    """
    if rows.count >= MOST_ROWS or len(rows.columns) > MOST_COLUMNS:
        raise ToolError("LIMIT_EXCEEDED", f"a worksheet holds {MOST_ROWS - 1} rows and {MOST_COLUMNS} columns, not "
                        f"{rows.count} and {len(rows.columns)}", "csv or gpkg holds them all")  # fmt: skip
    _check(run, rows)
    name = escape(sheet.translate(_FORBIDDEN_IN_NAMES)[:31] or "rows", {'"': "&quot;"})
    workbook = (
        f'<workbook {_NAMESPACE} xmlns:r="{_RELATIONS}"><sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets>'
        "</workbook>"
    )
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in {**_PARTS, "xl/workbook.xml": workbook}.items():
            archive.writestr(_undated(part), _HEAD + text)
        with archive.open(_undated("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as stream:
            stream.write(f"{_HEAD}<worksheet {_NAMESPACE}><sheetData>".encode())
            for line in _sheet_rows(run, rows):
                stream.write(line.encode())
            stream.write(b"</sheetData></worksheet>")


def _undated(name: str) -> zipfile.ZipInfo:
    part = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    part.compress_type = zipfile.ZIP_DEFLATED
    return part


def _check(run: Run, rows: RowSet) -> None:
    for column in rows.columns:
        known = column.values[~column.is_null]
        name = column.field.name
        if column.field.type == "text":
            longest = max((len(text) for text in known.tolist()), default=0)
            if longest > LONGEST_TEXT:
                raise ToolError("BAD_VALUE", f'a text of "{name}" has {longest} characters of {LONGEST_TEXT}',
                                "csv or gpkg holds it")  # fmt: skip
        elif column.field.type == "integer" and len(known) and np.abs(known).max() > LARGEST_INTEGER:
            run.note(f'"{name}" holds integers above 2^53, which a workbook rounds; these are written as text')
        elif column.field.type in ("date", "datetime") and (known.astype("datetime64[ms]") < FIRST_DAY).any():
            run.note(f'"{name}" holds dates before 1900-03-01, which a workbook has not; these are written as text')


def _sheet_rows(run: Run, rows: RowSet) -> Iterator[str]:
    letters = [column_letters(index) for index in range(len(rows.columns))]
    yield _row(1, letters, [_text(column.field.name) for column in rows.columns])
    columns = [_cells(column) for column in rows.columns]
    for index, line in enumerate(zip(*columns, strict=True)):
        if index % 20_000 == 0:
            run.progress(index / rows.count)
        yield _row(index + 2, letters, line)


def column_letters(index: int) -> str:
    """Gives the letters of a column, counted from 0.

    Examples:
        >>> column_letters(0), column_letters(25), column_letters(26), column_letters(702)
        ('A', 'Z', 'AA', 'AAA')
    """
    letters = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def _row(number: int, letters: list[str], cells: Sequence[str]) -> str:
    """Places cells, each given without its position; empty ones are left out."""
    placed = [f'<c r="{letter}{number}"{cell}' for letter, cell in zip(letters, cells, strict=True) if cell]
    return f'<row r="{number}">{"".join(placed)}</row>'


def _cells(column: Column) -> list[str]:
    writers: dict[str, Callable[[Any], str]] = {
        "integer": _integer,
        "real": _real,
        "text": _text,
        "boolean": _boolean,
        "date": _date,
        "datetime": _datetime,
    }
    write = writers[column.field.type]
    values = column.values if column.values.dtype.kind == "M" else column.values.tolist()
    return ["" if is_null else write(value) for value, is_null in zip(values, column.is_null, strict=True)]


def _integer(value: int) -> str:
    return f"><v>{value}</v></c>" if abs(value) <= LARGEST_INTEGER else _text(str(value))


def _real(value: float) -> str:
    return f"><v>{value!r}</v></c>" if np.isfinite(value) else _text(repr(value))


def _boolean(value: bool) -> str:
    return f' t="b"><v>{int(value)}</v></c>'


def _date(value: Any) -> str:
    return _moment(value, 1)


def _datetime(value: Any) -> str:
    return _moment(value, 2)


def _moment(value: Any, style: int) -> str:
    if value < FIRST_DAY:
        return _text(str(value))
    days = (value.astype("datetime64[ms]") - EPOCH).astype(np.int64) / MILLISECONDS_PER_DAY
    return f' s="{style}"><v>{days:.15g}</v></c>'


def _text(text: str) -> str:
    shown = NO_XML.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    return f' t="inlineStr"><is><t xml:space="preserve">{escape(shown)}</t></is></c>'
