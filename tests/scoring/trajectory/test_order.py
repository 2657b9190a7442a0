# SPDX-License-Identifier: GPL-2.0-or-later
"""An order is violated by data that flows the other way, never by calls that only stand the other way round."""

from dataclasses import replace

import pytest

from gisagentbench.scoring.trajectory.closeness import score_trajectory
from gisagentbench.tests.scoring.trajectory.made_calls import (
    EXPORT_SLOPE,
    FINE,
    LOAD_DEM,
    RESAMPLED_SLOPE,
    RULES,
    SLOPE,
    SLOPE_OF_RESAMPLED,
    calls,
    step,
)


def violations(*agent, reference=SLOPE_OF_RESAMPLED, rules=RULES):
    score = score_trajectory(calls(*reference), calls(*agent), rules)
    return [(one.first, one.then, one.then_call, one.first_call) for one in score.order_violations]


def test_resampling_a_slope_where_the_reference_takes_the_slope_of_resampled_heights():
    assert violations(*RESAMPLED_SLOPE) == [("resample_raster", "slope", 2, 3)]


def test_the_flag_takes_nothing_off():
    assert score_trajectory(calls(*SLOPE_OF_RESAMPLED), calls(*RESAMPLED_SLOPE), RULES).closeness == 1


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        (SLOPE_OF_RESAMPLED, "the order of the reference"),
        ((LOAD_DEM, step("slope", "steep", dem_layer="dem"), FINE, EXPORT_SLOPE), "neither builds on the other"),
        (
            (*SLOPE_OF_RESAMPLED[:3], step("resample_raster", "coarse", raster_layer="steep", size=50), EXPORT_SLOPE),
            "the right order is there, too",
        ),
        (RESAMPLED_SLOPE[:2], "one of the two was never done"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_no_violation(agent, why):
    assert violations(*agent) == []


def test_roles_that_go_both_ways_in_the_reference_have_no_order():
    both = (LOAD_DEM, FINE, SLOPE, step("resample_raster", "coarse", raster_layer="steep", size=50))
    assert violations(*RESAMPLED_SLOPE, reference=both) == []


def test_an_order_holds_over_steps_between():
    between = (LOAD_DEM, FINE, step("fill_nodata", "whole", raster_layer="fine"), step("slope", "s", dem_layer="whole"))
    assert violations(*RESAMPLED_SLOPE, reference=between) == [("resample_raster", "slope", 2, 3)]


def test_a_release_takes_an_order_out():
    rules = replace(RULES, order_exceptions=frozenset({("resample_raster", "slope")}))
    assert violations(*RESAMPLED_SLOPE, rules=rules) == []


def test_a_dropped_role_has_no_order():
    assert violations(*RESAMPLED_SLOPE, rules=replace(RULES, drops={"slope": "not needed"})) == []


PLAIN = (LOAD_DEM, step("slope", "steep", dem_layer="dem"), EXPORT_SLOPE)
WARPED = (
    LOAD_DEM,
    step("warp", "warped", raster_layer="dem", crs="EPSG:28992"),
    step("slope", "steep", dem_layer="warped"),
    EXPORT_SLOPE,
)


def spoiling(*agent, reference=PLAIN, strict=False):
    score = score_trajectory(calls(*reference), calls(*agent), RULES, strict)
    return [(one.role, one.call, one.export_call) for one in score.spoiling_steps]


def test_resampling_on_the_way_into_a_file_is_flagged_where_the_reference_does_without():
    assert spoiling(*WARPED) == [("resample_raster", 2, 4)]


@pytest.mark.parametrize(
    ("agent", "more", "why"),
    [
        (WARPED, {"strict": True}, "a strictly right run shows that it did no harm"),
        (WARPED, {"reference": WARPED}, "the reference does it as well"),
        ((*WARPED[:2], *PLAIN[1:]), {}, "what was resampled went nowhere"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_no_spoiling_step(agent, more, why):
    assert spoiling(*agent, **more) == []
