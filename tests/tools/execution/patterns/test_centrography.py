# SPDX-License-Identifier: GPL-2.0-or-later
"""Centers and spreads against closed forms, scipy's minimizer, a plain search and numpy's covariance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


def grouped(x_y: Any, weights: Any = None, codes: Any = None) -> Any:
    from gisagentbench.tools.execution.patterns.centrography import grouped_places

    x_y = np.array(x_y, float)
    codes = np.zeros(len(x_y), np.int64) if codes is None else np.array(codes)
    weights = np.ones(len(x_y)) if weights is None else np.array(weights, float)
    return grouped_places(x_y, weights, codes, int(codes.max()) + 1)


def median(*given: Any) -> np.ndarray:
    from gisagentbench.tools.execution.patterns.centrography import median_centers

    centers, unsettled = median_centers(grouped(*given))
    assert unsettled == 0
    return centers[0]


def test_the_median_of_four_corners_is_where_the_diagonals_cross() -> None:
    """Closed form: of (0, 0), (10, 0), (8, 6), (0, 5) the diagonals y = 3/4 x and y = 5 - x/2 cross at (4, 3)."""
    far = np.array([155000.0, 463000])
    assert median(np.array([[0, 0], [10, 0], [8, 6], [0, 5]]) + far) == pytest.approx(far + [4, 3], abs=1e-6)


def test_the_median_of_a_triangle_sees_its_sides_under_120_degrees() -> None:
    """Closed form: Fermat's point of an isosceles triangle of base 2 lies 1 / sqrt(3) above the base."""
    assert median([[-1, 0], [1, 0], [0, 5]]) == pytest.approx([0, 3**-0.5], abs=1e-8)


@pytest.mark.parametrize("x_y", [[[-1, 0], [1, 0], [0, 0.2]], [[0, 0], [4, 0], [0, 0.2], [-4, 0], [0, 9]]])
def test_a_median_that_is_one_of_the_places_is_that_place(x_y: Any) -> None:
    """On paper: the others pull with less than 1, the weight of the place."""
    assert median(x_y) == pytest.approx(x_y[2], abs=1e-15)


def test_a_heavy_place_is_the_median_and_the_middle_of_two_is_theirs() -> None:
    assert median([[0, 0], [9, 1], [3, 8], [2, 2]], [1, 1, 1, 4]).tolist() == [2, 2]
    assert median([[0, 0], [9, 1]]) == pytest.approx([4.5, 0.5])
    assert median([[3, 3], [3, 3]]).tolist() == [3, 3]


@pytest.mark.parametrize("seed", range(6))
def test_no_place_has_a_lesser_sum_of_distances(seed: int) -> None:
    from scipy.optimize import minimize

    from gisagentbench.tools.execution.patterns.centrography import median_centers

    random = np.random.RandomState(seed)
    x_y, weights, codes = random.normal(0, 50, (200, 2)), random.random_sample(200), random.randint(0, 7, 200)
    centers, _ = median_centers(grouped(x_y, weights, codes))
    for group in range(7):
        part = codes == group
        cost = lambda place, part=part: (weights[part] * np.hypot(*(x_y[part] - place).T)).sum()  # noqa: E731
        least = minimize(cost, x_y[part].mean(axis=0), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-9})
        assert cost(centers[group]) <= least.fun * (1 + 1e-9)


def test_means_and_central_rows_are_those_of_a_plain_search() -> None:
    from gisagentbench.tools.execution.patterns.centrography import central_rows, mean_centers

    random = np.random.RandomState(3)
    x_y, weights, codes = random.normal(0, 50, (120, 2)), random.randint(0, 5, 120), random.randint(0, 5, 120)
    places = grouped(x_y, weights, codes)
    means, rows = mean_centers(places), central_rows(places)
    for group in range(5):
        part = np.flatnonzero(codes == group)
        assert means[group] == pytest.approx(np.average(x_y[part], axis=0, weights=weights[part]))
        sums = [(weights[part] * np.hypot(*(x_y[part] - x_y[row]).T)).sum() for row in part]
        assert rows[group] == part[np.argmin(sums)]


def test_of_equally_central_rows_the_first_is_taken_and_a_group_without_weight_has_none() -> None:
    from gisagentbench.tools.execution.patterns.centrography import (
        central_rows,
        mean_centers,
        median_centers,
        spreads,
    )

    square = grouped([[0, 0], [1, 0], [1, 1], [0, 1], [7, 7], [8, 8], [9, 7]], [1] * 4 + [0] * 3, [0] * 4 + [1] * 3)
    assert central_rows(square).tolist() == [0, -1]
    assert np.isnan(mean_centers(square)[1]).all() and np.isnan(median_centers(square)[0][1]).all()
    assert np.isnan(spreads(square).major[1]) and not np.isnan(spreads(square).major[0])


@pytest.mark.parametrize("seed", range(5))
def test_axes_are_those_of_the_covariance(seed: int) -> None:
    from gisagentbench.tools.execution.patterns.centrography import spreads

    random = np.random.RandomState(seed)
    turn = random.random_sample() * np.pi
    x_y = random.normal(0, 1, (60, 2)) * [9, 2] @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    weights = random.randint(1, 5, 60)
    found = spreads(grouped(x_y + [155000, 463000], weights))
    values, vectors = np.linalg.eigh(np.cov(x_y.T, fweights=weights, ddof=0))
    assert (found.minor[0], found.major[0]) == pytest.approx(np.sqrt(values))
    east, north = vectors[:, 1]
    assert found.angle[0] == pytest.approx(np.degrees(np.arctan2(east, north)) % 180)
    assert found.radius[0] == pytest.approx(np.sqrt(values.sum()))


@pytest.mark.parametrize("degrees", [*range(0, 180, 7), 45, 90, 0.001, 89.999])
@pytest.mark.parametrize("far", [[0, 0], [155000, 463000]])
def test_a_cloud_along_a_line_of_any_angle_has_no_width_and_no_ellipse(degrees: float, far: Any) -> None:
    """On paper: across a line there is nothing; along it, at s = -40 to 40, the spread is that of s."""
    from gisagentbench.tools.execution.patterns.centrography import ellipses, spreads

    s, turn = np.linspace(-40, 40, 9), np.radians(degrees)
    found = spreads(grouped(np.stack([s * np.sin(turn), s * np.cos(turn)], axis=1) + far))
    assert found.major[0] == pytest.approx(s.std()) and found.minor[0] <= 1e-11 * found.major[0]
    assert (found.angle[0] - degrees + 90) % 180 == pytest.approx(90, abs=1e-8)
    assert ellipses(found.centers, found.major, found.minor, found.angle, 4).tolist() == [None]


@pytest.mark.parametrize("width", [1e-3, 1e-5, 1e-7])
def test_a_sliver_that_is_one_keeps_its_width(width: float) -> None:
    """Closed form: four ends of a cross of half axes 1 and `width`, turned; mean squares 1/2 and width^2 / 2."""
    from gisagentbench.tools.execution.patterns.centrography import spreads

    turn = np.radians(33)
    x_y = np.array([[0, 1], [0, -1], [width, 0], [-width, 0]])
    found = spreads(grouped(x_y @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]))
    assert (found.major[0], found.minor[0]) == pytest.approx((0.5**0.5, width * 0.5**0.5), rel=1e-7)
    assert found.angle[0] == pytest.approx(33)


def test_the_corners_of_an_ellipse_lie_on_it_and_its_area_is_that_of_its_corners() -> None:
    """Closed form: n corners evenly in the parameter cover n / 2 * a * b * sin(2 pi / n)."""
    import shapely

    from gisagentbench.tools.execution.patterns.centrography import ellipses

    centers = np.array([[10.0, 20], [0, 0], [0, 0]])
    major, minor, angle = np.array([5.0, np.nan, 3]), np.array([2.0, np.nan, 0]), np.array([30.0, np.nan, 0])
    shape, *flat = ellipses(centers, major, minor, angle, 16)
    assert flat == [None, None]
    assert shape.area == pytest.approx(32 * 5 * 2 * np.sin(2 * np.pi / 64))
    x, y = (shapely.get_coordinates(shape) - centers[0]).T
    east, north = np.sin(np.radians(30)), np.cos(np.radians(30))
    assert ((x * east + y * north) / 5) ** 2 + ((x * north - y * east) / 2) ** 2 == pytest.approx(1)


@pytest.mark.parametrize("power", [-1060, -500, 500, 1000])
def test_a_power_of_two_on_all_weights_of_a_group_changes_nothing(power: int) -> None:
    """Law: weights count against those of their own group alone."""
    from gisagentbench.tools.execution.patterns.centrography import central_rows, mean_centers, median_centers, spreads

    random = np.random.RandomState(2)
    x_y, codes = random.normal(0, 50, (90, 2)) + [155000, 463000], np.arange(90) % 3
    weights = random.randint(1, 9, 90).astype(float)
    plain, other = grouped(x_y, weights, codes), grouped(x_y, np.ldexp(weights, power * (codes == 1)), codes)
    for found in (
        mean_centers,
        lambda places: median_centers(places)[0],
        central_rows,
        lambda places: [*spreads(places)],
    ):
        for one, another in zip(found(plain), found(other), strict=True):
            assert one.tolist() == another.tolist()


@pytest.mark.parametrize("far", [0.1, 155000.1, 1e7 / 3])
def test_places_that_are_one_have_no_spread(far: float) -> None:
    """On paper: the mean of three times a tenth is not a tenth in floats, yet nothing is spread."""
    from gisagentbench.tools.execution.patterns.centrography import spreads

    one_place = grouped([[far, far]] * 3 + [[0, 0], [1, 1], [2, 0], [3, 9]], [1] * 6 + [0], [0] * 3 + [1] * 4)
    found = spreads(one_place)
    assert np.isnan([found.major[0], found.minor[0], found.radius[0]]).all()
    assert found.radius[1] == pytest.approx((2 / 3 + 2 / 9) ** 0.5)
