# SPDX-License-Identifier: GPL-2.0-or-later
"""CRSs that are not degrees from Greenwich and not metres of a map go through every tool that asks for more."""

from __future__ import annotations

import math

import pytest

pytestmark = pytest.mark.qgis

SITE = 'LOCAL_CS["site",UNIT["metre",1]]'
SQUARE = "POLYGON((10 10,20 10,20 20,10 20,10 10))"


@pytest.mark.parametrize("crs", [SITE, "EPSG:4978"])
@pytest.mark.parametrize("method", ["planar", "ellipsoidal"])
def test_coordinates_without_a_place_on_a_map_are_refused_in_words(harness, crs, method):
    harness.give("site", {"crs": crs, "rows": [{"wkt": SQUARE, "n": 1}]})
    harness.give("park", {"crs": "EPSG:28992", "rows": [{"wkt": SQUARE, "n": 1}]})
    measure = {"measures": ["area"], "area_unit": "m2", "method": method, "output": "a"}
    faults = [
        harness.refused("add_geometry_attributes", layer="site", **measure),
        harness.refused("buffer", layer="site", unit="m", method=method, distance=1, output="b"),
        harness.refused("reproject_layer", layer="site", target_crs="EPSG:4326", output="c"),
        harness.refused("export_layer", layer="site", file="d.kml", format="kml"),
    ]
    assert {fault["code"] for fault in faults} == {"CRS_UNSUITABLE"}, faults
    assert all("geographic or projected" in fault["message"] for fault in faults), faults


@pytest.mark.parametrize("crs", ["EPSG:4978", "EPSG:5709"])
def test_no_layer_is_taken_to_a_crs_without_map_coordinates(harness, crs):
    harness.give("park", {"crs": "EPSG:28992", "rows": [{"wkt": SQUARE, "n": 1}]})
    fault = harness.refused("reproject_layer", layer="park", target_crs=crs, output="a")
    assert fault["code"] == "CRS_UNSUITABLE" and "geographic or projected" in fault["message"]


@pytest.mark.parametrize(("flat", "high"), [("EPSG:4326", "EPSG:4979"), ("EPSG:25832", "EPSG:25832+5783")])
def test_heights_of_a_crs_change_no_measure_on_the_ellipsoid(harness, flat, high):
    """Law: area and buffer of the same positions are the same whether the CRS has a third axis or not."""
    shape = "POLYGON((9 52,9.01 52,9.01 52.01,9 52.01,9 52))"
    if flat != "EPSG:4326":
        shape = "POLYGON((500000 5700000,501000 5700000,501000 5701000,500000 5701000,500000 5700000))"
    found = []
    for name, crs in (("flat", flat), ("high", high)):
        harness.give(name, {"crs": crs, "rows": [{"wkt": shape, "n": 1}]})
        harness.done("buffer", layer=name, unit="m", method="ellipsoidal", distance=10, output=f"{name}_b")
        harness.done("add_geometry_attributes", layer=f"{name}_b", measures=["area"], area_unit="m2",
                     method="ellipsoidal", output=f"{name}_a")  # fmt: skip
        found.append(harness.rows(f"{name}_a")[0]["area"])
    assert found[0] == pytest.approx(found[1], rel=1e-12)


def test_grads_from_paris_are_no_degrees_from_greenwich(qgis_application):
    """Paris is 2.596921296 grad east of Greenwich, and 54 grad of latitude are 48.6 degrees."""
    from gisagentbench.tools.declaration.facts import Extent
    from gisagentbench.tools.execution.reference_systems.area_of_use import in_degrees, outside_area_of_use

    found = in_degrees(Extent(0, 54, 1, 55), "EPSG:4807")
    assert found is not None
    assert (found.xmin, found.ymin) == pytest.approx((2.596921296 * 0.9, 48.6), abs=2e-3)
    assert math.isclose(found.xmax - found.xmin, 0.9, abs_tol=2e-3)
    assert outside_area_of_use("EPSG:27572", Extent(-5, 54, 5, 55), "EPSG:4807") == ""
