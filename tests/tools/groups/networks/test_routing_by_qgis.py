# SPDX-License-Identifier: GPL-2.0-or-later
"""Routes and service areas by the algorithms of QGIS, on a network in which all common vertices are ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from made_networks import stops_on, tangled

pytestmark = pytest.mark.qgis
BOTH = 2
STOPS = 6


@pytest.fixture
def streets(harness: Any) -> dict[str, Any]:
    rows = tangled(5)
    points = stops_on(rows, 5, STOPS)[1]
    harness.give("streets", {"crs": "EPSG:28992", "rows": rows})
    harness.give("stops", {"crs": "EPSG:28992", "rows": points})
    directions = {"DIRECTION_FIELD": "way", "VALUE_FORWARD": "F", "VALUE_BACKWARD": "B", "VALUE_BOTH": "T"}
    return {
        **directions,
        "INPUT": str(harness.workspace.layer("streets").path),
        "DEFAULT_DIRECTION": BOTH,
        "TOLERANCE": 0,
        "points": [row["wkt"][6:-1].strip("() ").split() for row in points],
    }


def by_qgis(algorithm: str, path: Path, output: str = "OUTPUT", **parameters: Any) -> list[dict[str, Any]]:
    from harness import read_rows

    from gisagentbench.bench.warm_workspace import run_native

    run_native(algorithm, {**parameters, output: str(path)})
    return read_rows(str(path))


@pytest.mark.parametrize("strategy", ["length", "travel_time"])
def test_costs_and_lengths_are_those_of_qgis(
    strategy: str, streets: dict[str, Any], harness: Any, tmp_path: Path
) -> None:
    import shapely

    ways = {"oneway_field": "way", "oneway_values": {"F": "forward", "B": "backward", "T": "both"}}
    costs: dict[str, Any] = {"cost": "length", "cost_unit": "m"}
    if strategy == "travel_time":
        costs = {"cost": strategy, "cost_unit": "h", "speed_field": "kmh", "speed_unit": "km_h"}
    call = {"network": "streets", "origins": "stops", "destinations": "stops", "max_snap_distance": 1, "unit": "m"}
    harness.done("shortest_path", **call, **costs, **ways, output="routes")
    found = {(row["origin_id"], row["destination_id"]): row for row in harness.rows("routes")}
    points = streets.pop("points")
    own_file = str(harness.workspace.layer("stops").path)
    compared = 0
    for number, (x, y) in enumerate(points, start=1):
        rows = by_qgis(
            "native:shortestpathpointtolayer", tmp_path / f"{number}.gpkg", **streets,
            STRATEGY=costs["cost"] != "length", SPEED_FIELD="kmh", DEFAULT_SPEED=50,
            START_POINT=f"{x},{y} [EPSG:28992]", END_POINTS=own_file,
        )  # fmt: skip
        theirs = {row["stop"] + 1: row for row in rows}
        for other in range(1, STOPS + 1):
            if other != number and found[number, other]["cost"] is not None:
                row = theirs[other]
                assert found[number, other]["cost"] == pytest.approx(row["cost"], rel=1e-6)
                line, wanted = shapely.from_wkt(found[number, other]["wkt"]), shapely.from_wkt(row["wkt"])
                assert line.length == pytest.approx(wanted.length, rel=1e-6)
                assert shapely.hausdorff_distance(line, wanted) < 1e-3
                compared += 1
    assert compared > STOPS


def test_a_service_area_is_that_of_qgis(streets: dict[str, Any], harness: Any, tmp_path: Path) -> None:
    """The same places are reached; QGIS draws twice, a little apart, what is reached from both ends of a street."""
    import shapely

    call = {"network": "streets", "facilities": "stops", "max_snap_distance": 1, "unit": "m", "limit_unit": "m"}
    harness.done("service_area", **call, limits=[500], output="areas")
    ours = {row["stop"]: shapely.from_wkt(row["wkt"]) for row in harness.rows("areas")}
    for number, (x, y) in enumerate(streets.pop("points")):
        plain = {key: streets[key] for key in ("INPUT", "TOLERANCE")}
        rows = by_qgis("native:serviceareafrompoint", tmp_path / f"{number}.gpkg", "OUTPUT_LINES", **plain, STRATEGY=0,
                       START_POINT=f"{x},{y} [EPSG:28992]", TRAVEL_COST2=500)  # fmt: skip
        wanted = shapely.union_all([shapely.from_wkt(row["wkt"]) for row in rows])
        assert ours[number].buffer(0.01).covers(wanted) and wanted.buffer(0.01).covers(ours[number])
        assert ours[number].length < wanted.length * (1 + 1e-6)
