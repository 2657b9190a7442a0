# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers of a field for sums of differences, in which whole numbers of 64 bits keep all digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from ..layers.rows import Column


def moved_numbers(column: Column) -> np.ndarray:
    """Gives the numbers of a column as floats, NULL as NaN; whole ones less their least, which no difference sees.

    Edges: Whole numbers that span more than 2^63 are not moved.
    """
    import numpy as np

    values = column.values
    given = values[~column.is_null]
    if values.dtype.kind == "i" and len(given) and int(given.max()) - int(given.min()) < 2**63:
        values = values - given.min()
    return np.where(column.is_null, np.nan, values.astype(float))
