# SPDX-License-Identifier: GPL-2.0-or-later
"""Edges of polygons: each once, with the right neighbours, whatever the digitizing; lengths add up to perimeters."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis


def edges(*wkt: str):
    from gisagentbench.tools.execution.geometry.shared_edges import edges_of

    return edges_of(shapely.from_wkt(list(wkt)))


def length_between(found, one: int, other: int) -> float:
    sides = np.sort(np.stack([found.left, found.right], axis=1), axis=1)
    return float(found.length[(sides == sorted((one, other))).all(axis=1)].sum())


WEST, EAST = "POLYGON((0 0,1 0,1 1,0 1,0 0))", "POLYGON((1 0,2 0,2 1,1 1,1 0))"


@pytest.mark.parametrize("east", [EAST, "POLYGON((1 0,1 1,2 1,2 0,1 0))", "POLYGON((1 1,1 0.5,1 0.2,1 0,2 0,2 1,1 1))"])
def test_a_common_edge_is_there_once_whatever_the_digitizing(east, qgis_application):
    found = edges(WEST, east)
    assert length_between(found, 0, 1) == pytest.approx(1)
    assert length_between(found, -1, 0) == pytest.approx(3) and length_between(found, -1, 1) == pytest.approx(3)


def test_a_vertex_on_a_slanted_edge_cuts_it(qgis_application):
    third = 7 / 3
    found = edges("POLYGON((0 0,7 7,0 7,0 0))", f"POLYGON((0 0,{third} {third},5 0,0 0))")
    assert length_between(found, 0, 1) == pytest.approx(third * 2**0.5)


def test_a_millimetre_between_borders_is_no_common_edge(qgis_application):
    found = edges(
        "POLYGON((155000 463000,155001 463000,155001 463001,155000 463001,155000 463000))",
        "POLYGON((155001.001 463000,155002 463000,155002 463001,155001.001 463001,155001.001 463000))",
    )
    assert length_between(found, 0, 1) == 0


def test_the_lower_row_is_on_the_left_and_lines_run_that_way(qgis_application):
    from gisagentbench.tools.execution.geometry.shared_edges import edges_of, merged_lines

    shapes = shapely.from_wkt([WEST, EAST])
    found = edges_of(shapes)
    lines, group = merged_lines(found, (found.left + 1) * 9 + found.right + 1)
    assert sorted(group.tolist()) == [9, 11, 18]
    for line, number in zip(lines, group.tolist(), strict=True):
        left = shapely.offset_curve(line, 0.01)
        assert shapes[number // 9 - 1].intersects(
            left.centroid if line.is_ring else left.interpolate(0.5, normalized=True)
        )


@pytest.mark.parametrize("seed", range(8))
def test_edges_of_a_tessellation_add_up_to_its_perimeters(seed, qgis_application):
    from gisagentbench.tools.execution.geometry.shared_edges import edges_of

    random = np.random.default_rng(seed)
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(random.random((40, 2)) * 1000 + 4e5)))
    found = edges_of(cells)
    perimeters = np.bincount(found.left, found.length, len(cells))
    inner = found.right >= 0
    perimeters += np.bincount(found.right[inner], found.length[inner], len(cells))
    assert perimeters == pytest.approx(shapely.length(cells))
    assert found.length[~inner].sum() == pytest.approx(shapely.union_all(cells).length)
