# SPDX-License-Identifier: GPL-2.0-or-later
"""Loading, exporting and describing as from the toolbox: any path, layers of the project, no workspace."""

import pytest
from exported_stops import FORMATS, STOPS

pytestmark = pytest.mark.qgis

DEM = {"crs": "EPSG:28992", "cells": [[1, 2], [3, None]], "cell": 1, "dtype": "int16", "nodata": -1}


@pytest.fixture
def toolbox(qgis_application, tmp_path):
    from toolbox import run_in_toolbox

    def run(tool, given, call):
        return run_in_toolbox(tool, given, call, tmp_path)

    return run


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_layer_is_exported_to_every_format(toolbox, tmp_path, file_format):
    from harness import read_rows

    target = tmp_path / "out" / FORMATS[file_format]
    fields = {"fields": ["name", "lot"]} if file_format == "shapefile" else {}
    run = toolbox(
        "export_layer", {"stops": STOPS}, {"layer": "stops", "file": str(target), "format": file_format, **fields}
    )
    assert not run.error
    assert run.results["ROW_COUNT"] == len(read_rows(str(target))) == 3


def test_a_text_table_is_loaded_into_a_sink(toolbox, tmp_path):
    from harness import read_rows

    (tmp_path / "codes.csv").write_text("zip,lot\n00501,9007199254740993\n")
    run = toolbox("load_layer", {}, {"file": str(tmp_path / "codes.csv")})
    assert not run.error
    row = read_rows(run.results["LAYER"].partition("|")[0])[0]
    assert (row["zip"], row["lot"]) == ("00501", 9007199254740993)
    assert any("stays text" in words for words in run.said)


def test_a_raster_that_must_be_converted_goes_where_it_is_asked_for(toolbox, tmp_path):
    """The dialog of an output of any kind asks for result.gpkg; the ending follows the raster, said."""
    from harness import read_cells

    (tmp_path / "dem.asc").write_text("ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n")
    run = toolbox("load_layer", {}, {"file": str(tmp_path / "dem.asc")})
    assert not run.error
    assert run.results["LAYER"] == str(tmp_path / "result.tif")
    assert read_cells(run.results["LAYER"]).tolist() == [[1, 2]]
    assert 'the result is a raster, so its file is called "result.tif".' in " ".join(run.said)


def test_so_it_does_where_the_file_could_be_used_as_it_is(toolbox, tmp_path):
    from harness import read_cells

    run = toolbox("assign_crs", {"dem": DEM}, {"layer": "dem", "crs": "EPSG:28992"})
    assert not run.error
    assert run.results["OUTPUT"] == str(tmp_path / "result.tif")
    loaded = toolbox("load_layer", {}, {"file": str(tmp_path / "dem.tif")})
    assert loaded.results["LAYER"] == str(tmp_path / "result.tif")
    assert read_cells(loaded.results["LAYER"])[0].tolist()[:2] == [1, 2]


def test_a_raster_is_exported(toolbox, tmp_path):
    from harness import read_cells

    target = tmp_path / "out" / "r.tif"
    run = toolbox(
        "export_raster", {"dem": DEM}, {"raster": "dem", "file": str(target), "data_type": "byte", "nodata": 255}
    )
    assert not run.error
    assert read_cells(str(target))[0].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("name", "words"), [("stops", "layer: Point layer, 3 rows, 6 fields"), ("dem", "valid_share=0.75")]
)
def test_a_layer_of_the_project_is_described(toolbox, name, words):
    run = toolbox("describe_layer", {"stops": STOPS, "dem": DEM}, {"layer": name})
    assert not run.error
    assert words in run.results["REPORT"]


def test_the_codes_of_faults_are_those_of_a_workspace(toolbox, tmp_path):
    (tmp_path / "empty.gpkg").write_bytes(b"")
    assert "BAD_FORMAT" in toolbox("load_layer", {}, {"file": str(tmp_path / "empty.gpkg")}).error
    assert "FILE_NOT_FOUND" in toolbox("load_layer", {}, {"file": str(tmp_path / "none.gpkg")}).error
    target = tmp_path / "there.csv"
    target.write_text("mine")
    run = toolbox("export_layer", {"stops": STOPS}, {"layer": "stops", "file": str(target), "format": "csv"})
    assert "OUTPUT_EXISTS" in run.error and target.read_text() == "mine"
