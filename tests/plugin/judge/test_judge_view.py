# SPDX-License-Identifier: GPL-2.0-or-later
"""The judge tab: asks, shows, marks, and never takes the answer to an earlier choice for one to the present one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.plugin.judge.marks import FILE
from gisagentbench.tests.plugin.judge.made_answers import (
    cells_differences,
    cells_score,
    squares_differences,
    squares_score,
    steps,
)
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis


def judge(view: Any, folder: Path, score: dict[str, Any], differences: dict[str, Any]) -> None:
    """Judges an episode and waits until its layers are there."""
    view.show_folder(str(folder))
    view.client.answer("score", score)
    view.client.answer("differences", differences)
    wait_for(lambda: view.maps.group.roles())


@pytest.fixture
def judged(view: Any, tmp_path: Path) -> Any:
    judge(view, tmp_path, squares_score(), squares_differences(tmp_path))
    return view


def shown_rows(view: Any) -> list[tuple[str, ...]]:
    model = view.findings.model
    return [tuple(model.index(row, column).data() for column in range(5)) for row in range(model.rowCount())]


def test_score_and_differences_are_asked_for_what_was_chosen(view: Any, tmp_path: Path) -> None:
    view.show_folder(str(tmp_path))
    assert view.client.asked[-1] == ("score", {"folder": str(tmp_path)})
    view.client.answer("score", squares_score())
    assert view.client.asked[-1] == ("differences", {"folder": str(tmp_path), "output": "squares.gpkg"})
    assert view.verdict.words == "Wrong: 3 of 5 checks failed"


def test_differences_stand_in_a_table_the_worst_first(judged: Any) -> None:
    assert shown_rows(judged) == [
        ("missing", "3", "whole row", "id 3, people 30", ""),
        ("extra", "9", "whole row", "", "id 9, people 90"),
        ("wrong value", "1", "people", "10", "11"),
        ("moved or reshaped", "2", "shape", "area 10000", "area 10000"),
    ]


def test_the_legend_counts_and_hides(judged: Any) -> None:
    items = [judged.legend.topLevelItem(row) for row in range(judged.legend.topLevelItemCount())]
    assert {item.text(0): item.text(1) for item in items} == {
        "Extra rows": "1", "Missing rows": "1", "Where they should be": "1", "Moved or reshaped": "1",
        "Wrong values": "1", "The same": "3", "Output of the agent": "", "Reference": "",
    }  # fmt: skip
    from qgis.PyQt.QtCore import Qt

    item = judged.legend.topLevelItem(1)
    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert not judged.maps.group.is_visible("missing")
    judged.maps.group.set_visible("missing", True)  # as in the layer tree
    assert item.checkState(0) == Qt.CheckState.Checked


def test_output_and_reference_are_there_but_do_not_hide_the_differences(judged: Any) -> None:
    group = judged.maps.group
    assert group.roles() == ["extra", "missing", "before", "moved", "wrong", "same", "agent", "reference"]
    assert [role for role in group.roles() if not group.is_visible(role)] == ["agent", "reference"]


def test_a_chosen_row_is_shown_on_the_map(judged: Any, window: Any) -> None:
    """Square 1 is at (100, 0) to (200, 100); its middle is the middle of the map."""
    from qgis.core import QgsCoordinateReferenceSystem

    canvas = window.mapCanvas()
    canvas.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:32630"))
    judged.findings.view.selectRow(2)
    assert (canvas.center().x(), canvas.center().y()) == pytest.approx((150, 50))
    assert 300 <= canvas.extent().width() <= 700
    assert judged.findings.current().layer == "wrong"


def test_the_map_goes_to_all_of_it_first_and_keeps_its_crs(judged: Any, window: Any) -> None:
    from qgis.core import QgsProject

    assert not QgsProject.instance().crs().isValid() or QgsProject.instance().crs().authid() == "EPSG:4326"
    assert window.mapCanvas().extent().contains(judged.maps.group.extent())


def test_all_of_a_difference_is_said_below_the_table(judged: Any) -> None:
    said = []
    for row in range(4):
        judged.findings.view.selectRow(row)
        said.append(judged.findings._words.text())
    assert said == [
        "3: missing (id 3, people 30)",
        "9: extra (id 9, people 90)",
        "1, people: expected 10, found 11",
        "2, shape: expected area 10000, found area 10000",
    ]


def test_the_crs_of_the_project_stays_through_two_results(judged: Any, window: Any, tmp_path: Path) -> None:
    from qgis.core import QgsProject

    turn()
    before = QgsProject.instance().crs().authid()
    other = tmp_path / "other"
    other.mkdir()
    judge(judged, other, cells_score(), cells_differences(other))
    turn()
    third = tmp_path / "third"
    third.mkdir()
    judge(judged, third, squares_score(), squares_differences(third))
    turn()
    assert QgsProject.instance().crs().authid() == before
    assert window.layerTreeCanvasBridge().autoSetupOnFirstLayer()  # as it was, for what the person adds


def test_what_was_chosen_by_its_folder_gets_its_name(judged: Any) -> None:
    assert judged.bar.choice.currentText() == "squares · careless"


def test_marks_go_on_to_the_next_row_and_are_kept(judged: Any, tmp_path: Path) -> None:
    judged.findings.go(1)
    assert judged.findings.view.currentIndex().row() == 0
    judged.findings.mark("done")
    judged.findings.mark("ignored")
    assert judged.findings.view.currentIndex().row() == 2
    kept = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["rows"]
    assert [(row["key"], row["mark"]) for row in kept] == [("3", "done"), ("9", "ignored")]
    judged.findings.go(-1)
    assert judged.findings.view.currentIndex().row() == 2  # those before are marked


def test_marks_are_there_again_when_the_episode_is_judged_again(judged: Any, tmp_path: Path) -> None:
    judged.findings.view.selectRow(1)
    judged.findings.mark("done")
    judged._mark_whole("done")
    judged.judge(judged.subject)
    judged.client.answer("score", squares_score())
    assert [judged.findings.model.mark(row) for row in range(4)] == ["", "done", "", ""]
    assert judged.bar.done.isChecked()
    judged.findings._only_open.setChecked(True)
    assert judged.findings.model.rowCount() == 3


def test_the_same_mark_again_takes_it_away(judged: Any, tmp_path: Path) -> None:
    judged.findings.view.selectRow(3)
    judged.findings.mark("done")
    judged.findings.view.selectRow(3)
    judged.findings.mark("done")
    assert judged.findings.model.marked_count() == 0


def test_a_mark_that_cannot_be_stored_is_said(judged: Any, tmp_path: Path) -> None:
    judged.marks.folder = tmp_path / "gone"
    judged.findings.view.selectRow(0)
    judged.findings.mark("done")
    assert judged.findings.model.mark(0) == "done"
    assert len(judged.messages.told) == 1 and "could not be stored" in judged.messages.told[0]


def test_a_kind_can_be_listed_alone(judged: Any) -> None:
    kinds = judged.findings._kinds
    assert [kinds.itemText(row) for row in range(kinds.count())] == [
        "All 4 differences", "The 4 worst", "missing (1)", "extra (1)", "moved or reshaped (1)", "wrong value (1)",
    ]  # fmt: skip
    kinds.setCurrentIndex(kinds.findData("moved"))
    kinds.activated.emit(kinds.currentIndex())
    assert [row[1] for row in shown_rows(judged)] == ["2"]


def test_an_answer_to_an_earlier_choice_is_dropped(view: Any, tmp_path: Path) -> None:
    view.show_folder(str(tmp_path / "first"))
    view.show_folder(str(tmp_path / "second"))
    view.client.answer("score", {**squares_score(), "strict": True})  # the first question's
    assert view.score is None
    view.client.answer("score", squares_score())
    assert view.score.strict is False


def test_layers_of_an_earlier_choice_are_taken_out(judged: Any, tmp_path: Path) -> None:
    from qgis.core import QgsProject

    other = tmp_path / "other"
    other.mkdir()
    judge(judged, other, cells_score(), cells_differences(other))
    names = sorted(layer.name() for layer in QgsProject.instance().mapLayers().values())
    assert names == [
        "Output minus reference",
        "Output: heights.tif",
        "Reference: reference.tif",
        "Wrong cells and mask",
    ]
    assert len(QgsProject.instance().layerTreeRoot().children()) == 1


def test_kinds_of_cells_are_hidden_one_by_one(view: Any, tmp_path: Path) -> None:
    from qgis.PyQt.QtCore import Qt

    judge(view, tmp_path, cells_score(), cells_differences(tmp_path))
    cells = view.legend.topLevelItem(0)
    words = [(cells.child(row).text(0), cells.child(row).text(1)) for row in range(cells.childCount())]
    assert words == [
        ("same", "4"), ("too high", "1"), ("value where none should be", "1"), ("value missing", "1"), ("too low", "1"),
    ]  # fmt: skip
    cells.child(0).setCheckState(0, Qt.CheckState.Unchecked)
    labels = [one.label for one in view.maps.group.layer("cells").renderer().classes()]
    assert labels == ["too high", "value where none should be", "value missing", "wrong class", "too low"]


def test_a_refused_score_is_said_with_its_hint(view: Any, tmp_path: Path) -> None:
    view.show_folder(str(tmp_path))
    view.client.refuse("score", "The episode still runs.")
    assert view.verdict.words == "The episode still runs."


def test_without_difference_layers_the_reason_stands_above_the_checks(view: Any, tmp_path: Path) -> None:
    view.show_folder(str(tmp_path))
    view.client.answer("score", squares_score())
    view.client.refuse("differences", "It has another grid.")
    assert view.checks.toPlainText().startswith("It has another grid. a hint")
    assert shown_rows(view)[0][1] == "3"  # the worst rows of the record are there all the same


def test_steps_are_asked_for_when_they_are_looked_at(judged: Any, tmp_path: Path) -> None:
    assert "compare_steps" not in [op for op, _ in judged.client.asked]
    judged.tabs.setCurrentWidget(judged.steps)
    assert judged.client.asked[-1] == ("compare_steps", {"folder": str(tmp_path), "strict": False})
    judged.client.answer("compare_steps", steps())
    model = judged.steps.model
    table = [[model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())]
    assert table == [
        ["=", "1 load_layer", "1 load_layer"],
        ["▶ ≠", "2 buffer", "2 buffer"],
        ["−", "3 dissolve", ""],
    ]
    assert judged.steps.view.currentIndex().row() == 1
    assert "≠ distance_m" in judged.steps.detail.toPlainText()
    assert judged.steps.words == "Step 2 is the first that differs."
    assert "Nothing dissolves." in judged.steps.detail.toPlainText()


def test_a_file_is_judged_for_an_output_of_the_chosen_task(view: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.gpkg"
    file.write_text("x")
    view.task_chosen("packs/made", {"id": "squares", "title": "Squares", "outputs": [{"label": "squares.gpkg"}]})
    view.form.file.setFilePath(str(file))
    assert view.form.score.isEnabled()
    view.form.score.click()
    assert view.client.asked[-1] == (
        "score", {"pack": "packs/made", "task": "squares", "output": "squares.gpkg", "file": str(file)},
    )  # fmt: skip
    view.client.answer("score", squares_score())
    view.tabs.setCurrentWidget(view.steps)
    assert view.steps.words == "A file has no steps; choose an episode or a trace."


def test_results_are_listed_newest_first_and_marked_ones_are_passed_over(view: Any, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder in folders:
        folder.mkdir()
    (folders[1] / FILE).write_text('{"schema_version": 1, "whole": "done", "rows": []}')
    episodes = [
        {"folder": str(folder), "task": "squares", "agent": folder.name, "at": f"2026-01-0{3 - number}T10:00:00Z"}
        for number, folder in enumerate(folders)
    ]
    view.results.read()
    view.client.answer("episodes", {"episodes": episodes[::-1]})
    view.client.answer("traces", {"traces": []})
    assert [view.bar.choice.itemText(row).split(" · ")[1] for row in range(3)] == ["a", "b", "c"]
    view.bar.go(1)
    assert view.subject.agent == "a"
    view.bar.go(1)
    assert view.subject.agent == "c"
    assert not view.bar.next.isEnabled()


def test_layers_that_a_person_removes_are_not_missed(judged: Any) -> None:
    from qgis.core import QgsProject

    QgsProject.instance().removeMapLayer(judged.maps.group.layer("agent"))
    assert "agent" not in judged.maps.group.roles()
    assert not judged.maps.swipe.isEnabled()
    QgsProject.instance().clear()
    turn()
    assert judged.maps.group.roles() == []
    judged.findings.view.selectRow(0)  # its place is in the record


def test_closing_while_layers_are_opened_is_safe(view: Any, tmp_path: Path) -> None:
    from qgis.core import QgsProject

    view.show_folder(str(tmp_path))
    view.client.answer("score", squares_score())
    view.client.answer("differences", squares_differences(tmp_path))
    view.close_view()
    turn(50)
    assert QgsProject.instance().mapLayers() == {}


def test_the_icons_are_those_of_qgis(judged: Any) -> None:
    from qgis.PyQt.QtGui import QAction

    assert [action.text() for action in judged.findChildren(QAction) if action.icon().isNull() and action.text()] == []
