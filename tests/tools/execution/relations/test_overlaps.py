# SPDX-License-Identifier: GPL-2.0-or-later
"""Overlaps of polygons have one meaning, wherever a tool tells of them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis
SHIFT = 5_000_000.0  # coordinates as national grids have them
STEP = 2.0**-30  # the step between floats there


@pytest.mark.parametrize("seed", range(6))
def test_overlaps_equal_a_double_loop(seed: int, qgis_application: Any) -> None:
    from gisagentbench.tools.execution.relations.overlaps import overlaps_of
    from gisagentbench.tools.execution.relations.polygon_contacts import faults_of

    corners = np.random.default_rng(seed).integers(0, 12, (20, 2))
    shapes = np.array([*(shapely.box(x, y, x + 3, y + 3) for x, y in corners.tolist()), None], object)
    found = overlaps_of(QuietRun(), shapes)  # type: ignore[arg-type]
    wanted = {
        (a, b): shapes[a].intersection(shapes[b]).area
        for a, b in itertools.combinations(range(20), 2)
        if shapes[a].intersection(shapes[b]).area > 0
    }
    assert dict(zip(zip(*(rows.tolist() for rows in found.pairs), strict=True), shapely.area(found.shapes).tolist(),
                    strict=True)) == pytest.approx(wanted)  # fmt: skip
    faults = faults_of(QuietRun(), shapes)  # type: ignore[arg-type]
    assert (faults.first.tolist(), faults.second.tolist()) == tuple(rows.tolist() for rows in found.pairs)


@pytest.mark.parametrize(("width", "count"), [(STEP, 0), (1e-6, 1)], ids=["noise", "a micrometre"])
def test_a_strip_as_thin_as_the_noise_is_no_overlap_for_any_tool(width: float, count: int, harness: Any) -> None:
    """On paper: at 5e6 neighbouring floats are 2^-30 apart, so a strip of that width is no statement of the data."""
    east, edge = 500_000, SHIFT + 100
    squares = [shapely.box(east, SHIFT, east + 100, edge), shapely.box(east, edge - width, east + 100, SHIFT + 200)]
    rows = [{"wkt": shapely.to_wkt(square, rounding_precision=-1), "id": at} for at, square in enumerate(squares)]
    for name in ("lots", "zones"):
        harness.give(name, {"crs": "EPSG:25832", "rows": rows})
    neighbors = harness.done("polygon_neighbors", layer="lots", id_field="id", contiguity="edge", unit="m",
                             output="pairs", overlaps_output="overlaps")  # fmt: skip
    errors = harness.done("find_topology_errors", layer="lots", checks=["overlaps"], output="errors")
    shares = harness.done("apportion_attributes", target="lots", source="zones", method="planar", sum_fields=["id"],
                          output="shares")  # fmt: skip
    assert neighbors.ok and len(harness.rows("overlaps")) == 2 * count
    assert errors.observation["report"]["errors"] == {"overlaps": count}
    assert shares.observation["report"]["overlapping_pairs"] == {"target": count, "source": count}
