# SPDX-License-Identifier: GPL-2.0-or-later
"""CSV by the types of a contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.scoring.csv_reading import read_csv
from gisagentbench.scoring.source_file import Unreadable

READ = [
    ("007 stays text", "a\n007\n", "text", ["007"]),
    ("007 is 7 as an integer", "a\n007\n", "integer", [7]),
    ("unquoted empty is NULL", "a,b\n,1\nx,2\n", "text", [None, "x"]),
    ("quoted empty is the empty text", 'a,b\n"",1\n,2\n', "text", ["", None]),
    ("a quoted comma, quote and line break", 'a,b\n"x, ""y""\nz",1\n', "text", ['x, "y"\nz']),
    ("the same beside a quoted empty", 'a,b\n"x, ""y""\nz",1\n"",2\n', "text", ['x, "y"\nz', ""]),
    ("a comma between quotes looks like a quoted empty", 'a,b\n"p,"",q",1\n', "text", ['p,",q']),
    ("line ends of Windows and a byte order mark", "\ufeffa,b\r\nx,1\r\n", "text", ["x"]),
    ("no line end at the end", "a\nx", "text", ["x"]),
    ("64 bits", "a\n9007199254740993\n", "integer", [9007199254740993]),
    ("NaN is NULL", "a,b\nNaN,1\n1.5,2\n", "real", [None, 1.5]),
    ("exponents", "a\n1e-3\n-.5\n", "real", [0.001, -0.5]),
    ("words and digits of truth", "a\ntrue\nFALSE\n1\n0\n", "boolean", [True, False, True, False]),
    ("dates with dashes or slashes", "a\n2024-02-29\n2024/03/01\n", "date", ["2024-02-29", "2024-03-01"]),
    ("times in UTC", "a\n2024-02-29T23:30:00Z\n2024-03-01 01:30:00+02:00\n", "datetime",
     ["2024-02-29T23:30:00.000", "2024-02-29T23:30:00.000"]),
    ("whole numbers as reals are integers by value", "a\n5.0\n", "integer", [5.0]),
]  # fmt: skip

NOT_READ = [
    ("decimal comma", 'a\n"1,5"\n', "real", "1,5"),
    ("a word among numbers", "a\n1\nnone\n", "integer", "none"),
    ("30 February", "a\n2024-02-30\n", "date", "2024-02-30"),
    ("beyond 64 bits", "a\n9223372036854775808x\n", "integer", "9223372036854775808x"),
]

BROKEN = [
    ("a row with a field too many", "a,b\n1,2,3\n", "has 3 fields in row 2, but 2 in its header"),
    ("a column twice", "a,a\n1,2\n", 'has the column "a" twice'),
    ("not UTF-8", b"a\n\xff\n", "is not UTF-8 (byte 2)"),
    ("nothing", "", "is empty (0 bytes)"),
]


def written(tmp_path: Path, content: Any) -> Path:
    """Writes a file and returns its path."""
    file = tmp_path / "t.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


@pytest.mark.parametrize(("rule", "content", "kind", "expected"), READ, ids=[row[0] for row in READ])
def test_csv_is_read(tmp_path: Path, rule: str, content: str, kind: str, expected: list[Any]) -> None:
    column = read_csv(written(tmp_path, content), {"a": kind}).columns["a"]
    assert [column.python_value(row) for row in range(len(column.null))] == expected
    assert column.unread is None


@pytest.mark.parametrize(("rule", "content", "kind", "example"), NOT_READ, ids=[row[0] for row in NOT_READ])
def test_text_of_another_type_is_named(tmp_path: Path, rule: str, content: str, kind: str, example: str) -> None:
    assert read_csv(written(tmp_path, content), {"a": kind}).columns["a"].unread == example


@pytest.mark.parametrize(("rule", "content", "reason"), BROKEN, ids=[row[0] for row in BROKEN])
def test_what_is_no_csv_is_said(tmp_path: Path, rule: str, content: Any, reason: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_csv(written(tmp_path, content), {"a": "text"})
    assert error.value.reason == reason


def test_only_asked_columns_are_read_and_all_but_fid_are_named(tmp_path: Path) -> None:
    table = read_csv(written(tmp_path, "fid,a,b\n1,2,3\n"), {"a": "integer"})
    assert (list(table.columns), table.names, table.count) == (["a"], ["a", "b"], 1)
