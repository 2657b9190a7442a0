# SPDX-License-Identifier: GPL-2.0-or-later
"""Rasters of every kind: measures, classes, labels, angles; NoData as a number, as NaN, not at all; several bands."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..edited_raster import EditedRaster
from .columns import MadeReference

WIDTH, HEIGHT = 23, 17
CORNER = (30.0, 0.0, 500_000.0, 0.0, -30.0, 5_300_000.0)
ROW, COLUMN = np.mgrid[0:HEIGHT, 0:WIDTH]
HOLE = (ROW - 5) ** 2 + (COLUMN - 7) ** 2 < 9
NODATA = -9999.0
Cells = np.ndarray[Any, Any]


def surface() -> Cells:
    """Returns heights of a hill, no two rows alike."""
    return 100 + 50 * np.sin(COLUMN / 5) + 3 * ROW + 0.1 * COLUMN**2


def classes() -> Cells:
    """Returns five classes, 1 to 5, in bands that lie askew."""
    return 1 + (ROW + 2 * COLUMN) // 13


def raster(
    file: str,
    cells: Cells | tuple[Cells, ...],
    data_type: str,
    nodata: float | str = NODATA,
    values: str = "continuous",
    hole: Cells = HOLE,
    **keys: Any,
) -> MadeReference:
    """Makes a raster whose cells in the hole are NoData.

    Args:
        nodata: As a contract writes it; NaN fills the hole of reals where it is "none".
        keys: Further keys of the contract; scale, mask_band and stored_nodata are about the file alone.
    """
    scale, mask_band = keys.pop("scale", (1.0, 0.0)), keys.pop("mask_band", False)
    declared = keys.pop("stored_nodata", {"none": None, ".nan": float("nan")}.get(str(nodata), nodata))
    bands = cells if isinstance(cells, tuple) else (cells,)
    filler = float("nan") if declared is None and np.dtype(data_type).kind == "f" else declared
    stored = [np.where(hole & (filler is not None), 0 if filler is None else filler, one).astype(data_type)
              for one in bands]  # fmt: skip
    holed = filler is not None or mask_band
    valid = tuple(~hole if holed else np.ones_like(hole) for _ in bands)
    transform = keys.pop("transform", CORNER)
    crs = keys.pop("crs", "EPSG:32633")
    contract = {
        "kind": "raster",
        "file": file,
        "crs": crs,
        "width": WIDTH,
        "height": HEIGHT,
        "transform": list(transform),
        "dtype": keys.pop("dtype", {"uint8": "byte"}.get(data_type, data_type)),
        "nodata": nodata,
        "bands": len(bands),
        "values": values,
    }
    made = EditedRaster(tuple(stored), valid, data_type, declared, mask_band, scale, crs, tuple(transform))
    return MadeReference(contract | keys, made)


def made_rasters() -> dict[str, MadeReference]:
    """Makes all rasters, by name."""
    hill, kinds = surface(), classes()
    degrees = (0.001, 0.0, 24.0, 0.0, -0.001, 60.0)
    askew = (30.0, 4.0, 500_000.0, 5.0, -30.0, 5_300_000.0)
    turn = (17 * ROW + 31 * COLUMN) % 360
    narrow: dict[str, Any] = {"tolerance": {"absolute": 0.001, "relative": 0}}
    return {
        "heights": raster("h.tif", hill, "float32"),
        "heights of 64 bits, NaN as NoData": raster("n.tif", hill, "float64", ".nan"),
        "heights, NaN without NoData": raster("u.tif", hill, "float32", "none"),
        "heights, any NoData": raster("a.tif", hill, "float32", "any", stored_nodata=-1.0, dtype="any_float"),
        "heights in whole numbers": raster("w.tif", hill, "int16", -32768, tolerance={"absolute": 1}),
        "heights with scale and offset": raster("s.tif", 10 * hill - 500, "int16", -32768, scale=(0.1, 50.0), **narrow),
        "heights as unsigned bytes": raster("b.tif", hill, "uint8", 0, dtype="any_integer"),
        "heights in degrees": raster("d.tif", hill, "float32", crs="EPSG:4326", transform=degrees),
        "heights on a turned grid": raster("t.tif", hill, "float32", transform=askew),
        "heights of an ASCII grid": raster("g.asc", hill, "float32"),
        "three bands": raster("c.tif", (hill, hill * 2, 300 - hill), "uint16", 65535),
        "heights of which some may be wrong": raster("m.tif", hill, "float32", min_share=0.95, mask_min_share=0.97),
        "heights whose rim does not count": raster("r.tif", hill, "float32", ignore_rim_cells=2),
        "classes": raster("k.tif", kinds, "uint8", 255, "categorical"),
        "classes everywhere": raster("e.tif", kinds, "uint8", "none", "categorical"),
        "classes beside a mask": raster("i.tif", kinds, "uint8", "none", "categorical", mask_band=True),
        "classes of an ASCII grid": raster("k.asc", kinds, "int32", -9999, "categorical"),
        "labels": raster("l.tif", kinds, "int32", 0, "label"),
        "labels of which some may be wrong": raster("p.tif", kinds, "int16", 0, "label", min_share=0.9),
        "directions": raster("o.tif", turn, "float32", -1.0, "angle", tolerance={"absolute": 0.5}),
        "directions in whole degrees": raster("q.tif", turn, "int16", -1, "angle", tolerance={"absolute": 1}),
        "phases": raster(
            "f.tif", turn / 360, "float64", ".nan", "angle", period=1.0, tolerance={"absolute": 1e-3}
        ),
    }  # fmt: skip
