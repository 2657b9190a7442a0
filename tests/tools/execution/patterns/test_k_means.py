# SPDX-License-Identifier: GPL-2.0-or-later
"""Partitions against scikit-learn from the same start, and against every partition of a few rows."""

from __future__ import annotations

import itertools

import numpy as np
import pytest


def blobs(seed: int, columns: int = 3) -> np.ndarray:
    random = np.random.RandomState(seed)
    return np.concatenate([random.normal(place, 1.2, (120, columns)) for place in (0, 4, 9, 15)])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("columns", [1, 2, 5])
def test_the_same_start_ends_where_scikit_learn_ends(seed: int, columns: int) -> None:
    from sklearn.cluster import KMeans

    from gisagentbench.tools.execution.patterns.k_means import refined

    values = blobs(seed, columns)
    start = values[np.random.RandomState(seed).permutation(len(values))[:5]]
    peer = KMeans(5, init=start, n_init=1, algorithm="lloyd", tol=0, max_iter=300).fit(values)
    found = refined(values, start)
    assert found.is_settled and found.labels.tolist() == peer.labels_.tolist()
    assert found.centers == pytest.approx(peer.cluster_centers_) and found.squares == pytest.approx(peer.inertia_)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_no_worse_than_scikit_learn_from_ten_starts(seed: int) -> None:
    from sklearn.cluster import KMeans

    from gisagentbench.tools.execution.patterns.k_means import k_means

    values = blobs(seed)
    peer = KMeans(4, n_init=10, random_state=seed).fit(values)
    assert k_means(values, 4, seed).squares <= peer.inertia_ * (1 + 1e-9)


def test_few_rows_are_divided_as_well_as_can_be() -> None:
    """All partitions of nine rows into three groups, counted out."""
    from gisagentbench.tools.execution.patterns.k_means import k_means

    values = np.random.RandomState(6).randint(0, 20, (9, 2)).astype(float)
    least = np.inf
    for labels in itertools.product(range(3), repeat=9):
        if set(labels) == {0, 1, 2}:
            parts = [values[np.array(labels) == group] for group in range(3)]
            least = min(least, sum(((part - part.mean(axis=0)) ** 2).sum() for part in parts))
    assert k_means(values, 3, 1).squares == pytest.approx(least)


def test_each_row_is_with_its_nearest_center_and_each_center_is_a_mean() -> None:
    from gisagentbench.tools.execution.patterns.k_means import k_means

    values = blobs(3)
    found = k_means(values, 7, 1)
    apart = ((values[:, None] - found.centers[None]) ** 2).sum(axis=2)
    assert (apart.argmin(axis=1) == found.labels).all()
    for group in range(7):
        assert values[found.labels == group].mean(axis=0) == pytest.approx(found.centers[group])


def test_as_many_groups_as_different_rows_leave_no_distance() -> None:
    from gisagentbench.tools.execution.patterns.k_means import k_means

    values = np.array([[1.0], [1], [1], [5], [5], [9]])
    found = k_means(values, 3, 1)
    assert found.squares == 0 and len(set(found.labels)) == 3


def test_the_same_seed_gives_the_same_groups() -> None:
    from gisagentbench.tools.execution.patterns.k_means import k_means

    values = np.random.RandomState(1).random_sample((500, 2))
    first, again = k_means(values, 9, 3, starts=1), k_means(values, 9, 3, starts=1)
    other = k_means(values, 9, 4, starts=1)
    assert (first.labels == again.labels).all() and (first.centers == again.centers).all()
    assert first.squares != other.squares


@pytest.mark.parametrize("seed", range(4))
def test_rows_that_are_not_looked_at_would_not_have_changed(seed: int) -> None:
    """Second way: Lloyd's rounds with all distances, on a lattice where many rows are equally near two centers."""
    from gisagentbench.tools.execution.patterns.k_means import refined

    values = np.random.RandomState(seed).randint(0, 12, (600, 2)).astype(float)
    different = np.unique(values, axis=0)
    centers = different[np.random.RandomState(seed).permutation(len(different))[:8]]
    found = refined(values, centers)
    labels = np.full(600, -1)
    for _ in range(300):
        before, labels = labels, ((values[:, None] - centers) ** 2).sum(axis=2).argmin(axis=1)
        if (labels == before).all():
            break
        centers = np.array([values[labels == group].mean(axis=0) for group in range(8)])
    assert found.labels.tolist() == labels.tolist() and found.centers == pytest.approx(centers)


POWERS = pytest.mark.parametrize("power", [-1070, -664, -500, 500, 664, 1018])  # 2^664 is about 1e200


@POWERS
@pytest.mark.parametrize("seed", range(3))
def test_a_power_of_two_changes_no_group(power: int, seed: int) -> None:
    """Law: groups do not depend on the unit of the numbers. A mean near 2^-1070 is written in its sixteenths."""
    from gisagentbench.tools.execution.patterns.k_means import k_means

    values = np.random.RandomState(seed).randint(-9, 10, (200, 2)).astype(float)
    plain, found = k_means(values, 6, seed), k_means(np.ldexp(values, power), 6, seed)
    assert found.labels.tolist() == plain.labels.tolist()
    room = 2.0**-5 if power < -1022 else 0
    assert np.ldexp(found.centers, -power) == pytest.approx(plain.centers, rel=1e-12, abs=room)


@POWERS
def test_a_power_of_two_changes_no_class_of_the_nearest_mean(power: int) -> None:
    from gisagentbench.tools.execution.imagery.classifiers import by_centers, minimum_distance

    random = np.random.RandomState(3)
    values, classes = random.randint(-9, 10, (300, 2)).astype(float), np.arange(300) % 4
    large = np.ldexp(values, power)
    names = list("abcd")
    if power > -1022:  # means of numbers with few digits left are others
        plain = minimum_distance(values, classes, names)(values)
        assert minimum_distance(large, classes, names)(large).tolist() == plain.tolist()
    plain = by_centers(values[:5], np.ones(2))(values)
    assert by_centers(large[:5], np.ones(2))(large).tolist() == plain.tolist()
    assert len(set(plain.tolist())) > 1


def test_a_row_beyond_all_squares_takes_nothing_from_the_others() -> None:
    """On paper: seen from 1.7e308, 1 and 2 are equally far in the digits of a float, so that the first is taken."""
    from gisagentbench.tools.execution.imagery.classifiers import by_centers

    nearest = by_centers(np.array([[1.0], [2.0]]), np.ones(1))
    assert nearest(np.array([[-1.7e308], [1.9], [1.2], [1.7e308], [4e9]])).tolist() == [0, 1, 0, 0, 1]


def test_rows_whose_difference_has_no_square_are_not_different() -> None:
    """On paper: 1e-200 beside 1 is below 2^-400 = 4e-121, and 1e-100 is not."""
    from gisagentbench.tools.execution.patterns.k_means import different_rows, k_means

    assert different_rows(np.array([[0.0], [1e-200], [1]])) == 2
    values = np.array([[0.0], [1e-100], [1]])
    assert different_rows(values) == 3 and sorted(k_means(values, 3, 1).labels) == [0, 1, 2]
    assert different_rows(np.zeros((0, 2))) == 0 and different_rows(np.zeros((4, 2))) == 1
