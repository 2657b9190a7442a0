# SPDX-License-Identifier: GPL-2.0-or-later
"""Classifiers against scikit-learn and scipy, samples and splits against what they promise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.facts import Grid


def clouds(seed: int, columns: int = 3) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.RandomState(seed)
    parts = [random.normal(place, 1 + place, (80, columns)) @ random.normal(0, 1, (columns, columns)) + 9 * place
             for place in range(3)]  # fmt: skip
    return np.concatenate(parts), np.repeat(np.arange(3), 80)


NAMES = ["a", "b", "c"]


@pytest.mark.parametrize("columns", [1, 3])
def test_the_likeliest_class_is_that_of_the_densities(columns: int) -> None:
    from scipy.stats import multivariate_normal

    from gisagentbench.tools.execution.imagery.classifiers import maximum_likelihood

    values, classes = clouds(1, columns)
    cells = np.random.RandomState(2).uniform(values.min(axis=0), values.max(axis=0), (500, columns))
    density = [
        multivariate_normal.logpdf(cells, values[classes == number].mean(axis=0), np.cov(values[classes == number].T))
        for number in range(3)
    ]
    assert (maximum_likelihood(values, classes, NAMES)(cells) == np.argmax(density, axis=0)).all()


@pytest.mark.parametrize("power", [-1000, -600, 600, 1000])
def test_the_likeliest_class_does_not_depend_on_the_unit_of_a_band(power: int) -> None:
    """Law: a power of two on one band changes neither who is likelier nor how cells far beyond all classes are told."""
    from gisagentbench.tools.execution.imagery.classifiers import maximum_likelihood

    values, classes = clouds(1)
    cells = np.random.RandomState(2).uniform(2 * values.min(axis=0), 2 * values.max(axis=0), (500, 3))
    cells[:5] *= 1000
    plain = maximum_likelihood(values, classes, NAMES)(cells)
    unit = np.array([1.0, 2.0**power, 1.0])
    assert maximum_likelihood(values * unit, classes, NAMES)(cells * unit).tolist() == plain.tolist()
    assert len(set(plain.tolist())) == 3


def test_a_cell_beyond_all_squares_is_of_the_widest_class() -> None:
    """Closed form: of normal distributions of one band the widest is the likeliest far away."""
    from gisagentbench.tools.execution.imagery.classifiers import maximum_likelihood

    values, classes = clouds(4, 1)
    widest = int(np.argmax([values[classes == number].std() for number in range(3)]))
    far = np.array([[1.7e308], [-1.7e308], [1e200]])
    assert maximum_likelihood(values, classes, NAMES)(far).tolist() == [widest] * 3


def test_the_nearest_mean_is_that_of_scikit_learn() -> None:
    from sklearn.neighbors import NearestCentroid

    from gisagentbench.tools.execution.imagery.classifiers import minimum_distance

    values, classes = clouds(3)
    cells = np.random.RandomState(4).uniform(values.min(axis=0), values.max(axis=0), (500, 3))
    peer = NearestCentroid().fit(values, classes).predict(cells)
    assert (minimum_distance(values, classes, NAMES)(cells) == peer).all()


def test_a_forest_is_the_same_again_and_tells_clear_clouds_apart() -> None:
    from gisagentbench.tools.execution.imagery.classifiers import random_forest

    values = np.random.RandomState(5).normal(0, 1, (240, 2)) + np.repeat([[0, 0], [20, 0], [0, 20]], 80, axis=0)
    classes = np.repeat(np.arange(3), 80)
    mixed, cells = np.random.RandomState(6).permutation(classes), np.random.RandomState(6).uniform(-5, 25, (400, 2))
    first, again, other = (random_forest(values, mixed, NAMES, seed)(cells) for seed in (1, 1, 2))
    assert (first == again).all() and (first != other).any()
    near = [[0.0, 0], [20, 0], [0, 20]]
    assert random_forest(values, classes, NAMES, 3)(np.array(near)).tolist() == [0, 1, 2]
    with pytest.raises(ToolError, match="float32"):
        random_forest(values, classes, NAMES, 1)(np.array([[1e300, 0]]))


@pytest.mark.parametrize("flat", [[[1, 1], [2, 2], [3, 3], [4, 4]], [[1, 5], [1, 6], [1, 8]], [[1, 1], [2, 3]]])
def test_a_class_without_spread_has_no_likelihood(flat: Any) -> None:
    from gisagentbench.tools.execution.imagery.classifiers import maximum_likelihood

    values = np.concatenate([np.array(flat, float), np.random.RandomState(1).normal(0, 1, (20, 2))])
    classes = np.repeat([0, 1], [len(flat), 20])
    with pytest.raises(ToolError, match='class "a" do not spread in all 2 bands, so'):
        maximum_likelihood(values, classes, ["a", "b"])
    with pytest.raises(ToolError, match='class "a" do not spread, so'):
        maximum_likelihood(np.where(classes == 0, 3.0, values[:, 1])[:, None], classes, ["a", "b"])


def test_agreement_is_that_of_scikit_learn() -> None:
    from sklearn.metrics import cohen_kappa_score, confusion_matrix, precision_score, recall_score

    from gisagentbench.tools.execution.imagery.classifiers import accuracy_of

    random = np.random.RandomState(8)
    truth = random.randint(0, 4, 300)
    told = np.where(random.random_sample(300) < 0.6, truth, random.randint(0, 4, 300))
    found = accuracy_of(truth, told, 4)
    assert (found.confusion == confusion_matrix(truth, told)).all()
    assert found.overall == np.mean(truth == told) and found.kappa == pytest.approx(cohen_kappa_score(truth, told))
    assert found.producers == pytest.approx(recall_score(truth, told, average=None))
    assert found.users == pytest.approx(precision_score(truth, told, average=None))
    nothing = accuracy_of(truth[:0], told[:0], 2)
    assert np.isnan([nothing.overall, nothing.kappa, *nothing.producers]).all()


@pytest.mark.parametrize("sizes", [[1000], [1, 2, 997], [250] * 4])
def test_a_sample_of_cells_does_not_depend_on_how_they_are_shown(sizes: list[int]) -> None:
    from gisagentbench.tools.execution.imagery.cell_sample import CellSample, cell_hashes

    cells = np.random.RandomState(3).permutation(1000)
    sample, start = CellSample(60, 9), 0
    for size in sizes:
        part = cells[start : start + size]
        sample.add(part, part[:, None] * 2.0)
        start += size
    taken, values = sample.taken()
    wanted = np.sort(np.argsort(cell_hashes(np.arange(1000), 9))[:60])
    assert taken.tolist() == wanted.tolist() and (values[:, 0] == taken * 2).all() and sample.seen == 1000


def test_every_cell_has_the_same_chance_and_every_seed_its_own_sample() -> None:
    """Law: 400 samples of 100 of 1,000 cells take each cell 40 times, give or take five standard errors."""
    from gisagentbench.tools.execution.imagery.cell_sample import cell_hashes

    taken = np.zeros(1000)
    for seed in range(400):
        taken[np.argsort(cell_hashes(np.arange(1000), seed))[:100]] += 1
    assert np.abs(taken - 40).max() < 5 * np.sqrt(400 * 0.1 * 0.9)


GRID = Grid(6, 5, (10.0, 0.0, 100.0, 0.0, -10.0, 250.0))


def test_cells_of_polygons_are_those_of_their_centres_and_points_lie_in_theirs() -> None:
    """On paper: rows from y = 250 down; a polygon over two centres, a point in row 4, one outside, one on a centre."""
    from gisagentbench.tools.execution.imagery.training_cells import training_cells

    shapes = np.array(
        [shapely.box(100, 238, 118, 250), shapely.Point(141, 201), shapely.Point(161, 201), None,
         shapely.MultiPoint([(100, 250), (159.9, 200.1)])], object
    )  # fmt: skip
    found = training_cells(shapes, np.array([0, 1, 1, 1, 0]), GRID, 1000, 1)
    pairs = dict(zip(found.cells.tolist(), found.features.tolist(), strict=True))
    assert pairs == {0: 0, 1: 0, 28: 1, 29: 4} and (found.total, found.conflicts) == (5, 0)


def test_collections_give_the_cells_of_all_their_parts_once() -> None:
    """On paper: two squares of four cells that share one, a point beside them, another within a nested collection."""
    from gisagentbench.tools.execution.imagery.training_cells import training_cells

    nested = shapely.GeometryCollection([shapely.MultiPoint([(135, 245), (155, 205)]), shapely.Point()])
    shape = shapely.GeometryCollection([shapely.box(100, 230, 120, 250), shapely.box(110, 220, 130, 240), nested])
    found = training_cells(np.array([shape, None], object), np.array([0, 1]), GRID, 1000, 1)
    assert found.cells.tolist() == [0, 1, 3, 6, 7, 8, 13, 14, 29] and set(found.features) == {0}
    assert found.conflicts == 0


def test_cells_that_two_classes_claim_are_left_out_and_those_of_one_class_count_once() -> None:
    from gisagentbench.tools.execution.imagery.training_cells import training_cells

    shapes = np.array(
        [shapely.box(100, 230, 130, 250), shapely.box(110, 230, 120, 250), shapely.box(120, 240, 140, 250)]
    )
    found = training_cells(shapes, np.array([0, 0, 1]), GRID, 1000, 1)
    assert found.cells.tolist() == [0, 1, 3, 6, 7, 8] and found.features.tolist() == [0, 0, 2, 0, 0, 0]
    assert (found.total, found.conflicts) == (10, 1)


def test_too_many_cells_are_thinned_alike_for_all_features() -> None:
    from gisagentbench.tools.execution.imagery.training_cells import training_cells

    grid = Grid(400, 400, (1.0, 0.0, 0.0, 0.0, -1.0, 400.0))
    shapes = np.array([shapely.box(0, 0, 400, 300), shapely.box(0, 300, 400, 400), shapely.box(0, 200, 400, 300)])
    found = training_cells(shapes, np.array([0, 1, 2]), grid, 20_000, 1)
    assert found.total == 200_000
    # a tenth of the cells of one class each; those of two classes are left out
    assert np.bincount(found.features).tolist() == pytest.approx([8_000, 4_000], rel=0.05)
    assert found.conflicts == pytest.approx(4_000, rel=0.05)


@pytest.mark.parametrize(("share", "wanted"), [(0.3, [3, 1, 0, 1]), (0.0, [0, 0, 0, 0]), (0.9, [8, 1, 0, 2])])
def test_of_each_class_a_share_of_features_is_kept_back_but_never_all(share: float, wanted: list[int]) -> None:
    """On paper: of 9, 2, 1 and 3 features 2.7, 0.6, 0.3 and 0.9; with 0.9 8.1, 1.8, 0.9 and 2.7."""
    from gisagentbench.tools.execution.imagery.training_cells import kept_back

    classes = np.random.RandomState(2).permutation(np.repeat([0, 1, 2, 3], [9, 2, 1, 3]))
    is_test = kept_back(classes, share, 5)
    assert np.bincount(classes[is_test], minlength=4).tolist() == wanted
    assert (is_test == kept_back(classes, share, 5)).all()
    assert share == 0 or any((is_test != kept_back(classes, share, seed)).any() for seed in range(6, 9))
