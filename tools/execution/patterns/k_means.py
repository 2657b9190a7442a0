# SPDX-License-Identifier: GPL-2.0-or-later
"""Partition of rows of numbers into k groups around their means (k-means).

Computed by plain differences and sums in the order of the rows, without matrix products, so that the same seed gives
the same groups on every machine and with any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from .powers_of_two import below_one

if TYPE_CHECKING:
    import numpy as np

STARTS = 10
FIRST_ROUNDS = 20  # after which the starts are compared
MOST_ROUNDS = 300
ROWS_AT_ONCE = 2**13  # their columns stay in the cache of the processor
ROOM = 1e-9  # share by which sums of distances are held to be inexact
LEAST = 2.0**-400  # beside 1, below which a number is 0: squares of differences of others do not vanish
Progress = Callable[[float], None]


class Partition(NamedTuple):
    """Groups of rows.

    Args:
        centers: Mean of each group.
        labels: Group of each row, from 0.
        squares: Sum of the squared distances to the centers; infinite where no float holds it.
        is_settled: Whether no row changed its group in the last round.
    """

    centers: np.ndarray
    labels: np.ndarray
    squares: float
    is_settled: bool


class Standardized(NamedTuple):
    """Rows moved to their mean, which keeps digits, and divided column by column.

    Args:
        values: A row for each.
        middle, scale: Mean of each column and what it was divided by, after division by its power of two.
        exponent: Of that power.
    """

    values: np.ndarray
    middle: np.ndarray
    scale: np.ndarray
    exponent: np.ndarray

    def of(self, rows: np.ndarray) -> np.ndarray:
        """Moves and divides other rows alike; what no float holds is infinite."""
        import numpy as np

        with np.errstate(over="ignore"):
            return (np.ldexp(rows, -self.exponent) - self.middle) / self.scale

    def restored(self, rows: np.ndarray) -> np.ndarray:
        """Gives rows in the units they had before."""
        import numpy as np

        return np.ldexp(rows * self.scale + self.middle, self.exponent)


def standardized(values: np.ndarray, *, by_column: bool) -> Standardized:
    """Centers rows and divides each column by its standard deviation, or all by one power of two.

    Args:
        values: Finite; a column that does not vary is divided by 1.
    """
    import numpy as np

    shrunk, exponent = below_one(values, axis=0 if by_column else None)
    middle = shrunk.mean(axis=0) if len(values) else np.zeros(values.shape[1])
    scale = np.ones(values.shape[1])
    if by_column and len(values):
        scale = np.where(np.ptp(shrunk, axis=0) > 0, shrunk.std(axis=0), 1)
    return Standardized((shrunk - middle) / scale, middle, scale, exponent)


def different_rows(values: np.ndarray) -> int:
    """Counts the rows that k_means tells apart."""
    import numpy as np

    return len(np.unique(_comparable(values)[0], axis=0))


def _comparable(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Divides rows by one power of two, so that differences have squares; what is too small beside the rest is 0."""
    import numpy as np

    shrunk, exponent = below_one(values)
    return np.where(np.abs(shrunk) < LEAST, 0.0, shrunk), exponent


def k_means(
    values: np.ndarray, groups: int, seed: int, starts: int = STARTS, progress: Progress = lambda share: None
) -> Partition:
    """Divides rows into groups: of several starts by k-means++ the one that is best after some rounds is gone on with.

    Args:
        values: Rows of finite numbers, at least as many different ones as groups.
        seed: Of numpy's RandomState (MT19937), whose numbers are the same in every version.
    """
    import numpy as np

    values, exponent = _comparable(values)
    random = np.random.RandomState(seed)
    best: Partition | None = None
    for number in range(starts):
        progress(number / (starts + 1))
        found = refined(values, _first_centers(values, groups, random), FIRST_ROUNDS)
        if best is None or found.squares < best.squares * (1 - 1e-12):
            best = found
    assert best is not None
    found = best if best.is_settled else refined(values, best.centers)
    with np.errstate(over="ignore"):
        squares = float(np.ldexp(found.squares, 2 * exponent))
    return found._replace(centers=np.ldexp(found.centers, exponent), squares=squares)


def refined(values: np.ndarray, centers: np.ndarray, most_rounds: int = MOST_ROUNDS) -> Partition:
    """Moves centers to the means of their groups until no row changes its group (Lloyd 1982).

    Rows that cannot have another nearest center, by how far the centers have moved, are not looked at (Hamerly 2010).
    """
    import numpy as np

    groups = len(centers)
    found = nearest_centers(values, centers)
    labels, own, other = found.labels, np.sqrt(found.squares), np.sqrt(found.second_squares)
    is_settled = False
    for _ in range(most_rounds):
        sizes = np.bincount(labels, minlength=groups)
        sums = np.stack([np.bincount(labels, column, minlength=groups) for column in values.T], axis=1)
        after = sums / np.maximum(sizes, 1)[:, None]
        empty = np.flatnonzero(sizes == 0)
        if len(empty):  # an empty group begins anew at the rows that are farthest from their centers
            after[empty] = values[np.argsort(-own, kind="stable")[: len(empty)]]
        moved = np.sqrt(np.square(after - centers).sum(axis=1))
        centers, own, other = after, own + moved[labels], other - moved.max()
        open_rows = np.flatnonzero(own * (1 + ROOM) >= other)
        found = nearest_centers(values[open_rows], centers)
        changed = bool((found.labels != labels[open_rows]).any())
        labels[open_rows] = found.labels
        own[open_rows], other[open_rows] = np.sqrt(found.squares), np.sqrt(found.second_squares)
        if not changed and not len(empty):
            is_settled = True
            break
    return Partition(centers, labels, float(np.square(values - centers[labels]).sum()), is_settled)


class Nearest(NamedTuple):
    """The center nearest to each row, the first of equally near ones.

    Args:
        labels: Its number.
        squares, second_squares: Squared distance to it, and to the next one.
    """

    labels: np.ndarray
    squares: np.ndarray
    second_squares: np.ndarray


def nearest_centers(values: np.ndarray, centers: np.ndarray) -> Nearest:
    """Finds the center nearest to each row."""
    import numpy as np

    found = Nearest(np.zeros(len(values), np.int64), np.full(len(values), np.inf), np.full(len(values), np.inf))
    for start in range(0, len(values), ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        columns = np.ascontiguousarray(values[part].T)
        labels, nearest, second = (each[part] for each in found)
        for number, center in enumerate(centers):
            squares = np.square(columns[0] - center[0])
            for column, place in zip(columns[1:], center[1:], strict=True):
                squares += np.square(column - place)
            labels[squares < nearest] = number
            np.minimum(second, np.maximum(nearest, squares), out=second)
            np.minimum(nearest, squares, out=nearest)
    return found


def _first_centers(values: np.ndarray, groups: int, random: np.random.RandomState) -> np.ndarray:
    """Picks rows as first centers, each with a chance that grows with the square of its distance from those before."""
    import numpy as np

    chosen = [int(random.random_sample() * len(values))]
    squares = nearest_centers(values, values[chosen]).squares
    for _ in range(1, groups):
        upto = np.cumsum(squares)
        pick = int(np.searchsorted(upto, random.random_sample() * upto[-1], side="right"))
        # a draw at the very end must not fall on a row that stands where a center is
        pick = min(pick, int(np.flatnonzero(squares)[-1]))
        chosen.append(pick)
        np.minimum(squares, nearest_centers(values, values[[pick]]).squares, out=squares)
    return values[chosen]
