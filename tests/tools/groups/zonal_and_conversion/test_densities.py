# SPDX-License-Identifier: GPL-2.0-or-later
"""kernel_density: its volume is the number of points, and its densities are those of scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
KERNELS = ("quartic", "triangular", "uniform", "triweight", "epanechnikov")
PLACES = np.random.default_rng(3).uniform((155000, 463000), (156000, 463800), (60, 2)).round(2)
CALL = {"points": "points", "radius": 150, "unit": "m", "pixel_size": 5, "pixel_unit": "m", "weight_field": "n"}


@pytest.fixture
def weights(harness: Any) -> np.ndarray:
    found = np.random.default_rng(4).integers(1, 9, len(PLACES))
    rows = [{"wkt": f"POINT({x} {y})", "n": int(n)} for (x, y), n in zip(PLACES.tolist(), found, strict=True)]
    harness.give("points", {"crs": "EPSG:28992", "rows": rows})
    return np.array(found)


def density(harness: Any, **call: Any) -> np.ndarray:
    name = f"d_{len(harness.workspace.handles)}"
    harness.done("kernel_density", output=name, **{**CALL, **call})
    return np.array(harness.cells(name))


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_volume_is_the_sum_of_weights(harness: Any, weights: np.ndarray, kernel: str) -> None:
    """Law; cells of 5 m under a radius of 150 m leave less than a hundredth, at the edge of uniform the most."""
    for unit, area in (("per_km2", 25e-6), ("per_ha", 25e-4), ("per_m2", 25.0), ("per_mi2", 25 / 1609.344**2)):
        volume = density(harness, kernel=kernel, density_unit=unit).sum() * area
        assert volume == pytest.approx(weights.sum(), rel=1e-2 if kernel == "uniform" else 1e-3)


@pytest.mark.parametrize("kernel", KERNELS)
def test_raw_sums_are_those_of_numpy_at_each_centre(harness: Any, weights: np.ndarray, kernel: str) -> None:
    found = density(harness, kernel=kernel, density_unit="raw")
    west, north = PLACES[:, 0].min() - 150, PLACES[:, 1].max() + 150
    column, row = np.meshgrid(np.arange(found.shape[1]), np.arange(found.shape[0]))
    x, y = west + 5 * (column + 0.5), north - 5 * (row + 0.5)
    shape = {"quartic": lambda d: (1 - d**2) ** 2, "triangular": lambda d: 1 - d, "uniform": lambda d: d * 0 + 1,
             "triweight": lambda d: (1 - d**2) ** 3, "epanechnikov": lambda d: 1 - d**2}[kernel]  # fmt: skip
    wanted = np.zeros(found.shape)
    for (east, up), weight in zip(PLACES, weights, strict=True):
        away = np.hypot(x - east, y - up) / 150
        wanted += np.where(away <= 1, weight * shape(away), 0)
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("kernel", "theirs"), [("epanechnikov", "epanechnikov"), ("triangular", "linear"),
                                                ("uniform", "tophat")])  # fmt: skip
def test_densities_are_those_of_scikit_learn(harness: Any, weights: np.ndarray, kernel: str, theirs: str) -> None:
    from sklearn.neighbors import KernelDensity

    found = density(harness, kernel=kernel, density_unit="per_m2")
    west, north = PLACES[:, 0].min() - 150, PLACES[:, 1].max() + 150
    row, column = np.divmod(np.arange(0, found.size, 31), found.shape[1])
    at = np.stack([west + 5 * (column + 0.5), north - 5 * (row + 0.5)], axis=1)
    model = KernelDensity(bandwidth=150, kernel=theirs).fit(PLACES, sample_weight=weights)
    wanted = np.exp(model.score_samples(at)) * weights.sum()
    np.testing.assert_allclose(found[row, column], wanted, rtol=1e-6, atol=1e-15)


def test_the_same_however_the_work_is_cut(harness: Any, weights: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.interpolation import kernel_sums

    whole = density(harness, density_unit="per_ha")
    monkeypatch.setattr(kernel_sums, "CELLS_PER_STRIP", 500)
    monkeypatch.setattr(kernel_sums, "TERMS_AT_ONCE", 10)
    np.testing.assert_allclose(density(harness, density_unit="per_ha"), whole, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(("level", "warned"), [("warn", True), ("silent", False)])
def test_lower_guard_levels_go_on_where_areas_are_off(make_harness: Any, level: str, warned: bool) -> None:
    harness = make_harness(level)
    harness.give("points", {"crs": "EPSG:3857", "rows": [{"wkt": "POINT(600000 6800000)"}]})
    call = {**CALL, "weight_field": None, "density_unit": "raw", "output": "d"}
    step = harness.done("kernel_density", **{name: value for name, value in call.items() if value is not None})
    assert any("CRS_UNSUITABLE" in warning for warning in step.warnings) is warned
