# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether values are like those of their neighbours: Moran's I, over all and feature by feature, and Getis-Ord Gi*.

Random orders come from numpy's RandomState (MT19937), whose numbers are the same in every version and on every machine;
counts of them allow for the last digits of a sum, so that they do not depend on how it was rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .spatial_weights import Weights

if TYPE_CHECKING:
    import numpy as np

VALUES_AT_ONCE = 4_000_000
NOISE = 1e-12  # share of the largest value within which two sums of a term are equal
Progress = Callable[[float], None]


class GlobalMoran(NamedTuple):
    """Moran's I of a layer.

    Args:
        i: The statistic, with weights that add up to 1 for each feature that has neighbours.
        expected, variance: Under random order of the values; the variance holds for any distribution of them.
        z: Distance from the expectation in standard deviations.
        p: Two-sided, by the normal distribution.
        p_permuted: Two-sided, by permutation; None without any.
    """

    i: float
    expected: float
    variance: float
    z: float
    p: float
    p_permuted: float | None


class LocalMoran(NamedTuple):
    """Local Moran statistic of each feature; NaN where it has none.

    Args:
        value: The statistic.
        z: Its distance from what random values around the feature would give, in standard deviations.
        p: Two-sided.
    """

    value: np.ndarray
    z: np.ndarray
    p: np.ndarray


class GiStar(NamedTuple):
    """Gi* of each feature; NaN where nothing else could have come about.

    Args:
        z: Distance of the sum over the neighbourhood from what chance would give, in standard deviations.
        p: Two-sided.
    """

    z: np.ndarray
    p: np.ndarray


def global_moran(
    values: np.ndarray, weights: Weights, permutations: int, seed: int, progress: Progress = lambda share: None
) -> GlobalMoran:
    """Computes Moran's I with its moments under randomization (Cliff and Ord 1981).

    Args:
        values: Of four features or more, not all equal; at least one feature has a neighbour.
    """
    import numpy as np

    matrix, count = weights.row_standardized(), weights.feature_count
    deviations = values - values.mean()
    squares = float(np.square(deviations).sum())
    total = float(matrix.sum())
    product = float((deviations * (matrix @ deviations)).sum())
    expected = -1 / (count - 1)
    variance = _variance(matrix, deviations, total) - expected**2
    if variance <= NOISE * expected**2:
        variance = 0.0
    i = count / total * product / squares
    z = (i - expected) / math.sqrt(variance) if variance else math.nan
    permuted = None
    if permutations:
        products = _permuted_products(matrix, deviations, permutations, seed, progress)
        room = NOISE * count * squares
        tails = np.sum(products >= product - room), np.sum(products <= product + room)
        permuted = float(two_sided(*tails, permutations))
    return GlobalMoran(i, expected, variance, z, math.erfc(abs(z) / math.sqrt(2)), permuted)


def _variance(matrix: Any, deviations: np.ndarray, total: float) -> float:
    """Gives the second moment of I over all orders of the values."""
    import numpy as np

    n = len(deviations)
    first = float(matrix.multiply(matrix).sum() + matrix.multiply(matrix.T).sum())
    margins = np.asarray(matrix.sum(axis=0)).ravel() + np.asarray(matrix.sum(axis=1)).ravel()
    second = float(np.square(margins).sum())
    kurtosis = n * float((deviations**4).sum()) / float(np.square(deviations).sum()) ** 2
    plain = n * ((n * n - 3 * n + 3) * first - n * second + 3 * total**2)
    heavy = kurtosis * ((n * n - n) * first - 2 * n * second + 6 * total**2)
    return (plain - heavy) / ((n - 1) * (n - 2) * (n - 3) * total**2)


def _permuted_products(
    matrix: Any, deviations: np.ndarray, permutations: int, seed: int, progress: Progress
) -> np.ndarray:
    import numpy as np

    random, count = np.random.RandomState(seed), len(deviations)
    size = max(1, VALUES_AT_ONCE // count)
    products = []
    for start in range(0, permutations, size):
        progress(start / permutations)
        columns = min(size, permutations - start)
        shuffled = np.stack([deviations[random.permutation(count)] for _ in range(columns)], axis=1)
        products.append((shuffled * (matrix @ shuffled)).sum(axis=0))
    return np.concatenate(products)


def local_moran(
    values: np.ndarray, weights: Weights, permutations: int, seed: int, progress: Progress = lambda share: None
) -> LocalMoran:
    """Computes the local Moran statistic, whose sum over the features is the global one times its weights.

    The z value is exact for random draws of the neighbours from all other values; p is by such draws.
    """
    import numpy as np

    deviations = values - values.mean()
    sizes, sums = weights.sizes, weights.sums(deviations)
    lag = sums / np.maximum(sizes, 1)
    statistic = np.where(sizes > 0, deviations * lag / np.square(deviations).mean(), np.nan)
    is_middle = np.abs(deviations) <= NOISE * np.abs(deviations).max()
    z = np.where(is_middle, np.nan, np.sign(deviations) * _conditional_z(deviations, sizes, lag))
    p = conditional_p(deviations, sizes, sums, permutations, seed, progress)
    return LocalMoran(statistic, z, np.where(is_middle & (sizes > 0), 1.0, p))


def getis_ord(
    values: np.ndarray, weights: Weights, permutations: int, seed: int, progress: Progress = lambda share: None
) -> GiStar:
    """Computes Gi* with weights of 1 for the feature itself and each neighbour.

    Without permutations z is that of Ord and Getis (1995) and p normal; with them, z and p are those of the neighbours
    drawn at random from all other values.
    """
    import numpy as np
    from scipy.special import erfc

    sizes = weights.sizes
    if permutations:
        deviations = values - values.mean()
        sums = weights.sums(deviations)
        z = _conditional_z(deviations, sizes, sums / np.maximum(sizes, 1))
        p = conditional_p(deviations, sizes, sums, permutations, seed, progress)
        return GiStar(z, np.where(np.isnan(z), np.nan, p))
    n, weight = len(values), sizes + 1
    spread = values.std() * np.sqrt((n * weight - weight**2) / (n - 1))
    known = (sizes > 0) & (spread > 0)
    sums = weights.sums(values) + values
    z = np.where(known, (sums - values.mean() * weight) / np.where(known, spread, 1), np.nan)
    return GiStar(z, erfc(np.abs(z) / math.sqrt(2)))


def _conditional_z(deviations: np.ndarray, sizes: np.ndarray, lag: np.ndarray) -> np.ndarray:
    """Standardizes the mean of k values against that of k drawn without return from all but the feature's own.

    Returns: NaN where all draws are alike.
    """
    import numpy as np

    others = len(deviations) - 1
    expected = (deviations.sum() - deviations) / others
    spread = (np.square(deviations).sum() - np.square(deviations)) / others - np.square(expected)
    odd = int(np.argmax(np.abs(deviations)))  # its square may leave no digits of those of the others
    rest = np.delete(deviations, odd)
    expected[odd], spread[odd] = rest.mean(), rest.var()
    variance = spread / np.maximum(sizes, 1) * (others - sizes) / max(others - 1, 1)
    known = (sizes > 0) & (variance > (NOISE * np.abs(deviations[odd])) ** 2)
    return np.where(known, (lag - expected) / np.sqrt(np.where(known, variance, 1)), np.nan)


def conditional_p(
    values: np.ndarray, sizes: np.ndarray, sums: np.ndarray, permutations: int, seed: int, progress: Progress
) -> np.ndarray:
    """Gives two-sided p values of sums over neighbours, the values of all other features being put in random order.

    One random order serves all features: with the feature itself taken out, its first k values are a random draw of k
    from the others. So a round costs the same whatever the number of neighbours.

    Args:
        values: Of all features.
        sizes, sums: Number of neighbours and sum of their values; features without any give NaN.
    """
    import numpy as np

    random, count = np.random.RandomState(seed), len(values)
    most = int(sizes.max(initial=0))
    room = NOISE * (sizes + 1) * np.abs(values).max(initial=0)
    larger, smaller = np.zeros(count, np.int64), np.zeros(count, np.int64)
    place = np.empty(count, np.int64)
    after = np.minimum(sizes + 1, count)
    for number in range(permutations):
        if number % 10 == 0:
            progress(number / permutations)
        order = random.permutation(count)
        place[order] = np.arange(count)
        upto = np.concatenate([[0.0], np.cumsum(values[order[: most + 1]])])
        drawn = np.where(place < sizes, upto[after] - values, upto[sizes])
        larger += drawn >= sums - room
        smaller += drawn <= sums + room
    return np.where(sizes > 0, two_sided(larger, smaller, permutations), np.nan)


def two_sided(larger: Any, smaller: Any, permutations: int) -> Any:
    """Gives p from how many permutations were at least, and at most, what was found: twice the smaller tail.

    >>> float(two_sided(0, 99, 99)), float(two_sided(60, 39, 99))
    (0.02, 0.8)
    """
    import numpy as np

    return np.minimum(1.0, 2 * (np.minimum(larger, smaller) + 1) / (permutations + 1))


def significant(p: np.ndarray, level: float, correction: str) -> np.ndarray:
    """Tells which tests are significant.

    Args:
        p: NaN for features without a test.
        level: Of one test with none; with fdr the share of false findings among all (Benjamini and Hochberg 1995).
    """
    import numpy as np

    limit = level
    if correction == "fdr":
        ordered = np.sort(p[~np.isnan(p)])
        met = ordered <= level * np.arange(1, len(ordered) + 1) / max(len(ordered), 1) * (1 + NOISE)
        limit = float(ordered[met].max()) if met.any() else -1.0
    with np.errstate(invalid="ignore"):
        return p <= limit * (1 + NOISE)  # type: ignore[no-any-return]
