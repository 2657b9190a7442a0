# SPDX-License-Identifier: GPL-2.0-or-later
"""The first and the last feature of each cell, however many cells are looked at together."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gisagentbench.tools.declaration.facts import Grid

pytestmark = pytest.mark.qgis
WIDTH, HEIGHT = 30, 20
GRID = Grid(WIDTH, HEIGHT, (1.0, 0.0, 0.0, 0.0, -1.0, float(HEIGHT)))


class Quiet:
    """A run that nobody watches."""

    def progress(self, share: float) -> None:
        pass

    def raise_if_cancelled(self) -> None:
        pass


@pytest.mark.parametrize("rule", ["cell_center", "any_touch"])
@pytest.mark.parametrize("at_once", [1, 50, 2**21])
def test_first_and_last_of_many_that_overlap_are_those_of_shapely(
    rule: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Second library: features one by one over all cells; collections hold boxes that overlap, and a point."""
    from gisagentbench.tools.execution.rasters import burning

    monkeypatch.setattr(burning, "CELLS_PER_STRIP", at_once)
    random = np.random.default_rng(12)
    low = random.uniform(-3, WIDTH, (120, 2))
    boxes = shapely.box(*low.T, *(low + random.uniform(0.5, 9, low.shape)).T)
    collections = [shapely.GeometryCollection([*boxes[k : k + 3], shapely.Point(*low[k])]) for k in range(0, 120, 4)]
    shapes = np.array([*collections, None, *boxes[3::4], shapely.Point()], object)
    column, row = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    cells = shapely.box(column, HEIGHT - row - 1, column + 1, HEIGHT - row)
    centres = shapely.points(column + 0.5, HEIGHT - row - 0.5)
    last, first = np.full((2, HEIGHT, WIDTH), -1)
    for number, shape in enumerate(shapes):
        if shape is None or shape.is_empty:
            continue
        for part in shapely.get_parts(shape):
            is_point = part.geom_type == "Point"
            held = shapely.intersects(cells if is_point or rule == "any_touch" else centres, part)
            last[held] = number
            first[held & (first < 0)] = number
    strips = list(burning.burnt(Quiet(), shapes, GRID, rule))  # type: ignore[arg-type]
    np.testing.assert_array_equal(np.vstack([strip.last for strip in strips]), last)
    np.testing.assert_array_equal(np.vstack([strip.first for strip in strips]), first)
