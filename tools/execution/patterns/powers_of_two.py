# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers divided by powers of two, which rounds nothing: their sums and squares neither overflow nor vanish."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def exponent_of(values: np.ndarray, axis: int | None = None) -> np.ndarray:
    """Gives the least power of two above all absolute values, over all or along an axis; 0 where all are 0 or none."""
    import numpy as np

    return np.frexp(np.abs(values).max(axis=axis, initial=0))[1]


def below_one(values: np.ndarray, axis: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Divides finite numbers by their power of two.

    Returns: The numbers, from -1 to 1, and the exponents for np.ldexp back.
    """
    import numpy as np

    exponent = exponent_of(values, axis)
    return np.ldexp(values, -exponent), exponent


def means_of(values: np.ndarray) -> np.ndarray:
    """Gives the mean of each column."""
    import numpy as np

    shrunk, exponent = below_one(values, axis=0)
    return np.ldexp(shrunk.mean(axis=0), exponent)
