# SPDX-License-Identifier: GPL-2.0-or-later
"""The census tracts of a demo task with faults whose places follow from the number of each tract."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

TRACTS = 470
MISSING = [number for number in range(TRACTS) if number % 40 == 3]
MOVED = [number for number in range(TRACTS) if number % 60 == 17 and number not in MISSING]
RENAMED = [number for number in range(TRACTS) if number % 90 == 50 and number not in [*MISSING, *MOVED]]
WRONG = [number for number in range(TRACTS) if number % 12 == 6 and number not in [*MISSING, *MOVED, *RENAMED]]


def write_spoiled_tracts(reference: Path, path: Path) -> None:
    """Copies the tracts: every 40th is missing, every 60th 150 m off, every 90th renamed, every 12th a third too steep.

    Args:
        reference: tracts.gpkg of the task `olinda_steep_ground`.
    """
    from osgeo import ogr

    shutil.copy(reference, path)
    dataset = ogr.Open(str(path), 1)
    layer = dataset.GetLayer(0)
    for number, fid in enumerate([feature.GetFID() for feature in layer]):
        feature = layer.GetFeature(fid)
        if number in MISSING:
            layer.DeleteFeature(fid)
            continue
        if number in MOVED:
            feature.SetGeometry(_moved(feature.GetGeometryRef().Clone()))
        elif number in RENAMED:
            feature.SetField("CD_GEOCODI", f"X{number}")
        elif number in WRONG:
            feature.SetField("slope_mean", (feature.GetField("slope_mean") or 1.0) * 4 / 3)
        layer.SetFeature(feature)


def _moved(shape: Any) -> Any:
    for index in range(shape.GetGeometryCount()):
        _moved(shape.GetGeometryRef(index))
    for index in range(shape.GetPointCount()):
        x, y, *_ = shape.GetPoint(index)
        shape.SetPoint_2D(index, x + 150, y + 80)
    return shape
