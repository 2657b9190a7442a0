# SPDX-License-Identifier: GPL-2.0-or-later
"""Computes the built-up index in 64-bit floats with NumPy; GDAL only reads and writes.

Source: the prompt alone.
"""

import argparse
from pathlib import Path

import numpy
from osgeo import gdal

NODATA = -9999
SATURATED = 255


def normalized_difference(a: numpy.ndarray, b: numpy.ndarray) -> numpy.ndarray:
    return (a - b) / (a + b)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    gdal.UseExceptions()
    image = gdal.Open(str(arguments.inputs / "image.tif"))
    green, red, near, shortwave = image.ReadAsArray().astype("float64")[1:5]
    index = normalized_difference(shortwave, near) - normalized_difference(near, red)
    water = green > shortwave
    saturated = (numpy.stack([green, red, near, shortwave]) == SATURATED).any(axis=0)
    index[water | saturated] = NODATA

    path = str(arguments.out / "built_up.tif")
    result = gdal.GetDriverByName("GTiff").Create(path, image.RasterXSize, image.RasterYSize, 1, gdal.GDT_Float32)
    result.SetGeoTransform(image.GetGeoTransform())
    result.SetProjection(image.GetProjection())
    result.GetRasterBand(1).SetNoDataValue(NODATA)
    result.GetRasterBand(1).WriteArray(index)
    result.FlushCache()


if __name__ == "__main__":
    main()
