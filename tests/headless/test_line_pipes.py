# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines are cut wherever their bytes were cut before, and never grow without bound."""

import os

import pytest

from gisagentbench.headless.line_pipes import LineTooLong, LineWriter, lines_of, split_lines


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a", b"b\nc", b"\n"], [b"ab", b"c"]),
        ([b"a\r\n\n  \nb\n"], [b"a\r", b"b"]),
        ([b"a\nhalf"], [b"a"]),
        ([b"1234\n12345\n12\n"], [b"1234", "too long", b"12"]),
        ([b"123", b"456", b"789\n12\n"], ["too long", b"12"]),
        ([b"123456789"] * 5 + [b"\nab\n"], ["too long", b"ab"]),
    ],
)
def test_lines_of_any_cut(chunks, lines):
    found = ["too long" if isinstance(one, LineTooLong) else one for one in split_lines(iter(chunks), longest=4)]
    assert found == lines


def test_lines_are_read_from_a_descriptor_until_it_ends():
    source, sink = os.pipe()
    os.write(sink, b"a\nb\nhalf")
    os.close(sink)
    assert list(lines_of(source)) == [b"a", b"b"]
    os.close(source)


def test_what_is_written_comes_whole_and_in_order_and_a_closed_reader_is_told():
    source, sink = os.pipe()
    writer = LineWriter(sink)
    writer.start()
    long = b"x" * 1_000_000 + b"\n"
    written = [writer.write(data) for data in (long, b"second\n")]
    with os.fdopen(source, "rb") as reader:
        assert (reader.readline(), reader.readline()) == (long, b"second\n")
    assert [one.result(10) for one in written] == [None, None]
    with pytest.raises(OSError):
        writer.write(b"third\n").result(10)
    os.close(sink)
