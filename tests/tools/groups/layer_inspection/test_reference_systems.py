# SPDX-License-Identifier: GPL-2.0-or-later
"""Which CRSs get_crs_info recommends: facts of the EPSG registry and scale factors by pyproj."""

import pytest

pytestmark = pytest.mark.qgis
STOPS = {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(-73.9 40.7)"}, {"wkt": "POINT(-74 40.8)"}]}


def recommended(harness, recipe):
    harness.give("stops", recipe)
    return harness.done("get_crs_info", layer="stops").observation["report"]["fit_for_measuring"]


def test_new_york_gets_its_utm_zone_and_its_state_plane(harness):
    """Published: zone 18 is 78 to 72 W; EPSG:2263 is made for New York."""
    found = {line["crs"]: line for line in recommended(harness, STOPS)}
    assert next(iter(found)) == "EPSG:32618"
    assert found["EPSG:2263"]["unit"] == "US survey foot"
    assert all(max(line["lengths_off_percent"], line["areas_off_percent"]) <= 1 for line in found.values())


def test_the_errors_told_are_those_of_pyproj(harness):
    from pyproj import Proj

    line = next(line for line in recommended(harness, STOPS) if line["crs"] == "EPSG:32618")
    factors = [Proj("EPSG:32618").get_factors(x, y) for x in (-73.9, -74) for y in (40.7, 40.8)]
    linear = max(abs(each.meridional_scale - 1) for each in factors)
    assert line["lengths_off_percent"] == pytest.approx(100 * linear, rel=0.1)  # 25 points inside the extent


def test_those_of_the_same_datum_come_first(harness):
    found = recommended(harness, {"crs": "EPSG:4269", "rows": STOPS["rows"]})
    names = [line["name"].partition(" / ")[0] for line in found]
    assert names[0] == "NAD83" and "NAD83" not in names[names.count("NAD83") :]


def test_the_whole_earth_has_no_crs_that_measures_truly(harness):
    rows = [{"wkt": "POINT(-180 -85)"}, {"wkt": "POINT(180 85)"}]
    assert recommended(harness, {"crs": "EPSG:4326", "rows": rows}) == "none found"
