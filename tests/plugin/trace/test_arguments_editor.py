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


def type_into(editor: Any, argument: str, shown: str) -> None:
    line = row(editor, argument)
    line.setText(shown)
    line.textEdited.emit(shown)


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


@pytest.mark.parametrize(
    "given", [{"fields": []}, {"mode": None}, {"layer": ""}, {"separate_parts": "yes"}, {"statistics": {}}, {"odd": 1}]
)
def test_what_nobody_touched_is_as_it_was_given(window: Any, given: dict[str, Any]) -> None:
    """What an agent sent, or a person wrote as JSON, is no change for being shown in a form."""
    from gisagentbench.plugin.trace.arguments_editor import ArgumentsEditor

    step = TraceStep("dissolve", {"layer": "buffers", "output": "one", **given})
    made = ArgumentsEditor(window.mainWindow())
    made.show_step(step, HANDLES)
    assert made.arguments() == step.arguments
    assert not made.apply_button.isEnabled()


@pytest.mark.parametrize("api", sorted(all_tools()))
def test_every_form_shows_again_what_was_begun_in_it(window: Any, api: str) -> None:
    from gisagentbench.plugin.trace.argument_form import ArgumentForm
    from gisagentbench.tools.declaration.examples import examples

    form = ArgumentForm(window.mainWindow())
    form.show_tool(all_tools()[api])
    arguments = examples()[api].call.arguments
    form.show_values(arguments, {})
    begun = form.draft()
    form.show_values({}, {})
    form.show_draft(begun)
    assert (form.draft(), form.values()) == (begun, arguments)


def test_a_number_that_is_typed_is_a_number_of_the_call(editor: Any) -> None:
    applied: list[tuple[dict[str, Any], bool]] = []
    editor.applied.connect(lambda arguments, run: applied.append((arguments, run)))
    type_into(editor, "distance", "12.5")
    assert editor.text.object()["distance"] == 12.5
    editor.run_button.click()
    assert applied == [({**BUFFER.arguments, "distance": 12.5}, True)]


def test_a_fault_stands_below_its_argument(editor: Any) -> None:
    type_into(editor, "quarter_segments", "many")
    fault = editor.form._faults["quarter_segments"]
    assert fault.isVisibleTo(editor.form)
    assert "quarter_segments takes a whole number from 1 to 1000" in fault.text()
    type_into(editor, "quarter_segments", "8")
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
    type_into(editor, "distance", "7")
    editor.show_step(BUFFER, HANDLES)
    assert editor.arguments()["distance"] == 7
    editor.show_step(TraceStep("buffer", {**BUFFER.arguments, "distance": 9}), HANDLES)
    assert editor.arguments()["distance"] == 9


DISSOLVE = TraceStep("dissolve", {"layer": "buffers", "fields": [], "output": "one"})


def test_what_is_begun_in_one_step_is_there_again_after_a_look_at_another(editor: Any) -> None:
    type_into(editor, "distance", "7")
    editor.show_step(DISSOLVE, HANDLES)
    assert not editor.back_button.isEnabled() and not editor.apply_button.isEnabled()
    editor.show_step(BUFFER, HANDLES)
    assert editor.arguments() == {**BUFFER.arguments, "distance": 7}
    assert editor.text.object() == {**BUFFER.arguments, "distance": 7}
    assert editor.apply_button.isEnabled() and editor.back_button.isEnabled()
    assert len(editor.drafts()) == 1


@pytest.mark.parametrize("shown", ["7 or 8", "[1,", "-"])
def test_what_cannot_be_read_yet_is_there_again_as_it_was_typed(editor: Any, shown: str) -> None:
    type_into(editor, "ring_distances", shown)
    editor.show_step(DISSOLVE, HANDLES)
    editor.show_step(BUFFER, HANDLES)
    assert row(editor, "ring_distances").text() == shown
    assert editor.faults.text().startswith("ring_distances: ")
    assert not editor.apply_button.isEnabled() and editor.back_button.isEnabled()


def test_json_that_cannot_be_read_yet_is_there_again(editor: Any) -> None:
    editor.json_button.click()
    editor.text.setPlainText('{"layer": "parks",')
    editor.show_step(DISSOLVE, HANDLES)
    assert editor.text.object() == DISSOLVE.arguments
    editor.show_step(BUFFER, HANDLES)
    assert editor.text.toPlainText() == '{"layer": "parks",'
    editor.back_button.click()
    assert editor.text.object() == BUFFER.arguments
    assert list(editor.drafts()) == []


def test_arguments_that_only_json_has_are_there_again(editor: Any) -> None:
    editor.text.setPlainText('{"layer": "parks", "radius": 5}')
    editor.show_step(DISSOLVE, HANDLES)
    editor.show_step(BUFFER, HANDLES)
    assert editor.form.values() == {"layer": "parks", "radius": 5}


def test_what_is_typed_back_is_no_change(editor: Any) -> None:
    heard: list[int] = []
    editor.drafted.connect(lambda: heard.append(len(editor.drafts())))
    for shown in ("7", "71", "5"):
        type_into(editor, "distance", shown)
    assert heard == [1, 0]
    assert not editor.back_button.isEnabled()


def test_a_number_is_not_rewritten_while_it_is_typed(editor: Any) -> None:
    """5.0 is the 5 of the step; whoever goes on to 5.05 must find the cursor where it was."""
    type_into(editor, "distance", "5.0")
    assert row(editor, "distance").text() == "5.0"


def test_a_tool_that_does_not_exist_is_edited_as_json(window: Any) -> None:
    from gisagentbench.plugin.trace.arguments_editor import ArgumentsEditor

    made = ArgumentsEditor(window.mainWindow())
    made.show_step(TraceStep("buffr", {"layer": "parks"}), HANDLES)
    assert 'there is no tool "buffr"' in made.faults.text()
    made.json_button.click()
    assert made.arguments() == {"layer": "parks"}
