# SPDX-License-Identifier: GPL-2.0-or-later
"""Follows every line of sight alone, from one row or column of centres to the next (NumPy, shapely).

Source: the prompt alone. GDAL only reads and writes rasters.
"""

import argparse
import math
from pathlib import Path

import geopandas
import numpy
import shapely
from osgeo import gdal

UTM_25S = "EPSG:31985"
NODATA = 255
LOOKOUT = 296020, 9113875
EYE, BUILDING = 2, 9
REACH, NEAR, MIDDLE = 5000, 1000, 3000
EARTH_RADIUS, REFRACTION = 6_371_009, 0.13


def crossings(rows: int, columns: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Where the line from (0, 0) to (rows, columns) crosses rows and columns of centres, its ends left out."""
    shares = {step / abs(count) for count in (rows, columns) for step in range(1, abs(count))}
    along = numpy.array(sorted(shares))
    return along * rows, along * columns


def heights_at(heights: numpy.ndarray, rows: numpy.ndarray, columns: numpy.ndarray) -> numpy.ndarray:
    """Heights on the straight between the two centres beside each place, of which one index is whole."""
    rows, columns = (numpy.where(abs(x - x.round()) < 1e-9, x.round(), x) for x in (rows, columns))
    low = numpy.floor(rows).astype(int), numpy.floor(columns).astype(int)
    high = numpy.ceil(rows).astype(int), numpy.ceil(columns).astype(int)
    share = (rows - low[0]) + (columns - low[1])
    return (1 - share) * heights[low] + share * heights[high]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    gdal.UseExceptions()
    elevation = gdal.Open(str(arguments.inputs / "elevation.tif"))
    heights = elevation.ReadAsArray().astype("float64")
    left, cell, _, top, _, _ = elevation.GetGeoTransform()
    row, column = int((top - LOOKOUT[1]) // cell), int((LOOKOUT[0] - left) // cell)
    down, right = numpy.indices(heights.shape)
    far = numpy.hypot(down - row, right - column) * cell
    apparent = heights - far**2 * (1 - REFRACTION) / (2 * EARTH_RADIUS)
    eye = heights[row, column] + EYE

    municipality = geopandas.read_file(arguments.inputs / "tracts.shp").to_crs(UTM_25S).union_all()
    inside = shapely.contains_xy(municipality, left + (right + 0.5) * cell, top - (down + 0.5) * cell)
    view = numpy.full(heights.shape, NODATA, dtype="uint8")
    for y, x in numpy.argwhere(inside & (far <= REACH) & (heights > 0)):
        rows, columns = crossings(y - row, x - column)
        steps = numpy.hypot(rows, columns) * cell
        ground = (heights_at(apparent, row + rows, column + columns) - eye) / steps
        target = (apparent[y, x] + BUILDING - eye) / far[y, x] if far[y, x] else math.inf
        zone = 1 if far[y, x] <= NEAR else 2 if far[y, x] <= MIDDLE else 3
        view[y, x] = zone if (ground <= target).all() else 0

    path = str(arguments.out / "view.tif")
    result = gdal.GetDriverByName("GTiff").Create(path, elevation.RasterXSize, elevation.RasterYSize, 1, gdal.GDT_Byte)
    result.SetGeoTransform(elevation.GetGeoTransform())
    result.SetProjection(elevation.GetProjection())
    result.GetRasterBand(1).SetNoDataValue(NODATA)
    result.GetRasterBand(1).WriteArray(view)
    result.FlushCache()


if __name__ == "__main__":
    main()
