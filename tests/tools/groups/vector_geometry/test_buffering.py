# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of buffer: areas of circles, laws, geodesics measured by another library, size."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyproj
import pytest
import shapely

pytestmark = pytest.mark.qgis
WGS84 = pyproj.Geod(ellps="WGS84")


def shapes(harness: Any, handle: str = "result") -> list[Any]:
    return [shapely.from_wkt(row["wkt"]) for row in harness.rows(handle)]


@pytest.mark.parametrize(("segments", "low_percent"), [(8, 0.64), (16, 0.16), (32, 0.04)])
def test_a_circle_is_low_by_what_the_help_says(harness: Any, segments: int, low_percent: float) -> None:
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)"}]})
    harness.done(
        "buffer", layer="stops", distance=100, unit="m", method="planar", quarter_segments=segments, output="result"
    )
    corners = 4 * segments
    area = shapes(harness)[0].area
    assert area == pytest.approx(corners / 2 * 100**2 * math.sin(2 * math.pi / corners), rel=1e-9)
    assert 100 * (1 - area / (math.pi * 100**2)) == pytest.approx(low_percent, abs=0.005)


def test_sixteen_segments_are_the_default(harness: Any) -> None:
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)"}]})
    harness.done("buffer", layer="stops", distance=100, unit="m", method="planar", output="result")
    assert shapely.get_num_coordinates(shapes(harness)[0]) == 65


@pytest.mark.parametrize("options", [{}, {"cap": "flat"}, {"join": "mitre", "mitre_limit": 5}, {"quarter_segments": 3}])
def test_qgis_draws_the_same(harness: Any, options: dict[str, Any]) -> None:
    from qgis.core import Qgis, QgsGeometry

    text = "LINESTRING(155000 463000,155010 463000,155013 463009)"
    harness.give("roads", {"crs": "EPSG:28992", "rows": [{"wkt": text, "d": 2.0}]})
    common = {"layer": "roads", "unit": "m", "method": "planar", **options}
    harness.done("buffer", distance=2, output="constant", **common)
    harness.done("buffer", distance_field="d", output="field", **common)
    caps = {"round": Qgis.EndCapStyle.Round, "flat": Qgis.EndCapStyle.Flat}
    joins = {"round": Qgis.JoinStyle.Round, "mitre": Qgis.JoinStyle.Miter}
    drawn = QgsGeometry.fromWkt(text).buffer(
        2,
        options.get("quarter_segments", 16),
        caps[options.get("cap", "round")],
        joins[options.get("join", "round")],
        options.get("mitre_limit", 2),
    )
    other = shapely.from_wkb(bytes(drawn.asWkb()))
    for handle in ("constant", "field"):
        assert (
            shapes(harness, handle)[0].symmetric_difference(other).area < 1e-7
        )  # coordinates here have steps of 6e-11
    assert {row["d"] for handle in ("constant", "field") for row in harness.rows(handle)} == {2.0}


def test_the_rings_of_a_feature_tile_its_largest_buffer(harness: Any) -> None:
    text = "POLYGON((155000 463000,155040 463000,155040 463030,155000 463000))"
    harness.give("parks", {"crs": "EPSG:28992", "rows": [{"wkt": text, "n": 1}, {"wkt": text, "n": 2}]})
    harness.done("buffer", layer="parks", ring_distances=[5, 20, 30], unit="m", method="planar", output="rings")
    harness.done("buffer", layer="parks", distance=30, unit="m", method="planar", output="whole")
    rows = harness.rows("rings")
    assert [(row["n"], row["distance"]) for row in rows] == [(n, d) for n in (1, 2) for d in (5.0, 20.0, 30.0)]
    rings, whole = shapes(harness, "rings")[:3], shapes(harness, "whole")[0]
    assert sum(ring.area for ring in rings) == pytest.approx(whole.area, rel=1e-9)
    assert rings[0].intersection(rings[1]).area == pytest.approx(0, abs=1e-9)
    assert shapely.union_all(rings).symmetric_difference(whole).area == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("crs", "place"),
    [("EPSG:4326", (4.9, 52.4)), ("EPSG:4326", (-70.0, -54.0)), ("EPSG:3857", (-13600, 6712000)),
     ("EPSG:2263", (984000, 200000)), ("EPSG:3031", (10, 20)), ("EPSG:4807", (2.5, 54.0))],
)  # fmt: skip
def test_every_corner_of_a_geodesic_circle_is_at_the_distance(harness: Any, crs: str, place: Any) -> None:
    harness.give("stops", {"crs": crs, "rows": [{"wkt": "POINT({} {})".format(*place)}]})
    harness.done("buffer", layer="stops", distance=60, unit="km", method="ellipsoidal", output="result")
    base = pyproj.CRS(crs).geodetic_crs
    to_base = pyproj.Transformer.from_crs(crs, base, always_xy=True)
    degrees = math.degrees(base.axis_info[0].unit_conversion_factor)
    ring = shapely.get_coordinates(shapes(harness)[0])
    longitude, latitude = (np.array(each) * degrees for each in to_base.transform(*ring.T))
    centre = [each * degrees for each in to_base.transform(*place)]
    count = len(ring)
    found = base.get_geod().inv(np.full(count, centre[0]), np.full(count, centre[1]), longitude, latitude)[2]
    assert count == 65
    assert found == pytest.approx(60000, abs=1e-3)


def distances_to_line(ring: np.ndarray, line: np.ndarray) -> np.ndarray:
    """Measures by geodesics how far each corner is from the nearest of many positions on a line."""
    pairs = np.repeat(ring, len(line), axis=0), np.tile(line, (len(ring), 1))
    found = WGS84.inv(pairs[0][:, 0], pairs[0][:, 1], pairs[1][:, 0], pairs[1][:, 1])[2]
    return found.reshape(len(ring), len(line)).min(axis=1)


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [("parallel", (10.0, 60.0), (14.0, 60.0)), ("meridian", (10.0, 40.0), (10.0, 44.0)),
     ("slope", (-70.0, -52.0), (-67.0, -55.0))],
)  # fmt: skip
def test_a_geodesic_buffer_lies_at_the_distance_from_a_line_straight_in_degrees(
    harness: Any, name: str, start: Any, end: Any
) -> None:
    line = np.linspace(start, end, 4001)
    harness.give("roads", {"crs": "EPSG:4326", "rows": [{"wkt": shapely.LineString([start, end]).wkt}]})
    harness.done("buffer", layer="roads", distance=5, unit="km", method="ellipsoidal", output="result")
    drawn = shapes(harness)[0]
    edge = shapely.get_coordinates(shapely.segmentize(drawn, 0.05))
    found = distances_to_line(edge, line)
    assert found.max() == pytest.approx(5000, rel=2e-3)
    assert found.min() == pytest.approx(5000 * math.cos(math.pi / 64), rel=5e-3)


def test_a_geodesic_buffer_of_a_polygon_equals_the_planar_one_where_the_plane_is_true(harness: Any) -> None:
    """On the central meridian of a transverse Mercator with scale 1 both methods agree to 1e-4 of the distance."""
    crs = pyproj.CRS("+proj=tmerc +lat_0=52 +lon_0=5 +k=1 +ellps=GRS80 +units=m").to_wkt()
    text = "POLYGON((0 0,400 0,400 300,0 0),(200 50,300 100,300 60,200 50))"
    harness.give("parks", {"crs": crs, "rows": [{"wkt": text, "n": 1}]})
    for number, distance in enumerate((100, -20)):
        common = {"layer": "parks", "distance": distance, "unit": "m"}
        harness.done("buffer", method="planar", output=f"planar_{number}", **common)
        harness.done("buffer", method="ellipsoidal", output=f"ellipsoidal_{number}", **common)
        one, other = (shapes(harness, f"{method}_{number}")[0] for method in ("planar", "ellipsoidal"))
        assert shapely.hausdorff_distance(one, other) < 1e-4 * abs(distance)


def test_one_side_on_the_ellipsoid_is_the_same_side(harness: Any) -> None:
    harness.give("roads", {"crs": "EPSG:4326", "rows": [{"wkt": "LINESTRING(5 0,5.01 0)"}]})
    harness.done("buffer", layer="roads", distance=1, unit="km", method="ellipsoidal", side="left", output="result")
    west, south, east, north = shapes(harness)[0].bounds
    assert (west, south, east) == pytest.approx((5, 0, 5.01), abs=1e-6)
    assert north == pytest.approx(1000 / 110574.3, rel=1e-4)


def test_circles_of_a_multipoint_are_united(harness: Any) -> None:
    texts = ["MULTIPOINT((5 0),(5.001 0))", "MULTIPOINT((9 0))", "MULTIPOINT((5 0),(7 0))"]
    harness.give("stops", {"crs": "EPSG:4326", "rows": [{"wkt": text} for text in texts]})
    harness.done("buffer", layer="stops", distance=1, unit="km", method="ellipsoidal", output="result")
    assert [len(shape.geoms) for shape in shapes(harness)] == [1, 1, 2]


def test_longitudes_from_0_to_360_stay_so(harness: Any) -> None:
    harness.give("stops", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(190 0)"}]})
    harness.done("buffer", layer="stops", distance=1, unit="km", method="ellipsoidal", output="result")
    assert shapes(harness)[0].centroid.x == pytest.approx(190, abs=1e-9)


def test_a_utm_zone_is_whole_across_the_antimeridian(harness: Any) -> None:
    """Zone 60 south holds 180 degrees east at x = 819,000 m or so; nothing is torn there."""
    harness.give("stops", {"crs": "EPSG:32760", "rows": [{"wkt": "POINT(818000 8118000)"}]})
    harness.done("buffer", layer="stops", distance=20, unit="km", method="ellipsoidal", output="result")
    west, _, east, _ = shapes(harness)[0].bounds
    assert east - west == pytest.approx(40000, rel=2e-3)


def test_the_guards_can_be_told_to_go_on_as_the_engine_does(make_harness: Any) -> None:
    harness = make_harness("warn")
    harness.give("stops", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 50)"}]})
    step = harness.done("buffer", layer="stops", distance=2, unit="m", method="planar", output="result")
    assert shapes(harness)[0].bounds == pytest.approx((3, 48, 7, 52))
    assert step.warnings[0].startswith("CRS_UNSUITABLE: ")


def test_vanished_shapes_are_counted_and_missing(harness: Any) -> None:
    """What had no shape before has not vanished."""
    texts = ["POLYGON((155000 463000,155001 463000,155001 463001,155000 463000))", None, "POLYGON EMPTY"]
    harness.give("parks", {"crs": "EPSG:28992", "rows": [{"wkt": text} for text in texts]})
    step = harness.done("buffer", layer="parks", distance=-1, unit="m", method="planar", output="result")
    assert [row["wkt"] for row in harness.rows("result")] == [None, None, None]
    assert step.outputs["empty_count"] == 1


def test_dissolved_buffers_have_no_fields_of_the_layer(harness: Any) -> None:
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)", "name": "a"}]})
    harness.done("buffer", layer="stops", distance=1, unit="m", method="planar", dissolve=True, output="result")
    assert [list(row) for row in harness.rows("result")] == [["wkt"]]


@pytest.mark.parametrize("method", ["planar", "ellipsoidal"])
@pytest.mark.parametrize("how", [{"distance": 10}, {"distance_field": "d"}])
def test_a_layer_of_several_types_is_buffered(harness: Any, method: str, how: dict[str, Any]) -> None:
    """A line, a point and a point with a line: 2,000 m2 and a circle, a circle, 200 m2 and two circles."""
    texts = [
        "LINESTRING(155000 463000,155100 463000)", "POINT(155200 463000)",
        "GEOMETRYCOLLECTION(POINT(155400 463000),LINESTRING(155500 463000,155510 463000))",
    ]  # fmt: skip
    rows = [{"wkt": text, "d": 10.0} for text in texts]
    harness.give("mixed", {"crs": "EPSG:28992", "geometry_type": "Unknown", "rows": rows})
    harness.done("buffer", layer="mixed", unit="m", method=method, output="result", **how)
    circle = 32 * 10**2 * math.sin(2 * math.pi / 64)
    scale = 1 if method == "planar" else 0.9999079  # of the projection at its centre: widths shrink, lines stay
    expected = [2000 * scale + circle * scale**2, circle * scale**2, 200 * scale + 2 * circle * scale**2]
    assert [shape.area for shape in shapes(harness)] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("dissolve", [False, True])
def test_buffers_that_vanish_are_counted(harness: Any, dissolve: bool) -> None:
    """A line without length has no flat buffer; a row without geometry has not vanished."""
    rows = [
        {"wkt": "LINESTRING(155000 463000,155010 463000)", "n": 1},
        {"wkt": "LINESTRING(155000 463000,155000 463000)", "n": 2},
        {"wkt": None, "n": 3},
    ]
    harness.give("walks", {"crs": "EPSG:28992", "rows": rows})
    step = harness.done("buffer", layer="walks", unit="m", method="planar", distance=1, cap="flat", dissolve=dissolve,
                        output="result")  # fmt: skip
    assert step.outputs["empty_count"] == 1
    areas = [row["wkt"] and shapely.from_wkt(row["wkt"]).area for row in harness.rows("result")]
    assert areas == ([20.0] if dissolve else [20.0, None, None])


@pytest.mark.parametrize("how", [{"distance": 1_500}, {"ring_distances": [1, 1_500]}, {"distance_field": "reach"}])
def test_the_scale_error_is_that_of_the_buffer_and_not_of_the_point_alone(harness: Any, how: dict[str, Any]) -> None:
    """Transverse Mercator, k = 0.9996 (1 + x^2 / 2 R^2): 1 % is reached at 900 km, 2.7 % at 1,500 km."""
    harness.give("well", {"crs": "EPSG:32631", "rows": [{"wkt": "POINT(500000 5500000)", "reach": 1_500.0}]})
    error = harness.refused("buffer", layer="well", unit="km", method="planar", **how, output="result")
    assert (error["code"], "measured around it" in error["message"]) == ("CRS_UNSUITABLE", True)
    near = {"distance_field": "reach", "unit": "m"} if "distance_field" in how else {"distance": 50, "unit": "km"}
    harness.done("buffer", layer="well", method="planar", **near, output="near")
