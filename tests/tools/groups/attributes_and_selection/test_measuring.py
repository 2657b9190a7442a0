# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of add_geometry_attributes: geodesics against other libraries, Z, the session."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyproj
import pytest
import shapely

pytestmark = pytest.mark.qgis
CRS_AND_PLACE = [
    ("EPSG:4326", (-43.2, -22.9), 0.05, "degrees, south"),
    ("EPSG:28992", (155000, 463000), 5000, "metres, Bessel"),
    ("EPSG:2263", (984000, 200000), 20000, "US survey feet"),
    ("EPSG:3857", (-8238000, 4970000), 9000, "Web Mercator"),
    ("EPSG:4807", (2.5, 54.0), 0.05, "grads from Paris"),
    ("EPSG:3031", (100000, -1500000), 50000, "polar"),
]


def stars(place: tuple[float, float], size: float) -> list[Any]:
    """Draws polygons with a hole and two parts."""
    rng = np.random.default_rng(4)
    angles = np.linspace(0, 2 * math.pi, 12, endpoint=False)
    shapes = []
    for x, y in rng.uniform(-5, 5, (6, 2)) * size + place:
        radius = size * rng.uniform(0.6, 1, 12)
        outer = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])
        hole = np.array([x, y]) + (outer - [x, y])[::-1] * 0.3
        shapes.append(
            shapely.MultiPolygon([shapely.Polygon(outer, [hole]), shapely.box(x + 2 * size, y, x + 3 * size, y + size)])
        )
    return shapes


@pytest.mark.parametrize(("crs", "place", "size", "why"), CRS_AND_PLACE, ids=[row[3] for row in CRS_AND_PLACE])
def test_ellipsoidal_measures_equal_pyproj_geod(harness: Any, crs: str, place: Any, size: float, why: str) -> None:
    shapes = stars(place, size)
    harness.give("stars", {"crs": crs, "rows": [{"wkt": shape.wkt} for shape in shapes]})
    harness.done(
        "add_geometry_attributes", layer="stars", measures=["area", "perimeter"], method="ellipsoidal",
        area_unit="m2", length_unit="m", output="result",
    )  # fmt: skip
    source = pyproj.CRS(crs)
    base = source.geodetic_crs
    degrees = math.degrees(base.axis_info[0].unit_conversion_factor)
    to_base = pyproj.Transformer.from_crs(source, base, always_xy=True)
    for row, shape in zip(harness.rows("result"), shapes, strict=True):
        moved = shapely.transform(shape, lambda xy: np.column_stack(to_base.transform(*xy.T)) * degrees)
        oriented = shapely.MultiPolygon([shapely.geometry.polygon.orient(part) for part in moved.geoms])
        area, _ = base.get_geod().geometry_area_perimeter(oriented)
        perimeter = base.get_geod().geometry_length(oriented.boundary)
        assert row["area"] == pytest.approx(area, rel=1e-12)
        assert row["perimeter"] == pytest.approx(perimeter, rel=1e-12)


def test_ellipsoidal_areas_are_near_those_of_qgis(harness: Any) -> None:
    """QGIS 3.40 integrates by a series of its own; on ten kilometres both agree to 1e-6."""
    from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransformContext, QgsDistanceArea, QgsGeometry

    harness.give("stars", {"crs": "EPSG:28992", "rows": [{"wkt": s.wkt} for s in stars((155000, 463000), 5000)]})
    harness.done(
        "add_geometry_attributes",
        layer="stars",
        measures=["area"],
        method="ellipsoidal",
        area_unit="m2",
        output="result",
    )
    other = QgsDistanceArea()
    other.setSourceCrs(QgsCoordinateReferenceSystem("EPSG:28992"), QgsCoordinateTransformContext())
    other.setEllipsoid("EPSG:7004")
    for row in harness.rows("result"):
        assert row["area"] == pytest.approx(other.measureArea(QgsGeometry.fromWkt(row["wkt"])), rel=1e-6)


def test_a_cap_around_the_pole_has_the_area_of_the_closed_form(harness: Any) -> None:
    """The cap north of 80 degrees, drawn with 7,200 vertices on its parallel, in a polar projection."""
    latitude, corners = 80.0, 7200
    to_map = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:3995", always_xy=True)
    longitudes = np.linspace(-180, 180, corners, endpoint=False)
    ring = np.column_stack(to_map.transform(longitudes, np.full(corners, latitude)))
    harness.give("cap", {"crs": "EPSG:3995", "rows": [{"wkt": shapely.Polygon(ring).wkt}]})
    harness.done(
        "add_geometry_attributes",
        layer="cap",
        measures=["area"],
        method="ellipsoidal",
        area_unit="km2",
        output="result",
    )
    a, e2 = 6378.137, 0.0066943799901413165
    e = math.sqrt(e2)

    def below(sine: float) -> float:
        return math.pi * a**2 * (1 - e2) * (sine / (1 - e2 * sine**2) + math.atanh(e * sine) / e)

    cap = below(1.0) - below(math.sin(math.radians(latitude)))
    assert harness.rows("result")[0]["area"] == pytest.approx(cap, rel=1e-6)


def test_heights_of_a_foot_grid_are_feet(harness: Any) -> None:
    """3 by 4 survey feet rising 12: 13 survey feet, on the ellipsoid nearly so."""
    harness.give("pipes", {"crs": "EPSG:2263", "rows": [{"wkt": "LINESTRING Z(984000 200000 0,984003 200004 12)"}]})
    for method, within in (("planar", 1e-9), ("ellipsoidal", 1e-3)):
        step = harness.done(
            "add_geometry_attributes", layer="pipes", measures=["length_3d"], method=method, length_unit="us_ft",
            output=method,
        )  # fmt: skip
        assert harness.rows(method)[0]["length_3d"] == pytest.approx(13, abs=within)
        assert "length_3d takes one unit of Z as 0.3048006096 m." in step.warnings


def test_heights_in_degrees_are_metres(harness: Any) -> None:
    """A thousandth of a degree of the equator (111.319 m) that rises as much is sqrt 2 times as long."""
    rise = 6378137 * math.pi / 180000
    harness.give("pipes", {"crs": "EPSG:4326", "rows": [{"wkt": f"LINESTRING Z(0 0 5,0.001 0 {5 + rise!r})"}]})
    harness.done(
        "add_geometry_attributes", layer="pipes", measures=["length_3d"], method="ellipsoidal", length_unit="m",
        output="result",
    )  # fmt: skip
    assert harness.rows("result")[0]["length_3d"] == pytest.approx(rise * math.sqrt(2), rel=1e-9)


def test_geometries_keep_z_m_and_parts(harness: Any) -> None:
    texts = ["MULTIPOLYGON ZM (((0 0 1 5,4 0 2 6,4 4 3 7,0 0 1 5)))", "MULTIPOLYGON ZM EMPTY"]
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": text} for text in texts]})
    harness.done(
        "add_geometry_attributes", layer="zones", measures=["part_count", "y"], method="planar", output="result"
    )
    rows = harness.rows("result")
    assert [row["wkt"] for row in rows] == texts
    assert [(row["part_count"], row["y"]) for row in rows] == [(1, pytest.approx(4 / 3)), (0, None)]


def test_a_point_of_several_parts_has_no_height_of_its_own(harness: Any) -> None:
    texts = ["MULTIPOINT Z((0 0 5))", "MULTIPOINT Z((0 0 5),(1 1 6))"]
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": text} for text in texts]})
    harness.done("add_geometry_attributes", layer="stops", measures=["z", "x"], method="planar", output="result")
    assert [(row["z"], row["x"]) for row in harness.rows("result")] == [(5.0, 0.0), (None, 0.5)]


def test_positions_are_those_of_reproject_layer(harness: Any) -> None:
    """EPSG:28992 to EPSG:4326 shifts the datum; both tools use the one operation."""
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)"}]})
    step = harness.done(
        "add_geometry_attributes", layer="stops", measures=["x", "y"], method="planar", xy_crs="EPSG:4326", output="a"
    )
    other = harness.done("reproject_layer", layer="stops", target_crs="EPSG:4326", output="b")
    assert step.operations == other.operations
    row = harness.rows("a")[0]
    moved = shapely.from_wkt(harness.rows("b")[0]["wkt"])
    assert (row["x"], row["y"]) == pytest.approx((moved.x, moved.y), abs=1e-12)


def test_a_centroid_of_halves_at_the_antimeridian_is_said(harness: Any) -> None:
    """Halves of one zone at 179 to 180 and -180 to -179: in degrees their middle is 0, half the Earth away."""
    halves = "MULTIPOLYGON(((179 0,180 0,180 1,179 1,179 0)),((-180 0,-179 0,-179 1,-180 1,-180 0)))"
    whole = "MULTIPOLYGON(((179 0,181 0,181 1,179 1,179 0)))"
    for name, wkt, x, count in (("halves", halves, 0.0, 1), ("whole", whole, 180.0, 0)):
        harness.give(name, {"crs": "EPSG:4326", "rows": [{"wkt": wkt}]})
        step = harness.done(
            "add_geometry_attributes", layer=name, measures=["x"], method="ellipsoidal", output=f"{name}_x"
        )
        assert sum("180 degrees" in warning for warning in step.warnings) == count
        assert harness.rows(f"{name}_x")[0]["x"] == pytest.approx(x)
