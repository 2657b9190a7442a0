# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of spectral_index: NumPy beside every formula, guard levels, what is reported."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
ORDER = {"blue": 1, "green": 2, "red": 3, "nir": 4, "swir1": 5, "swir2": 6}
BY_NUMPY = {
    "ndvi": lambda b: (b["nir"] - b["red"]) / (b["nir"] + b["red"]),
    "gndvi": lambda b: (b["nir"] - b["green"]) / (b["nir"] + b["green"]),
    "savi": lambda b: (1 + 0.5) * (b["nir"] - b["red"]) / (b["nir"] + b["red"] + 0.5),
    "evi": lambda b: 2.5 * (b["nir"] - b["red"]) / (b["nir"] + 6 * b["red"] - 7.5 * b["blue"] + 1),
    "ndwi": lambda b: (b["green"] - b["nir"]) / (b["green"] + b["nir"]),
    "mndwi": lambda b: (b["green"] - b["swir1"]) / (b["green"] + b["swir1"]),
    "ndmi": lambda b: (b["nir"] - b["swir1"]) / (b["nir"] + b["swir1"]),
    "ndbi": lambda b: (b["swir1"] - b["nir"]) / (b["swir1"] + b["nir"]),
    "nbr": lambda b: (b["nir"] - b["swir2"]) / (b["nir"] + b["swir2"]),
}


@pytest.mark.parametrize("index", BY_NUMPY)
def test_every_index_is_that_of_numpy(harness, index):
    stored = np.random.default_rng(9).integers(1, 10000, (6, 20, 30))
    harness.give("photo", {"crs": "EPSG:32721", "dtype": "uint16", "scale": 1e-4, "bands": stored.tolist()})
    step = harness.done("spectral_index", raster="photo", index=index, bands=ORDER, output="index")
    wanted = BY_NUMPY[index]({colour: stored[number - 1] / 10000 for colour, number in ORDER.items()})
    np.testing.assert_allclose(harness.cells("index"), wanted, rtol=1e-6, atol=1e-6)
    assert set(step.observation["report"]["bands"]) <= set(ORDER) and step.observation["report"]["formula"]


def test_soil_and_enhanced_index_name_their_constants(harness):
    harness.give("photo", {"crs": "EPSG:32721", "bands": [[[0.1]], [[0.3]], [[0.1]]]})
    call = {"raster": "photo", "bands": {"red": 1, "nir": 2, "blue": 3}}
    step = harness.done("spectral_index", **call, index="savi", output="savi")
    assert step.observation["report"]["formula"] == "1.5 * (nir - red) / (nir + red + 0.5)"
    step = harness.done("spectral_index", **call, index="evi", output="evi")
    assert step.observation["report"]["formula"] == "2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 1)"
    assert step.observation["report"]["bands"] == {"blue": 3, "nir": 2, "red": 1}


def test_stored_numbers_pass_with_a_warning_where_guards_may_only_warn(make_harness):
    harness = make_harness("warn")
    harness.give("photo", {"crs": "EPSG:32721", "dtype": "uint16", "bands": [[[500]], [[4500]]]})
    step = harness.done("spectral_index", raster="photo", index="savi", bands={"red": 1, "nir": 2}, output="savi")
    assert step.warnings[0].startswith("BAD_VALUE: savi needs reflectance")


def test_a_few_bright_cells_are_no_stored_numbers(harness):
    """On paper: one glint of 3 among 200 cells is half of one per cent."""
    red = np.full((10, 20), 0.1)
    red[0, 0] = 3
    harness.give("photo", {"crs": "EPSG:32721", "bands": [red.tolist(), np.full((10, 20), 0.3).tolist()]})
    harness.done("spectral_index", raster="photo", index="savi", bands={"red": 1, "nir": 2}, output="savi")


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
def test_the_grid_stays_as_it_is(harness, transform):
    """On paper: (3 - 1) / 4 and (1 - 1) / 2."""
    harness.give("photo", {"crs": "EPSG:28992", "bands": [[[1], [1]], [[3], [1]]]})
    lay(harness, "photo", transform)
    harness.done("spectral_index", raster="photo", index="ndvi", bands={"red": 1, "nir": 2}, output="ndvi")
    assert harness.cells("ndvi").tolist() == [[0.5], [0]]
    assert harness.workspace.layer("ndvi").facts.grid.transform == transform
