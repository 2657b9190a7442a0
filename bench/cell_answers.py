# SPDX-License-Identifier: GPL-2.0-or-later
"""Rasters of ours and of a peer, cell by cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple


class CellAnswer(NamedTuple):
    """What of two rasters is compared: the grids, which cells have a value, and the values.

    Args:
        tolerance: Relative and absolute, of values.
        rim: Cells at the edge of the raster that are left out, since the peer has another rule there.
        nodata_is: What NoData of the peer stands for; None: it must lie where ours does.
        share: Share of the cells that must be equal.
        spare: How many rows and columns one raster may have more in the south and the east.
    """

    tolerance: float = 0.0
    rim: int = 0
    nodata_is: float | None = None
    share: float = 1.0
    spare: int = 0

    def compare(self, ours: Path, peer: Path) -> int:
        """Compares the first bands of two files and gives the count of cells.

        Raises: ValueError with the first difference.
        """
        import numpy as np

        (mine, grid), (other, other_grid) = _read(ours), _read(peer)
        shape = tuple(np.minimum(mine.shape, other.shape))
        is_far = np.abs(np.subtract(mine.shape, other.shape)).max() > self.spare
        if is_far or not np.allclose(grid, other_grid, rtol=0, atol=1e-6):
            raise ValueError(f"cells {mine.shape} at {grid} against {other.shape} at {other_grid}")
        mine, other = mine[: shape[0], : shape[1]], other[: shape[0], : shape[1]]
        if self.nodata_is is not None:
            other[np.isnan(other)] = self.nodata_is
        inner = slice(self.rim, -self.rim or None)
        mine, other = mine[inner, inner], other[inner, inner]
        same = np.isclose(mine, other, rtol=self.tolerance, atol=self.tolerance, equal_nan=True)
        if same.mean() < self.share:
            row, column = np.argwhere(~same)[0]
            values = f"{mine[row, column]} against {other[row, column]}"
            raise ValueError(f"{(~same).sum()} of {same.size} cells, the first at {row}, {column}: {values}")
        return int(mine.size)


def _read(path: Path) -> tuple[Any, Any]:
    """Reads the first band as float64 with NaN for NoData, and the transform."""
    import numpy as np
    from osgeo import gdal

    dataset = gdal.Open(str(path))
    band = dataset.GetRasterBand(1)
    values = band.ReadAsArray().astype(np.float64)
    nodata = band.GetNoDataValue()
    if nodata is not None:
        values[values == nodata] = np.nan
    return values, np.array(dataset.GetGeoTransform())
