# SPDX-License-Identifier: GPL-2.0-or-later
"""Variograms: pairs beside numpy, and fits by their law."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis
PLACES = np.random.default_rng(3).uniform(0, (200, 150), (50, 2)) + (155000, 463000)
VALUES = np.random.default_rng(4).normal(0, 5, 50)


@pytest.mark.parametrize("variogram", ["spherical", "exponential", "gaussian", "linear"])
def test_a_fit_finds_the_model_that_made_the_semivariances(qgis_application: Any, variogram: Any) -> None:
    """Law: where the measured semivariances lie on a model, that is the fitted one."""
    from gisagentbench.tools.execution.interpolation.variograms import Measured, Variogram, fitted

    lag = np.linspace(10, 150, 15)
    made = Variogram(variogram, 3.0, 25.0, 150.0 if variogram == "linear" else 90.0)
    found = fitted(variogram, Measured(lag, made.at(lag), np.full(15, 100.0)))
    assert found.nugget == pytest.approx(3, abs=0.3)
    assert (found.partial_sill, found.range) == pytest.approx((25, made.range), rel=0.02)


@pytest.mark.parametrize("power", [-200, 200])
def test_a_power_of_two_on_the_values_is_squared_in_the_variogram(qgis_application: Any, power: int) -> None:
    """Law: nugget and partial sill are in squared units of the values, the range is not."""
    from gisagentbench.tools.execution.interpolation.variograms import fitted, measured

    run: Any = QuietRun()
    plain, other = (fitted("spherical", measured(run, PLACES, np.ldexp(VALUES, each))) for each in (0, power))
    assert np.ldexp([other.nugget, other.partial_sill], -2 * power) == pytest.approx([plain.nugget, plain.partial_sill])
    assert other.range == pytest.approx(plain.range)


@pytest.mark.parametrize("values", [1e-80 * VALUES, 1e80 * VALUES, np.append(VALUES[:48], [1.7e308, -1.7e308])])
def test_differences_whose_powers_no_float_holds_are_refused(qgis_application: Any, values: Any) -> None:
    """On paper: the fit takes the fourth power of differences."""
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.interpolation.variograms import measured

    run: Any = QuietRun()
    with pytest.raises(ToolError, match="BAD_VALUE: values differ by up to .*; a variogram is fitted to 1e-75 to 1e"):
        measured(run, PLACES, values)


def test_semivariances_are_half_the_mean_square_of_differences(qgis_application: Any) -> None:
    from gisagentbench.tools.execution.interpolation.variograms import measured

    run: Any = QuietRun()
    found = measured(run, PLACES, VALUES)
    first, second = np.triu_indices(len(PLACES), 1)
    distance = np.hypot(*(PLACES[first] - PLACES[second]).T)
    reach = np.hypot(*np.ptp(PLACES, axis=0)) / 2
    place = np.floor(distance / reach * 15)
    for number in range(15):
        inside = place == number
        assert found.pair_count[number] == inside.sum()
        assert found.semivariance[number] == pytest.approx(((VALUES[first] - VALUES[second])[inside] ** 2).mean() / 2)
