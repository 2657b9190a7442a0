# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes cells by their nearest mean with NumPy, groups them by SciPy and draws the woods cell by cell with Shapely.

Source: the prompt alone. GDAL only reads the image.
"""

import argparse
from pathlib import Path

import geopandas
import numpy
import shapely
from osgeo import gdal
from scipy import ndimage

UTM_25S = "EPSG:31985"
PLOTS = {
    "water": ((297895, 9112555), (298325, 9116485)),
    "built": ((297525, 9116855), (293880, 9114835), (291970, 9112010)),
    "woods": ((289775, 9119565), (289320, 9115490)),
    "meadow": ((297155, 9120220), (294335, 9112925)),
    "bare": ((294020, 9118395), (295845, 9117710)),
}
HALF_SIDE = 85
LEAST_HECTARES = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    gdal.UseExceptions()
    image = gdal.Open(str(arguments.inputs / "image.tif"))
    compared = image.ReadAsArray().astype("float64")[1:5]
    _, red, near, _ = compared
    left, width, _, top, _, height = image.GetGeoTransform()
    x = left + width * (numpy.arange(image.RasterXSize) + 0.5)
    y = (top + height * (numpy.arange(image.RasterYSize) + 0.5))[:, None]

    distances = {}
    for name, centres in PLOTS.items():
        inside = [(abs(x - east) < HALF_SIDE) & (abs(y - north) < HALF_SIDE) for east, north in centres]
        mean = compared[:, numpy.any(inside, axis=0)].mean(axis=1)
        distances[name] = ((compared - mean[:, None, None]) ** 2).sum(axis=0)
    woods = distances.pop("woods") < numpy.min(list(distances.values()), axis=0)

    numbers, _ = ndimage.label(woods)
    ndvi = (near - red) / (near + red)
    rows = []
    for number in range(1, numbers.max() + 1):
        down, right = numpy.nonzero(numbers == number)
        hectares = len(down) * abs(width * height) / 10_000
        if hectares < LEAST_HECTARES:
            continue
        cells = shapely.box(
            left + width * right, top + height * (down + 1), left + width * (right + 1), top + height * down
        )
        rows.append((hectares, ndvi[down, right].mean(), shapely.union_all(shapely.set_precision(cells, 1e-6))))
    area_ha, mean_ndvi, shapes = zip(*rows, strict=True)
    patches = geopandas.GeoDataFrame({"area_ha": area_ha, "ndvi": mean_ndvi}, geometry=list(shapes), crs=UTM_25S)
    patches.to_file(arguments.out / "woods.gpkg", layer="woods")


if __name__ == "__main__":
    main()
