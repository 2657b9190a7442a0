# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers of the service about made squares and cells, whose differences are known by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from gisagentbench.headless.difference_layers.layer_writing import write_differences
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import (
    CELLS_CONTRACT,
    OUTPUT_CELLS,
    OUTPUT_SQUARES,
    REFERENCE_CELLS,
    REFERENCE_SQUARES,
    SQUARES_CONTRACT,
    write_cells,
    write_squares,
)

SQUARES, CELLS = "squares.gpkg", "heights.tif"


def worst(key: str, column: str, expected: str, found: str, extent: list[float] | None) -> dict[str, Any]:
    names = ("xmin", "ymin", "xmax", "ymax")
    place = dict(zip(names, extent, strict=True)) if extent else None
    return {"key": key, "column": column, "expected": expected, "found": found, "extent": place, "crs": "EPSG:32630"}


def squares_score() -> dict[str, Any]:
    """Square 3 is missing, 9 is extra, 1 has a wrong value, 2 is half a square off."""
    output = {
        "label": SQUARES,
        "kind": "vector",
        "strict": False,
        "failed": [
            {"name": "rows", "asks": "No row is missing and none left over", "detail": "1 missing, 1 extra"},
            {"name": "values", "asks": "Values are within tolerance", "detail": "people: 1 of 4 <b>wrong</b>"},
            {"name": "geometry", "asks": "Shapes are within tolerance", "detail": "1 of 4"},
        ],
        "not_run": [{"reason": "Because rows failed", "names": ["predicates"]}],
        "passed": [{"name": "crs", "asks": "The CRS is the one asked for", "detail": ""}],
        "diagnosis": ["a cause"],
        "figures": [{"name": "Rows", "value": "5 of 6 expected, 6 found"}],
        "worst": [
            worst("3", "whole row", "a row", "none", [50, 150, 50, 150]),
            worst("9", "whole row", "none", "a row", [400, 200, 400, 200]),
            worst("1", "people", "10", "11", [150, 50, 150, 50]),
            worst("2", "geometry", "area 10000", "area 10000", [250, 50, 250, 50]),
        ],
    }
    return {
        "task": "squares", "title": "Squares", "pack": "made", "agent": "careless", "strict": False,
        "quantitative": 0.75, "message": "", "outputs": [output],
    }  # fmt: skip


def cells_score() -> dict[str, Any]:
    output = {
        "label": CELLS,
        "kind": "raster",
        "strict": False,
        "failed": [{"name": "values", "asks": "Values are within tolerance", "detail": "2 of 6 cells"}],
        "worst": [worst("row 1, column 1", "band 1", "1", "2", [50, 150, 50, 150])],
    }
    return {**squares_score(), "task": "heights", "title": "Heights", "outputs": [output]}


def squares_differences(folder: Path) -> dict[str, Any]:
    """Writes reference, output and difference layers of the squares; returns the answer of `differences`."""
    reference, output = folder / "reference.gpkg", folder / SQUARES
    write_squares(reference, REFERENCE_SQUARES)
    write_squares(output, OUTPUT_SQUARES)
    return _differences(folder, SQUARES_CONTRACT, reference, output, "vector", "people") | {"id_columns": ["id"]}


def cells_differences(folder: Path) -> dict[str, Any]:
    reference, output = folder / "reference.tif", folder / CELLS
    write_cells(reference, REFERENCE_CELLS)
    write_cells(output, OUTPUT_CELLS)
    return _differences(folder, CELLS_CONTRACT, reference, output, "raster", "")


def steps() -> dict[str, Any]:
    """The second step differs in one argument, the third is missing."""
    load = {"step": 1, "api": "load_layer", "arguments": {"file": "a.gpkg"}}
    near, far = ({"step": 2, "api": "buffer", "arguments": {"layer": "a", "distance_m": m}} for m in (100, 1000))
    last = {"step": 3, "api": "dissolve", "arguments": {"layer": "b"}}
    return {
        "rows": [
            {"reference": load, "agent": {**load, "ok": True, "error": None}, "kind": "same", "differing": []},
            {
                "reference": near,
                "agent": {**far, "ok": True, "error": None},
                "kind": "differs",
                "differing": ["distance_m"],
                "why": "The distance is ten times as large.",
            },
            {"reference": last, "agent": None, "kind": "missing", "differing": []},
        ],
        "first_divergence": 1,
        "sentence": "Step 2 is the first that differs.",
        "flags": ["A flag."],
        "ungradeable": "",
        "figures": [{"name": "Operations done", "value": "0.667"}],
        "mechanisms": [{"label": "An operation is missing", "sentence": "Nothing dissolves."}],
    }


def _differences(
    folder: Path, contract: dict[str, Any], reference: Path, output: Path, kind: str, column: str
) -> dict[str, Any]:
    laid_out = folder / "layers"
    laid_out.mkdir()
    model = TypeAdapter(OutputContract).validate_python(contract)
    written = write_differences(model, reference, output, laid_out, most_rows=1000)
    return {
        **written.as_dict(),
        "agent": {"path": str(output), "sublayer": "", "kind": kind, "name": output.name},
        "reference": {"path": str(reference), "sublayer": "", "kind": kind, "name": reference.name},
        "column": column,
        "values": "continuous",
    }
