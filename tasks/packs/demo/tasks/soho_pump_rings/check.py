# SPDX-License-Identifier: GPL-2.0-or-later
"""Sorts the addresses into rings by their distance to each pump (pyproj, NumPy), without any polygon.

Source: the prompt alone. No distance is nearer to a ring's limit than the arcs of a buffer can be wrong.
"""

import argparse
import csv
from pathlib import Path

import numpy
import pyogrio

UTM_30N = "EPSG:32630"
LIMITS = (0, 60, 120, 180)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    pumps = pyogrio.read_dataframe(arguments.inputs / "pumps.shp", fid_as_index=True).to_crs(UTM_30N)
    addresses = pyogrio.read_dataframe(arguments.inputs / "addresses.shp").to_crs(UTM_30N)
    deaths = addresses["Count"].to_numpy()
    rows = []
    for pump, place in zip(pumps.index, pumps.geometry, strict=True):
        distance = numpy.hypot(addresses.geometry.x - place.x, addresses.geometry.y - place.y).to_numpy()
        for inner, outer in zip(LIMITS, LIMITS[1:], strict=False):
            inside = (distance > inner) & (distance <= outer)
            rows.append([pump, outer, int(inside.sum()), int(deaths[inside].sum())])
    with (arguments.out / "pump_rings.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["pump", "distance", "count", "Count_sum"], *rows])


if __name__ == "__main__":
    main()
