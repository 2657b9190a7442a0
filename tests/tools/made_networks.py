# SPDX-License-Identifier: GPL-2.0-or-later
"""Small random networks with everything that leads routers astray, and the same as graphs of NetworkX."""

from __future__ import annotations

from typing import Any

import networkx
import numpy as np

WEST, SOUTH = 155_000, 463_000


def tangled(seed: int, places: int = 16, lines: int = 26) -> list[dict[str, Any]]:
    """Makes lines between few places, so that there are parallel and closed ones, one-way ones, free ones and islands.

    Returns: Rows with wkt, price (0 for some), kmh, and way: F, B or T.
    """
    random = np.random.default_rng(seed)
    at = random.integers(0, 50, (places, 2)) * 20 + (WEST, SOUTH)
    rows = []
    for number in range(lines):
        start, end = random.integers(0, places, 2)
        bend = at[start] + random.integers(1, 400, 2)
        steps = [at[start], bend, *([bend + (7, 3)] if start == end else []), at[end]]
        words = ",".join(f"{x} {y}" for x, y in steps)
        rows.append({
            "wkt": f"LINESTRING({words})",
            "price": float(random.integers(0, 4)),
            "kmh": float(random.integers(1, 4) * 18),
            "way": "FBT"[number % 3],
        })  # fmt: skip
    return rows


def graph_of(rows: list[dict[str, Any]], stops: list[tuple[int, float]], weight: str) -> networkx.MultiDiGraph:
    """Makes a directed graph, the lines cut at stops, which are nodes ("stop", number).

    Args:
        stops: Row and share of the length at which each stop lies on its line.
        weight: price, length (m) or seconds.
    """
    import shapely

    graph = networkx.MultiDiGraph()
    for number, row in enumerate(rows):
        line = shapely.from_wkt(row["wkt"])
        whole = {"price": row["price"], "length": line.length, "seconds": line.length / row["kmh"] * 3.6}[weight]
        own = sorted((share, ("stop", stop)) for stop, (of, share) in enumerate(stops) if of == number)
        chain = [(0.0, line.coords[0]), *own, (1.0, line.coords[-1])]
        for (low, one), (high, other) in zip(chain, chain[1:], strict=False):
            if row["way"] in "FT":
                graph.add_edge(one, other, weight=(high - low) * whole, length=(high - low) * line.length)
            if row["way"] in "BT":
                graph.add_edge(other, one, weight=(high - low) * whole, length=(high - low) * line.length)
    return graph


def stops_on(rows: list[dict[str, Any]], seed: int, count: int) -> tuple[list[tuple[int, float]], list[dict[str, Any]]]:
    """Chooses places on lines, away from all other lines: row and share of each, and the rows of a point layer."""
    import shapely

    random = np.random.default_rng(seed)
    lines = shapely.from_wkt([row["wkt"] for row in rows])
    stops: list[tuple[int, float]] = []
    points = []
    while len(stops) < count:
        of, share = int(random.integers(len(rows))), float(random.uniform(0.05, 0.95))
        point = lines[of].interpolate(share, normalized=True)
        others = np.delete(lines, of)
        if (
            shapely.distance(point, others).min() > 0.01
            and abs(lines[of].project(point, normalized=True) - share) < 1e-9
        ):
            points.append({"wkt": point.wkt, "stop": len(stops)})
            stops.append((of, share))
    return stops, points
