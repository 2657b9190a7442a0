# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws circles by their corners, unites those of one radius and takes the smaller from the larger (shapely).

Source: the prompt alone.
"""

import argparse
import math
from pathlib import Path

import geopandas
import shapely

LONG_ISLAND_FEET = "EPSG:2263"
SURVEY_FOOT = 1200 / 3937
LIMITS_METRES = (200, 350, 500)
SEGMENTS = 32


def circle(centre: shapely.Point, metres: float) -> shapely.Polygon:
    radius = metres / SURVEY_FOOT
    angles = [2 * math.pi * step / SEGMENTS for step in range(SEGMENTS)]
    return shapely.Polygon([(centre.x + radius * math.cos(a), centre.y + radius * math.sin(a)) for a in angles])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    land = geopandas.read_file(arguments.inputs / "boroughs.shp").to_crs(LONG_ISLAND_FEET).union_all()
    stops = geopandas.read_file(arguments.inputs / "zip_points.geojson").to_crs(LONG_ISLAND_FEET)
    nearer = shapely.Polygon()
    rows = []
    for limit in LIMITS_METRES:
        within = shapely.union_all([circle(stop, limit) for stop in stops.geometry]).intersection(land)
        band = within.difference(nearer)
        rows.append({"distance": float(limit), "area": band.area * SURVEY_FOOT**2 / 10_000, "geometry": band})
        nearer = within
    bands = geopandas.GeoDataFrame(rows, geometry="geometry", crs=LONG_ISLAND_FEET)
    bands.to_file(arguments.out / "distance_bands.gpkg", layer="distance_bands")


if __name__ == "__main__":
    main()
