# SPDX-License-Identifier: GPL-2.0-or-later
"""Ties, sizes, and what may not change a route."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
SIDE = 6
WEST, SOUTH = 155_000, 463_000
CALL = {"network": "streets", "max_snap_distance": 1, "unit": "m", "cost_unit": "m"}


def blocks(step: float = 0.1) -> list[dict[str, Any]]:
    """Streets of square blocks, on which nearly every pair of corners has many equally short routes."""
    rows = []
    for one in range(SIDE + 1):
        for other in range(SIDE):
            low, high = other * step, (other + 1) * step
            across = one * step
            rows.append({"wkt": f"LINESTRING({WEST + low!r} {SOUTH + across!r},{WEST + high!r} {SOUTH + across!r})"})
            rows.append({"wkt": f"LINESTRING({WEST + across!r} {SOUTH + low!r},{WEST + across!r} {SOUTH + high!r})"})
    return rows


def corner(east: int, north: int, step: float = 0.1) -> dict[str, Any]:
    return {"wkt": f"POINT({WEST + east * step!r} {SOUTH + north * step!r})", "id": east * 100 + north}


def points(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"crs": "EPSG:28992", "rows": list(rows)}


def test_of_equally_short_routes_the_same_is_taken_whatever_else_is_asked(harness: Any) -> None:
    """Law: neither other pairs, on either side, nor the rounding of sums in another order change a route."""
    first, last = corner(0, 0), corner(SIDE, SIDE)
    harness.give("streets", {"crs": "EPSG:28992", "rows": blocks()})
    harness.give("one", points(first))
    harness.give("far", points(last))
    harness.give("many", points(first, corner(3, 3), corner(5, 1), corner(SIDE, 0)))
    harness.give("others", points(last, corner(3, 3), corner(5, 1), corner(SIDE, 0)))
    found = {}
    for origins in ("one", "many"):
        for destinations in ("far", "others"):
            call = {**CALL, "origins": origins, "destinations": destinations}
            harness.done("shortest_path", **call, output=f"{origins}_{destinations}")
            found[origins, destinations] = harness.rows(f"{origins}_{destinations}")[0]
    alone = found["one", "far"]
    assert {row["wkt"] for row in found.values()} == {alone["wkt"]}
    assert alone["cost"] == pytest.approx(2 * SIDE * 0.1, rel=1e-9)


def test_points_of_others_leave_no_vertex_in_a_route(harness: Any) -> None:
    """On paper: a street of two vertices, of which the route takes all, with other stops on it."""
    harness.give("streets", {"crs": "EPSG:28992", "rows": [{"wkt": "LINESTRING(155000 463000,155070 463010)"}]})
    harness.give("ends", points({"wkt": "POINT(155000 463000)"}, {"wkt": "POINT(155070 463010)"},
                                {"wkt": "POINT(155035 463005)"}))  # fmt: skip
    harness.done("shortest_path", **CALL, origins="ends", destinations="ends", output="routes")
    rows = {(row["origin_id"], row["destination_id"]): row["wkt"] for row in harness.rows("routes")}
    assert rows[1, 2] == "LINESTRING (155000 463000,155070 463010)"
    assert rows[2, 1] == "LINESTRING (155070 463010,155000 463000)"


@pytest.mark.parametrize(
    ("quantity", "size", "api", "arguments"),
    [
        ("rows", 4 * 4, "shortest_path", {"cost_unit": "m", "origins": "stops", "destinations": "others"}),
        ("pairs", 4 * 4, "shortest_path",
         {"cost_unit": "m", "origins": "stops", "destinations": "others", "pairs": "nearest"}),
        ("pairs", 4 * 4, "od_cost_matrix",
         {"cost_unit": "m", "origins": "stops", "destinations": "others", "origin_id": "id", "destination_id": "id"}),
        ("vertices", 4 * 2, "service_area", {"limit_unit": "m", "facilities": "stops", "limits": [0.01]}),
    ],
)  # fmt: skip
def test_the_size_is_known_before_the_work(
    quantity: str, size: int, api: str, arguments: dict[str, Any], harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On paper: four points on each side; four areas within one street, each a section of two vertices."""
    from gisagentbench.tools.declaration.limits import LIMITS

    shares = [corner(0.5 + number, 0) for number in range(4)]
    harness.give("streets", {"crs": "EPSG:28992", "rows": blocks()})
    harness.give("stops", points(*shares))
    harness.give("others", points(*shares))
    call = {"network": "streets", "max_snap_distance": 1, "unit": "m", **arguments}
    monkeypatch.setitem(LIMITS, quantity, size - 1)
    error = harness.refused(api, **call, output="refused")
    assert error["code"] == "LIMIT_EXCEEDED" and error["hint"]
    assert f"{size} {quantity}; the limit is {size - 1}" in error["message"]
    monkeypatch.setitem(LIMITS, quantity, size)
    harness.done(api, **call, output="done")


def test_a_tight_hull_lies_within_the_convex_one_around_all_that_is_reached(harness: Any) -> None:
    """Law: the tighter the hull, the smaller it is; each holds the corners that are reached, the convex one all."""
    import shapely

    harness.give("streets", {"crs": "EPSG:28992", "rows": blocks(50.0)})
    harness.give("stops", points(corner(0, 0, 50.0)))
    call = {"network": "streets", "facilities": "stops", "limits": [175], "limit_unit": "m", "max_snap_distance": 1,
            "unit": "m"}  # fmt: skip
    harness.done("service_area", **call, output="lines")
    lines = shapely.from_wkt(harness.rows("lines")[0]["wkt"])
    areas = []
    for number, ratio in enumerate((0.0, 0.3, 1.0)):
        harness.done("service_area", **call, result="polygons", hull_ratio=ratio, output=f"hull_{number}")
        hull = shapely.from_wkt(harness.rows(f"hull_{number}")[0]["wkt"])
        assert hull.buffer(1e-6).covers(shapely.multipoints(shapely.get_coordinates(lines)))
        areas.append(hull.area)
    assert areas[0] <= areas[1] <= areas[2] == pytest.approx(lines.convex_hull.area, rel=1e-9)
    assert areas[0] < 0.95 * areas[2]


def test_a_long_chain_and_a_star_are_routed(harness: Any) -> None:
    """Closed form: along 3,000 streets of 1 m, and over a centre where 3,000 streets meet."""
    chain = [{"wkt": f"LINESTRING({WEST + number} {SOUTH},{WEST + number + 1} {SOUTH})"} for number in range(3000)]
    angle = np.linspace(0, 2 * np.pi, 3001)[:3000]
    ends = np.column_stack([WEST + 100 * np.cos(angle), 470000 + 100 * np.sin(angle)]).tolist()
    star = [{"wkt": f"LINESTRING({WEST} 470000,{x!r} {y!r})"} for x, y in ends]
    harness.give("streets", {"crs": "EPSG:28992", "rows": [*chain, *star]})
    harness.give("from", points({"wkt": f"POINT({WEST} {SOUTH})"}, {"wkt": f"POINT({WEST + 100} 470000)"}))
    harness.give("to", points({"wkt": f"POINT({WEST + 3000} {SOUTH})"}, {"wkt": f"POINT({WEST - 100} 470000)"}))
    harness.done("shortest_path", **CALL, origins="from", destinations="to", output="routes")
    rows = {(row["origin_id"], row["destination_id"]): row for row in harness.rows("routes")}
    assert rows[1, 1]["cost"] == pytest.approx(3000) and rows[2, 2]["cost"] == pytest.approx(200)
    assert rows[1, 2]["cost"] is None and rows[2, 1]["cost"] is None
    assert rows[1, 1]["wkt"].count(",") == 3000


def test_a_line_without_length_is_no_edge_and_none_that_is_closed(harness: Any) -> None:
    """On paper: the point lies at a line without length, 2 m from the street, which is the nearest edge there is."""
    streets = [{"wkt": "LINESTRING(155000 463000,155070 463000)"}, {"wkt": "LINESTRING(155030 463002,155030 463002)"}]
    harness.give("streets", {"crs": "EPSG:28992", "rows": streets})
    harness.give("from", points({"wkt": "POINT(155030 463002)"}))
    harness.give("to", points({"wkt": "POINT(155070 463000)"}))
    call = {**CALL, "max_snap_distance": 5, "origins": "from", "destinations": "to"}
    for api in ("shortest_path", "constrained_shortest_path"):
        step = harness.done(api, **call, output=f"by_{api}")
        assert step.warnings == ['without length and so no edges: 1 line of "streets".']
        assert harness.rows(f"by_{api}")[0]["cost"] == pytest.approx(40.0)
    step = harness.done("constrained_shortest_path", **call, allowed_edges="FALSE", output="none")
    assert step.observation["counts"]["blocked_edge_count"] == 1
