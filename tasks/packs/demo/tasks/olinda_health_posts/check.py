# SPDX-License-Identifier: GPL-2.0-or-later
"""Walks from every tract to every post over the edges of the tracts' rings (pyproj, NumPy, heapq).

Source: the prompt alone. No library cuts or unites lines or finds ways; corners within 1 mm of each other are one
place, and an edge is cut at every corner within 1 mm of it.
"""

import argparse
import csv
import heapq
from collections import defaultdict
from pathlib import Path

import geopandas
import numpy
import shapely

UTM_25S = "EPSG:31985"
POSTS = {"A": (296300, 9113600), "B": (294300, 9114900), "C": (291600, 9116900), "D": (295700, 9117900)}
LIMIT = 2000
NEAR = 0.001


def places_on(start: numpy.ndarray, end: numpy.ndarray, points: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """How far along edges points have their nearest place, as a share of the edge, and their distances to it."""
    edge = end - start
    share = ((points - start) * edge).sum(axis=-1) / (edge**2).sum(axis=-1)
    share = share.clip(0, 1)
    return share, numpy.linalg.norm(points - start - share[..., None] * edge, axis=-1)


def merged(corners: numpy.ndarray) -> numpy.ndarray:
    """For each corner the first one within NEAR of it."""
    tree = shapely.STRtree(shapely.points(corners))
    corner, other = tree.query(shapely.points(corners), predicate="dwithin", distance=NEAR)
    first = numpy.arange(len(corners))
    numpy.minimum.at(first, corner, other)
    return first


def street_graph(outlines: numpy.ndarray, walkers: numpy.ndarray) -> dict[object, dict[object, float]]:
    """Metres between neighbouring places, walkers at the nearest place of a street among them."""
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(outlines)]
    corners = numpy.concatenate(rings)
    last = numpy.cumsum([len(ring) for ring in rings]) - 1
    head = numpy.setdiff1d(numpy.arange(len(corners)), last)
    place = merged(corners)
    head = head[place[head] != place[head + 1]]
    starts, ends = corners[head], corners[head + 1]
    lengths = numpy.linalg.norm(ends - starts, axis=1)

    cuts: dict[int, list[tuple[float, object]]] = {edge: [] for edge in range(len(head))}
    for number, walker in enumerate(walkers):
        share, distance = places_on(starts, ends, walker)
        edge = int(distance.argmin())
        cuts[edge].append((float(share[edge]), ("walker", number)))
    junctions = numpy.unique(place)
    streets: dict[object, dict[object, float]] = defaultdict(dict)
    for edge in range(len(head)):
        share, distance = places_on(starts[edge], ends[edge], corners[junctions])
        meeting = numpy.flatnonzero(distance <= NEAR)
        stops = cuts[edge] + [(float(share[j]), int(junctions[j])) for j in meeting]
        stops.sort(key=lambda stop: stop[0])
        for (here, a), (there, b) in zip(stops, stops[1:], strict=False):
            metres = (there - here) * float(lengths[edge])
            streets[a][b] = streets[b][a] = min(metres, streets[a].get(b, numpy.inf))
    return streets


def shortest_ways(streets: dict[object, dict[object, float]], start: object) -> dict[object, float]:
    """Metres from a place to every place that can be reached from it."""
    reached: dict[object, float] = {}
    waiting = [(0.0, 0, start)]
    pushed = 0
    while waiting:
        metres, _, here = heapq.heappop(waiting)
        if here in reached:
            continue
        reached[here] = metres
        for there, length in streets[here].items():
            pushed += 1
            heapq.heappush(waiting, (metres + length, pushed, there))
    return reached


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    tracts = geopandas.read_file(arguments.inputs / "tracts.shp", encoding="ISO-8859-1").to_crs(UTM_25S)
    walkers = numpy.concatenate([shapely.get_coordinates(tracts.centroid.to_numpy()), list(POSTS.values())])
    streets = street_graph(tracts.geometry.to_numpy(), walkers)
    metres = numpy.full((len(tracts), len(POSTS)), numpy.inf)
    for post in range(len(POSTS)):
        reached = shortest_ways(streets, ("walker", len(tracts) + post))
        metres[:, post] = [reached.get(("walker", tract), numpy.inf) for tract in range(len(tracts))]
    walk, chosen = metres.min(axis=1), metres.argmin(axis=1)
    served = walk <= LIMIT

    names = list(POSTS)
    people = tracts["V014"].to_numpy()
    with (arguments.out / "tract_walks.csv").open("w", newline="", encoding="utf-8") as file:
        rows = [
            [code, residents, names[post] if near else None, length if near else None]
            for code, residents, post, length, near in zip(
                tracts["CD_GEOCODI"], people, chosen, walk, served, strict=True
            )
        ]
        csv.writer(file).writerows([["CD_GEOCODI", "V014", "post", "walk"], *rows])

    groups = [served & (chosen == post) for post in range(len(names))]
    columns = {
        "post": names,
        "tracts": [int(group.sum()) for group in groups],
        "people": [int(people[group].sum()) for group in groups],
        "mean_walk": [float(numpy.average(walk[group], weights=people[group])) for group in groups],
    }
    points = shapely.points(list(POSTS.values()))
    geopandas.GeoDataFrame(columns, geometry=points, crs=UTM_25S).to_file(arguments.out / "posts.gpkg", layer="posts")


if __name__ == "__main__":
    main()
