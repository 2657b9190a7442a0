# SPDX-License-Identifier: GPL-2.0-or-later
"""A text file becomes columns of text, and what was assumed on the way is noted."""

import pytest

pytestmark = pytest.mark.qgis


def read(tmp_path, data, encoding=None, delimiter=None, header_row=True):
    from gisagentbench.tools.execution.files.text_table import read_text_table

    path = tmp_path / "table.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_text_table(str(path), encoding=encoding, delimiter=delimiter, header_row=header_row)


def cells(table):
    return dict(zip(table.names, table.columns, strict=True))


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n", ";"),  # a comma in every number is no delimiter
        ("a\tb\n1\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ('a;b\n"x, y";2\n', ";"),
        ('a,b\n"x; y; z",2\n', ","),
        ("a\n1\n2\n", ","),
        ("place,note\nParis,a;b\nRome,c\n", ","),
    ],
)
def test_the_delimiter_cuts_every_row_alike(text, delimiter):
    from gisagentbench.tools.execution.files.text_table import sniffed

    assert sniffed(text) == delimiter


def test_an_empty_cell_is_null_and_two_quotes_are_an_empty_text(tmp_path):
    table = read(tmp_path, 'a,b,c\n,"",x\n"","",""\n')
    assert cells(table) == {"a": [None, ""], "b": ["", ""], "c": ["x", ""]}


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('"a ""b"" c"', 'a "b" c'),
        ('"""a"', '"a'),
        ('"a"""', 'a"'),
        ('""""', '"'),
        ('"a,"",b"', 'a,",b'),  # looks like an empty cell between commas, inside quotes
        ('"a\n"",""\nb"', 'a\n","\nb'),
        ('"line one\nline two"', "line one\nline two"),
    ],
)
def test_quotes_inside_a_cell_are_no_empty_text(tmp_path, cell, text):
    assert cells(read(tmp_path, f'k,v,w\n1,{cell},""\n')) == {"k": ["1"], "v": [text], "w": [""]}


def test_only_line_ends_end_a_row(tmp_path):
    table = read(tmp_path, "a,b\r\n1,x\u2028y\r\n2,u\x0bv\x85w\r\n")
    assert cells(table) == {"a": ["1", "2"], "b": ["x\u2028y", "u\x0bv\x85w"]}


def test_utf8_is_read_with_and_without_its_mark(tmp_path):
    for data in ("naam\nÅrhus\n".encode(), "\ufeffnaam\nÅrhus\n".encode(), "naam\nÅrhus\n".encode("utf-16")):
        table = read(tmp_path, data)
        assert (cells(table), table.notes) == ({"naam": ["Århus"]}, [])


@pytest.mark.parametrize(("encoding", "letter"), [("latin-1", "é"), ("cp1252", "€")])
def test_other_bytes_are_read_as_western_and_said(tmp_path, encoding, letter):
    table = read(tmp_path, f"naam\ncaf{letter}\n".encode(encoding))
    assert cells(table) == {"naam": [f"caf{letter}"]}
    assert f"read as {encoding}" in table.notes[0]


def test_an_encoding_that_is_given_is_used_and_must_fit(tmp_path):
    from gisagentbench.tools.declaration.errors import ToolError

    assert cells(read(tmp_path, "naam\ncafé\n".encode("cp437"), encoding="cp437")) == {"naam": ["café"]}
    for encoding, words in (("klingon", "there is no text encoding"), ("ascii", "are not ascii"), ("rot13", "no text")):
        with pytest.raises(ToolError, match=words) as fault:
            read(tmp_path, "naam\ncafé\n", encoding=encoding)
        assert fault.value.code == "BAD_VALUE"


def test_names_are_each_once_and_none_is_fid(tmp_path):
    table = read(tmp_path, "fid,Name,name,,x\n1,2,3,4,5\n")
    assert table.names == ["fid_1", "Name", "name_1", "column_4", "x"]
    assert '"fid" is now "fid_1"' in table.notes[0]


def test_without_a_header_the_columns_are_numbered(tmp_path):
    table = read(tmp_path, "1,2\n3,4\n", header_row=False)
    assert cells(table) == {"column_1": ["1", "3"], "column_2": ["2", "4"]}


def test_a_row_with_too_many_cells_is_refused_and_a_short_one_said(tmp_path):
    from gisagentbench.tools.declaration.errors import ToolError

    with pytest.raises(ToolError, match='row 3 of "table.csv" has 3 cells for 2 columns'):
        read(tmp_path, "a,b\n1,2\n1,2,3\n", delimiter=",")
    table = read(tmp_path, "a,b\n1,2\n3\n", delimiter=",")
    assert cells(table) == {"a": ["1", "3"], "b": ["2", None]}
    assert table.notes == ["1 of 2 rows are shorter than 2 cells; what is missing is NULL"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "holds no text"),
        (b"  \n\n", "holds no text"),
        (b"a,b\n1,\x00\n", "is no text file"),
        (b'a,b\n1,"never closed\n', "cannot be cut into cells at line"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, data, words):
    from gisagentbench.tools.declaration.errors import ToolError

    with pytest.raises(ToolError, match=words) as fault:
        read(tmp_path, data)
    assert fault.value.code == "BAD_FORMAT"


def test_a_long_cell_is_read_whole(tmp_path):
    text = "x" * 300_000
    assert cells(read(tmp_path, f"a,b\n1,{text}\n")) == {"a": ["1"], "b": [text]}


def test_a_blank_line_is_a_row_only_where_there_is_one_column(tmp_path):
    assert cells(read(tmp_path, "a\n1\n\n3\n\n")) == {"a": ["1", None, "3"]}
    assert cells(read(tmp_path, "a,b\n1,2\n\n3,4\n")) == {"a": ["1", "3"], "b": ["2", "4"]}
