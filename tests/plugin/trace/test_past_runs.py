# SPDX-License-Identifier: GPL-2.0-or-later
"""What the history of Processing holds from earlier: how it is read, and what of it can become steps.

Entries are made by the registry of QGIS itself, so that its database is read as QGIS writes it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.made_files import squares as squares_file
from gisagentbench.tests.plugin.trace import drawn_layers as drawn
from gisagentbench.tests.plugin.trace.history_entries import end, enter, run_in_toolbox
from gisagentbench.tests.plugin.waiting import wait_for

pytestmark = pytest.mark.qgis


def details(algorithm_id: str, inputs: dict[str, Any], results: dict[str, Any] | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"algorithm_id": algorithm_id, "parameters": {"inputs": inputs}}
    return told if results is None else told | {"results": results}


def ran(algorithm_id: str, inputs: dict[str, Any], results: dict[str, Any]) -> int:
    """Enters a run that has ended well."""
    number = enter(details(algorithm_id, inputs))
    end(number, details(algorithm_id, inputs, results))
    return number


@pytest.fixture
def history(window: Any) -> Iterator[str]:
    """The database of an empty history."""
    from qgis.gui import QgsGui

    registry = QgsGui.historyProviderRegistry()
    registry.clearHistory(_local())
    yield registry.userHistoryDbPath()
    registry.clearHistory(_local())


def _local() -> Any:
    from qgis.core import Qgis

    return Qgis.HistoryProviderBackend.LocalProfile


@pytest.fixture
def model(history: str) -> Any:
    from gisagentbench.plugin.trace.past_run_model import PastRunModel

    return PastRunModel()


def filled(model: Any, history: str) -> Any:
    from gisagentbench.plugin.trace.past_runs import NEWEST, read_page

    model.append(read_page(history, NEWEST).runs)
    wait_for(lambda: not model.is_reading())
    return model


def words(model: Any, row: int, column: int) -> str:
    return str(model.index(row, column).data())


def test_runs_are_read_as_the_registry_writes_them_the_newest_first(history: str, tmp_path: Path) -> None:
    from gisagentbench.plugin.trace.past_runs import NEWEST, read_page

    file = squares_file(tmp_path / "a.gpkg")
    first = ran("gisagentbench:centroids", {"LAYER": f"{file}|layername=a"}, {"OUTPUT": "b"})
    enter({"query": "select 1"}, "dbquery")
    enter({"python_command": "an entry of an older QGIS"})
    second = enter(details("native:clip", {"INPUT": "/no/such.gpkg", "OVERLAY": ["x", str(tmp_path)]}))
    page = read_page(history, NEWEST)
    assert [(one.run.number, one.run.algorithm_id, one.run.results) for one in page.runs] == [
        (second, "native:clip", {}),
        (first, "gisagentbench:centroids", {"OUTPUT": "b"}),
    ]
    assert [one.there for one in page.runs] == [{str(tmp_path)}, {str(file)}]
    assert page.runs[0].at[:2] == "20" and len(page.runs[0].at) == len("2026-01-01 10:20")
    assert page.before == 0


def test_each_page_goes_on_where_the_one_before_ended(history: str) -> None:
    from gisagentbench.plugin.trace.past_runs import NEWEST, read_page

    numbers = [enter(details("native:clip", {})) for _ in range(5)]
    found, before = [], NEWEST
    pages = []
    while before:
        page = read_page(history, before, 2)
        pages.append(len(page.runs))
        found += [one.run.number for one in page.runs]
        before = page.before
    assert (found, pages) == (numbers[::-1], [2, 2, 1])


def test_a_history_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    from gisagentbench.plugin.canvas.background_task import Refused
    from gisagentbench.plugin.trace.past_runs import NEWEST, PastPage, read_page

    assert read_page(str(tmp_path / "none.db"), NEWEST) == PastPage([], 0)
    (tmp_path / "torn.db").write_text("no database")
    with pytest.raises(Refused, match="The history of Processing cannot be read: file is not a database"):
        read_page(str(tmp_path / "torn.db"), NEWEST)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE history (id INTEGER)")
    with pytest.raises(Refused, match="no such column"):
        read_page(str(tmp_path / "other.db"), NEWEST)


def test_a_reader_leaves_the_history_to_be_written(history: str) -> None:
    from gisagentbench.plugin.trace.past_runs import NEWEST, read_page

    for _ in range(3):
        enter(details("native:clip", {}))  # holds that the registry could write
        read_page(history, NEWEST, 1)


@pytest.mark.parametrize(
    ("algorithm_id", "inputs", "results", "why"),
    [
        ("native:convexhull", {"INPUT": "FILE"}, {"OUTPUT": "x"}, "No tool does exactly the same."),
        ("gisagentbench:centroids", {"LAYER": "FILE"}, {}, "It failed, or was not run to its end."),
        ("nobody:knows", {}, {"OUTPUT": "x"}, "No tool does exactly the same."),
        (
            "gisagentbench:centroids",
            {"LAYER": "/gone/parks.gpkg|layername=parks"},
            {"OUTPUT": "x"},
            '"parks.gpkg" is neither in the project nor a file that is there.',
        ),
        (
            "gisagentbench:centroids",
            {"LAYER": "memory_layer_1"},
            {"OUTPUT": "x"},
            '"memory_layer_1" is neither in the project nor a file that is there.',
        ),
        (
            "gisagentbench:loadlayer",
            {"FILE": "/gone/parks.gpkg"},
            {"OUTPUT": "x"},
            'The file "parks.gpkg" is no longer there.',
        ),
        (
            "gisagentbench:centroids",
            {"LAYER": {"source": "FILE", "selected_only": True}},
            {"OUTPUT": "x"},
            "It took the selected rows of a layer, and which these were is not known any more.",
        ),
    ],
)
def test_what_can_be_no_step_is_greyed_and_says_why(
    model: Any,
    history: str,
    tmp_path: Path,
    algorithm_id: str,
    inputs: dict[str, Any],
    results: dict[str, Any],
    why: str,
) -> None:
    from qgis.PyQt.QtCore import Qt

    file = str(squares_file(tmp_path / "a.gpkg"))
    given = {
        name: {**value, "source": file} if isinstance(value, dict) else value.replace("FILE", file)
        for name, value in inputs.items()
    }
    ran(algorithm_id, given, results)
    filled(model, history)
    assert words(model, 0, 3).startswith(why)
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert model.index(0, 0).data(Qt.ItemDataRole.CheckStateRole) is None
    assert not model.setData(model.index(0, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert model.chosen() == []


def tick(model: Any, row: int) -> None:
    from qgis.PyQt.QtCore import Qt

    assert model.setData(model.index(row, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)


def test_layers_and_files_are_called_as_people_call_them(model: Any, history: str, tmp_path: Path) -> None:
    layer = drawn.squares("Squares (north)")
    file = squares_file(tmp_path / "band.gpkg")
    ran("gisagentbench:clip", {"MASK": str(file), "LAYER": layer.id(), "OUTPUT": "TEMPORARY_OUTPUT"}, {"OUTPUT": "x"})
    filled(model, history)
    assert words(model, 0, 0) == "Clip"
    assert words(model, 0, 2) == "LAYER: Squares (north), MASK: band.gpkg"


def test_parameters_stand_as_in_the_dialog_without_what_it_begins_with(model: Any, history: str) -> None:
    from qgis.core import QgsProcessingUtils

    layer = drawn.squares("Squares")
    source = QgsProcessingUtils.layerToStringIdentifier(layer)  # as dialogs of QGIS 3.40 write layers in memory
    ran(
        "native:buffer",
        {"DISTANCE": 40, "DISSOLVE": False, "INPUT": source, "SEGMENTS": 5, "OTHER": [""]},
        {"OUTPUT": "x"},
    )
    filled(model, history)
    assert words(model, 0, 2) == "INPUT: Squares, DISTANCE: 40"


def test_what_a_run_needs_and_is_gone_is_ticked_with_it(model: Any, history: str, tmp_path: Path) -> None:
    file = str(squares_file(tmp_path / "a.gpkg"))
    first = ran("gisagentbench:centroids", {"LAYER": file}, {"OUTPUT": "/gone/1/OUTPUT.gpkg"})
    ran("gisagentbench:centroids", {"LAYER": file}, {"OUTPUT": "/gone/2/OUTPUT.gpkg"})
    third = ran("gisagentbench:dissolve", {"LAYER": "/gone/1/OUTPUT.gpkg|layername=OUTPUT"}, {"OUTPUT": "y"})
    filled(model, history)
    tick(model, 0)
    assert [run.number for run in model.chosen()] == [first, third]


def test_older_pages_bring_what_newer_runs_lacked(model: Any, history: str, tmp_path: Path) -> None:
    from gisagentbench.plugin.trace.past_runs import NEWEST, read_page

    file = str(squares_file(tmp_path / "a.gpkg"))
    first = ran("gisagentbench:centroids", {"LAYER": file}, {"OUTPUT": "/gone/1/OUTPUT.gpkg"})
    second = ran("gisagentbench:dissolve", {"LAYER": "/gone/1/OUTPUT.gpkg"}, {"OUTPUT": "y"})
    page = read_page(history, NEWEST, 1)
    model.append(page.runs)
    wait_for(lambda: not model.is_reading())
    assert words(model, 0, 3) == '"OUTPUT.gpkg" is neither in the project nor a file that is there.'
    model.append(read_page(history, page.before, 1).runs)
    wait_for(lambda: not model.is_reading())
    assert words(model, 0, 3) == ""
    tick(model, 0)
    assert [run.number for run in model.chosen()] == [first, second]


def test_of_ten_thousand_runs_one_page_is_read_and_of_that_a_few_rows_at_a_time(history: str, monkeypatch: Any) -> None:
    """Nothing is looked at that is not asked for, whatever the length of the history."""
    from gisagentbench.plugin.trace import past_run_model, past_runs

    number = enter(details("native:clip", {"INPUT": "/a", "OVERLAY": "/b"}))
    with sqlite3.connect(history) as database:
        row = database.execute("SELECT provider_id, timestamp, xml FROM history WHERE id = ?", (number,)).fetchone()
        database.executemany("INSERT INTO history (provider_id, timestamp, xml) VALUES (?, ?, ?)", [row] * 9_999)
    parsed, read = [], []
    real_run, real_read = past_runs.toolbox_run, past_run_model.read_past
    monkeypatch.setattr(past_runs, "toolbox_run", lambda *given: parsed.append(given) or real_run(*given))
    monkeypatch.setattr(past_run_model, "read_past", lambda *given: read.append(given) or real_read(*given))
    model = past_run_model.PastRunModel()
    page = past_runs.read_page(history, past_runs.NEWEST)
    assert (len(page.runs), len(parsed)) == (past_runs.ROWS_A_PAGE, past_runs.ROWS_A_PAGE)
    model.append(page.runs)
    assert read == []
    model.read_some()
    assert len(read) == past_run_model.ROWS_A_TURN


@pytest.fixture
def choice(history: str, window: Any) -> Iterator[Any]:
    from gisagentbench.plugin.trace.past_run_choice import PastRunChoice

    made = PastRunChoice(window.mainWindow())
    yield made
    made.reject()
    made.forget()


def test_the_window_of_past_runs(choice: Any, tmp_path: Path) -> None:
    file = str(squares_file(tmp_path / "a.gpkg"))
    number = ran("gisagentbench:centroids", {"LAYER": file}, {"OUTPUT": "x"})
    enter(details("native:clip", {}))
    heard: list[Any] = []
    choice.chosen.connect(heard.append)
    choice.begin()
    assert choice.state.text() == "Reading…"
    wait_for(lambda: choice.model.rowCount() == 2 and not choice.model.is_reading())
    assert (choice.state.text(), choice.ok_button.text(), choice.ok_button.isEnabled()) == ("", "Add steps", False)
    assert not choice.older.isEnabled()
    tick(choice.model, 1)
    assert choice.ok_button.text() == "Add 1 step"
    choice.ok_button.click()
    assert [[run.number for run in runs] for runs in heard] == [[number]]
    choice.begin()
    wait_for(lambda: choice.model.rowCount() == 2 and not choice.model.is_reading())
    assert choice.model.chosen() == []


def test_an_empty_history_says_so(choice: Any) -> None:
    choice.begin()
    wait_for(lambda: choice.state.text() == "Nothing was run in Processing so far.")


def test_pages_are_asked_for_one_by_one(choice: Any, monkeypatch: Any) -> None:
    from gisagentbench.plugin.trace import past_runs

    monkeypatch.setattr(past_runs.read_page, "__defaults__", (2,))
    for _ in range(3):
        enter(details("native:clip", {}))
    choice.begin()
    wait_for(lambda: choice.model.rowCount() == 2 and choice.older.isEnabled())
    choice.older.click()
    wait_for(lambda: choice.model.rowCount() == 3)
    assert not choice.older.isEnabled()


def test_a_window_that_was_closed_takes_no_page(choice: Any) -> None:
    from gisagentbench.plugin.canvas.background_task import running_tasks

    enter(details("native:clip", {}))
    choice.begin()
    choice.forget()
    wait_for(lambda: running_tasks() == 0)
    assert choice.model.rowCount() == 0


def test_a_real_run_of_the_toolbox_is_found(model: Any, history: str) -> None:
    squares, band = drawn.squares("Squares"), drawn.band()
    run_in_toolbox("gisagentbench:clip", {"LAYER": squares.id(), "MASK": band.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    filled(model, history)
    assert [words(model, 0, column) for column in (0, 3)] == ["Clip", ""]
