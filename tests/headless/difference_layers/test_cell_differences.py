# SPDX-License-Identifier: GPL-2.0-or-later
"""Every cell is one kind of difference; the counts are those of cells on paper."""

import numpy as np
import pytest
from osgeo import gdal
from pydantic import TypeAdapter

from gisagentbench.headless.difference_layers import cell_differences as subject
from gisagentbench.headless.difference_layers.cell_differences import most_telling
from gisagentbench.headless.difference_layers.cell_layers import write_cell_layers
from gisagentbench.headless.difference_layers.written_layers import CELL_KINDS
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import CELLS_CONTRACT, OUTPUT_CELLS, REFERENCE_CELLS, write_cells

GONE = -9999


def compared(folder, reference, output, most_blocks=None, **changes):
    write_cells(folder / "reference.tif", np.asarray(reference, np.float32))
    write_cells(folder / "output.tif", np.asarray(output, np.float32))
    contract = TypeAdapter(OutputContract).validate_python({**CELLS_CONTRACT, **changes})
    paths = (folder / f"{name}.tif" for name in ("reference", "output"))
    return write_cell_layers(contract, *paths, folder, most_blocks)


def cells_of(found, kind="cells"):
    """The cells of the first band of a written layer, read by GDAL alone."""
    return gdal.Open(found.layer(kind).path).ReadAsArray()


def kinds(found):
    return {kind: count for kind, count in found.counts.items() if count}


def test_the_made_cells_have_one_of_each(tmp_path):
    found = compared(tmp_path, REFERENCE_CELLS, OUTPUT_CELLS)
    assert kinds(found) == {"same": 4, "too_high": 1, "too_low": 1, "extra": 1, "missing": 1}
    names = [[CELL_KINDS[index] for index in row] for row in cells_of(found)]
    assert names == [["too_high", "too_low", "same", "extra"], ["same", "same", "same", "missing"]]


ROW = {"width": 4, "height": 1, "transform": [100.0, 0.0, 0.0, 0.0, -100.0, 200.0]}
NO_TOLERANCE = {"tolerance": {}}


@pytest.mark.parametrize(
    ("rule", "values", "reference", "output", "counts"),
    [
        ("a gap of exactly the tolerance is no gap", "continuous", [1, 1, 1, 1], [1.5, 0.5, 1, 1], {"same": 4}),
        ("no value on either side is nothing", "continuous", [1, GONE, 1, 1], [1, GONE, 1, 1], {"none": 1, "same": 3}),
        ("359.8 and 0 degrees are 0.2 apart", "angle", [359.8, 0, 1, 90], [0, 359.8, 1, 90], {"same": 4}),
        ("from 350 up to 10 degrees is too high", "angle", [350, 0, 1, 90], [10, 0, 1, 90], {"same": 3, "too_high": 1}),
        ("classes are wrong, never high or low", "categorical", [1, 2, 3, 4], [1, 2, 3, 9], {"same": 3, "wrong": 1}),
        ("labels may be renamed", "label", [1, 1, 2, 2], [7, 7, 5, 5], {"same": 4}),
        ("a label that joins two regions is wrong once", "label", [1, 1, 1, 2], [7, 7, 7, 7], {"same": 3, "wrong": 1}),
    ],
)
def test_counts(rule, values, reference, output, counts, tmp_path):
    changes = NO_TOLERANCE if values in ("categorical", "label") else {}
    if values == "angle":
        changes = {"tolerance": {"absolute": 0.5}}
    found = compared(tmp_path, [reference], [output], values=values, **ROW, **changes)
    assert kinds(found) == counts, rule


def test_the_rim_that_the_contract_ignores_is_the_same(tmp_path):
    square = {"width": 3, "height": 3, "ignore_rim_cells": 1}
    found = compared(tmp_path, np.ones((3, 3)), np.full((3, 3), 9), **square)
    assert kinds(found) == {"same": 8, "too_high": 1}


def test_another_grid_is_said_and_not_compared(tmp_path):
    found = compared(tmp_path, REFERENCE_CELLS, np.ones((2, 5)))
    assert found.counts == {} and "another grid" in found.problem


def test_one_wrong_cell_of_many_is_still_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(subject, "CELLS_PER_WINDOW", 8)  # a window per row of blocks
    reference = np.ones((5, 4))
    output = reference.copy()
    output[3, 1] = 9
    found = compared(tmp_path, reference, output, most_blocks=2, width=4, height=5)
    assert (found.block, found.counts["too_high"]) == (3, 1)
    same, high = CELL_KINDS.index("same"), CELL_KINDS.index("too_high")
    assert cells_of(found).tolist() == [[same, same], [high, same]]  # cell (3, 1) lies in block (1, 0)


def test_blocks_at_the_edge_may_be_cut():
    assert most_telling(np.array([[1, 2, 3], [0, 0, 6]], np.uint8), 2).tolist() == [[2, 6]]


def test_the_layer_of_gaps_is_output_minus_reference(tmp_path):
    found = compared(tmp_path, REFERENCE_CELLS, OUTPUT_CELLS)
    gaps = cells_of(found, "gaps")
    nothing = np.nan  # no value on one side
    assert np.array_equal(gaps, [[1, -1, 0, nothing], [0, 0, 0, nothing]], equal_nan=True)
    # six gaps, two of size 1: 3 * sqrt(2 / 6) = 1.73 is more than the largest
    assert found.layer("gaps").span == 1.0


def test_one_cell_far_off_does_not_stretch_the_colours(tmp_path):
    output = np.ones((10, 10))
    output[0, 0] = 101
    found = compared(tmp_path, np.ones((10, 10)), output, width=10, height=10)
    assert found.layer("gaps").span == pytest.approx(3 * (100**2 / 100) ** 0.5)  # 30, not 100


def test_gaps_of_angles_go_the_shorter_way_round(tmp_path):
    found = compared(tmp_path, [[350, 10, 1, 1]], [[10, 350, 1, 1]], values="angle", tolerance={"absolute": 0.5}, **ROW)
    assert cells_of(found, "gaps").tolist() == [[20, -20, 0, 0]]


def test_classes_have_no_gaps(tmp_path):
    found = compared(tmp_path, [[1, 2, 3, 4]], [[1, 2, 3, 9]], values="categorical", **ROW, **NO_TOLERANCE)
    assert [layer.kind for layer in found.layers] == ["cells"]


def test_the_layers_lie_on_the_ground_of_the_reference(tmp_path):
    found = compared(tmp_path, REFERENCE_CELLS, OUTPUT_CELLS)
    for layer in found.layers:
        dataset = gdal.Open(layer.path)
        assert dataset.GetGeoTransform() == (0.0, 100.0, 0.0, 200.0, 0.0, -100.0)
        assert dataset.GetSpatialRef().GetAuthorityCode(None) == "32630"
