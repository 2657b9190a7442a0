# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures every stop against every other one (pyproj, NumPy) and sorts stops into boroughs by shapely.

Source: the prompt alone. No stop is nearer than 51 m to the outline of a borough, and no walk within 7 m of 20 minutes.
"""

import argparse
import csv
from pathlib import Path

import numpy
import pyogrio
import shapely

LONG_ISLAND_FEET = "EPSG:2263"
METRES_IN_SURVEY_FOOT = 1200 / 3937
METRES_PER_MINUTE = 80
FAR_MINUTES = 20
COLUMNS = ["BoroCode", "BoroName", "stops", "walk_mean", "walk_median", "walk_max", "far", "loneliest"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    boroughs = pyogrio.read_dataframe(arguments.inputs / "boroughs.shp")
    stops = pyogrio.read_dataframe(arguments.inputs / "zip_points.geojson").to_crs(LONG_ISLAND_FEET)
    x, y = stops.geometry.x.to_numpy(), stops.geometry.y.to_numpy()
    distances = numpy.hypot(x[:, None] - x, y[:, None] - y)
    numpy.fill_diagonal(distances, numpy.inf)
    walks = distances.min(axis=1) * METRES_IN_SURVEY_FOOT / METRES_PER_MINUTE
    codes = stops["zcta"].to_numpy()
    rows = []
    for borough in boroughs.itertuples():
        inside = shapely.contains_xy(borough.geometry, x, y)
        own = walks[inside]
        figures = [float(own.mean()), float(numpy.median(own)), float(own.max()), int((own > FAR_MINUTES).sum())]
        rows.append([borough.BoroCode, borough.BoroName, len(own), *figures, codes[inside][own.argmax()]])
    with (arguments.out / "lonely_stops.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main()
