# SPDX-License-Identifier: GPL-2.0-or-later
"""Neighbours against a second way, the table of overlaps, and the size of the result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
CALL = {"layer": "lots", "id_field": "lot", "unit": "m"}


def lots_of(shapes: list[Any]) -> dict[str, Any]:
    return {"crs": "EPSG:28992", "rows": [{"wkt": shape.wkt, "lot": lot} for lot, shape in enumerate(shapes)]}


def cells_of_a_grid(side: int) -> list[Any]:
    """Cells with whole corners, some of them united to one lot."""
    west, south = 155000, 463000
    cells = np.array(
        [shapely.box(west + x, south + y, west + x + 1, south + y + 1) for x in range(side) for y in range(side)]
    )
    lot = np.random.default_rng(3).integers(0, side * side // 3, side * side)
    united = [shapely.union_all(cells[lot == number]) for number in np.unique(lot)]
    return [shapely.multipolygons(shapely.get_parts(shape)) for shape in united]


def test_neighbors_are_those_that_geos_relates(harness: Any) -> None:
    shapes = cells_of_a_grid(7)
    harness.give("lots", lots_of(shapes))
    wanted = {"edge": {}, "edge_or_corner": {}}
    for one, first in enumerate(shapes):
        for other, second in enumerate(shapes):
            if one != other and first.touches(second):
                length = first.boundary.intersection(second.boundary).length
                wanted["edge_or_corner"][one, other] = length
                if length > 0:
                    wanted["edge"][one, other] = length
    for contiguity, pairs in wanted.items():
        step = harness.done("polygon_neighbors", **CALL, contiguity=contiguity, output=f"by_{contiguity}")
        found = {(row["polygon_id"], row["neighbor_id"]): row["length"] for row in harness.rows(step.output)}
        assert found == pytest.approx(pairs)
    assert len(wanted["edge"]) < len(wanted["edge_or_corner"])


def test_the_direction_of_rings_does_not_matter(harness: Any) -> None:
    shapes = cells_of_a_grid(5)
    turned = [shape if lot % 2 else shapely.reverse(shape) for lot, shape in enumerate(shapely.normalize(shapes))]
    found = []
    for name, given in (("lots", shapes), ("turned", turned)):
        harness.give(name, lots_of(given))
        call = {**CALL, "layer": name, "contiguity": "edge_or_corner"}
        step = harness.done("polygon_neighbors", **call, output=f"of_{name}")
        found.append([tuple(row.values()) for row in harness.rows(step.output)])
    assert found[0] == found[1]


def test_overlaps_are_listed_from_both_sides(harness: Any) -> None:
    west = 155000
    boxes = [shapely.box(west, 463000, west + 4, 463004), shapely.box(west + 3, 463000, west + 6, 463004)]
    harness.give("lots", lots_of(boxes))
    harness.done("polygon_neighbors", **CALL, contiguity="edge", output="near", overlaps_output="over")
    assert sorted(map(tuple, (row.values() for row in harness.rows("over")))) == [(0, 1, 4.0), (1, 0, 4.0)]


def test_many_polygons_around_one_corner_are_refused_before_they_are_paired(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration import limits

    harness.give("lots", lots_of(cells_of_a_grid(3)))
    monkeypatch.setitem(limits.LIMITS, "pairs", 10)
    error = harness.refused("polygon_neighbors", **CALL, contiguity="edge", output="near")
    assert error["code"] == "LIMIT_EXCEEDED"
