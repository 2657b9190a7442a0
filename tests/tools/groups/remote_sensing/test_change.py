# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of detect_change: the table, units, NumPy and pandas beside it, orientation."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
RECIPE = {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463000], "dtype": "uint8", "nodata": 255}


def give_classes(harness):
    numbers = np.random.default_rng(12)
    for handle in ("old", "new"):
        cells = numbers.integers(0, 9, (40, 50)).astype(object)
        cells[numbers.random((40, 50)) < 0.1] = None
        harness.give(handle, {**RECIPE, "cells": cells.tolist()})
    return harness.cells("old"), harness.cells("new")


def test_the_change_matrix_is_the_cross_tabulation_of_pandas(harness):
    import pandas

    old, new = give_classes(harness)
    harness.done("detect_change", before="old", after="new", method="from_to", output="codes", table_output="matrix")
    both = ~np.isnan(old) & ~np.isnan(new)
    wanted = pandas.crosstab(old[both].astype(int), new[both].astype(int)).stack()
    rows = harness.rows("matrix")
    assert {(row["before"], row["after"]): row["count"] for row in rows} == {
        pair: count for pair, count in wanted.items() if count
    }
    assert [(row["before"], row["after"]) for row in rows] == sorted((row["before"], row["after"]) for row in rows)
    assert all(row["area"] == pytest.approx(row["count"] * 0.01) for row in rows)
    assert sum(row["count"] for row in rows) == both.sum()


def test_the_table_of_a_threshold_counts_three_kinds(harness):
    """By NumPy."""
    old, new = give_classes(harness)
    step = harness.done("detect_change", before="old", after="new", method="difference", threshold=3,
                        area_unit="cells", output="signs", table_output="kinds")  # fmt: skip
    difference = new - old
    wanted = [
        (-1, int((difference < -3).sum())),
        (0, int((np.abs(difference) <= 3).sum())),
        (1, int((difference > 3).sum())),
    ]
    assert [(row["change"], row["count"]) for row in harness.rows("kinds")] == wanted
    assert list(harness.rows("kinds")[0]) == ["change", "count"]
    assert step.observation["counts"]["missing_cells"] == np.isnan(difference).sum()


def test_a_table_of_plain_differences_needs_a_threshold(harness):
    give_classes(harness)
    error = harness.refused("detect_change", before="old", after="new", method="difference", output="out",
                            table_output="kinds")  # fmt: skip
    assert error["code"] == "MISSING_ARGUMENT" and "threshold" in error["message"]


def test_units_that_differ_are_refused(harness):
    from osgeo import gdal

    for handle, unit in (("old", "m"), ("new", "ft")):
        harness.give(handle, {**RECIPE, "cells": [[1]]})
        opened = gdal.Open(harness.workspace.layer(handle).path, gdal.GA_Update)
        opened.GetRasterBand(1).SetUnitType(unit)
        del opened
    error = harness.refused("detect_change", before="old", after="new", method="difference", output="out")
    assert error["code"] == "BAD_VALUE" and '"old" is in m, "new" in ft' in error["message"]


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
def test_grids_of_any_orientation_are_kept_and_measured(harness, transform):
    """On paper: cells of 10 x 10 m however they are turned."""
    for handle, cell in (("old", 1), ("new", 2)):
        harness.give(handle, {**RECIPE, "cells": [[cell, cell]]})
        lay(harness, handle, transform)
    step = harness.done("detect_change", before="old", after="new", method="from_to", area_unit="m2", output="codes")
    assert harness.workspace.layer("codes").facts.grid.transform == transform
    assert step.observation["report"]["m2_by_code"] == {"1002": pytest.approx(200)}


def test_areas_of_cells_in_survey_feet_are_converted(harness):
    """On paper: 3937 survey feet are 1200 m; 1.44 km2 are 144 ha, not 1549.99."""
    place = {"crs": "EPSG:2263", "cell": 3937, "origin": [984250, 204724], "dtype": "int16", "nodata": 0}
    harness.give("old", {**place, "cells": [[1]]})
    harness.give("new", {**place, "cells": [[2]]})
    step = harness.done("detect_change", before="old", after="new", method="from_to", output="codes")
    assert step.observation["report"]["ha_by_code"] == {"1002": pytest.approx(144)}
