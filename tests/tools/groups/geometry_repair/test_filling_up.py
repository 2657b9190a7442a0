# SPDX-License-Identifier: GPL-2.0-or-later
"""Laws of eliminate_slivers and fill_gaps on cells whose vertices do not match: areas stay, hairs do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyogrio.raw
import pytest
import shapely

pytestmark = pytest.mark.qgis
FRAME = shapely.box(155000, 463000, 155100, 463100)


def cells(seed: int) -> np.ndarray:
    """Cuts a square into cells, some of them halved, so that vertices lie on the edges of neighbours."""
    random = np.random.default_rng(seed)
    seeds = shapely.multipoints(random.uniform(0, 100, (40, 2)) + [155000, 463000])
    whole = shapely.intersection(shapely.get_parts(shapely.voronoi_polygons(seeds, extend_to=FRAME)), FRAME)
    halves = []
    for cell in whole[::3]:
        x, y = cell.centroid.coords[0]
        west = shapely.box(155000, 463000, x, 463100)
        halves += [cell.intersection(west), cell.difference(west)]
    return np.array([*halves, *np.delete(whole, np.s_[::3])])


def made(harness: Any, handle: str) -> np.ndarray:
    layer = harness.workspace.layer(handle)
    return shapely.from_wkb(pyogrio.raw.read(layer.path, layer=layer.sublayer)[2])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_eliminating_keeps_the_area_and_tiles_the_same_square(harness: Any, seed: int) -> None:
    before = cells(seed)
    limit = float(np.median(shapely.area(before)))
    harness.give("lots", {"crs": "EPSG:28992", "rows": [{"wkt": cell.wkt} for cell in before]})
    step = harness.done("eliminate_slivers", layer="lots", max_area=limit, area_unit="m2", output="merged")
    after = made(harness, "merged")
    assert len(before) == 54
    assert len(after) == len(before) - step.observation["counts"]["merged_count"] < len(before)
    assert shapely.is_valid(after).all()
    assert shapely.area(after).sum() == pytest.approx(10_000, abs=1e-6)
    assert shapely.get_num_geometries(after).max() == 1, "a sliver that shares an edge becomes one part"
    assert shapely.get_num_interior_rings(shapely.get_parts(after)).sum() == 0, "no hair stays inside"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_filling_adds_just_the_area_of_the_gaps(harness: Any, seed: int) -> None:
    random = np.random.default_rng(seed)
    places = shapely.points(random.uniform(20, 80, (3, 2)) + [155000, 463000])
    gaps = shapely.union_all(shapely.buffer(places, 2, quad_segs=4))
    before = shapely.difference(cells(seed), gaps)
    harness.give("lots", {"crs": "EPSG:28992", "rows": [{"wkt": cell.wkt} for cell in before]})
    step = harness.done("fill_gaps", layer="lots", max_gap_width=50, unit="m", output="filled")
    after = made(harness, "filled")
    assert step.observation["counts"]["filled_count"] == shapely.get_num_geometries(gaps)
    assert step.observation["counts"]["kept_gap_count"] == 0
    assert shapely.is_valid(after).all()
    assert shapely.area(after).sum() - shapely.area(before).sum() == pytest.approx(gaps.area, abs=1e-6)
    assert shapely.union_all(after).symmetric_difference(FRAME).area < 1e-5
