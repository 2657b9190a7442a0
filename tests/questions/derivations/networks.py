# SPDX-License-Identifier: GPL-2.0-or-later
"""Distances and reach along lines: NetworkX on the coordinates of their ends, Shapely along one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx
import numpy as np
import scipy.spatial
import shapely
from answers import Files, Rows
from source_files import layer

US_FOOT = 1200 / 3937
HUBS = ("Times Sq - 42nd St", "Atlantic Av - Barclay's Center", "Jamaica Ctr - Parsons / Archer")


class Network:
    """Lines that are joined where ends lie within a distance of one another, chains of such ends too."""

    def __init__(self, lines: Iterable[Any], join: float = 0.0) -> None:
        self.lines = np.array(list(lines))
        ends = np.array([shapely.get_coordinates(line)[[0, -1]] for line in self.lines]).reshape(-1, 2)
        near = networkx.Graph()
        near.add_nodes_from(range(len(ends)))
        near.add_edges_from(scipy.spatial.KDTree(ends).query_pairs(join))
        node_of = {end: node for node, group in enumerate(networkx.connected_components(near)) for end in group}
        self.ends = [(node_of[2 * row], node_of[2 * row + 1]) for row in range(len(self.lines))]
        self.graph = networkx.MultiGraph()
        for row, (start, end) in enumerate(self.ends):
            self.graph.add_edge(start, end, key=row, length=self.lines[row].length)

    def with_places(self, places: dict[str, Any], farthest: float) -> networkx.MultiGraph:
        """Returns the graph with each place as a node on its nearest line; those too far from any are left out."""
        graph = self.graph.copy()
        on_line: dict[int, list[tuple[float, str]]] = {}
        for name, place in places.items():
            distances = shapely.distance(self.lines, place)
            row = int(np.argmin(distances))
            if distances[row] <= farthest:
                on_line.setdefault(row, []).append((self.lines[row].project(place), name))
        for row, stations in on_line.items():
            start, end = self.ends[row]
            graph.remove_edge(start, end, key=row)
            way = [(0.0, start), *sorted(stations), (self.lines[row].length, end)]
            for (from_length, first), (to_length, second) in zip(way, way[1:], strict=False):
                graph.add_edge(first, second, length=to_length - from_length)
        return graph


def q008(files: Files) -> Rows:
    """The nearest route of each structure and the place on it, by Shapely."""
    routes = layer(files["routes"], to="EPSG:26913")
    structures = layer(files["structures"], to="EPSG:26913")
    answer: Rows = {}
    for row, place in enumerate(structures.shapes):
        distances = shapely.distance(routes.shapes, place)
        values: dict[str, float | None] = dict.fromkeys(("measure", "to_end", "distance"))
        if place is not None and distances.min() <= 500:
            route = routes.shapes[np.argmin(distances)]
            measure = route.project(place) / 1000
            values = {"measure": measure, "to_end": route.length / 1000 - measure, "distance": distances.min()}
        answer[str(row),] = values
    return answer


def q082(files: Files) -> Rows:
    """The part of each line that is near enough to either of its ends, added up."""
    network = Network(_waters(files, "channel", "culvert", "weir"))
    pumps = _pumps(files)
    answer: Rows = {}
    for pump, place in pumps.items():
        graph = network.with_places({pump: place}, farthest=1.0)
        costs = networkx.single_source_dijkstra_path_length(graph, pump, weight="length") if pump in graph else {}
        for limit in (1000, 3000):
            parts = (
                min(length, sum(max(0.0, limit - costs.get(end, np.inf)) for end in (start, stop)))
                for start, stop, length in graph.edges(data="length")
            )
            answer[pump, f"{limit / 1000:.1f}"] = {"length": sum(parts) / 1000 if costs else None}
    return answer


def q084(files: Files) -> Rows:
    """Dijkstra from each pump over channels, culverts and the lower weirs."""
    weirs = layer(files["water"], "weir")
    low = weirs.shapes[weirs.columns["crest_level"] <= -1.75]
    network = Network([*_waters(files, "channel", "culvert"), *low])
    junctions = layer(files["water"], "connection_node", fids="junction")
    tenth = junctions.columns["junction"] % 10 == 0
    ends = dict(zip(junctions.columns["junction"][tenth].astype(str), junctions.shapes[tenth], strict=True))
    starts = {f"pump {pump}": place for pump, place in _pumps(files).items()}
    graph = network.with_places({**starts, **ends}, farthest=1.0)
    answer: Rows = {}
    for start in starts:
        metres = networkx.single_source_dijkstra_path_length(graph, start, weight="length") if start in graph else {}
        for end in ends:
            answer[start.removeprefix("pump "), end] = {"cost": metres[end] / 1000 if end in metres else None}
    return answer


def q089(files: Files) -> Rows:
    """Components of the graph, the one with the most lines first, of equal ones that of the first line."""
    network = Network(_waters(files, "channel", "culvert"), join=0.5)
    lines_of: dict[int, list[int]] = {}
    for component, nodes in enumerate(networkx.connected_components(network.graph)):
        lines_of[component] = [row for row, (start, _) in enumerate(network.ends) if start in nodes]
    ranked = sorted(lines_of.values(), key=lambda rows: (-len(rows), rows[0]))
    return {
        (str(number),): {"count": len(rows), "length_sum": shapely.length(network.lines[rows]).sum() / 1000}
        for number, rows in enumerate(ranked, start=1)
    }


def q092(files: Files) -> tuple[Rows, Rows]:
    """Dijkstra from all hubs at once, over lines whose ends are joined up to 100 feet."""
    stations = layer(files["stations"], to="EPSG:2263")
    network = Network(layer(files["tracks"], to="EPSG:2263").shapes, join=100.0)
    names = dict(zip(stations.columns["objectid"], stations.columns["name"], strict=True))
    graph = network.with_places(dict(zip(names, stations.shapes, strict=True)), farthest=100.0)
    hubs = {station for station, name in names.items() if name in HUBS}
    feet = networkx.multi_source_dijkstra_path_length(graph, hubs, weight="length")
    minutes = {station: feet[station] * US_FOOT / 28000 * 60 for station in names if station in feet}
    rides: Rows = {(station,): {"cost": minutes.get(station)} for station in names}
    counts: Rows = {}
    for station in names:
        row = (str(10 * int(minutes[station] // 10)) if station in minutes else "",)
        counts[row] = {"count": counts.get(row, {"count": 0})["count"] + 1}  # type: ignore[operator]
    return rides, counts


def _waters(files: Files, *sublayers: str) -> list[Any]:
    return [shape for name in sublayers for shape in layer(files["water"], name).shapes]


def _pumps(files: Files) -> dict[str, Any]:
    pumps = layer(files["water"], "pump")
    return dict(zip(pumps.columns["code"], pumps.shapes, strict=True))
