# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of Z: every corner of a part has the height of the surface it was cut out of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
WEST, SOUTH = 155_000, 463_000


def rising(places: np.ndarray) -> np.ndarray:
    """Height of a plane: 0.3 m up for each metre east, 0.2 m down for each metre north."""
    return 10 + 0.3 * (places[:, 0] - WEST) - 0.2 * (places[:, 1] - SOUTH)


def roofs(seed: int) -> list[str]:
    """Quadrangles in the plane, one of them with a courtyard."""
    random = np.random.default_rng(seed)
    centres = [WEST, SOUTH] + 40 * random.random((6, 2))
    corners = np.array([[-9, -5], [8, -6], [9, 5], [-7, 4]]) + random.random((6, 4, 2))
    shapes = shapely.polygons(corners + centres[:, None])
    shapes[0] = shapely.difference(shapes[0], shapely.box(*(centres[0] - 2), *(centres[0] + 2)))
    places = shapely.get_coordinates(shapes)
    raised = shapely.set_coordinates(shapely.force_3d(shapes), np.column_stack([places, rising(places)]))
    return [shapely.to_wkt(each, rounding_precision=-1, output_dimension=3) for each in raised]


CALLS = (
    ("clip", {"layer": "roofs", "mask": "zones"}),
    ("difference", {"layer": "roofs", "other_layer": "zones"}),
    ("split_with_lines", {"layer": "roofs", "split_layer": "bends"}),
)


@pytest.mark.parametrize(("tool", "call"), CALLS, ids=[tool for tool, _ in CALLS])
@pytest.mark.parametrize("seed", [1, 2])
def test_parts_of_a_plane_lie_in_it(harness: Any, tool: str, call: dict[str, str], seed: int) -> None:
    """Law: corners of the layer that cuts lie inside the roofs, and there the roofs have the height of their plane."""
    crs = "EPSG:28992"
    starts = [(WEST + x, SOUTH + y) for x in (0, 11, 22, 33) for y in (5, 20, 30)]
    squares = [shapely.box(x, y, x + 5, y + 5) for x, y in starts]
    bends = [shapely.LineString([(WEST - 20, SOUTH + y), (WEST + 20, SOUTH + y + 1), (WEST + 60, SOUTH + y)])
             for y in range(-10, 50, 4)]  # fmt: skip
    harness.give("roofs", {"crs": crs, "rows": [{"wkt": wkt} for wkt in roofs(seed)]})
    harness.give("zones", {"crs": crs, "rows": [{"wkt": square.wkt} for square in squares]})
    harness.give("bends", {"crs": crs, "rows": [{"wkt": bend.wkt} for bend in bends]})
    harness.done(tool, **call, output="parts")
    places = shapely.get_coordinates(shapely.from_wkt([row["wkt"] for row in harness.rows("parts")]), include_z=True)
    given = shapely.get_coordinates(shapely.from_wkt(roofs(seed)))
    assert len(set(map(tuple, places[:, :2])) - set(map(tuple, given))) > 12
    assert places[:, 2] == pytest.approx(rising(places), abs=1e-6)


def test_a_corner_inside_a_bent_polygon_takes_the_height_of_its_triangle(qgis_application: Any) -> None:
    """On paper: over the triangle (0 0 0, 30 0 9, 30 30 30) lies z = 0.3 x + 0.7 y, which is 16.5 at (20, 15)."""
    from gisagentbench.tools.execution.geometry.surface_heights import with_own_heights

    triangle = np.array([shapely.from_wkt("POLYGON Z((0 0 0,30 0 9,30 30 30,0 0 0))"), None])
    part = shapely.intersection(triangle, shapely.box(20, -1, 40, 15))
    (made, nothing) = with_own_heights(part, triangle)
    heights = {(x, y): z for x, y, z in shapely.get_coordinates(made, include_z=True).tolist()}
    assert heights == pytest.approx({(20, 0): 6, (20, 15): 16.5, (30, 15): 19.5, (30, 0): 9}) and nothing is None
