# SPDX-License-Identifier: GPL-2.0-or-later
"""One call, one answer: in a workspace, as from the toolbox, and in a qgis_process started by hand.

The toolbox run has another ellipsoid and geometry check than the host; qgis_process has none. Each case has an engine
of another kind. The values themselves are held to paper beside the tools; here they are held to one another, and one
figure per case to its closed form, so that all three cannot be wrong alike.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.qgis

PARKS = {
    "crs": "EPSG:4326",
    "rows": [{"wkt": "POLYGON((5 52,5.01 52,5.01 52.01,5 52.01,5 52))", "name": "a", "key": 9007199254740993}],
}
PLOTS = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 2,0 2,0 0))", "name": "ü"}]}
ZONES = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((1 -1,3 -1,3 1,1 1,1 -1))", "code": "007"}]}
DEM = {"crs": "EPSG:28992", "plane": {"rise_east": 5.0, "size": [5, 5]}, "cell": 5.0, "nodata": -9999}
CASES = [
    pytest.param("add_geometry_attributes", {"parks": PARKS},
                 {"layer": "parks", "measures": ["area"], "method": "ellipsoidal", "area_unit": "m2"},
                 lambda rows: rows[0]["area"], 764077.62, 1e-6,
                 id="own engine on the ellipsoid: area of a graticule cell, closed form"),
    pytest.param("clip", {"plots": PLOTS, "zones": ZONES}, {"layer": "plots", "mask": "zones"},
                 lambda rows: len(rows), 1, 0, id="native algorithm"),
    pytest.param("spatial_join_summary", {"plots": PLOTS, "zones": ZONES},
                 {"layer": "plots", "join_layer": "zones", "predicates": ["intersects"],
                  "statistics": {"code": "first"}},
                 lambda rows: rows[0]["count"], 1, 0, id="own engine on rows"),
    pytest.param("calculate_field", {"plots": PLOTS},
                 {"layer": "plots", "field": "half", "type": "real", "expression": "num_points(@geometry) / 2"},
                 lambda rows: rows[0]["half"], 2.5, 0, id="expression: five vertices with the closing one"),
    pytest.param("slope", {"dem": DEM}, {"dem": "dem", "z_unit": "m"},
                 lambda cells: cells[2][2], 45.0, 1e-5, id="GDAL in process: one up, one along"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "given", "call", "figure", "wanted", "within"), CASES)
def test_three_ways_one_answer(
    tool: str, given: Any, call: Any, figure: Any, wanted: float, within: float, harness: Any, tmp_path: Path
) -> None:
    from harness import read_cells, read_rows
    from toolbox import parameter_values, run_in_toolbox, write_source

    for name, recipe in given.items():
        harness.give(name, recipe)
    handle = harness.done(tool, **call, output="result").output
    is_raster = tool == "slope"
    bound = harness.cells(handle).tolist() if is_raster else harness.rows(handle)

    (tmp_path / "toolbox").mkdir()
    run = run_in_toolbox(tool, given, call, tmp_path / "toolbox")
    assert not run.error
    read = (lambda path: read_cells(path).tolist()) if is_raster else read_rows
    free = read(run.results["OUTPUT"].partition("|")[0])

    alone = tmp_path / "alone"
    alone.mkdir()
    sources = {name: write_source(alone, name, recipe) for name, recipe in given.items()}
    parameters = {name.upper(): value for name, value in parameter_values(tool, call, sources, alone).items()}
    by_hand = read(run_by_hand(tool, parameters)["OUTPUT"].partition("|")[0])

    assert json.dumps(bound) == json.dumps(free) == json.dumps(by_hand)
    assert figure(bound) == pytest.approx(wanted, rel=within)


def run_by_hand(tool: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Runs the tool's algorithm in a qgis_process of its own."""
    from gisagentbench.headless import machine

    done = subprocess.run(
        [*machine.qgis_process_command(), "--json", "run", f"gisagentbench:{tool.replace('_', '')}", "-"],
        input=json.dumps({"inputs": parameters}), capture_output=True, text=True,
        env=machine.child_environment(), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-1000:]
    return json.loads(done.stdout)["results"]
