# SPDX-License-Identifier: GPL-2.0-or-later
"""Walks along the route leg by leg and reads heights and slopes off the grid by hand (NumPy, GeoPandas).

Source: the prompt alone. GDAL only reads the elevation model.
"""

import argparse
from pathlib import Path

import geopandas
import numpy
from osgeo import gdal

UTM_25S = "EPSG:31985"
TURNS = ((296140, 9113410), (296020, 9114690), (294570, 9115540), (293000, 9115460), (291150, 9116430))
INTERVAL = 40


def posts(turns: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Distance from the start, easting and northing of each post."""
    at_turn = numpy.concatenate([[0], numpy.hypot(*numpy.diff(turns, axis=0).T).cumsum()])
    distance = numpy.append(numpy.arange(0, at_turn[-1], INTERVAL), at_turn[-1])
    return distance, numpy.interp(distance, at_turn, turns[:, 0]), numpy.interp(distance, at_turn, turns[:, 1])


def horn_percent(heights: numpy.ndarray, row: int, column: int, cell: float) -> float:
    window = heights[row - 1 : row + 2, column - 1 : column + 2]
    weights = numpy.array([1, 2, 1])
    east = ((window[:, 2] - window[:, 0]) * weights).sum()
    north = ((window[0] - window[2]) * weights).sum()
    return 100 * float(numpy.hypot(east, north)) / (8 * cell)


def bilinear(heights: numpy.ndarray, row: float, column: float) -> float:
    """Height at a place counted in cells from the centre of the first one."""
    top, left = int(row), int(column)
    down, right = row - top, column - left
    upper, lower = heights[top : top + 2, left : left + 2] @ [1 - right, right]
    return float((1 - down) * upper + down * lower)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    gdal.UseExceptions()
    elevation = gdal.Open(str(arguments.inputs / "elevation.tif"))
    heights = elevation.ReadAsArray().astype("float64")
    left, cell, _, top, _, _ = elevation.GetGeoTransform()
    distance, x, y = posts(numpy.array(TURNS, dtype="float64"))
    rows, columns = (top - y) / cell, (x - left) / cell
    profile = geopandas.GeoDataFrame(
        {
            "distance": distance,
            "height": [bilinear(heights, *place) for place in zip(rows - 0.5, columns - 0.5, strict=True)],
            "slope": [horn_percent(heights, int(r), int(c), cell) for r, c in zip(rows, columns, strict=True)],
        },
        geometry=geopandas.points_from_xy(x, y),
        crs=UTM_25S,
    )
    tracts = geopandas.read_file(arguments.inputs / "tracts.shp").to_crs(UTM_25S)
    joined = profile.sjoin(tracts[["CD_GEOCODI", "geometry"]], how="left", predicate="within")
    kept = ["distance", "height", "slope", "CD_GEOCODI", "geometry"]
    joined[kept].to_file(arguments.out / "profile.gpkg", layer="profile")


if __name__ == "__main__":
    main()
