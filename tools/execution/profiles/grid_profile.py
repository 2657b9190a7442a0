# SPDX-License-Identifier: GPL-2.0-or-later
"""The grid of a raster and what its bands declare; only the cells of the rim are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ....tasks.crs_equality import same_crs
from ...declaration.facts import Grid
from ...declaration.layers import BandOf, Raster
from ...declaration.observation import crs_label, rounded
from ..guards import grid_difference
from ..rasters.nodata_values import nodata_text
from ..rasters.raster_windows import BandCells, Window, open_bands
from ..run import Run
from .crs_profile import measuring_words
from .raster_profile import cell_words
from .row_profile import crs_words

SUSPECTS = (-9999.0, -32768.0, 0.0, 255.0)
SUSPECT_SHARE = 0.9


def profile_of_grid(run: Run, raster: Raster) -> dict[str, Any]:
    """Describes grid, CRS and bands of a raster."""
    grid, facts = raster.facts.grid, raster.facts.bands or ()
    assert grid is not None
    bands = open_bands(run, {str(number): BandOf(raster, number) for number in range(1, len(facts) + 1)})
    first = next(iter(bands.values()))
    return {
        "grid": f"{grid.width} x {grid.height} cells, {len(bands)} band{'' if len(bands) == 1 else 's'}",
        "crs": crs_words(raster.facts.crs),
        "cells": cell_words(grid, raster.facts.crs, first.dataset),
        "extent": [rounded(value) for value in grid.extent],
        "transform": [rounded(value) for value in grid.transform],
        "measuring": measuring_words(raster.facts.crs, grid.extent),
        "bands": [_band(run, band) for band in bands.values()],
    }


def compared(raster: Raster, other: Raster) -> dict[str, str]:
    """Says whether two grids line up: CRS, then cells."""
    first, second = raster.facts.crs or "", other.facts.crs or ""
    if not first or not second:
        crs = "not known, since one declares none" if first or second else "neither declares one"
    else:
        crs = "same" if same_crs(first, second) else f"differs: {crs_label(first)} and {crs_label(second)}"
    grids = [each.facts.grid for each in (raster, other)]
    assert grids[0] is not None and grids[1] is not None
    return {"crs": crs, "grid": grid_difference(grids[0], grids[1]) or "lines up"}


def _band(run: Run, band: BandCells) -> dict[str, Any]:
    facts = band.facts
    line: dict[str, Any] = {"band": band.number, "type": facts.dtype}
    line["nodata"] = nodata_text(facts.nodata)
    if band.is_scaled:
        line["scale"], line["offset"] = facts.scale, facts.offset
    if band.is_masked:
        line["mask"] = "hides cells"
    if facts.is_palette:
        line["palette"] = "classes"
    line["unit"] = band.unit or "not stated"
    if band.band.GetDescription():
        line["description"] = band.band.GetDescription()
    suspect = _value_of_the_rim(band)
    if suspect is not None:
        line["remark"] = f"{suspect:g} fills the rim and may stand for no value, but is not declared NoData"
        run.warn("BAD_VALUE", f"band {band.number}: {line['remark']}")
    return line


def _value_of_the_rim(band: BandCells) -> float | None:
    """Finds the value that most cells of the rim have, where it looks like NoData that nobody declared."""
    if band.facts.nodata is not None or band.is_masked or band.facts.is_palette:
        return None
    cells = np.concatenate([band.read_stored(window)[0].ravel() for window in _rim(band.grid)]).astype(float)
    shares = {value: float((cells == value).mean()) for value in SUSPECTS}
    return next((value for value, share in shares.items() if share >= SUSPECT_SHARE), None)


def _rim(grid: Grid) -> Iterator[Window]:
    wide, high = grid.width, grid.height
    yield Window(0, 0, wide, 1)
    yield Window(0, high - 1, wide, 1)
    if high > 2:
        yield Window(0, 1, 1, high - 2)
        yield Window(wide - 1, 1, 1, high - 2)
