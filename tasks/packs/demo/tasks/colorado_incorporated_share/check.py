# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds the county of every place by GeoPandas and counts the kinds by pandas.

Source: the prompt alone. No place is nearer than 200 m to an outline, far more than NAD83 and WGS 84 can differ by.
"""

import argparse
from pathlib import Path

import geopandas
import pandas

KINDS = {"city": "cities", "town": "towns", "CDP": "cdps"}
WGS84 = "EPSG:4326"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    counties = geopandas.read_file(arguments.inputs / "counties.geojson").to_crs(WGS84)
    places = geopandas.read_file(arguments.inputs / "places.geojson").to_crs(WGS84)
    found = geopandas.sjoin(places, counties[["geoid", "geometry"]], predicate="intersects")
    columns = list(KINDS.values())
    kind = found["name"].str.rsplit(" ", n=1).str[-1].map(KINDS)
    counts = pandas.crosstab(found["geoid_right"], kind).reindex(counties["geoid"], columns=columns, fill_value=0)
    for column in columns:
        counties[column] = counts[column].to_numpy()
    counties["share"] = 100 * (counties["cities"] + counties["towns"]) / counties[columns].sum(axis=1)
    rows = counties[["geoid", "name", *columns, "share", "geometry"]]
    rows.to_file(arguments.out / "incorporated_share.gpkg", layer="incorporated_share")


if __name__ == "__main__":
    main()
