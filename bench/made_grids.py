# SPDX-License-Identifier: GPL-2.0-or-later
"""Seeded rasters, networks and places on one square, the same on every machine.

The square has its lower left corner at WEST, SOUTH. The zones of `made_layers.plots` fill it where it is 20 cells wide
for each plot in a row.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from .made_layers import CRS, SEED

CELL_M = 5.0
WEST, SOUTH = 99_950.0, 399_950.0  # half the 100 m between plots beside the first
DUTCH = (CRS, WEST, SOUTH)
UTM = ("EPSG:32632", 300_000.0, 5_700_000.0)
NODATA = -9999.0
STREET_M = 100.0


def heights(path: Path, width: int, place: tuple[str, float, float] = DUTCH) -> None:
    """Writes hills with a little noise, and lakes of NoData, as float32."""
    import numpy as np

    random = np.random.default_rng(SEED)
    ground = _hills(width) + random.normal(0, 0.3, (width, width))
    ground[_hills(width, 97) > 36] = NODATA
    _write(path, ground.astype(np.float32), place=place)


def slopes_to_the_sea(path: Path, width: int) -> None:
    """Writes ground without NoData, as float32, rising to the north so that rivers are long."""
    import numpy as np

    random = np.random.default_rng(SEED)
    rise = np.linspace(200, 0, width)[:, None]
    _write(path, (rise + _hills(width) / 2 + random.normal(0, 0.2, (width, width))).astype(np.float32))


def classes(path: Path, width: int) -> None:
    """Writes patches of classes from 1 to 4 as bytes, without NoData."""
    import numpy as np

    _write(path, _ground(width).astype(np.uint8), nodata=0)


def noise(path: Path, width: int) -> None:
    """Writes bytes from 1 to 200 of which hardly two neighbours are alike, without NoData."""
    import numpy as np

    _write(path, np.random.default_rng(SEED).integers(1, 201, (width, width), np.uint8), nodata=0)


def costs(path: Path, width: int) -> None:
    """Writes costs per metre from 1 to 20 as float32, without NoData; no two ways are equally cheap."""
    import numpy as np

    random = np.random.default_rng(SEED)
    rough = 1 + (_hills(width) + 40) / 8 + random.uniform(0, 9, (width, width))
    _write(path, rough.astype(np.float32))


def image(path: Path, width: int) -> None:
    """Writes three bands of reflectance, by the ground of `_ground` and noise, as float32."""
    import numpy as np

    random = np.random.default_rng(SEED + 2)
    means = np.array([[0.1, 0.3, 0.2], [0.2, 0.2, 0.4], [0.3, 0.1, 0.3], [0.2, 0.3, 0.1]])
    bands = np.moveaxis(means[_ground(width) - 1], 2, 0)
    _write(path, (bands + random.normal(0, 0.05, bands.shape)).astype(np.float32))


def streets(path: Path, side: int) -> None:
    """Writes a net of `side` by `side` crossings about STREET_M apart, each street a line of its own."""
    import numpy as np
    import pyogrio.raw
    import shapely

    places = crossings(side)
    pairs = [
        np.stack([places[:-1].reshape(-1, 2), places[1:].reshape(-1, 2)], 1),
        np.stack([places[:, :-1].reshape(-1, 2), places[:, 1:].reshape(-1, 2)], 1),
    ]
    lines = shapely.linestrings(np.concatenate(pairs))
    pyogrio.raw.write(
        str(path), shapely.to_wkb(lines), [np.arange(len(lines))], ["street_id"],
        crs=CRS, geometry_type="LineString", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def crossings(side: int) -> Any:
    """Gives the places of the crossings, (side, side, 2): no two routes are equally long."""
    import numpy as np

    random = np.random.default_rng(SEED)
    row, column = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    places = np.stack([WEST + STREET_M * column, SOUTH + STREET_M * row], 2)
    return places + random.uniform(-30, 30, places.shape)


def stops(path: Path, count: int, side: int, id_name: str) -> None:
    """Writes points at some of the crossings of `streets`."""
    import numpy as np
    import pyogrio.raw
    import shapely

    random = np.random.default_rng([SEED, *path.stem.encode()])
    chosen = random.choice(side * side, count, replace=False)
    places = crossings(side).reshape(-1, 2)[chosen]
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapely.points(places)), [np.arange(count)], [id_name],
        crs=CRS, geometry_type="Point", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def spots(path: Path, count: int, side_m: float) -> None:
    """Writes points at corners of cells, which QGIS needs to put its grid where it says, with an amount."""
    import numpy as np
    import pyogrio.raw
    import shapely

    random = np.random.default_rng([SEED, *path.stem.encode()])
    places = np.round(random.uniform(0, side_m, (count, 2)) / CELL_M) * CELL_M + (WEST, SOUTH)
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapely.points(places)), [random.integers(0, 1_000, count)], ["amount"],
        crs=CRS, geometry_type="Point", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def outlets(path: Path, accumulation: Path) -> None:
    """Writes up to 50 points at the centres of cells into which at least a thousandth of all cells drains."""
    import numpy as np
    import pyogrio.raw
    import shapely
    from osgeo import gdal

    upstream = gdal.Open(str(accumulation)).ReadAsArray()
    wet = np.flatnonzero(upstream >= upstream.size / 1000)
    chosen = np.random.default_rng(SEED).choice(wet, min(50, len(wet)), replace=False)
    row, column = np.divmod(chosen, upstream.shape[1])
    x, y = WEST + CELL_M * (column + 0.5), SOUTH + CELL_M * (len(upstream) - row - 0.5)
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapely.points(x, y)), [np.arange(len(row))], ["outlet_id"],
        crs=CRS, geometry_type="Point", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def patches(path: Path, count: int, width: int) -> None:
    """Writes squares of three by three cells in regular places, with the ground at their centre, for training."""
    import numpy as np
    import pyogrio.raw
    import shapely

    side = math.isqrt(count)
    row, column = 2 + width // side * np.stack(np.divmod(np.arange(side * side), side))
    x, y = WEST + CELL_M * (column - 1), SOUTH + CELL_M * (width - row - 2)
    boxes = shapely.box(x, y, x + 3 * CELL_M, y + 3 * CELL_M)
    pyogrio.raw.write(
        str(path), shapely.to_wkb(boxes), [_ground(width)[row, column]], ["ground"],
        crs=CRS, geometry_type="Polygon", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def _ground(width: int) -> Any:
    """Gives patches of 1 to 4, (rows, columns)."""
    import numpy as np
    from scipy import ndimage

    smooth = ndimage.gaussian_filter(np.random.default_rng(SEED).normal(0, 1, (width, width)), 6, mode="wrap")
    return 1 + np.digitize(smooth, np.quantile(smooth, (0.25, 0.5, 0.75)))


def _hills(width: int, length: float = 60) -> Any:
    import numpy as np

    along = np.arange(width) / length
    return 40 * np.sin(along)[None, :] * np.cos(along * 0.7)[:, None]


def _write(path: Path, cells: Any, nodata: float = NODATA, place: tuple[str, float, float] = DUTCH) -> None:
    """Writes one band (rows, columns), or several (bands, rows, columns), north up."""
    import numpy as np
    from osgeo import gdal, gdal_array, osr

    bands = np.atleast_3d(cells) if cells.ndim == 3 else cells[None]
    count, height, width = bands.shape
    kind = gdal_array.NumericTypeCodeToGDALTypeCode(cells.dtype)
    dataset: Any = gdal.GetDriverByName("GTiff").Create(str(path), width, height, count, kind)
    crs, west, south = place
    dataset.SetGeoTransform((west, CELL_M, 0, south + height * CELL_M, 0, -CELL_M))
    srs = osr.SpatialReference()
    srs.SetFromUserInput(crs)
    dataset.SetSpatialRef(srs)
    for number, values in enumerate(bands, 1):
        band = dataset.GetRasterBand(number)
        band.SetNoDataValue(nodata)
        band.WriteArray(values)
    dataset.FlushCache()
