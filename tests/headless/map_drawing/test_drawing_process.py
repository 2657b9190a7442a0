# SPDX-License-Identifier: GPL-2.0-or-later
"""A process that dies costs the picture it was at, and a QGIS that never works is not started for ever."""

import pytest

from gisagentbench.headless.map_drawing import drawing_process as subject
from gisagentbench.headless.map_drawing.map_job import DrawnMap, LayerSource, MapJob

JOBS = [MapJob(f"{number}.png", LayerSource("a.gpkg", "vector")) for number in range(6)]


def drawn(job):
    return DrawnMap(job.picture, 400, 300)


class Processes:
    """Stands in for QGIS: each start draws as many pictures as planned, then dies."""

    def __init__(self, *plan):
        self.plan, self.starts = list(plan), 0

    def __call__(self, jobs, start_seconds):
        self.starts += 1
        return [drawn(job) for job in jobs[: self.plan.pop(0)]], "ended with status -11"


@pytest.mark.parametrize(
    ("rule", "plan", "lost", "starts"),
    [
        ("nothing goes wrong", [6], [], 1),
        ("the third picture kills its process", [2, 3], [2], 2),
        ("the first one does", [0, 5], [0], 2),
        ("two in a row do", [2, 0, 2], [2, 3], 3),
        ("no process ever draws", [0, 0, 0], [0, 1, 2, 3, 4, 5], 3),
        ("processes stop drawing half way", [2, 0, 0, 0], [2, 3, 4, 5], 4),
    ],
)
def test_pictures_that_are_lost(rule, plan, lost, starts, monkeypatch):
    processes = Processes(*plan)
    monkeypatch.setattr(subject, "_draw_in_one_process", processes)
    results = subject.draw(JOBS)
    assert [number for number, result in enumerate(results) if result.problem] == lost, rule
    assert [result.picture for result in results if not result.problem] == [
        job.picture for number, job in enumerate(JOBS) if number not in lost
    ]
    assert processes.starts == starts


def test_no_pictures_start_no_process(monkeypatch):
    processes = Processes()
    monkeypatch.setattr(subject, "_draw_in_one_process", processes)
    assert subject.draw([]) == [] and processes.starts == 0
