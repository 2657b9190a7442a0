# SPDX-License-Identifier: GPL-2.0-or-later
"""Geocoding: rows without a place, places there and back, sizes, and a package that is not there."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import shapely

pytestmark = pytest.mark.qgis
CALLS = {"rows": [{"no": number, "road": "Elm St"} for number in (1, 2, 4, 7, 9, 12, 13, 99)]}
STREETS = {
    "crs": "EPSG:28992",
    "rows": [
        {"wkt": "LINESTRING(155000 463000,155060 463080,155100 463200)", "name": "Elm Street", "lf": 1, "lt": 13,
         "rf": 2, "rt": 12}
    ],
}  # fmt: skip
REVERSED = {
    "crs": "EPSG:28992",
    "rows": [
        {"wkt": "LINESTRING(155100 463200,155060 463080,155000 463000)", "name": "Elm Street", "lf": 12, "lt": 2,
         "rf": 13, "rt": 1}
    ],
}  # fmt: skip
ALONG = {
    "number_field": "no", "street_field": "road", "street_name_field": "name", "left_from": "lf", "left_to": "lt",
    "right_from": "rf", "right_to": "rt", "side_offset": 3,
}  # fmt: skip
POINTS = {
    "crs": "EPSG:28992",
    "rows": [{"wkt": f"POINT({155000 + n} 463000)", "full": f"{n} Elm Rd"} for n in range(5)],
}


def places(harness: Any, handle: str) -> dict[int, Any]:
    return {row["no"]: row["wkt"] for row in harness.rows(handle)}


def test_a_line_digitized_the_other_way_gives_the_same_places(harness: Any) -> None:
    harness.give("calls", CALLS)
    harness.give("streets", STREETS)
    harness.give("turned", REVERSED)
    harness.done("geocode_street_ranges", table="calls", streets="streets", **ALONG, output="one")
    harness.done("geocode_street_ranges", table="calls", streets="turned", **ALONG, output="other")
    one, other = places(harness, "one"), places(harness, "other")
    line = shapely.from_wkt(STREETS["rows"][0]["wkt"])
    for number in (1, 2, 4, 7, 9, 12, 13):
        first, second = shapely.from_wkt(one[number]), shapely.from_wkt(other[number])
        assert first.distance(second) < 1e-6
        assert first.distance(line) == pytest.approx(3)
    assert one[99] is None and other[99] is None


def test_a_row_without_a_match_has_no_geometry(harness: Any) -> None:
    harness.give("calls", {"rows": [{"no": 1, "address": "1 Elm Road"}, {"no": 2, "address": "77 Elm Road"}]})
    harness.give("points", POINTS)
    call = {"table": "calls", "reference": "points", "match_fields": {"address": "full"}}
    step = harness.done("geocode_addresses", **call, output="found")
    assert places(harness, "found") == {1: "POINT (155001 463000)", 2: None}
    assert step.observation["crs"] == "EPSG:28992"


def test_a_fuzzy_match_without_rapidfuzz_is_refused_and_says_what_does_without(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness.give("calls", {"rows": [{"address": "1 Elm Rood"}]})
    harness.give("points", POINTS)
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    call = {"table": "calls", "reference": "points", "match_fields": {"address": "full"}}
    error = harness.refused("geocode_addresses", **call, fuzzy_field="address", output="found")
    assert error["code"] == "DEPENDENCY_MISSING"
    assert error["message"] == "fuzzy_field needs the Python package rapidfuzz"
    assert error["hint"] == "install it where the other packages stand, or use no fuzzy_field"


def test_too_many_candidates_are_refused_before_they_are_compared(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration import limits

    harness.give("calls", {"rows": [{"town": "x", "no": 1, "road": "Elm St"}] * 3})
    harness.give("points", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)", "place": "x"}] * 4})
    harness.give("streets", {**STREETS, "rows": STREETS["rows"] * 4})
    monkeypatch.setitem(limits.LIMITS, "pairs", 11)
    call = {"table": "calls", "reference": "points", "match_fields": {"town": "place"}}
    for error in (
        harness.refused("geocode_addresses", **call, output="found"),
        harness.refused("geocode_street_ranges", table="calls", streets="streets", **ALONG, output="found"),
    ):
        assert error["code"] == "LIMIT_EXCEEDED" and "12 pairs" in error["message"]
