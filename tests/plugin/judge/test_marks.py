# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks are kept beside the episode, come back, and are never lost because a file is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gisagentbench.plugin.judge.marks import FILE, Marks, RowKey, UnreadableMarks, read_marks, set_aside

ROW = RowKey("squares.gpkg", "people", "1")
STRANGE = RowKey("a:b.gpkg", "geometry", 'x" / ü\n')


def test_marks_come_back(tmp_path: Path) -> None:
    marks = read_marks(tmp_path)
    assert (marks.whole, marks.of(ROW)) == ("", "")
    marks.set_row(ROW, "done")
    marks.set_row(STRANGE, "ignored")
    marks.set_whole("ignored")
    again = read_marks(tmp_path)
    assert (again.whole, again.of(ROW), again.of(STRANGE)) == ("ignored", "done", "ignored")


def test_a_mark_can_be_taken_away(tmp_path: Path) -> None:
    marks = Marks(tmp_path)
    marks.set_row(ROW, "done")
    marks.set_row(ROW, "")
    assert read_marks(tmp_path).of(ROW) == ""
    assert json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["rows"] == []


def test_nothing_is_written_for_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    marks = Marks()
    marks.set_row(ROW, "done")
    assert marks.of(ROW) == "done"
    assert list(tmp_path.iterdir()) == []


def test_a_mark_that_cannot_be_stored_is_said_and_still_there(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "gone")
    with pytest.raises(OSError):
        marks.set_row(ROW, "done")
    assert marks.of(ROW) == "done"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"whole": "right", "rows": []}',
        '{"whole": "", "rows": [{"output": "a"}]}',
        '{"whole": [], "rows": 1}',
    ],
)
def test_a_broken_file_is_kept_under_another_name(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(UnreadableMarks):
        read_marks(tmp_path)
    kept = set_aside(tmp_path)
    assert kept.read_text() == text
    assert read_marks(tmp_path).whole == ""


def test_a_second_broken_file_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    for text in ("one", "two"):
        (tmp_path / FILE).write_text(text)
        set_aside(tmp_path)
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["one", "two"]
