# SPDX-License-Identifier: GPL-2.0-or-later
"""Lays a raster of a test another way: south-up, rotated, or over other ground."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from osgeo import gdal

SOUTH_UP = (10.0, 0.0, 155000.0, 0.0, 10.0, 463000.0)
ROTATED = (8.0, -6.0, 155000.0, -6.0, -8.0, 463000.0)  # cells of 10 x 10, turned by asin(0.6)


def lay(harness: Any, handle: str, transform: tuple[float, ...]) -> None:
    """Gives a raster another transform (a, b, c, d, e, f) and binds it again."""
    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    path = harness.workspace.layer(handle).path
    a, b, c, d, e, f = transform
    dataset = gdal.Open(path, gdal.GA_Update)
    dataset.SetGeoTransform((c, a, b, f, d, e))
    del dataset
    harness.workspace.accept(handle, Written(Path(path), ""), raster_facts(path))
