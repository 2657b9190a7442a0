# SPDX-License-Identifier: GPL-2.0-or-later
"""Which functions of an expression take a length: each of them is refused in degrees and works in metres."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis
LINE = "make_line(make_point(5, 52), make_point(5.2, 52.1))"
SQUARE = "make_square(make_point(5, 52), make_point(5.2, 52.2))"
LENGTHS = {
    f"buffer({LINE}, 0.1)": "polygon",
    f"single_sided_buffer({LINE}, 0.1)": "polygon",
    f"tapered_buffer({LINE}, 0.1, 0.2)": "polygon",
    "wedge_buffer(@geometry, 90, 45, 0.1)": "polygon",
    f"offset_curve({LINE}, 0.1)": "line",
    f"extend({LINE}, 0.1, 0)": "line",
    "project(@geometry, 0.1, 0)": "point",
    f"densify_by_distance({LINE}, 0.1)": "line",
    f"simplify({LINE}, 0.1)": "line",
    f"simplify_vw({LINE}, 0.1)": "line",
    "make_circle(@geometry, 0.1)": "polygon",
    "make_ellipse(@geometry, 0.1, 0.2, 0)": "polygon",
    f"line_interpolate_point({LINE}, 0.1)": "point",
    f"line_substring({LINE}, 0, 0.1)": "line",
    f"triangular_wave({LINE}, 0.1, 0.1)": "line",
    f"square_wave({LINE}, 0.1, 0.1)": "line",
    f"wave({LINE}, 0.1, 0.1)": "line",
    f"apply_dash_pattern({LINE}, array(0.1, 0.1))": "line",
    f"pole_of_inaccessibility({SQUARE}, 0.1)": "point",
}


@pytest.mark.parametrize(("expression", "kind"), list(LENGTHS.items()))
def test_a_length_is_refused_in_degrees_and_taken_in_metres(harness: Any, expression: str, kind: str) -> None:
    harness.give("degrees", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)"}]})
    harness.give("metres", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)"}]})
    error = harness.refused(
        "geometry_by_expression", layer="degrees", expression=expression, geometry_type=kind, output="none"
    )
    assert error["code"] == "CRS_UNSUITABLE"
    step = harness.done(
        "geometry_by_expression", layer="metres", expression=expression, geometry_type=kind, output="result"
    )
    assert step.observation["counts"]["null_count"] == 0


@pytest.mark.parametrize(("expression", "kind"), [
    ("centroid(@geometry)", "point"), (SQUARE, "polygon"), (f"point_n({LINE}, 1)", "point"), (LINE, "line"),
    (f"rotate({LINE}, 90)", "line"), (f"boundary({SQUARE})", "line"),
])  # fmt: skip
def test_what_takes_no_length_is_made_in_degrees(harness: Any, expression: str, kind: str) -> None:
    harness.give("degrees", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)"}]})
    harness.done("geometry_by_expression", layer="degrees", expression=expression, geometry_type=kind, output="result")
