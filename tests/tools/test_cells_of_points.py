# SPDX-License-Identifier: GPL-2.0-or-later
"""Every tool that puts points into cells puts them into the same ones, on lines between cells and on the last edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
SIDE = 5
GRID = {"crs": "EPSG:28992", "origin": [155000, 463000], "cell": 0.1, "nodata": -9999}
Cell = tuple[int, int] | None


def only_cell(is_it: np.ndarray) -> Cell:
    rows, columns = np.nonzero(is_it)
    assert len(rows) <= 1
    return (int(rows[0]), int(columns[0])) if len(rows) else None


def of_sample(harness: Any) -> Cell:
    harness.give("numbers", {**GRID, "dtype": "int32", "cells": np.arange(SIDE * SIDE).reshape(SIDE, SIDE).tolist()})
    harness.done("sample_raster", points="spot", raster="numbers", prefix="n", output="sampled")
    (row,) = harness.rows("sampled")
    (number,) = [value for name, value in row.items() if name.startswith("n")]
    return None if number is None else divmod(int(number), SIDE)


def of_rasterize(harness: Any) -> Cell:
    harness.done("rasterize_vector", layer="spot", cell_rule="any_touch", match_raster="flat", output="burned")
    return only_cell(harness.cells("burned") == 1)


def of_cost_distance(harness: Any) -> Cell:
    step = harness.call("cost_distance", cost_raster="flat", sources="spot", output="cost")
    return only_cell(harness.cells("cost") == 0) if step.ok else None


def of_viewshed(harness: Any) -> Cell:
    step = harness.call("viewshed", dem="flat", observers="spot", observer_height=1, max_distance=0.04, z_unit="m",
                        unit="m", output="seen")  # fmt: skip
    return only_cell(harness.cells("seen") == 1) if step.ok else None


def of_watershed(harness: Any) -> Cell:
    harness.give("pits", {**GRID, "dtype": "uint8", "nodata": 255, "cells": [[0] * SIDE] * SIDE})
    step = harness.call("watershed", flow_direction="pits", mode="pour_points", pour_points="spot", output="basin")
    if not step.ok or not harness.rows("basin"):
        return None
    (row,) = harness.rows("basin")
    centre = shapely.from_wkt(row["wkt"]).centroid
    return int((463000 - centre.y) / 0.1), int((centre.x - 155000) / 0.1)


def of_training(harness: Any) -> Cell:
    """Each centre is of a class of its own, which loses its only cell where the spot lies in it too."""
    rows = [{"wkt": row["wkt"], "class": -1} for row in harness.rows("spot")]
    for number in range(SIDE * SIDE):
        row, column = divmod(number, SIDE)
        centre = f"POINT({155000 + (column + 0.5) / 10} {463000 - (row + 0.5) / 10})"
        rows.append({"wkt": centre, "class": number})
    harness.give("centres", {"crs": GRID["crs"], "rows": rows})
    harness.done("supervised_classification", raster="flat", training="centres", class_field="class", test_share=0,
                 method="minimum_distance", output="classes", accuracy_output="left")  # fmt: skip
    lost = set(range(SIDE * SIDE)) - {row["class"] for row in harness.rows("left")}
    assert len(lost) <= 1
    return divmod(lost.pop(), SIDE) if lost else None


CELLS_OF = [of_sample, of_rasterize, of_cost_distance, of_viewshed, of_watershed, of_training]


@pytest.mark.parametrize("cell_of", CELLS_OF)
@pytest.mark.parametrize("tenths", [(0, 0), (3, 1), (1, 3), (3, 3), (4, 2), (5, 2), (2, 5), (5, 5)])
def test_a_point_on_a_line_lies_in_the_cell_east_and_south_of_it(
    harness: Any, cell_of: Callable[[Any], Cell], tenths: tuple[int, int]
) -> None:
    """On paper: 3 tenths from the corner are 3 cells of a tenth; east and south of the last edges is no cell."""
    east, south = tenths
    harness.give("flat", {**GRID, "dtype": "float64", "cells": [[1.0] * SIDE] * SIDE})
    place = f"POINT({155000 + east / 10} {463000 - south / 10})"
    harness.give("spot", {"crs": "EPSG:28992", "rows": [{"wkt": place}]})
    assert cell_of(harness) == ((south, east) if max(tenths) < SIDE else None)
