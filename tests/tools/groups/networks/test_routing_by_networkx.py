# SPDX-License-Identifier: GPL-2.0-or-later
"""Costs and routes on tangled networks by a second library, and laws that hold between the tools."""

from __future__ import annotations

from typing import Any

import networkx
import numpy as np
import pytest
from made_networks import graph_of, stops_on, tangled

pytestmark = pytest.mark.qgis
STOPS = 8
WAYS = {"oneway_field": "way", "oneway_values": {"F": "forward", "B": "backward", "T": "both"}}
CALL = {"network": "streets", "max_snap_distance": 0.001, "unit": "m", **WAYS}
COSTS = {
    "price": {"cost": "field", "cost_field": "price"},
    "length": {"cost": "length", "cost_unit": "m"},
    "seconds": {"cost": "travel_time", "cost_unit": "s", "speed_field": "kmh", "speed_unit": "km_h"},
}


def given(harness: Any, seed: int) -> tuple[list[dict[str, Any]], list[tuple[int, float]]]:
    rows = tangled(seed)
    stops, points = stops_on(rows, seed, STOPS)
    harness.give("streets", {"crs": "EPSG:28992", "rows": rows})
    harness.give("stops", {"crs": "EPSG:28992", "rows": points})
    return rows, stops


def costs_by_networkx(graph: networkx.MultiDiGraph) -> dict[tuple[int, int], float | None]:
    found: dict[tuple[int, int], float | None] = {}
    for one in range(STOPS):
        reached = networkx.single_source_dijkstra_path_length(graph, ("stop", one))
        found.update({(one, other): reached.get(("stop", other)) for other in range(STOPS) if other != one})
    return found


@pytest.mark.parametrize("weight", COSTS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_costs_are_those_of_networkx(seed: int, weight: str, harness: Any) -> None:
    rows, stops = given(harness, seed)
    wanted = costs_by_networkx(graph_of(rows, stops, weight))
    ends = {"origins": "stops", "origin_id": "stop", "destinations": "stops", "destination_id": "stop"}
    matrix = harness.done("od_cost_matrix", **CALL, **COSTS[weight], **ends, output="matrix")
    routes = harness.done("shortest_path", **CALL, **COSTS[weight], **ends, output="routes")
    unreached = sum(cost is None for cost in wanted.values())
    assert matrix.observation["counts"]["unreached_pairs"] == unreached
    assert routes.observation["counts"]["unreached_count"] == unreached
    assert 0 < unreached < len(wanted)
    for handle in ("matrix", "routes"):
        found = {(row["origin_id"], row["destination_id"]): row["cost"] for row in harness.rows(handle)}
        assert found.keys() == wanted.keys()
        for pair, cost in wanted.items():
            assert found[pair] == (None if cost is None else pytest.approx(cost, rel=1e-9, abs=1e-9))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_route_runs_on_the_network_and_is_as_long_as_it_costs(seed: int, harness: Any) -> None:
    import shapely

    rows, _ = given(harness, seed)
    call = {**CALL, **COSTS["length"], "origins": "stops", "destinations": "stops"}
    harness.done("shortest_path", **call, output="routes")
    near = shapely.union_all(shapely.from_wkt([row["wkt"] for row in rows])).buffer(1e-3)
    stops = [shapely.from_wkt(row["wkt"]) for row in harness.rows("stops")]
    reached = [row for row in harness.rows("routes") if row["cost"] is not None]
    assert reached
    for row in reached:
        line = shapely.from_wkt(row["wkt"])
        assert line.length == pytest.approx(row["cost"], rel=1e-9)
        assert near.covers(line)
        ends = stops[row["origin_id"] - 1], stops[row["destination_id"] - 1]
        assert line.boundary.distance(shapely.multipoints(ends)) < 1e-6
        assert shapely.Point(line.coords[0]).distance(ends[0]) < 1e-6


@pytest.mark.parametrize("seed", [1, 2])
def test_fewer_origins_or_fewer_destinations_give_the_same(seed: int, harness: Any) -> None:
    """Law: a search from the other side finds the same costs and, where none is equally cheap, the same routes."""
    rows, _ = given(harness, seed)
    points = harness.rows("stops")
    for number, point in enumerate(points):
        harness.give(f"stop_{number}", {"crs": "EPSG:28992", "rows": [point]})
    call = {**CALL, **COSTS["length"], "origin_id": "stop", "destination_id": "stop"}
    harness.done("shortest_path", **call, origins="stops", destinations="stops", output="all")
    whole = {(row["origin_id"], row["destination_id"]): row for row in harness.rows("all")}
    for number in range(3):
        for side in ("origins", "destinations"):
            ends = {"origins": "stops", "destinations": "stops", side: f"stop_{number}"}
            harness.done("shortest_path", **call, **ends, output=f"{side}_{number}")
            for row in harness.rows(f"{side}_{number}"):
                if row["origin_id"] != row["destination_id"]:
                    other = whole[row["origin_id"], row["destination_id"]]
                    assert row["wkt"] == other["wkt"]
                    assert row["cost"] == (other["cost"] and pytest.approx(other["cost"], rel=1e-12))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("direction", ["from_facility", "to_facility"])
def test_a_service_area_is_as_long_as_what_networkx_reaches(seed: int, direction: str, harness: Any) -> None:
    """Second library: edges cut where what is left of the limit ends, from whichever end they are entered."""
    rows, stops = given(harness, seed)
    limit = 400.0
    call = {**CALL, "cost": "length", "limit_unit": "m", "limits": [limit], "direction": direction}
    harness.done("service_area", **call, facilities="stops", output="areas")
    harness.done("service_area", **call, facilities="stops", overlap="merged", output="merged")
    graph = graph_of(rows, stops, "length")
    graph = graph if direction == "from_facility" else graph.reverse()
    import shapely

    shapes = [shapely.from_wkt(row["wkt"]) for row in harness.rows("areas")]
    for number, shape in enumerate(shapes):
        cost = networkx.single_source_dijkstra_path_length(graph, ("stop", number), cutoff=limit)
        assert shape.length == pytest.approx(reached_length(graph, cost, limit), rel=1e-9)
    every = networkx.multi_source_dijkstra_path_length(graph, {("stop", each) for each in range(STOPS)}, cutoff=limit)
    merged = shapely.from_wkt(harness.rows("merged")[0]["wkt"])
    assert merged.length == pytest.approx(reached_length(graph, every, limit), rel=1e-9)
    assert merged.buffer(1e-3).covers(shapely.union_all(shapes))


def reached_length(graph: networkx.MultiDiGraph, cost: dict[Any, float], limit: float) -> float:
    """Adds up what is reached of every edge, the two directions of one edge together."""
    shares: dict[Any, list[float]] = {}
    for one, other, data in graph.edges(data=True):
        left = min(max(limit - cost[one], 0.0), data["length"]) if one in cost else 0.0
        shares.setdefault((frozenset((one, other)), data["length"]), []).append(left)
    assert max(map(len, shares.values())) == 2  # edges of one length between the same nodes are one in both directions
    return sum(min(sum(lefts), length) for (_, length), lefts in shares.items())


@pytest.mark.parametrize("seed", [1, 2])
def test_components_are_those_of_networkx(seed: int, harness: Any) -> None:
    rows = tangled(seed, places=40, lines=24)
    harness.give("streets", {"crs": "EPSG:28992", "rows": rows})
    step = harness.done("network_connectivity", network="streets", nodes_output="nodes", output="labelled")
    graph = networkx.MultiGraph()
    import shapely

    for number, row in enumerate(rows):
        line = shapely.from_wkt(row["wkt"])
        graph.add_edge(line.coords[0], line.coords[-1], number=number)
    wanted = [{edge["number"] for *_, edge in graph.subgraph(part).edges(data=True)}
              for part in networkx.connected_components(graph)]  # fmt: skip
    wanted.sort(key=lambda part: (-len(part), min(part)))
    labels = np.array([row["component"] for row in harness.rows("labelled")])
    assert [set(np.flatnonzero(labels == number).tolist()) for number in range(1, len(wanted) + 1)] == wanted
    assert step.observation["counts"]["component_count"] == len(wanted) > 1
    degrees = {tuple(shapely.from_wkt(row["wkt"]).coords[0]): row["degree"] for row in harness.rows("nodes")}
    assert degrees == dict(graph.degree())
