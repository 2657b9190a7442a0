# SPDX-License-Identifier: GPL-2.0-or-later
"""Steps are rows: what they show, and how they are dragged and annotated."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.plugin.trace.trace_step import Finding, TraceStep

pytestmark = pytest.mark.qgis
STEPS = [
    TraceStep("load_layer", {"file": "parks.gpkg", "name": "parks"}, state="done"),
    TraceStep("clip", {"layer": "parks", "mask": "areas", "output": "clipped"}, "Why", "failed"),
    TraceStep("dissolve", {"layer": "clipped", "output": "one"}),
]
FINDINGS = [
    Finding(1, "UNKNOWN_LAYER", "There is no layer areas.", "Load it.", "mask", "error"),
    Finding(2, "unused_layer", "Nobody uses one.", "", "", "warning"),
    Finding(3, "file", "result.gpkg is never written.", "", "", "error"),
]


@pytest.fixture
def model(window: Any) -> Any:
    from gisagentbench.plugin.trace.step_model import StepModel

    made = StepModel()
    made.show(STEPS, FINDINGS)
    return made


def texts(model: Any) -> list[list[str]]:
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_what_rows_show(model: Any) -> None:
    assert texts(model) == [
        ["load_layer", "file: parks.gpkg, name: parks", "", ""],
        ["clip", "layer: parks, mask: areas, output: clipped", "1 fault", "Why"],
        ["dissolve", "layer: clipped, output: one", "1 warning", ""],
    ]


def test_rows_come_and_go(model: Any) -> None:
    model.show(STEPS[:1], [])
    assert [row[0] for row in texts(model)] == ["load_layer"]
    model.show(STEPS, FINDINGS)
    assert model.rowCount() == 3
    model.show([], [])
    assert model.rowCount() == 0


def test_the_step_that_runs_shows_its_share(model: Any) -> None:
    model.show_progress(2, 0.4)
    assert model.index(2, 0).data() == "dissolve (40%)"
    model.show(STEPS, [])
    assert model.index(2, 0).data() == "dissolve"


@pytest.mark.parametrize(
    ("begin", "drop", "moved"),
    [
        (0, 2, [(0, 1)]),  # before the third row is between the second and the third
        (0, 3, [(0, 2)]),
        (2, 0, [(2, 0)]),
        (1, 1, []),
        (1, 2, []),
    ],
)
def test_rows_are_dragged_between_rows(model: Any, begin: int, drop: int, moved: list[tuple[int, int]]) -> None:
    from qgis.PyQt.QtCore import QModelIndex, Qt

    told: list[tuple[int, int]] = []
    model.moved.connect(lambda start, end: told.append((start, end)))
    packed = model.mimeData([model.index(begin, 0)])
    model.dropMimeData(packed, Qt.DropAction.MoveAction, drop, 0, QModelIndex())
    assert told == moved


def test_what_was_dragged_from_elsewhere_is_not_taken(model: Any) -> None:
    from qgis.PyQt.QtCore import QMimeData, QModelIndex, Qt

    told: list[int] = []
    model.moved.connect(lambda start, end: told.append(start))
    foreign = QMimeData()
    foreign.setText("0")
    assert not model.dropMimeData(foreign, Qt.DropAction.MoveAction, 0, 0, QModelIndex())
    assert told == []


def test_a_note_is_written_in_its_cell(model: Any) -> None:
    told: list[tuple[int, str]] = []
    model.noted.connect(lambda row, text: told.append((row, text)))
    assert model.setData(model.index(0, 3), " Parks of the city ")
    assert not model.setData(model.index(1, 3), "Why")
    assert told == [(0, "Parks of the city")]


def test_the_menu_and_keys_of_the_table(model: Any, window: Any) -> None:
    from gisagentbench.plugin.trace.step_table import StepTable

    table = StepTable(model, window.mainWindow())
    chosen: list[int] = []
    table.chosen.connect(chosen.append)
    table.choose(1)
    table.choose(7)
    assert (chosen, table.row()) == ([1], 1)
