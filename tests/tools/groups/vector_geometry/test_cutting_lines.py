# SPDX-License-Identifier: GPL-2.0-or-later
"""Properties of shapes cut by lines at coordinates that floats round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
COUNT = 100


def crossed(random: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    """Makes turned convex quadrangles, each with a line that runs right through it."""
    centres = np.column_stack([150_000 + 50.0 * np.arange(COUNT), np.full(COUNT, 450_000.0)])
    turn, course = random.random_sample((2, COUNT)) * 2 * np.pi
    corners = np.array([[-9, -5], [8, -6], [9, 5], [-7, 4]]) @ np.array([1, 1j])
    turned = corners[None, :] * np.exp(1j * turn)[:, None]
    rings = np.stack([turned.real, turned.imag], axis=2) + centres[:, None, :]
    step = 20 * np.column_stack([np.cos(course), np.sin(course)])
    return shapely.polygons(rings), shapely.linestrings(np.stack([centres - step, centres + step], axis=1))


@pytest.mark.parametrize("kind", ["polygons", "outlines"])
def test_a_line_through_a_convex_shape_always_cuts_it(make_harness: Any, kind: str) -> None:
    shapes, knives = crossed(np.random.RandomState(1))
    total = shapely.area(shapes) if kind == "polygons" else shapely.length(shapes)
    wholes = shapes if kind == "polygons" else shapely.boundary(shapes)
    harness = make_harness()
    for name, layer in (("shapes", wholes), ("knives", knives)):
        rows = [{"wkt": shapely.to_wkt(each, rounding_precision=-1), "n": n} for n, each in enumerate(layer)]
        harness.give(name, {"crs": "EPSG:28992", "rows": rows})
    step = harness.done("split_with_lines", layer="shapes", split_layer="knives", output="pieces")
    pieces = harness.rows("pieces")
    owner = np.array([row["n"] for row in pieces])
    measured = shapely.from_wkt([row["wkt"] for row in pieces])
    sizes = shapely.area(measured) if kind == "polygons" else shapely.length(measured)
    assert step.outputs["split_count"] == COUNT
    # the first vertex of an outline is an end too
    assert (np.bincount(owner) == (2 if kind == "polygons" else 3)).all()
    assert np.allclose(np.bincount(owner, sizes), total, rtol=1e-9, atol=0)
