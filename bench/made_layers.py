# SPDX-License-Identifier: GPL-2.0-or-later
"""Seeded layers and rasters of any size, the same on every machine."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

CRS = "EPSG:28992"
SEED = 20261130


def polygons(path: Path, count: int) -> None:
    """Writes `count` eight-cornered polygons that do not overlap, about 100 m apart, with three attributes."""
    import numpy as np
    import pyogrio.raw
    import shapely

    random = np.random.default_rng(SEED)
    index = np.arange(count)
    shapes = star_shapes(random, count)
    columns = [index, random.normal(size=count), np.array([f"plot {number}" for number in index], dtype=object)]
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapes), columns, ["plot_id", "value", "name"],
        crs=CRS, geometry_type="Polygon", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def star_shapes(
    random: Any,
    count: int,
    corners: int = 8,
    radii: tuple[float, float] = (20, 48),
    shift: tuple[float, float] = (0, 0),
) -> Any:
    """Makes polygons around places 100 m apart, row by row of a square.

    Args:
        radii: The least and most distance of a corner from its place, metres; below 50 no two polygons overlap.
        shift: How far all places lie to the east and north of the usual ones, metres.
    """
    import numpy as np
    import shapely

    side = math.ceil(math.sqrt(count))
    index = np.arange(count)
    x = 100_000 + 100.0 * (index % side) + shift[0]
    y = 400_000 + 100.0 * (index // side) + shift[1]
    radius = random.uniform(*radii, (count, corners))
    angle = np.linspace(0, 2 * np.pi, corners + 1)[:corners]
    rings = np.stack([x[:, None] + radius * np.cos(angle), y[:, None] + radius * np.sin(angle)], axis=2)
    return shapely.polygons(np.concatenate([rings, rings[:, :1]], axis=1))


def plots(
    path: Path, count: int, id_name: str, corners: int = 8, radii: tuple[float, float] = (20, 48), shift_m: float = 0
) -> None:
    """Writes `star_shapes` with an id, the block of up to 100 neighbours they lie in, people and a rate."""
    import numpy as np
    import pyogrio.raw
    import shapely

    random = np.random.default_rng([SEED, *path.stem.encode()])
    shapes = star_shapes(random, count, corners, radii, (shift_m, shift_m / 2))
    index = np.arange(count)
    side = math.ceil(math.sqrt(count))
    block = (index % side) // 10 + 1_000 * (index // side // 10)
    columns = [index, block, random.integers(0, 5_000, count), random.uniform(0, 100, count)]
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapes), columns, [id_name, "block", "people", "rate"],
        crs=CRS, geometry_type="Polygon", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def points(path: Path, count: int, id_name: str, side_m: float) -> None:
    """Writes points scattered over a square of `side_m` with an id and an amount."""
    import numpy as np
    import pyogrio.raw
    import shapely

    random = np.random.default_rng([SEED, *path.stem.encode()])
    places = random.uniform(-50, side_m - 50, (count, 2)) + (100_000, 400_000)
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapely.points(places)), [np.arange(count), random.integers(0, 1_000, count)],
        [id_name, "amount"], crs=CRS, geometry_type="Point", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def masks(path: Path, count: int, side_m: float) -> None:
    """Writes about `count` squares that cover half of a square of `side_m` like a chess board."""
    import numpy as np
    import pyogrio.raw
    import shapely

    across = max(2, round(math.sqrt(2 * count)))
    step = side_m / across
    cells = [(i, j) for i in range(across) for j in range(across) if (i + j) % 2 == 0]
    boxes = [
        shapely.box(100_000 + i * step, 400_000 + j * step, 100_000 + (i + 0.98) * step, 400_000 + (j + 0.98) * step)
        for i, j in cells
    ]
    pyogrio.raw.write(
        str(path), shapely.to_wkb(np.array(boxes)), [np.arange(len(boxes))], ["mask_id"],
        crs=CRS, geometry_type="Polygon", driver="GPKG", layer=path.stem,
    )  # fmt: skip


def elevation(path: Path, width: int) -> None:
    """Writes a square elevation raster of 5 m cells: hills and a little noise."""
    import numpy as np
    from osgeo import gdal, osr

    random = np.random.default_rng(SEED)
    grid = np.arange(width) / 60
    heights = 40 * np.sin(grid)[None, :] * np.cos(grid * 0.7)[:, None] + random.normal(0, 0.3, (width, width))
    dataset: Any = gdal.GetDriverByName("GTiff").Create(str(path), width, width, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((100_000, 5, 0, 400_000, 0, -5))
    srs = osr.SpatialReference()
    srs.ImportFromEPSG(28992)
    dataset.SetSpatialRef(srs)
    band = dataset.GetRasterBand(1)
    band.SetNoDataValue(-9999)
    band.WriteArray(heights.astype(np.float32))
    dataset.FlushCache()


def changed_polygons(source: Path, path: Path, jitter_m: float) -> None:
    """Writes the polygons of `polygons` in another order; jittered ones have one wrong value.

    Args:
        jitter_m: The most that a corner moves in x and in y; 0 leaves all as it is.
    """
    import numpy as np
    import pyogrio.raw
    import shapely

    random = np.random.default_rng(SEED + 1)
    meta, _, shapes, columns = pyogrio.raw.read(str(source))
    order = random.permutation(len(shapes))
    shapes, columns = shapes[order], [column[order] for column in columns]
    if jitter_m:
        shapes = shapely.to_wkb(shapely.transform(shapely.from_wkb(shapes), _moved_corners(random, jitter_m)))
        columns[1][len(order) // 2] += 1.0
    pyogrio.raw.write(
        str(path), shapes, columns, list(meta["fields"]),
        crs=CRS, geometry_type="Polygon", driver="GPKG", layer=source.stem,
    )  # fmt: skip


def _moved_corners(random: Any, jitter_m: float) -> Any:
    """Returns what moves the eight corners of each polygon; the ninth vertex closes the ring."""

    def move(corners: Any) -> Any:
        steps = random.uniform(-jitter_m, jitter_m, corners.shape).reshape(-1, 9, 2)
        steps[:, 8] = steps[:, 0]
        return corners + steps.reshape(-1, 2)

    return move


def draws(path: Path, count: int, order: int) -> None:
    """Writes rows of a kind, a number and a value of which none tells its row; `order` shuffles them."""
    import numpy as np
    import pyogrio.raw

    random = np.random.default_rng(SEED)
    kinds = np.array([f"kind {number}" for number in random.integers(0, 5, count)], dtype=object)
    columns = [kinds, random.integers(0, 20, count), np.round(random.normal(size=count), 3)]
    places = np.random.default_rng(SEED + order).permutation(count)
    pyogrio.raw.write(
        str(path), None, [column[places] for column in columns], ["kind", "number", "value"],
        driver="GPKG", layer=path.stem,
    )  # fmt: skip


def wide_elevation(path: Path, width: int) -> None:
    """Writes a square elevation raster of any size, tile by tile: hills above 0, NoData below."""
    import numpy as np
    from osgeo import gdal, osr

    options = ["TILED=YES", "COMPRESS=DEFLATE", "ZLEVEL=1", "BIGTIFF=IF_SAFER"]
    dataset: Any = gdal.GetDriverByName("GTiff").Create(str(path), width, width, 1, gdal.GDT_Float32, options)
    dataset.SetGeoTransform((100_000, 5, 0, 400_000, 0, -5))
    srs = osr.SpatialReference()
    srs.ImportFromEPSG(28992)
    dataset.SetSpatialRef(srs)
    band = dataset.GetRasterBand(1)
    band.SetNoDataValue(-9999)
    across = np.sin(np.arange(width, dtype=np.float32) / 600)
    for first in range(0, width, 256):
        down = np.cos(np.arange(first, min(first + 256, width), dtype=np.float32) / 900)
        heights = np.round(40 * across[None, :] * down[:, None], 1)
        band.WriteArray(np.where(heights < 0, np.float32(-9999), heights), 0, first)
    dataset.FlushCache()
