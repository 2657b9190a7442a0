# SPDX-License-Identifier: GPL-2.0-or-later
"""What is opened for an output: difference layers with their signs, both sides in the same colours, each difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless.map_drawing.palette import ROW_LOOKS
from gisagentbench.tests.plugin.judge.made_answers import cells_differences, squares_differences

pytestmark = pytest.mark.qgis


def opened(answer: dict[str, Any]) -> Any:
    from gisagentbench.plugin.judge.answer_reading import read_differences
    from gisagentbench.plugin.judge.layer_opening import open_layers

    return open_layers(read_differences(answer))


def test_the_layers_of_squares(qgis_application: Any, tmp_path: Path) -> None:
    found = opened(squares_differences(tmp_path))
    assert [(one.written.kind, one.layer.name()) for one in found.differences] == [
        ("extra", "Extra rows (1)"),
        ("missing", "Missing rows (1)"),
        ("before", "Where they should be (1)"),
        ("moved", "Moved or reshaped (1)"),
        ("wrong", "Wrong values (1)"),
        ("same", "The same (3)"),
    ]
    colours = {
        one.written.kind: one.layer.renderer().symbol().symbolLayer(0).strokeColor().name()
        for one in found.differences
        if one.written.kind != "before"
    }
    assert colours == {kind: look.colour for kind, look in ROW_LOOKS.items()}
    assert found.notes == []
    assert (found.agent.name(), found.reference.name()) == ("Output: squares.gpkg", "Reference: reference.gpkg")


def test_both_sides_are_in_the_same_classes(qgis_application: Any, tmp_path: Path) -> None:
    found = opened(squares_differences(tmp_path))
    classes = [
        [(one.lowerValue(), one.upperValue(), one.symbol().color().name()) for one in layer.renderer().ranges()]
        for layer in (found.agent, found.reference)
    ]
    inside = [one for one in classes[0] if one in classes[1]]
    assert inside == classes[1]
    assert len(classes[0]) == len(classes[1]) + 1  # 90 people are above all of the reference


def test_each_difference_has_its_place(qgis_application: Any, tmp_path: Path) -> None:
    """Squares have sides of 100 m and stand at (100 * column, 100 * row)."""
    found = {one.kind: one for one in opened(squares_differences(tmp_path)).findings}
    assert set(found) == {"missing", "extra", "moved", "wrong"}
    assert (found["missing"].key, found["missing"].column, found["missing"].extent) == ("3", "row", (0, 100, 100, 200))
    assert found["missing"].expected == "id 3, people 30"
    assert (found["extra"].key, found["extra"].found, found["extra"].extent) == (
        "9", "id 9, people 90", (350, 150, 450, 250),
    )  # fmt: skip
    assert (found["moved"].key, found["moved"].column, found["moved"].extent) == (
        "2",
        "geometry",
        (200, 0, 350, 100),
    )  # and where it was
    wrong = found["wrong"]
    assert (wrong.key, wrong.column, wrong.expected, wrong.found) == ("1", "people", "10", "11")
    assert wrong.extent == (100, 0, 200, 100)


def test_rows_without_identifiers_are_known_by_their_number(qgis_application: Any, tmp_path: Path) -> None:
    found = {one.kind: one.key for one in opened({**squares_differences(tmp_path), "id_columns": []}).findings}
    assert found == {"missing": "row 4", "extra": "row 6", "moved": "row 3", "wrong": "row 2"}


def test_the_layers_of_cells(qgis_application: Any, tmp_path: Path) -> None:
    answer = cells_differences(tmp_path)
    found = opened(answer)
    assert [one.written.kind for one in found.differences] == ["cells", "gaps"]
    assert {kind: count for kind, count in answer["counts"].items() if count} == {
        "same": 4, "too_high": 1, "too_low": 1, "extra": 1, "missing": 1,
    }  # fmt: skip
    ramps = [layer.renderer().shader().rasterShaderFunction() for layer in (found.agent, found.reference)]
    assert (ramps[0].minimumValue(), ramps[0].maximumValue()) == (ramps[1].minimumValue(), ramps[1].maximumValue())
    assert found.findings == []


def test_a_side_that_cannot_be_opened_is_said_and_the_rest_is_there(qgis_application: Any, tmp_path: Path) -> None:
    answer = squares_differences(tmp_path)
    (tmp_path / "squares.gpkg").write_text("no layer")
    found = opened(answer)
    assert found.agent is None
    assert found.reference is not None
    assert len(found.differences) == 6
    assert len(found.notes) == 1 and found.notes[0].startswith("Output: squares.gpkg: ")


def test_of_many_rows_the_first_are_read(
    qgis_application: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from gisagentbench.plugin.judge import finding_reading

    layer = next(one.layer for one in opened(squares_differences(tmp_path)).differences if one.written.kind == "same")
    assert finding_reading.read_findings(layer, "same", ["id"]) == []
    monkeypatch.setattr(finding_reading, "MOST_OF_A_LAYER", 2)
    assert len(finding_reading.read_findings(layer, "missing", ["id"])) == 2


def test_a_column_whose_name_holds_a_comma_is_found(qgis_application: Any) -> None:
    from qgis.core import QgsFeature, QgsVectorLayer

    from gisagentbench.plugin.judge.finding_reading import read_findings

    fields = "reference_row:integer", "wrong:string", "a, b_expected:double", "a, b_found:double"
    fields += "b_expected:double", "b_found:double"
    layer = QgsVectorLayer("None?" + "&".join(f"field={name}" for name in fields), "wrong", "memory")
    feature = QgsFeature(layer.fields())
    feature.setAttributes([7, "a, b", 1.0, None, 3.0, 3.0])
    layer.dataProvider().addFeatures([feature])
    found = [(one.key, one.column, one.expected, one.found) for one in read_findings(layer, "wrong", [])]
    assert found == [("row 7", "a, b", "1", "NULL")]
