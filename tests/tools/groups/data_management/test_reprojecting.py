# SPDX-License-Identifier: GPL-2.0-or-later
"""reproject_layer: units of `densify`, the operation that is reported, agreement with PROJ through pyproj."""

import numpy as np
import pytest

pytestmark = pytest.mark.qgis

METRES = {"m": 1.0, "km": 1000.0, "ft": 0.3048, "us_ft": 1200 / 3937, "yd": 0.9144, "mi": 1609.344, "nmi": 1852.0}


def vertices(harness, handle):
    import shapely

    return shapely.get_num_coordinates(shapely.from_wkt(harness.rows(handle)[0]["wkt"]))


@pytest.mark.parametrize("unit", METRES)
def test_densify_is_measured_in_its_unit(harness, unit):
    """On paper: a line of 3.5 units is cut into 4 pieces of at most 1 unit, which have 5 ends."""
    length = 3.5 * METRES[unit]
    harness.give(
        "road", {"crs": "EPSG:28992", "rows": [{"wkt": f"LINESTRING(155000 463000, {155000 + length} 463000)"}]}
    )
    harness.done("reproject_layer", layer="road", target_crs="EPSG:4326", densify=1, unit=unit, output="result")
    assert vertices(harness, "result") == 5


def test_a_survey_foot_is_longer_than_a_foot(harness):
    """On paper: 1,000.001 ft are 1,000.001 * 0.3048 * 3937 / 1200 = 999.999 us_ft: 1,001 pieces or 1,000."""
    length = 1000.001 * 0.3048
    harness.give(
        "road", {"crs": "EPSG:28992", "rows": [{"wkt": f"LINESTRING(155000 463000, {155000 + length} 463000)"}]}
    )
    counts = {}
    for unit in ("ft", "us_ft"):
        harness.done("reproject_layer", layer="road", target_crs="EPSG:4326", densify=1, unit=unit, output=f"in_{unit}")
        counts[unit] = vertices(harness, f"in_{unit}") - 1
    assert counts == {"ft": 1001, "us_ft": 1000}


def test_densify_follows_the_unit_of_the_layer(harness):
    """On paper: 7 survey feet are 2.1336 m; pieces of at most 1 m are 3, pieces of 1 map unit would be 7."""
    harness.give("road", {"crs": "EPSG:2263", "rows": [{"wkt": "LINESTRING(1000000 200000, 1000007 200000)"}]})
    harness.done("reproject_layer", layer="road", target_crs="EPSG:4326", densify=1, unit="m", output="result")
    assert vertices(harness, "result") == 4


def test_a_straight_edge_stays_straight_unless_densified(harness):
    """Law: the parallel of 52 degrees is an arc in EPSG:28992; its chord lies south of it."""
    import shapely

    harness.give(
        "road", {"crs": "EPSG:3857", "rows": [{"wkt": "LINESTRING(445277.96 6800125.45, 667916.94 6800125.45)"}]}
    )
    harness.done("reproject_layer", layer="road", target_crs="EPSG:28992", output="chord")
    harness.done("reproject_layer", layer="road", target_crs="EPSG:28992", densify=5, unit="km", output="arc")
    chord, arc = (shapely.from_wkt(harness.rows(name)[0]["wkt"]) for name in ("chord", "arc"))
    assert shapely.get_num_coordinates(chord) == 2
    assert shapely.hausdorff_distance(chord, arc) > 400


def test_positions_agree_with_pyproj(harness):
    """Second library: pyproj, with the same operation between two CRSs of one datum."""
    import pyproj
    import shapely

    rng = np.random.default_rng(4)
    points = rng.uniform([4.0, 51.0], [6.5, 53.0], (50, 2))
    harness.give("places", {"crs": "EPSG:4326", "rows": [{"wkt": f"POINT({x!r} {y!r})", "n": n} for n, (x, y) in
                                                         enumerate(points.tolist())]})  # fmt: skip
    harness.done("reproject_layer", layer="places", target_crs="EPSG:32631", output="result")
    found = shapely.get_coordinates(shapely.from_wkt([row["wkt"] for row in harness.rows("result")]))
    transformer = pyproj.Transformer.from_crs(4326, 32631, always_xy=True)
    wanted = np.column_stack(transformer.transform(points[:, 0], points[:, 1]))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6)


def test_the_operation_and_its_accuracy_are_reported(harness):
    harness.give("places", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)"}]})
    step = harness.done("reproject_layer", layer="places", target_crs="EPSG:4326", output="result")
    assert len(step.operations) == 1 and "Amersfoort to WGS 84" in step.operations[0]
    assert "accuracy" in step.operations[0]
    assert step.observation["report"]["operation"] == step.operations[0]


def test_there_and_back_again_is_the_same_place(harness):
    """Law: a transformation and its inverse leave a position where it was."""
    import shapely

    harness.give("places", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(121687.35 487326.42)"}]})
    harness.done("reproject_layer", layer="places", target_crs="EPSG:4326", output="there")
    harness.done("reproject_layer", layer="there", target_crs="EPSG:28992", output="back")
    found = shapely.get_coordinates(shapely.from_wkt(harness.rows("back")[0]["wkt"]))[0]
    assert found == pytest.approx([121687.35, 487326.42], abs=1e-3)


def test_a_crs_may_be_given_as_wkt(harness):
    from osgeo import osr

    srs = osr.SpatialReference()
    srs.ImportFromEPSG(3857)
    harness.give("places", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(180 0)"}]})
    step = harness.done("reproject_layer", layer="places", target_crs=srs.ExportToWkt(), output="result")
    assert step.observation["crs"] == "EPSG:3857"


def test_a_result_is_ready_for_the_next_tool(harness):
    harness.give("parks", {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 2,0 2,0 0))", "n": 1}]})
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((1 -1,3 -1,3 1,1 1,1 -1))"}]})
    harness.done("reproject_layer", layer="parks", target_crs="EPSG:32631", output="parks_utm")
    harness.done("reproject_layer", layer="zones", target_crs="EPSG:32631", output="zones_utm")
    step = harness.done("clip", layer="parks_utm", mask="zones_utm", output="result")
    assert step.observation["count"] == 1


OVER_180 = "POLYGON((179 0,181 0,181 1,179 1,179 0))"
PACIFIC = "POLYGON((3228265 0,3450904 0,3450904 110579,3228265 110579,3228265 0))"  # the same in EPSG:3832


@pytest.mark.parametrize(
    ("crs", "wkt", "target"),
    [
        ("EPSG:4326", OVER_180, "EPSG:3857"),
        ("EPSG:4326", OVER_180, "ESRI:54009"),
        ("EPSG:4326", "LINESTRING(179 0,181 1)", "EPSG:3857"),
        ("EPSG:3832", PACIFIC, "EPSG:4326"),
        ("EPSG:3832", PACIFIC, "EPSG:3857"),
        ("EPSG:3857", "LINESTRING(-100000 0,100000 0)", "EPSG:3832"),  # whole at 150 east, torn at 30 west: see below
    ],
)
def test_what_the_target_crs_tears_apart_is_refused_and_counted(harness, crs, wkt, target):
    """Two degrees, or 222 km, would become a shape around the whole Earth."""
    if target == "EPSG:3832":
        wkt = "LINESTRING(-3400000 0,-3300000 0)"  # 30.5 to 29.6 degrees west, where a map around 150 east is cut
    beside = {"EPSG:4326": "POINT(170 0)", "EPSG:3832": "POINT(0 0)", "EPSG:3857": "POINT(0 0)"}[crs]
    kind = wkt.partition("(")[0]
    apart = f"LINESTRING({beside[6:-1]},{beside[6:-1].split()[0]} 1)" if kind == "LINESTRING" else None
    harness.give("zones", {"crs": crs, "rows": [{"wkt": wkt, "n": 1}, {"wkt": apart, "n": 2}]})
    fault = harness.refused("reproject_layer", layer="zones", target_crs=target, output="result")
    assert (fault["code"], fault["message"].startswith("1 of 2 geometries")) == ("CRS_UNSUITABLE", True)


@pytest.mark.parametrize(
    ("crs", "wkt", "target"),
    [
        ("EPSG:4326", OVER_180, "EPSG:3832"),  # whole there
        ("EPSG:4326", "POLYGON((-180 -80,180 -80,180 80,-180 80,-180 -80))", "EPSG:3857"),  # as wide before
        ("EPSG:4326", "MULTIPOLYGON(((179 0,180 0,180 1,179 0)),((-180 0,-179 0,-179 1,-180 0)))", "EPSG:3857"),
        ("EPSG:3832", "MULTILINESTRING((3228265 0,3300000 0),(3400000 0,3450904 0))", "EPSG:4326"),  # a part on a side
        ("EPSG:3832", "MULTIPOINT((3228265 0),(3450904 0))", "EPSG:4326"),
        ("EPSG:4326", "POLYGON((-180 -90,180 -90,180 -70,-180 -70,-180 -90))", "EPSG:3031"),
        ("EPSG:4326", "LINESTRING(20 50,175 50)", "EPSG:3857"),
    ],
)
def test_what_stays_whole_or_was_as_wide_before_is_carried(harness, crs, wkt, target):
    harness.give("zones", {"crs": crs, "rows": [{"wkt": wkt}]})
    harness.done("reproject_layer", layer="zones", target_crs=target, output="result")


PLACES = {
    "Houston": ("EPSG:4267", "POINT(-95.4 29.8)", {"us_noaa_conus.tif"}, {"ca_", "alaska"}),
    "Alberta": ("EPSG:4267", "POINT(-114 53)", {"ca_nrc_"}, {"us_noaa_alaska", "SK27"}),
    "the Hamptons": ("EPSG:2263", "POINT(1300000 270000)", {"us_noaa_nyhpgn.tif"}, {"njhpgn", "nehpgn"}),
    "Hawaii": ("EPSG:4269", "POINT(-155.5 19.6)", {""}, {"ca_", "wthpgn", "ethpgn"}),
}


@pytest.mark.parametrize("place", PLACES)
def test_grids_are_missed_only_where_the_data_are(harness, place):
    """Published: the areas of the operations in the EPSG registry; their figures are no fault of the data."""
    crs, wkt, near, far = PLACES[place]
    harness.give("stops", {"crs": crs, "rows": [{"wkt": wkt}]})
    step = harness.done("reproject_layer", layer="stops", target_crs="EPSG:4326", output="result")
    words = " ".join(sentence for sentence in step.warnings if "grids that are absent" in sentence)
    assert any(grid in words for grid in near), step.warnings
    assert not any(grid in words for grid in far), words
    assert not any(sentence.startswith("CRS_UNSUITABLE") for sentence in step.warnings)


def test_a_figure_that_stops_nothing_has_no_code_of_an_error(harness):
    """Closed form: the scale of RD New at its centre is 0.9999079, so areas are off by 0.0184 %."""
    harness.give(
        "parks",
        {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((155000 463000,155100 463000,155100 463100,155000 463000))"}]},
    )
    step = harness.done("calculate_field", layer="parks", field="a", type="real", expression="area(@geometry)",
                        output="measured")  # fmt: skip
    (sentence,) = step.warnings
    assert "are off by up to" in sentence and not sentence.startswith("CRS_UNSUITABLE")
