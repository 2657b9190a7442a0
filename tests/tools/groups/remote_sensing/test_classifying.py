# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes of whole rasters against the tables that come with them, by windows of any size, and without a library."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
PLACE = {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463400]}
SIDE = 40


def photo(seed: int) -> tuple[dict[str, Any], np.ndarray]:
    """Two bands of three kinds of land in squares, with noise; a few cells without a value."""
    random = np.random.RandomState(seed)
    kind = random.randint(0, 3, (8, 8)).repeat(5, axis=0).repeat(5, axis=1)
    bands = [np.array([20, 80, 140])[kind], np.array([90, 10, 50])[kind]]
    cells = [np.round(band + random.normal(0, 8, band.shape)).astype(int).tolist() for band in bands]
    cells[0][3][4] = cells[1][30][2] = None
    return {**PLACE, "dtype": "int16", "nodata": -9999, "bands": cells, "scale": 0.5, "offset": 3.0}, kind


def plots(kind: np.ndarray) -> dict[str, Any]:
    """A polygon well inside each square, with the name of its kind."""
    rows = []
    for row in range(8):
        for column in range(8):
            x, y = 155000 + 50 * column, 463400 - 50 * row
            wkt = (
                f"POLYGON(({x + 10} {y - 10},{x + 40} {y - 10},{x + 40} {y - 40},{x + 10} {y - 40},{x + 10} {y - 10}))"
            )
            rows.append({"wkt": wkt, "cover": ("wood", "crop", "heath")[kind[row * 5, column * 5]]})
    return {"crs": "EPSG:28992", "rows": rows}


def bands_of(harness: Any) -> np.ndarray:
    return np.stack([harness.cells("photo", band) * 0.5 + 3 for band in (1, 2)], axis=2)


def test_each_cell_has_the_class_of_the_nearest_center_of_the_table(harness: Any) -> None:
    harness.give("photo", photo(1)[0])
    call = {"raster": "photo", "classes": 3, "standardize": False}
    harness.done("unsupervised_classification", **call, output="kinds", centers_output="centers")
    centers = harness.rows("centers")
    assert [row["class"] for row in centers] == [1, 2, 3] and centers[0]["band_1"] < centers[1]["band_1"]
    values = bands_of(harness)
    places = np.array([[row["band_1"], row["band_2"]] for row in centers])
    apart = ((values[:, :, None] - places) ** 2).sum(axis=3)
    kinds = harness.cells("kinds")
    assert np.isnan(kinds[3, 4]) and np.isnan(kinds[30, 2]) and np.isnan(kinds).sum() == 2
    known = ~np.isnan(kinds)
    assert (kinds[known] == apart[known].argmin(axis=1) + 1).all()
    for row in centers:
        own = values[kinds == row["class"]]
        assert (len(own), own.mean(axis=0)) == (row["count"], pytest.approx([row["band_1"], row["band_2"]]))


def test_classes_are_the_same_by_small_windows_and_from_a_sample_of_any_reading(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.execution.imagery import classified_rasters
    from gisagentbench.tools.groups.remote_sensing import classifying

    image, kind = photo(2)
    harness.give("photo", image)
    harness.give("plots", plots(kind))
    monkeypatch.setattr(classifying, "MOST_SAMPLED", 300)
    found = []
    for name, numbers, least in (("large", 2**22, 2**12), ("small", 7, 5)):
        monkeypatch.setattr(classified_rasters, "NUMBERS_AT_ONCE", numbers)
        monkeypatch.setattr(classified_rasters, "LEAST_CELLS", least)
        step = harness.done("unsupervised_classification", raster="photo", classes=3, output=f"{name}_kinds")
        assert "centers were found from 300 of 1,598 cells" in " ".join(step.warnings)
        call = {"raster": "photo", "training": "plots", "class_field": "cover", "output": f"{name}_covers"}
        step = harness.done("supervised_classification", **call)
        found.append((harness.cells(f"{name}_kinds"), harness.cells(f"{name}_covers"), step.observation["report"]))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])
    assert found[0][2] == found[1][2]


@pytest.mark.parametrize("method", ["random_forest", "maximum_likelihood", "minimum_distance"])
def test_the_table_adds_up_and_clear_kinds_are_told(method: str, harness: Any) -> None:
    """Laws: rows and columns of the matrix; on paper: noise of 8 beside steps of 60 leaves hardly an error."""
    image, kind = photo(3)
    harness.give("photo", image)
    harness.give("plots", plots(kind))
    call = {"raster": "photo", "training": "plots", "class_field": "cover", "method": method, "test_share": 0.4}
    step = harness.done("supervised_classification", **call, output="covers", accuracy_output="table")
    rows = harness.rows("table")
    assert [(row["class"], row["code"]) for row in rows] == [("crop", 1), ("heath", 2), ("wood", 3)]
    counts = step.observation["counts"]
    assert sum(row["training_cells"] for row in rows) == counts["training_cells"]
    matrix = np.array([[row[f"predicted_{code}"] for code in (1, 2, 3)] for row in rows])
    assert matrix.sum(axis=1).tolist() == [row["test_cells"] for row in rows]
    assert matrix.sum() == counts["test_cells"] and counts["test_cells"] + counts["training_cells"] == 9 * 64
    assert step.observation["report"]["overall_accuracy"] == pytest.approx(np.trace(matrix) / matrix.sum())
    for number, row in enumerate(rows):
        features = (kind[::5, ::5] == ("wood", "crop", "heath").index(row["class"])).sum()
        assert row["training_features"] + row["test_features"] == features
        assert row["test_features"] == int(0.4 * features + 0.5)
        assert row["producers_accuracy"] == pytest.approx(matrix[number, number] / matrix[number].sum())
        assert row["users_accuracy"] == pytest.approx(matrix[number, number] / matrix[:, number].sum())
    covers = harness.cells("covers")
    truth = np.array([3, 1, 2])[kind]
    assert (covers == truth).sum() > 0.97 * SIDE * SIDE


def test_without_scikit_learn_the_other_methods_are_named(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    image, kind = photo(4)
    harness.give("photo", image)
    harness.give("plots", plots(kind))
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    call = {"raster": "photo", "training": "plots", "class_field": "cover"}
    error = harness.refused("supervised_classification", **call, output="covers")
    assert error["code"] == "DEPENDENCY_MISSING" and error["hint"] == "the other methods need none"
    harness.done("supervised_classification", **call, method="minimum_distance", output="covers")


def test_too_many_training_cells_are_sampled_and_infinite_ones_refused(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.execution.imagery import training_rows

    image, kind = photo(5)
    harness.give("photo", image)
    harness.give("plots", plots(kind))
    monkeypatch.setattr(training_rows, "MOST_CELLS", 100)
    call = {"raster": "photo", "training": "plots", "class_field": "cover"}
    step = harness.done("supervised_classification", **call, output="covers")
    assert "about 100 of the 576 cells" in " ".join(step.warnings)
    counts = step.observation["counts"]
    assert 60 < counts["training_cells"] + counts["test_cells"] < 140
    harness.give("endless", {**PLACE, "cells": [[1.0, float("inf")], [2.0, 3.0]]})
    error = harness.refused("unsupervised_classification", raster="endless", classes=2, output="kinds")
    assert error["code"] == "BAD_VALUE" and "infinite" in error["message"]
