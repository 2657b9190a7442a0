# SPDX-License-Identifier: GPL-2.0-or-later
"""Events in every unit, and there and back again between the two tools of linear referencing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
# Published: metres of each unit.
METRES = {"m": 1, "km": 1000, "ft": 0.3048, "us_ft": 1200 / 3937, "yd": 0.9144, "mi": 1609.344, "nmi": 1852}
ROADS = {
    "crs": "EPSG:28992",
    "rows": [
        {"wkt": "LINESTRING(155000 463000,157000 463000,157000 464000)", "road": "east"},
        {"wkt": "LINESTRING(155000 466000,155500 466500,155900 466100,156000 467000)", "road": "bent"},
    ],
}
CALL = {"event_line_field": "road", "lines": "roads", "line_id_field": "road"}


@pytest.mark.parametrize("unit", METRES)
def test_a_measure_is_in_its_unit(unit: str, harness: Any) -> None:
    harness.give("roads", ROADS)
    harness.give("posts", {"rows": [{"road": "east", "at": 1.0}, {"road": "east", "at": 2500 / METRES[unit]}]})
    call = {**CALL, "events": "posts", "from_field": "at"}
    harness.done("place_events_along_lines", **call, measure_source="length", measure_unit=unit, output="placed")
    first, last = harness.rows("placed")
    wanted = [(155000 + METRES[unit], 463000), (157000, 463500)]
    import shapely

    found = shapely.get_coordinates(shapely.from_wkt([first["wkt"], last["wkt"]]))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6)


def test_placed_events_are_located_where_they_were_placed(harness: Any) -> None:
    """Law: locating undoes placing, on either side of the line, from either end."""
    lengths = {"east": 3000.0, "bent": 2178.33}
    random = np.random.default_rng(4)
    rows = [{"road": road, "at": float(at), "nr": number} for number, (road, at) in enumerate(
        (road, at) for road, length in lengths.items() for at in random.uniform(10, length * 0.15, 20))]  # fmt: skip
    harness.give("roads", ROADS)
    harness.give("posts", {"rows": rows})
    call = {**CALL, "events": "posts", "from_field": "at", "measure_source": "length", "measure_unit": "m"}
    for side, offset in (("left", 4.0), ("right", -7.0)):
        harness.done("place_events_along_lines", **call, side_offset=offset, output=f"placed_{side}")
        back = {"points": f"placed_{side}", "lines": "roads", "line_id_field": "road", "max_distance": 9, "unit": "m"}
        harness.done("locate_points_along_lines", **back, measure_unit="m", output=f"located_{side}")
        for row in harness.rows(f"located_{side}"):
            assert row["line_id"] == row["road"] and row["side"] == side
            assert row["measure"] == pytest.approx(row["at"], abs=1e-6)
            assert row["distance"] == pytest.approx(abs(offset), abs=1e-6)


def test_sections_end_to_end_are_the_line(harness: Any) -> None:
    """Law: sections that follow one another from end to end are as long as the line and cover it."""
    import shapely

    line = shapely.from_wkt(ROADS["rows"][1]["wkt"])
    cuts = [0.0, 100.0, 707.2, 1300.5, line.length]
    rows = [{"road": "bent", "low": low, "high": high} for low, high in zip(cuts, cuts[1:], strict=False)]
    harness.give("roads", ROADS)
    harness.give("works", {"rows": rows})
    call = {**CALL, "events": "works", "from_field": "low", "to_field": "high"}
    harness.done("place_events_along_lines", **call, measure_source="length", measure_unit="m", output="placed")
    sections = shapely.from_wkt([row["wkt"] for row in harness.rows("placed")])
    assert shapely.length(sections).tolist() == pytest.approx(np.diff(cuts).tolist())
    assert shapely.line_merge(shapely.union_all(sections)).hausdorff_distance(line) < 1e-6
