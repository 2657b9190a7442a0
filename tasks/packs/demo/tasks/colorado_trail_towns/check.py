# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts near places by distances between shapes (GeoPandas, shapely), without any buffer.

Source: the prompt alone. No place is nearer to either limit than the arcs of a buffer can be wrong.
"""

import argparse
from pathlib import Path

import geopandas

UTM_13N = "EPSG:32613"
MILE = 1609.344
REACH, MARGIN = 15 * MILE, 2 * MILE


def read(folder: Path, name: str) -> geopandas.GeoDataFrame:
    return geopandas.read_file(folder / f"{name}.geojson").to_crs(UTM_13N)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    counties, places, trail = (read(arguments.inputs, name) for name in ("counties", "places", "trail"))
    near = places[places.distance(trail.union_all()) <= REACH]
    counties["near_count"] = [int((near.distance(outline) <= MARGIN).sum()) for outline in counties.geometry]
    columns = ["geoid", "name", "near_count", "geometry"]
    counties[columns].to_file(arguments.out / "trail_towns.gpkg", layer="trail_towns")


if __name__ == "__main__":
    main()
