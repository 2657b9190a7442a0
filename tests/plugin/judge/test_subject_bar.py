# SPDX-License-Identifier: GPL-2.0-or-later
"""The list of results: however many there are and however long their marks, the window is not held up by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.plugin.judge.marks import Marks, RowKey
from gisagentbench.plugin.judge.subjects import Subject
from gisagentbench.tests.plugin.waiting import wait_for

pytestmark = pytest.mark.qgis
MANY, ROWS = 200, 200


@pytest.fixture
def subjects(tmp_path: Path) -> list[Subject]:
    """Episodes with marks on their rows; every second one is marked as a whole."""
    made = []
    for number in range(MANY):
        folder = tmp_path / str(number)
        folder.mkdir()
        marks = Marks(folder)
        marks._rows = {RowKey("out.gpkg", "row", str(row)): "done" for row in range(ROWS)}
        marks.set_whole("done" if number % 2 else "")
        made.append(Subject("episode", "demo", "parks", str(folder)))
    return made


def test_marks_of_many_results_are_read_in_turns(window: Any, subjects: list[Subject]) -> None:
    from gisagentbench.plugin.judge.subject_bar import SubjectBar

    bar = SubjectBar(window.mainWindow())
    bar.fill(subjects)
    assert bar._unread
    wait_for(lambda: not bar._unread)
    assert bar._marks == ["", "done"] * (MANY // 2)
    bar.choose(subjects[0])
    bar.go(1)
    assert bar.current() == subjects[2]


def test_a_mark_that_is_set_meanwhile_stays(window: Any, subjects: list[Subject]) -> None:
    from gisagentbench.plugin.judge.subject_bar import SubjectBar

    bar = SubjectBar(window.mainWindow())
    bar.fill(subjects)
    bar.choose(subjects[-2])
    bar.show_mark("ignored", True)
    wait_for(lambda: not bar._unread)
    assert bar._marks[-2] == "ignored"
