# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines are whole whatever pieces they come in."""

from __future__ import annotations

import pytest

from gisagentbench.plugin.panel import line_reading
from gisagentbench.plugin.panel.line_reading import LineReader, LineTooLong


def read(pieces: list[bytes]) -> list[object]:
    reader, found = LineReader(), []
    for piece in pieces:
        reader.take(piece)
        while reader:
            found.append(reader.next_message())
    return found


def test_a_line_may_come_in_pieces_and_pieces_may_hold_lines() -> None:
    assert read([b'{"id"', b': 1}\n{"id": 2}\n{"i', b'd": 3}', b"\n"]) == [{"id": 1}, {"id": 2}, {"id": 3}]


def test_a_letter_of_several_bytes_may_be_cut() -> None:
    whole = '{"a": "ü"}\n'.encode()
    assert read([whole[:8], whole[8:]]) == [{"a": "ü"}]


def test_what_is_no_object_is_nothing() -> None:
    assert read([b"Warning 1: nonsense\n[1, 2]\n\n\xff\n"]) == [None, None, None, None]


def test_a_line_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_reading, "LARGEST_LINE", 10)
    reader = LineReader()
    reader.take(b"12345")
    with pytest.raises(LineTooLong):
        reader.take(b"678901")
