# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster: grid, bands, exact ranges; nothing is sampled and nothing is written beside the file."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...declaration.facts import Grid
from ...declaration.layers import Raster
from ...declaration.observation import rounded
from ..files.cell_copy import dtype_of, is_valid, read_cells, windows
from ..layers.layer_facts import open_raster
from ..rasters.nodata_values import declared_nodata, nodata_text
from ..reference_systems.crs import unit_name
from ..run import Run
from .row_profile import Profile, crs_words

MOST_CLASSES = 12


def profile_of_raster(run: Run, layer: Raster) -> Profile:
    """Describes a raster, reading every cell by window."""
    path, _ = run.file_of(layer)
    dataset = open_raster(path)
    grid, bands = layer.facts.grid, layer.facts.bands or ()
    assert grid is not None
    report: dict[str, Any] = {
        "layer": f"raster, {grid.width} x {grid.height} cells, {len(bands)} band{'' if len(bands) == 1 else 's'}",
        "crs": crs_words(layer.facts.crs),
        "extent": [rounded(value) for value in grid.extent],
        "cells": cell_words(grid, layer.facts.crs, dataset),
    }
    lines = []
    with run.timed():
        for number in range(1, len(bands) + 1):
            lines.append(_band(run, dataset, number, len(bands)))
    return Profile(grid.width * grid.height, {**report, "bands": lines})


def cell_words(grid: Grid, crs: str | None, dataset: Any) -> str:
    """Says how large cells are, and what is unusual about the grid."""
    unit = f" {unit_name(crs)}" if crs else ""
    words = [f"{grid.cell_width:.12g} x {grid.cell_height:.12g}{unit}"]
    if not grid.is_north_up:
        is_rotated = grid.transform[1] or grid.transform[3]
        words.append("rotated" if is_rotated else "stored south-up")
    if dataset.GetMetadataItem("AREA_OR_POINT") == "Point":
        words.append("values stand for cell centers (pixel is point); the extent is that of whole cells")
    return ", ".join(words)


def _band(run: Run, dataset: Any, number: int, count: int) -> dict[str, Any]:
    band = dataset.GetRasterBand(number)
    nodata = declared_nodata(band, dtype_of(band))
    lowest, highest, valid_count = np.inf, -np.inf, 0
    classes: dict[int, int] | None = {}
    dtype = ""
    for window in windows(dataset):
        cells = read_cells(band, window)
        dtype = cells.dtype.name
        shown = cells[is_valid(cells, nodata)]
        valid_count += shown.size
        if shown.size:
            lowest, highest = min(lowest, shown.min().item()), max(highest, shown.max().item())
        classes = _counted(classes, shown)
        run.progress((number - 1 + (window.top + window.height) / dataset.RasterYSize) / count)
    line: dict[str, Any] = {"band": number, "type": dtype, "nodata": nodata_text(nodata)}
    line["valid_share"] = rounded(valid_count / (dataset.RasterXSize * dataset.RasterYSize))
    if valid_count:
        line["min"], line["max"] = lowest, highest
    scale, offset = band.GetScale() or 1.0, band.GetOffset() or 0.0
    if (scale != 1.0 or offset) and valid_count:
        line["scale"], line["offset"] = scale, offset
        line["physical"] = f"{rounded(lowest * scale + offset):.12g} to {rounded(highest * scale + offset):.12g}"
    if band.GetUnitType():
        line["unit"] = band.GetUnitType()
    if band.GetDescription():
        line["name"] = band.GetDescription()
    if band.GetRasterColorTable() is not None:
        line["palette"] = "classes"
    if classes is not None and 0 < len(classes) <= MOST_CLASSES:
        line["cells_by_value"] = " | ".join(f"{value}: {cells}" for value, cells in sorted(classes.items()))
    return line


def _counted(classes: dict[int, int] | None, shown: np.ndarray) -> dict[int, int] | None:
    """Adds to the cells per value; None once there are too many values or they are no whole numbers."""
    if classes is None or shown.dtype.kind not in "iu" or not shown.size:
        return None if shown.dtype.kind not in "iu" else classes
    if len(classes) > MOST_CLASSES:
        return None
    values, counts = np.unique(shown, return_counts=True)
    if len(values) > MOST_CLASSES:
        return None
    for value, number in zip(values.tolist(), counts.tolist(), strict=True):
        classes[value] = classes.get(value, 0) + number
    return classes
