# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures common borders of tracts (GeoPandas, shapely) and computes Gi* with a matrix of neighbours (NumPy).

Source: the prompt alone; the formula is that of Ord and Getis 1995. The shortest common border is 7.5 m long; near a
tract that it meets in a corner alone a border runs for less than 0.3 m.
"""

import argparse
import csv
from pathlib import Path

import geopandas
import numpy
import shapely

UTM_25S = "EPSG:31985"
Z_LIMIT = 1.96
HAIR = 0.01
STRETCH = 1


def neighbour_matrix(outlines: numpy.ndarray) -> numpy.ndarray:
    """1 where the border of a tract runs for more than a metre within a centimetre of another, 0 elsewhere."""
    first, second = shapely.STRtree(outlines).query(outlines, predicate="dwithin", distance=HAIR)
    first, second = first[first < second], second[first < second]
    common = shapely.intersection(shapely.boundary(outlines[first]), shapely.buffer(outlines[second], HAIR))
    matrix = numpy.zeros((len(outlines), len(outlines)))
    matrix[first, second] = shapely.length(common) > STRETCH
    return matrix + matrix.T


def gi_star(values: numpy.ndarray, neighbours: numpy.ndarray) -> numpy.ndarray:
    """z-scores of the sums over each place and its neighbours, all weights 1."""
    weights = neighbours + numpy.eye(len(values))
    heads = weights.sum(axis=1)
    spread = values.std() * numpy.sqrt((len(values) * heads - heads**2) / (len(values) - 1))
    return (weights @ values - values.mean() * heads) / spread


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    tracts = geopandas.read_file(arguments.inputs / "tracts.shp", encoding="ISO-8859-1").to_crs(UTM_25S)
    matrix = neighbour_matrix(tracts.geometry.to_numpy())
    tracts["density"] = tracts["V014"] / (tracts.area / 10_000)
    tracts["neighbours"] = matrix.sum(axis=1).astype(int)
    tracts["z"] = gi_star(tracts["density"].to_numpy(), matrix)
    high, low = tracts["z"] >= Z_LIMIT, tracts["z"] <= -Z_LIMIT
    tracts["pattern"] = numpy.where(high, "crowded", numpy.where(low, "sparse", "neither"))
    columns = ["CD_GEOCODI", "density", "neighbours", "z", "pattern", "geometry"]
    tracts[columns].to_file(arguments.out / "tracts.gpkg", layer="tracts")

    with (arguments.out / "neighbourhoods.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["NM_BAIR", "tracts", "crowded_tracts", "crowded_people"])
        for name, rows in tracts.groupby(tracts["NM_BAIR"].fillna("")):
            crowded = rows[rows["pattern"] == "crowded"]
            writer.writerow([name, len(rows), len(crowded), crowded["V014"].sum()])


if __name__ == "__main__":
    main()
