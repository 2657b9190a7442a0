# SPDX-License-Identifier: GPL-2.0-or-later
"""Computes Horn's slope with NumPy and the shares of cells in tracts by intersecting shapes (shapely).

Source: the prompt alone. GDAL only reads and writes rasters.
"""

import argparse
from pathlib import Path

import geopandas
import numpy
import shapely
from osgeo import gdal

UTM_25S = "EPSG:31985"
NODATA = -9999
STEEP = 8


def horn_percent(heights: numpy.ndarray, cell: float) -> numpy.ndarray:
    """Slope of cells with eight neighbours; NaN at the rim and beside NaN."""
    padded = numpy.pad(heights, 1, constant_values=numpy.nan)
    rows, columns = heights.shape

    def moved(down: int, right: int) -> numpy.ndarray:
        return padded[1 + down : 1 + down + rows, 1 + right : 1 + right + columns]

    east = moved(-1, 1) + 2 * moved(0, 1) + moved(1, 1)
    west = moved(-1, -1) + 2 * moved(0, -1) + moved(1, -1)
    north = moved(-1, -1) + 2 * moved(-1, 0) + moved(-1, 1)
    south = moved(1, -1) + 2 * moved(1, 0) + moved(1, 1)
    slope = 100 * numpy.hypot((east - west) / (8 * cell), (north - south) / (8 * cell))
    return numpy.where(numpy.isnan(heights), numpy.nan, slope)


def zone_means(outlines: geopandas.GeoSeries, grids: list[numpy.ndarray], transform: tuple) -> list[list[float | None]]:
    """Means over each outline, a cell weighing as its area inside; None where no cell has a value."""
    known = numpy.argwhere(~numpy.isnan(grids[0]))
    left, width, _, top, _, height = transform
    west, north = left + known[:, 1] * width, top + known[:, 0] * height
    cells = shapely.box(west, north + height, west + width, north)
    tree = shapely.STRtree(cells)
    means: list[list[float | None]] = [[] for _ in grids]
    for outline in outlines:
        found = tree.query(outline, predicate="intersects")
        weights = shapely.area(shapely.intersection(cells[found], outline))
        for grid, column in zip(grids, means, strict=True):
            values = grid[known[found, 0], known[found, 1]]
            column.append(float((values * weights).sum() / weights.sum()) if weights.sum() > 0 else None)
    return means


def write_raster(path: Path, like: gdal.Dataset, cells: numpy.ndarray) -> None:
    result = gdal.GetDriverByName("GTiff").Create(str(path), like.RasterXSize, like.RasterYSize, 1, gdal.GDT_Float32)
    result.SetGeoTransform(like.GetGeoTransform())
    result.SetProjection(like.GetProjection())
    result.GetRasterBand(1).SetNoDataValue(NODATA)
    result.GetRasterBand(1).WriteArray(numpy.where(numpy.isnan(cells), NODATA, cells))
    result.FlushCache()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    gdal.UseExceptions()
    elevation = gdal.Open(str(arguments.inputs / "elevation.tif"))
    heights = elevation.ReadAsArray().astype("float64")
    ground = numpy.where(heights > 0, heights, numpy.nan)
    slope = horn_percent(ground, elevation.GetGeoTransform()[1])
    steep = numpy.where(numpy.isnan(slope), numpy.nan, slope >= STEEP)
    write_raster(arguments.out / "slope.tif", elevation, slope)

    tracts = geopandas.read_file(arguments.inputs / "tracts.shp").to_crs(UTM_25S)
    tracts["slope_mean"], tracts["steep_mean"] = zone_means(
        tracts.geometry, [slope, steep], elevation.GetGeoTransform()
    )
    columns = ["CD_GEOCODI", "slope_mean", "steep_mean", "geometry"]
    tracts[columns].to_file(arguments.out / "tracts.gpkg", layer="tracts")


if __name__ == "__main__":
    main()
