# SPDX-License-Identifier: GPL-2.0-or-later
"""Connected components, numbered in the order in which they first appear."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def connected(count: int, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Numbers what hangs together, from 0 in the order of the first member.

    Args:
        count: How many things there are.
        first, second: Pairs of things that are joined.
    Returns: The number of each thing's component.
    """
    import numpy as np
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    joined = coo_matrix((np.ones(len(first), np.int8), (first, second)), shape=(count, count))
    _, label = connected_components(joined, directed=False)
    return by_appearance(label)


def by_appearance(label: np.ndarray) -> np.ndarray:
    """Numbers labels anew, from 0 in the order in which they first appear.

    Args:
        label: Numbers from 0, none of them left out.
    """
    import numpy as np

    count = int(label.max(initial=-1)) + 1
    first = np.empty(count, np.int64)
    first[label[::-1]] = np.arange(len(label))[::-1]  # of several, the one written last stays
    rank = np.empty(count, np.int64)
    rank[np.argsort(first)] = np.arange(count)
    return rank[label]
