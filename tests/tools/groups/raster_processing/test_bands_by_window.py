# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools of all bands take the bands of a window together, so that a file whose bands lie cell by cell is read once."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
SHAPE = (3, 12, 10)
MASK = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((155000 462988,155010 463000,155000 463000,155000 462988))"}]}
CALLS = [
    ("clip_raster", {"raster": "photo", "mask": "half", "cell_rule": "cell_center"}),
    ("clip_raster", {"raster": "photo", "extent": {"xmin": 155002, "ymin": 462990, "xmax": 155009, "ymax": 462999}}),
    ("set_nodata", {"raster": "photo", "nodata": 7}),
    ("stack_bands", {"bands": {"a": "photo@1", "b": "photo@2", "c": "other@1"}}),
]


@pytest.mark.parametrize(("api", "arguments"), CALLS)
def test_a_window_is_left_when_all_its_bands_are_read(
    harness: Any, api: str, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.execution.rasters import raster_windows

    bands = np.random.default_rng(3).integers(0, 250, SHAPE)
    recipe = {"crs": "EPSG:28992", "origin": [155000, 463000], "dtype": "uint8"}
    harness.give("photo", {**recipe, "bands": bands.tolist()})
    harness.give("other", {**recipe, "cells": bands[0].tolist(), "nodata": 255})
    harness.give("half", MASK)
    read: list[tuple[Any, int]] = []
    original = raster_windows.BandCells.read_stored

    def noted(band: Any, window: Any, *more: Any) -> Any:
        read.append((window, (band.name, band.number)))
        return original(band, window, *more)

    split = raster_windows.split
    monkeypatch.setattr(raster_windows, "split", lambda width, height, *_: split(width, height, (1, 1), 20))
    monkeypatch.setattr(raster_windows.BandCells, "read_stored", noted)
    harness.done(api, **arguments, output="made")
    passes = [[band for _, band in group] for _, group in itertools.groupby(read, key=lambda each: each[0])]
    assert len(passes) > 3 and {len(set(each)) for each in passes} == {3}
