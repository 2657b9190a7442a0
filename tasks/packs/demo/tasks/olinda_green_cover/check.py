# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes cells by whole numbers, without a division, and intersects them with the tracts (NumPy, shapely).

Source: the prompt alone. GDAL only reads and writes rasters.
"""

import argparse
from pathlib import Path

import geopandas
import numpy
import shapely
from osgeo import gdal

UTM_25S = "EPSG:31985"
NODATA = 0
BARE, SPARSE, GREEN = 1, 2, 3
SATURATED = 255


def land_cover(image: numpy.ndarray) -> numpy.ndarray:
    """Classes; (near - red) / (near + red) is 0.25 where 3 near is 5 red."""
    green, red, near, shortwave = image.astype("int64")[1:5]
    cover = numpy.where(near < red, BARE, numpy.where(3 * near < 5 * red, SPARSE, GREEN))
    saturated = (numpy.stack([green, red, near, shortwave]) == SATURATED).any(axis=0)
    return numpy.where((green > shortwave) | saturated, NODATA, cover)


def class_areas(outline: shapely.Geometry, cover: numpy.ndarray, transform: tuple[float, ...]) -> list[float]:
    """Square metres of the three classes within an outline."""
    left, width, _, top, _, height = transform
    west, south, east, north = outline.bounds
    rows, columns = cover.shape
    first_row, last_row = max(0, int((north - top) / height)), min(rows, int((south - top) / height) + 1)
    first_column, last_column = max(0, int((west - left) / width)), min(columns, int((east - left) / width) + 1)
    down, right = numpy.mgrid[first_row:last_row, first_column:last_column]
    x, y = left + right * width, top + down * height
    shares = shapely.area(shapely.intersection(shapely.box(x, y + height, x + width, y), outline))
    classes = cover[first_row:last_row, first_column:last_column]
    return [float(shares[classes == number].sum()) for number in (BARE, SPARSE, GREEN)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    gdal.UseExceptions()
    image = gdal.Open(str(arguments.inputs / "image.tif"))
    cover = land_cover(image.ReadAsArray())
    path = str(arguments.out / "land_cover.tif")
    result = gdal.GetDriverByName("GTiff").Create(
        path, image.RasterXSize, image.RasterYSize, 1, gdal.GDT_Byte, ["COMPRESS=DEFLATE"]
    )
    result.SetGeoTransform(image.GetGeoTransform())
    result.SetProjection(image.GetProjection())
    result.GetRasterBand(1).SetNoDataValue(NODATA)
    result.GetRasterBand(1).WriteArray(cover)
    result.FlushCache()

    tracts = geopandas.read_file(arguments.inputs / "tracts.shp").to_crs(UTM_25S)
    areas = numpy.array([class_areas(outline, cover, image.GetGeoTransform()) for outline in tracts.geometry])
    tracts["bare_m2"], tracts["sparse_m2"], tracts["green_m2"] = areas.T
    tracts["green_share"] = tracts["green_m2"] / areas.sum(axis=1)
    tracts["green_per_head"] = tracts["green_m2"] / tracts["V014"]
    columns = ["CD_GEOCODI", "bare_m2", "sparse_m2", "green_m2", "green_share", "green_per_head"]
    tracts[columns].to_csv(arguments.out / "tract_cover.csv", index=False)


if __name__ == "__main__":
    main()
