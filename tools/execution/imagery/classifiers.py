# SPDX-License-Identifier: GPL-2.0-or-later
"""Tells the class of a cell from the values of its bands, after training or by centers, and how well it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ..patterns.k_means import ROWS_AT_ONCE, nearest_centers, standardized
from ..patterns.powers_of_two import below_one, means_of

if TYPE_CHECKING:
    import numpy as np

Classify = Callable[["np.ndarray"], "np.ndarray"]  # rows of band values to the number of their class, from 0
TREES = 100
SINGULAR = 1e-10  # share of the largest spread below which values lie in a plane
FARTHEST = 1e100  # standard deviations; the squares of more could be infinite for all classes
LARGEST_FLOAT32 = 3.4028234663852886e38


class Accuracy(NamedTuple):
    """How well cells with a known class were told.

    Args:
        confusion: Cells by true class (rows) and told class (columns).
        overall: Share told rightly; NaN without cells.
        kappa: The same beyond what chance would give; NaN where it would give all.
    """

    confusion: np.ndarray
    overall: float
    kappa: float

    @property
    def producers(self) -> np.ndarray:
        """Gives of each true class the share told rightly; NaN without cells."""
        return self._shares(1)

    @property
    def users(self) -> np.ndarray:
        """Gives of each told class the share that is truly of it; NaN without cells."""
        return self._shares(0)

    def _shares(self, axis: int) -> np.ndarray:
        import numpy as np

        total = self.confusion.sum(axis=axis)
        return np.where(total > 0, np.diag(self.confusion) / np.where(total > 0, total, 1), np.nan)


def by_centers(centers: np.ndarray, scale: np.ndarray) -> Classify:
    """Takes the nearest center, after dividing each band by its scale; the first of equally near ones."""
    import numpy as np

    shrunk, exponent = below_one(centers / scale)

    def classify(values: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):  # from so far away all centers are equally near
            return nearest_centers(np.ldexp(values / scale, -exponent), shrunk).labels

    return classify


def minimum_distance(values: np.ndarray, classes: np.ndarray, names: list[str]) -> Classify:
    """Takes the class whose mean is nearest."""
    import numpy as np

    means = np.stack([means_of(values[classes == number]) for number in range(len(names))])
    return by_centers(means, np.ones(values.shape[1]))


def maximum_likelihood(values: np.ndarray, classes: np.ndarray, names: list[str]) -> Classify:
    """Takes the class under whose normal distribution the values are likeliest; all classes are equally likely before.

    Raises:
        ToolError BAD_VALUE for a class whose values have no spread in some direction.
    """
    import numpy as np

    given = standardized(values, by_column=True)
    in_bands = f" in all {values.shape[1]} bands" if values.shape[1] > 1 else ""
    models = []
    for number, name in enumerate(names):
        own = given.values[classes == number]
        spread = np.atleast_2d(np.cov(own.T)) if len(own) > values.shape[1] else np.zeros((1, 1))
        widths = np.linalg.eigvalsh(spread)
        if widths[0] <= SINGULAR * max(widths[-1], SINGULAR):
            raise ToolError("BAD_VALUE", f'the {len(own):,} training cells of class "{name}" do not spread{in_bands}, '
                            "so that maximum_likelihood has no distribution for it",
                            "more training cells, fewer bands, or another method", argument="training")  # fmt: skip
        root = np.linalg.inv(np.linalg.cholesky(spread))
        models.append((own.mean(axis=0), root, -2 * np.log(np.diag(root)).sum()))

    def classify(cells: np.ndarray) -> np.ndarray:
        labels = np.zeros(len(cells), np.int64)
        for start in range(0, len(cells), ROWS_AT_ONCE):
            part = slice(start, start + ROWS_AT_ONCE)
            columns = np.clip(given.of(cells[part]), -FARTHEST, FARTHEST).T.copy()
            least = np.full(columns.shape[1], np.inf)
            for number, (mean, root, size) in enumerate(models):
                costs = np.square(root @ (columns - mean[:, np.newaxis])).sum(axis=0) + size
                labels[part][costs < least] = number
                np.minimum(least, costs, out=least)
        return labels

    return classify


def random_forest(values: np.ndarray, classes: np.ndarray, names: list[str], seed: int) -> Classify:
    """Takes the class that most of a hundred random trees vote for, on one thread.

    Raises:
        ToolError DEPENDENCY_MISSING without scikit-learn; BAD_VALUE for values beyond float32, in which trees compare.
    """
    import numpy as np

    try:
        from sklearn.ensemble import RandomForestClassifier
    except ImportError as missing:
        sentence, hint = 'method "random_forest" needs the Python package scikit-learn', "the other methods need none"
        raise ToolError("DEPENDENCY_MISSING", sentence, hint, argument="method") from missing
    _demand_float32(values)
    forest = RandomForestClassifier(n_estimators=TREES, random_state=np.random.RandomState(seed), n_jobs=1)
    forest.fit(values, classes)

    def classify(cells: np.ndarray) -> np.ndarray:
        _demand_float32(cells)
        return forest.predict(cells).astype(np.int64)  # type: ignore[no-any-return]

    return classify


def _demand_float32(values: np.ndarray) -> None:
    import numpy as np

    if len(values) and np.abs(values).max() > LARGEST_FLOAT32:
        raise ToolError("BAD_VALUE", "random_forest compares values in float32, and some are beyond it",
                        "maximum_likelihood and minimum_distance take them", argument="method")  # fmt: skip


def accuracy_of(truth: np.ndarray, told: np.ndarray, count: int) -> Accuracy:
    """Counts how cells were told.

    Args:
        truth, told: Number of the class of each, from 0.
        count: Number of classes.
    """
    import numpy as np

    confusion = np.bincount(truth * count + told, minlength=count * count).reshape(count, count)
    total = confusion.sum()
    if not total:
        return Accuracy(confusion, float("nan"), float("nan"))
    overall = float(np.trace(confusion) / total)
    chance = float((confusion.sum(axis=0) * confusion.sum(axis=1)).sum() / float(total) ** 2)
    kappa = (overall - chance) / (1 - chance) if chance < 1 else float("nan")
    return Accuracy(confusion, overall, kappa)
