# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinates that are no numbers, wherever a network tool meets them, and points at the very edge of a distance."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from osgeo import ogr

pytestmark = pytest.mark.qgis
CRS = "EPSG:28992"
AS_NAN = 987654321.0
ROADS = ("LINESTRING(155000 463000,155100 463000)", "LINESTRING(987654321 463000,155100 463000)")
STOPS = ("POINT(155010 463001)", "POINT(987654321 463001)")
SNAP = {"network": "roads", "max_snap_distance": 5, "unit": "m"}
ENDS = {"origins": "stops", "destinations": "stops", "cost_unit": "m"}
LOCATE = {"points": "stops", "lines": "roads", "line_id_field": "id", "max_distance": 5, "unit": "m",
          "measure_unit": "m"}  # fmt: skip
PLACE = {"events": "stops", "event_line_field": "id", "from_field": "id", "lines": "roads", "line_id_field": "id",
         "measure_source": "length", "measure_unit": "m"}  # fmt: skip
CALLS = {
    "shortest_path": {**SNAP, **ENDS},
    "constrained_shortest_path": {**SNAP, **ENDS},
    "service_area": {**SNAP, "facilities": "stops", "limits": [9], "limit_unit": "m"},
    "od_cost_matrix": {**SNAP, **ENDS, "origin_id": "id", "destination_id": "id"},
    "network_connectivity": {"network": "roads"},
    "locate_points_along_lines": LOCATE,
    "place_events_along_lines": PLACE,
}
ON_POINTS = sorted(CALLS.keys() - {"network_connectivity", "place_events_along_lines"})


@pytest.fixture
def as_nan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes layers with NaN where their recipes have AS_NAN, since no text of OGR's says it."""
    shape_of = ogr.CreateGeometryFromWkt

    def odd_shape(wkt: str) -> Any:
        wkb = bytes(shape_of(wkt).ExportToIsoWkb(ogr.wkbNDR))
        return ogr.CreateGeometryFromWkb(wkb.replace(struct.pack("<d", AS_NAN), struct.pack("<d", float("nan"))))

    monkeypatch.setattr(ogr, "CreateGeometryFromWkt", odd_shape)


def give(harness: Any, odd: str) -> None:
    """Gives roads and stops, of which one has a second row with NaN."""
    for name, shapes in (("roads", ROADS), ("stops", STOPS)):
        rows = [{"wkt": wkt, "id": number} for number, wkt in enumerate(shapes, 1)]
        harness.give(name, {"crs": CRS, "rows": rows if name == odd else rows[:1]})


@pytest.mark.usefixtures("as_nan")
@pytest.mark.parametrize("api", CALLS)
def test_lines_without_a_place_are_refused(api: str, harness: Any) -> None:
    give(harness, "roads")
    error = harness.refused(api, **CALLS[api], output="refused")
    assert error["code"] == "INVALID_GEOMETRY" and error["hint"]
    assert '1 feature of "roads" with coordinates that are no finite numbers' in error["message"]


@pytest.mark.usefixtures("as_nan")
@pytest.mark.parametrize("api", ON_POINTS)
def test_points_without_a_place_are_refused(api: str, harness: Any) -> None:
    give(harness, "stops")
    error = harness.refused(api, **CALLS[api], output="refused")
    assert error["code"] == "INVALID_GEOMETRY" and error["hint"]
    assert '1 feature of "stops" with coordinates that are no finite numbers' in error["message"]


@pytest.mark.usefixtures("as_nan")
def test_barriers_without_a_place_are_refused(harness: Any) -> None:
    give(harness, "stops")
    harness.give("ends", {"crs": CRS, "rows": [{"wkt": "POINT(155010 463001)"}]})
    call = {**SNAP, "cost_unit": "m", "origins": "ends", "destinations": "ends", "barriers": "stops"}
    error = harness.refused("constrained_shortest_path", **call, output="refused")
    assert error["code"] == "INVALID_GEOMETRY" and '"stops"' in error["message"]


def test_points_made_on_a_line_are_on_it(harness: Any) -> None:
    """Law: a place interpolated on a slanting line lies on it but for rounding, and so within 0."""
    road = {"wkt": "LINESTRING(155000.1 463000.7,155091.3 463077.9)", "id": 1}
    harness.give("roads", {"crs": CRS, "rows": [road]})
    posts = [{"id": 1, "at": 118.0 * share / 50} for share in range(1, 50)]
    harness.give("posts", {"rows": posts})
    harness.done("place_events_along_lines", **{**PLACE, "events": "posts", "from_field": "at"}, output="stops")
    located = harness.done("locate_points_along_lines", **{**LOCATE, "max_distance": 0}, output="located")
    assert located.observation["counts"]["unlocated_count"] == 0
    own = {**LOCATE, "max_distance": 0, "same_id_field": "id"}
    assert harness.done("locate_points_along_lines", **own, output="own").observation["counts"]["unlocated_count"] == 0
    area = harness.done("service_area", **{**CALLS["service_area"], "max_snap_distance": 0}, output="areas")
    assert area.observation["counts"]["unsnapped_count"] == 0
    for row, post in zip(harness.rows("located"), posts, strict=True):
        assert row["measure"] == pytest.approx(post["at"], abs=1e-9)
