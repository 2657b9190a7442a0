# SPDX-License-Identifier: GPL-2.0-or-later
"""`scoreoutput` says what `score` says, whatever the output is, and lays the differences out for a map."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.headless.program import run_here
from gisagentbench.tests.processing_provider.score_cases import (
    Case,
    Scored,
    broken_files,
    made_cells,
    made_squares,
    scored,
    words,
)

pytestmark = pytest.mark.qgis
BROKEN = broken_files()


@pytest.fixture(scope="module")
def of_squares(tmp_path_factory: Any, qgis_application: Any) -> Scored:
    """The squares, scored once for all tests that only look at what came of it."""
    folder = tmp_path_factory.mktemp("squares")
    return scored(words(made_squares(folder), folder), folder)


@pytest.fixture(scope="module")
def of_cells(tmp_path_factory: Any, qgis_application: Any) -> Scored:
    """The cells, likewise."""
    folder = tmp_path_factory.mktemp("cells")
    return scored(words(made_cells(folder), folder), folder)


@pytest.mark.parametrize("name", [*BROKEN, "squares", "cells", "the reference itself", "nothing written"])
def test_the_record_is_that_of_the_command_line(name: str, tmp_path: Path, capfd: Any, request: Any) -> None:
    request.getfixturevalue("qgis_application")
    case = BROKEN[name] if name in BROKEN else request.getfixturevalue("cells" if name == "cells" else "squares")
    if name == "the reference itself":
        case = case._replace(output=case.reference)
    if name == "nothing written":
        case = case._replace(output=tmp_path / "gone.gpkg")
    given = words(case, tmp_path)
    found = scored(given, tmp_path)
    options = [word for key in ("CONTRACT", "REFERENCE", "OUTPUT") for word in (f"--{key.lower()}", given[key])]
    told = run_here(capfd, "score", *options, "--json")
    record = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert record == told.record
    assert found.results["STRICT"] is told.record["strict"] is (told.status == 0)
    assert found.results["QUANTITATIVE"] == told.record["closeness"]["quantitative"]
    failing = [check["name"] for check in told.record["checks"] if check["passed"] is False]
    assert found.results["FIRST_FAILING_CHECK"] == next(iter(failing), "")


def test_rows_that_differ_are_layers_in_one_group(of_squares: Scored) -> None:
    from qgis.core import QgsVectorLayer

    found = of_squares
    counts = {}
    for name in ("MISSING_ROWS", "EXTRA_ROWS", "WRONG_VALUES", "MOVED_SHAPES", "EXPECTED_SHAPES", "SAME_ROWS"):
        layer = QgsVectorLayer(found.results[name], name, "ogr")
        counts[name] = layer.featureCount()
        assert layer.crs().authid() == "EPSG:32630"
    ones = dict.fromkeys(("MISSING_ROWS", "EXTRA_ROWS", "WRONG_VALUES", "MOVED_SHAPES", "EXPECTED_SHAPES"), 1)
    assert counts == {**ones, "SAME_ROWS": 3}
    waiting = found.context[0].layersToLoadOnCompletion()
    assert {details.groupName for details in waiting.values()} == {"Score of squares.gpkg"}
    assert set(waiting) == {found.results[name] for name in counts}


def test_the_layers_come_with_their_styles(of_squares: Scored, of_cells: Scored) -> None:
    """Both from the file alone, and through the post-processor that Processing calls on the main thread."""
    from qgis.core import QgsProcessingFeedback, QgsRasterLayer, QgsVectorLayer

    from gisagentbench.headless.map_drawing.palette import CELL_LOOKS, ROW_LOOKS

    source = of_squares.results["WRONG_VALUES"]
    stored = QgsVectorLayer(source, "stored", "ogr")
    plain = QgsVectorLayer(source, "plain", "ogr", QgsVectorLayer.LayerOptions(loadDefaultStyle=False))
    context, _ = of_squares.context
    details = context.layersToLoadOnCompletion()[source]
    details.postProcessor().postProcessLayer(plain, context, QgsProcessingFeedback(False))
    outlines = [layer.renderer().symbol().symbolLayer(0).strokeColor().name() for layer in (stored, plain)]
    assert outlines == [ROW_LOOKS["wrong"].colour] * 2
    raster = QgsRasterLayer(of_cells.results["CELL_DIFFERENCES"], "cells", "gdal")
    classes = raster.renderer().classes()
    assert {(one.label, one.color.name()) for one in classes} == set(CELL_LOOKS.values())


def test_cells_that_differ_are_rasters(of_cells: Scored) -> None:
    from osgeo import gdal

    gaps = gdal.Open(of_cells.results["OUTPUT_MINUS_REFERENCE"]).ReadAsArray()
    assert gaps[0].tolist()[:3] == [1.0, -1.0, 0.0]  # OUTPUT_CELLS minus REFERENCE_CELLS
    assert gdal.Open(of_cells.results["CELL_DIFFERENCES"]).ReadAsArray().shape == (2, 4)
    assert len(of_cells.context[0].layersToLoadOnCompletion()) == 2


def test_layers_are_not_loaded_where_that_is_not_asked(squares: Case, tmp_path: Path) -> None:
    found = scored(words(squares, tmp_path), tmp_path, LOAD_LAYERS=False)
    assert found.context[0].layersToLoadOnCompletion() == {} and found.results["MISSING_ROWS"]


def test_record_and_layers_may_be_left_out(squares: Case, tmp_path: Path) -> None:
    found = scored(words(squares, tmp_path), tmp_path, RECORD=None, DIFFERENCES=None)
    assert found.results == {
        "STRICT": False,
        "QUANTITATIVE": found.results["QUANTITATIVE"],
        "FIRST_FAILING_CHECK": "rows",
    }
    assert not (tmp_path / "record.json").exists() and not (tmp_path / "layers").exists()


def test_a_step_of_a_model_may_use_the_layers_of_the_one_before(squares: Case, tmp_path: Path) -> None:
    from qgis.core import (
        QgsProcessingContext,
        QgsProcessingFeedback,
        QgsProcessingModelAlgorithm,
        QgsProcessingModelChildAlgorithm,
        QgsProcessingModelChildParameterSource,
        QgsProcessingModelOutput,
        QgsVectorLayer,
    )

    source = QgsProcessingModelChildParameterSource
    score = QgsProcessingModelChildAlgorithm("gisagentbench:scoreoutput")
    score.setChildId("score")
    for name, value in words(squares, tmp_path).items():
        score.addParameterSources(name, [source.fromStaticValue(value)])
    centres = QgsProcessingModelChildAlgorithm("native:centroids")
    centres.setChildId("centres")
    centres.addParameterSources("INPUT", [source.fromChildOutput("score", "MOVED_SHAPES")])
    output = QgsProcessingModelOutput("moved")
    output.setChildId("centres")
    output.setChildOutputName("OUTPUT")
    centres.setModelOutputs({"moved": output})
    model = QgsProcessingModelAlgorithm("model", "tests")
    model.addChildAlgorithm(score)
    model.addChildAlgorithm(centres)
    model.initAlgorithm()
    (destination,) = [parameter.name() for parameter in model.destinationParameterDefinitions()]
    given = {destination: str(tmp_path / "centres.gpkg")}
    results, successful = model.run(given, QgsProcessingContext(), QgsProcessingFeedback(False), {}, False)
    assert successful
    (feature,) = QgsVectorLayer(str(tmp_path / "centres.gpkg"), "centres", "ogr").getFeatures()
    place = feature.geometry().asPoint()
    assert (place.x(), place.y()) == (300.0, 50.0)  # the square from (250, 0) to (350, 100)


def test_what_a_stranger_wrote_is_no_markup_in_the_log(tmp_path: Path, qgis_application: Any) -> None:
    contract = {
        "kind": "table", "file": "a.csv", "columns": {"name": {"type": "text"}}, "id_columns": [], "rationale": "made",
    }  # fmt: skip
    (tmp_path / "reference.csv").write_text("name\nNorth\n")
    (tmp_path / "a.csv").write_text("<img src=x>\n1\n")
    found = scored(words(Case(contract, tmp_path / "reference.csv", tmp_path / "a.csv"), tmp_path), tmp_path)
    (log, *_) = found.said
    assert "&lt;img src=x&gt;" in log and "<img" not in log


@pytest.mark.parametrize(
    ("rule", "changes", "error"),
    [
        ("no contract", {"CONTRACT": "gone.yaml"}, "FILE_NOT_FOUND: "),
        ("a contract that is no document", {"CONTRACT": "{"}, "INVALID_DOCUMENT: "),
        ("a contract that asks for nothing", {"CONTRACT": "{}"}, "INVALID_DOCUMENT: "),
        ("no reference", {"REFERENCE": "gone.gpkg"}, "FILE_NOT_FOUND: There is no reference "),
        ("a reference that is no file of its kind", {"REFERENCE": "contract.json"}, "BAD_FORMAT: The reference "),
        ("no folder of inputs", {"INPUTS": "gone"}, "FILE_NOT_FOUND: There is no folder "),
    ],
)
def test_what_cannot_be_scored_with_is_an_error(
    rule: str, changes: dict[str, str], error: str, squares: Case, tmp_path: Path
) -> None:
    given = words(squares, tmp_path)
    for name, value in changes.items():
        if value.startswith("{"):
            (tmp_path / "contract.json").write_text(value)
        else:
            given[name] = str(tmp_path / value)
    found = scored(given, tmp_path)
    assert found.error.startswith(error), rule
    assert not (tmp_path / "record.json").exists() and not (tmp_path / "layers").exists()


def test_an_output_in_another_crs_has_a_record_and_no_layers(squares: Case, tmp_path: Path) -> None:
    from osgeo import gdal

    gdal.VectorTranslate(str(tmp_path / "moved.gpkg"), str(squares.output), dstSRS="EPSG:4326")
    found = scored(words(squares._replace(output=tmp_path / "moved.gpkg"), tmp_path), tmp_path)
    assert found.results["FIRST_FAILING_CHECK"] == "crs"
    assert found.said[-1].startswith("The output is not in the CRS of the contract")
    assert list((tmp_path / "layers").iterdir()) == []


def test_every_parameter_and_the_algorithm_itself_have_help(qgis_application: Any) -> None:
    from qgis.core import QgsApplication

    algorithm = QgsApplication.processingRegistry().algorithmById("gisagentbench:scoreoutput")
    assert (algorithm.group(), algorithm.shortDescription().split()[0]) == ("Scoring", "Scores")
    assert Path(algorithm.svgIconPath()).is_file()
    shown = re.sub(r"<[^>]+>", "", algorithm.shortHelpString()).replace("&lt;", "<").replace("&gt;", ">")
    for definition in algorithm.parameterDefinitions():
        help_ = definition.help().replace("`", "")
        assert help_ and help_ in shown, definition.name()
    assert "qgis_process run gisagentbench:scoreoutput" in algorithm.shortHelpString()


def test_an_unknown_parameter_is_refused(tmp_path: Path, squares: Case) -> None:
    """Processing itself passes over it, so that a misspelt RECORD would be no record at all."""
    found = scored({**words(squares, tmp_path), "REKORD": str(tmp_path / "mine.json")}, tmp_path)
    sentence = 'UNKNOWN_ARGUMENT: gisagentbench:scoreoutput has no parameter "REKORD". Hint: it has RECORD.'
    assert found.error == sentence and not found.results
