# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace becomes a model that QGIS opens and runs, with what the steps would make.

The squares are those of `drawn_layers`: clipped by the band, a and b keep their lower half, 10 by 5 = 50 each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.plugin.trace.trace_step import TraceStep
from gisagentbench.tests.plugin.made_files import cells
from gisagentbench.tests.plugin.trace import drawn_layers as drawn

pytestmark = pytest.mark.qgis


def written(layer: Any, path: Path) -> Path:
    from qgis import processing

    processing.run("native:savefeatures", {"INPUT": layer, "OUTPUT": str(path)})
    return path


@pytest.fixture
def inputs(window: Any, tmp_path: Path) -> Path:
    written(drawn.squares(), tmp_path / "squares.gpkg")
    written(drawn.band(), tmp_path / "band.gpkg")
    cells(tmp_path / "cells.tif")
    return tmp_path


LOADS = [
    TraceStep("load_layer", {"file": "squares.gpkg", "name": "squares"}),
    TraceStep("load_layer", {"file": "band.gpkg", "name": "band"}, note="The strip"),
]
CLIP = TraceStep("clip", {"layer": "squares", "mask": "band", "output": "clipped"}, state="done")


def run(steps: list[TraceStep], inputs: Path, **changes: Any) -> dict[str, Any]:
    """Writes the model, opens it anew and runs it."""
    from qgis import processing
    from qgis.core import QgsProcessingModelAlgorithm

    from gisagentbench.plugin.trace.model_export import trace_model

    path = inputs / "trace.model3"
    made = trace_model("Halves", steps, lambda name: str(inputs / name))
    assert made.model.toFile(str(path))
    opened = QgsProcessingModelAlgorithm()
    assert opened.fromFile(str(path))
    right, faults = opened.validate()
    assert (right, faults) == (True, [])
    assert (opened.displayName(), opened.group()) == ("Halves", "GISAgentBench")
    parameters = {}
    for definition in opened.parameterDefinitions():
        parameters[definition.name()] = definition.defaultValue()
        if definition.isDestination():
            parameters[definition.name()] = "TEMPORARY_OUTPUT"
    # names of outputs in a model are those of its step and output
    by_words = {definition.description(): definition.name() for definition in opened.parameterDefinitions()}
    parameters.update({by_words[words]: value for words, value in changes.items()})
    found = processing.run(opened, parameters)
    return {words: found[name] for words, name in by_words.items() if name in found}


def test_layers_flow_from_step_to_step(inputs: Path) -> None:
    made = run([*LOADS, CLIP], inputs)
    layer = made["clipped"]
    assert drawn.rows_of(layer) == [("a", "100.0"), ("b", "100.0")]
    assert sorted(feature.geometry().area() for feature in layer.getFeatures()) == [50.0, 50.0]


def test_what_a_later_step_takes_is_no_output(inputs: Path) -> None:
    box = TraceStep("dissolve", {"layer": "clipped", "output": "box"})
    assert set(run([*LOADS, CLIP, box], inputs)) == {"box"}


def test_a_list_of_layers(inputs: Path) -> None:
    merge = TraceStep("merge_layers", {"layers": ["squares", "band"], "output": "merged"})
    assert [row[0] for row in drawn.rows_of(run([*LOADS, merge], inputs)["merged"])] == ["a", "b", "c", "strip"]


def test_a_second_output(inputs: Path) -> None:
    split = TraceStep(
        "extract_by_expression",
        {"layer": "squares", "expression": "\"name\" = 'a'", "output": "one", "rest_output": "others"},
    )
    made = run([*LOADS, split], inputs)
    assert [row[0] for row in drawn.rows_of(made["one"])] == ["a"]
    assert [row[0] for row in drawn.rows_of(made["others"])] == ["b", "c"]


def test_bands_of_a_raster_that_a_step_made(inputs: Path) -> None:
    """Cells are 1 to 9; doubled and added to themselves they are 3 to 27."""
    from osgeo import gdal

    load = TraceStep("load_layer", {"file": "cells.tif", "name": "cells"})
    double = TraceStep("raster_calculator", {"inputs": {"a": "cells"}, "formula": "2 * a", "output": "doubled"})
    add = TraceStep(
        "raster_calculator", {"inputs": {"a": "doubled@1", "b": "cells"}, "formula": "a + b", "output": "threefold"}
    )
    made = run([load, double, add], inputs)["threefold"]
    values = gdal.Open(str(made)).ReadAsArray()
    assert values.ravel().tolist() == [3.0 * number for number in range(1, 10)]


def test_a_file_that_is_written(inputs: Path) -> None:
    export = TraceStep("export_layer", {"layer": "clipped", "file": "result.gpkg", "format": "gpkg"})
    target = inputs / "made.gpkg"
    run([*LOADS, CLIP, export], inputs, **{"result.gpkg": str(target)})
    from qgis.core import QgsVectorLayer

    assert drawn.rows_of(QgsVectorLayer(str(target), "made", "ogr")) == [("a", "100.0"), ("b", "100.0")]


def test_notes_stand_at_their_steps(inputs: Path) -> None:
    from gisagentbench.plugin.trace.model_export import trace_model

    model = trace_model("Halves", [*LOADS, CLIP], str).model
    words = {child.description(): child.comment().description() for child in model.childAlgorithms().values()}
    assert words == {"Load layer 1": "", "Load layer 2": "The strip", "Clip 3": ""}


def test_what_is_left_out_is_said(inputs: Path) -> None:
    from gisagentbench.plugin.trace.model_export import trace_model

    look = TraceStep("count_features", {"layer": "squares"})
    failed = TraceStep("clip", {"layer": "squares", "mask": "nothing", "output": "x"}, state="failed")
    assert trace_model("Halves", [*LOADS, look, failed, CLIP], str).notes == [
        "2 steps that only look at layers, or were not done, are not in the model."
    ]


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([], "The trace has no step that makes anything."),
        ([CLIP], 'No step of the model makes the layer "squares".'),
        ([TraceStep("no_such_tool", {})], "There is no tool no_such_tool."),
    ],
)
def test_steps_of_which_no_model_can_be_made(inputs: Path, steps: list[TraceStep], sentence: str) -> None:
    from gisagentbench.plugin.trace.model_export import NoModel, trace_model

    with pytest.raises(NoModel) as why:
        trace_model("Halves", steps, str)
    assert str(why.value) == sentence
