# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes cells that differ as GeoTIFFs: the kind of every cell, and output minus reference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...scoring.grid import open_grid
from ...scoring.raster_checks import RasterState
from ...scoring.source_file import gdal_settings
from ...tasks.contract import RasterOutput
from .cell_differences import WITH_GAPS, cell_windows
from .written_layers import CELL_KINDS, DifferenceLayers, LayerKind, WrittenLayer

CELLS_FILE, GAPS_FILE = "cell_differences.tif", "output_minus_reference.tif"
CREATION = ["COMPRESS=DEFLATE", "BIGTIFF=IF_SAFER"]
OTHER_GRID = "The output has another grid than the reference, so no cells were compared."


class GapSizes:
    """How large gaps are, over all windows."""

    def __init__(self) -> None:
        self.largest, self.squares, self.count = 0.0, 0.0, 0

    def add(self, gaps: np.ndarray) -> None:
        """Adds the gaps of a window; what is no number does not count."""
        finite = gaps[np.isfinite(gaps)]
        if len(finite):
            self.largest = max(self.largest, float(np.abs(finite).max()))
            self.squares += float(np.square(finite).sum())
            self.count += len(finite)

    @property
    def span(self) -> float:
        """Three times the root mean square, which few cells can stretch, or the largest gap where that is less."""
        return min(self.largest, 3 * (self.squares / self.count) ** 0.5) if self.count else 0.0


def write_cell_layers(
    contract: RasterOutput, reference: Path, output: Path, folder: Path, most_blocks: int | None
) -> DifferenceLayers:
    """Writes the layers of a raster.

    Args:
        most_blocks: Along each side of the layer of kinds, which then is all that is written; None for all cells, and
            for the layer of gaps where cells are numbers.
    Edges: Grids that are not those of the contract are not compared.
    Raises: Unreadable.
    """
    with gdal_settings():
        state = RasterState(contract, open_grid(reference), open_grid(output))
        if not state.same_grid:
            return DifferenceLayers(problem=OTHER_GRID)
        block = 1 if most_blocks is None else max(1, -(-max(contract.width, contract.height) // most_blocks))
        paths: dict[LayerKind, Path] = {"cells": folder / CELLS_FILE}
        if most_blocks is None and contract.values in WITH_GAPS:
            paths["gaps"] = folder / GAPS_FILE
        totals, span = _write(state, paths, block)
    counts = dict(zip(CELL_KINDS, totals.tolist(), strict=True))
    spans = {"gaps": span}
    layers = [WrittenLayer(kind, str(path), span=spans.get(kind, 0.0)) for kind, path in paths.items()]
    return DifferenceLayers(counts, layers, _notes(block), block=block)


def _write(state: RasterState, paths: dict[LayerKind, Path], block: int) -> tuple[np.ndarray, float]:
    kinds = _created(state, paths["cells"], block)
    gaps = _created(state, paths["gaps"], 1, gaps=True) if "gaps" in paths else None
    totals = np.zeros(len(CELL_KINDS), np.int64)
    sizes = GapSizes()
    for window in cell_windows(state, block):
        totals += window.counts
        kinds.GetRasterBand(1).WriteArray(np.ascontiguousarray(window.kinds), 0, window.first)
        if gaps is None:
            continue
        for band, cells in enumerate(window.gaps, start=1):
            gaps.GetRasterBand(band).WriteArray(cells, 0, window.first)
            sizes.add(cells)
    for dataset in (kinds, gaps):
        if dataset is not None:
            dataset.FlushCache()
    return totals, sizes.span


def _created(state: RasterState, path: Path, block: int, gaps: bool = False) -> Any:
    from osgeo import gdal

    contract = state.contract
    width, height = -(-contract.width // block), -(-contract.height // block)
    bands, kind = (contract.bands, gdal.GDT_Float64) if gaps else (1, gdal.GDT_Byte)
    path.unlink(missing_ok=True)
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), width, height, bands, kind, CREATION)
    a, b, c, d, e, f = state.reference.transform
    dataset.SetGeoTransform((c, a * block, b * block, f, d * block, e * block))
    dataset.SetSpatialRef(state.reference.dataset.GetSpatialRef())
    for band in range(1, bands + 1):
        dataset.GetRasterBand(band).SetNoDataValue(float("nan") if gaps else CELL_KINDS.index("none"))
    return dataset


def _notes(block: int) -> list[str]:
    if block == 1:
        return []
    return [f"A dot stands for {block} by {block} cells and shows the worst of them."]
