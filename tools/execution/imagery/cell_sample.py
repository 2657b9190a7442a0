# SPDX-License-Identifier: GPL-2.0-or-later
"""A random sample of cells that depends on their place and the seed alone, not on the windows they are read by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def cell_hashes(cells: np.ndarray, seed: int) -> np.ndarray:
    """Gives each cell number a random 64-bit number (SplitMix64 by Steele, Lea and Flood 2014).

    >>> import numpy as np
    >>> int(cell_hashes(np.array([0]), 0)[0]) == 0xE220A8397B1DCDAF
    True
    """
    import numpy as np

    with np.errstate(over="ignore"):
        mixed = np.asarray(cells).astype(np.uint64) + np.uint64(1) + (np.uint64(seed) << np.uint64(32))
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return mixed ^ (mixed >> np.uint64(31))  # type: ignore[no-any-return]


class CellSample:
    """Keeps at most so many of the cells it is shown, each with the same chance: those with the least random numbers.

    Args:
        most: How many are kept.
        seed: Of the random numbers.
    """

    def __init__(self, most: int, seed: int) -> None:
        self.most = most
        self.seed = seed
        self.seen = 0
        self._parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._limit: int | None = None

    def add(self, cells: np.ndarray, values: np.ndarray) -> None:
        """Shows cells, each once.

        Args:
            cells: Their numbers.
            values: A row of numbers for each.
        """
        import numpy as np

        self.seen += len(cells)
        hashes = cell_hashes(cells, self.seed)
        if self._limit is not None:
            kept = hashes <= np.uint64(self._limit)
            hashes, cells, values = hashes[kept], cells[kept], values[kept]
        self._parts.append((hashes, cells, values))
        if sum(len(part[0]) for part in self._parts) > 2 * self.most:
            self._thin()

    def taken(self) -> tuple[np.ndarray, np.ndarray]:
        """Gives the sample in the order of the cells: their numbers and values."""
        import numpy as np

        self._thin()
        _, cells, values = self._parts[0]
        order = np.argsort(cells, kind="stable")
        return cells[order], values[order]

    def _thin(self) -> None:
        import numpy as np

        hashes, cells, values = (np.concatenate([part[side] for part in self._parts]) for side in range(3))
        if len(hashes) > self.most:
            kept = np.argpartition(hashes, self.most - 1)[: self.most]
            hashes, cells, values = hashes[kept], cells[kept], values[kept]
            self._limit = int(hashes.max())
        self._parts = [(hashes, cells, values)]
