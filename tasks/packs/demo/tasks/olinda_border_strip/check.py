# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws the strip as one capsule for each piece of the border and sums residents by hand (pyproj, shapely, NumPy).

Source: the prompt alone. Capsules are drawn by their corners, no buffer is called; tracts are united on a grid of 1 mm,
where no gap between them is left.
"""

import argparse
import csv
from collections import defaultdict
from pathlib import Path

import geopandas
import numpy
import shapely

UTM_25S = "EPSG:31985"
STRIP = 250
HALF_CIRCLE = numpy.linspace(-numpy.pi / 2, numpy.pi / 2, 65)


def capsule(start: numpy.ndarray, end: numpy.ndarray) -> shapely.Polygon:
    """All ground within the strip's width of a straight piece, its ends drawn with 64 segments each."""
    bearing = numpy.arctan2(end[1] - start[1], end[0] - start[0])
    front, back = bearing + HALF_CIRCLE, bearing + numpy.pi + HALF_CIRCLE
    corners = [
        place + STRIP * numpy.column_stack([numpy.cos(angles), numpy.sin(angles)])
        for place, angles in ((end, front), (start, back))
    ]
    return shapely.Polygon(numpy.concatenate(corners))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    tracts = geopandas.read_file(arguments.inputs / "tracts.shp", encoding="ISO-8859-1").to_crs(UTM_25S)
    municipality = shapely.union_all(tracts.geometry.to_numpy(), grid_size=0.001)
    border = shapely.get_coordinates(municipality.exterior)
    strip = shapely.union_all([capsule(*ends) for ends in zip(border, border[1:], strict=False)])

    tracts["border_share"] = tracts.intersection(strip).area / tracts.area
    tracts["border_people"] = tracts["V014"] * tracts["border_share"]
    columns = ["CD_GEOCODI", "V014", "border_share", "border_people", "geometry"]
    tracts[columns].to_file(arguments.out / "tracts.gpkg", layer="tracts")

    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    for name, people, near in zip(tracts["NM_BAIR"].fillna(""), tracts["V014"], tracts["border_people"], strict=True):
        sums[name][0] += people
        sums[name][1] += near
    with (arguments.out / "neighbourhoods.csv").open("w", newline="", encoding="utf-8") as file:
        rows = [[name, *values] for name, values in sums.items()]
        csv.writer(file).writerows([["NM_BAIR", "V014_sum", "border_people_sum"], *rows])


if __name__ == "__main__":
    main()
