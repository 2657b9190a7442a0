# SPDX-License-Identifier: GPL-2.0-or-later
"""Arguments are edited as a form or as JSON, and their faults are told while they are typed."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.plugin.trace.trace_step import TraceStep
from gisagentbench.tools.declaration.facts import Field, LayerFacts
from gisagentbench.tools.declaration.registry import all_tools

pytestmark = pytest.mark.qgis
PARKS = LayerFacts(kind="vector", geometry_type="Polygon", fields=(Field("name", "text"), Field("area", "real")))
HANDLES = {"parks": PARKS, "dem": LayerFacts(kind="raster")}
BUFFER = TraceStep(
    "buffer", {"layer": "parks", "unit": "m", "method": "planar", "distance": 5, "output": "buffers"}, state="done"
)


@pytest.fixture
def editor(window: Any) -> Any:
    from gisagentbench.plugin.trace.arguments_editor import ArgumentsEditor

    made = ArgumentsEditor(window.mainWindow())
    made.show_step(BUFFER, HANDLES)
    return made


def row(editor: Any, argument: str) -> Any:
    return editor.form._inputs[argument].widget


def test_the_form_shows_the_arguments_and_gives_them_back(editor: Any) -> None:
    assert editor.form.values() == BUFFER.arguments
    assert editor.text.object() == BUFFER.arguments
    assert not editor.apply_button.isEnabled()
    assert not editor.faults.isVisibleTo(editor)


@pytest.mark.parametrize("api", sorted(all_tools()))
def test_every_tool_has_a_form_that_loses_nothing(window: Any, api: str) -> None:
    from gisagentbench.plugin.trace.argument_form import ArgumentForm
    from gisagentbench.tools.declaration.examples import examples

    arguments = examples()[api].call.arguments
    form = ArgumentForm(window.mainWindow())
    form.show_tool(all_tools()[api])
    form.show_values(arguments, {})
    assert form.values() == arguments


def test_a_number_that_is_typed_is_a_number_of_the_call(editor: Any) -> None:
    applied: list[tuple[dict[str, Any], bool]] = []
    editor.applied.connect(lambda arguments, run: applied.append((arguments, run)))
    line = row(editor, "distance")
    line.setText("12.5")
    line.textEdited.emit("12.5")
    assert editor.text.object()["distance"] == 12.5
    editor.run_button.click()
    assert applied == [({**BUFFER.arguments, "distance": 12.5}, True)]


def test_a_fault_stands_below_its_argument(editor: Any) -> None:
    line = row(editor, "quarter_segments")
    line.setText("many")
    line.textEdited.emit("many")
    fault = editor.form._faults["quarter_segments"]
    assert fault.isVisibleTo(editor.form)
    assert "quarter_segments takes a whole number from 1 to 1000" in fault.text()
    line.setText("8")
    line.textEdited.emit("8")
    assert not fault.isVisibleTo(editor.form)


def test_fields_and_layers_that_fit_are_offered(editor: Any) -> None:
    fields, layers = row(editor, "distance_field"), row(editor, "layer")
    assert [fields.itemText(index) for index in range(fields.count())] == ["area"]
    assert [layers.itemText(index) for index in range(layers.count())] == ["parks"]


def test_json_is_checked_as_it_is_typed(editor: Any) -> None:
    editor.json_button.click()
    editor.text.setPlainText('{"layer": "parcs", "unit": "m", "method": "planar", "distance": 5, "output": "b"}')
    assert 'UNKNOWN_LAYER: layer: there is no layer "parcs"' in editor.faults.text()
    assert row(editor, "layer").currentText() == "parcs"
    editor.text.setPlainText('{"layer": "parks",')
    assert editor.faults.text().startswith("Line 1, column 19")
    assert not editor.apply_button.isEnabled()
    editor.back_button.click()
    assert editor.text.object() == BUFFER.arguments
    assert not editor.back_button.isEnabled()


def test_what_has_no_row_is_kept(window: Any) -> None:
    from gisagentbench.plugin.trace.arguments_editor import ArgumentsEditor

    made = ArgumentsEditor(window.mainWindow())
    made.show_step(TraceStep("buffer", {"layer": "parks", "radius": 5}), HANDLES)
    assert made.form.values() == {"layer": "parks", "radius": 5}
    assert 'buffer has no argument "radius"' in made.faults.text()


def test_what_a_person_has_begun_stays_when_the_step_is_told_anew(editor: Any) -> None:
    line = row(editor, "distance")
    line.setText("7")
    line.textEdited.emit("7")
    editor.show_step(BUFFER, HANDLES)
    assert editor.arguments()["distance"] == 7
    editor.show_step(TraceStep("buffer", {**BUFFER.arguments, "distance": 9}), HANDLES)
    assert editor.arguments()["distance"] == 9


def test_a_tool_that_does_not_exist_is_edited_as_json(window: Any) -> None:
    from gisagentbench.plugin.trace.arguments_editor import ArgumentsEditor

    made = ArgumentsEditor(window.mainWindow())
    made.show_step(TraceStep("buffr", {"layer": "parks"}), HANDLES)
    assert 'there is no tool "buffr"' in made.faults.text()
    made.json_button.click()
    assert made.arguments() == {"layer": "parks"}
