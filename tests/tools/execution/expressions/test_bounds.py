# SPDX-License-Identifier: GPL-2.0-or-later
"""No function of an expression makes more than its limit, whether its arguments are written or computed."""

import time

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.limits import LIMITS

pytestmark = pytest.mark.qgis
LINE = "make_line(make_point(0, 0), make_point(8, 0), make_point(8, 8))"


@pytest.fixture
def evaluated(harness):
    from gisagentbench.tools.declaration.registry import find
    from gisagentbench.tools.execution.bound_run import BoundRun
    from gisagentbench.tools.execution.context import EngineFeedback

    rows = [{"wkt": "POINT(155000 463000)", "n": 3, "huge": 10**12}]
    harness.give("stops", {"crs": "EPSG:28992", "rows": rows})
    run = BoundRun(harness.workspace, find("clip"), {}, "refuse", EngineFeedback())
    return lambda text: run.expression(text, harness.workspace.layer("stops"), "value").values()[0]


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("lpad('a', 1e12, 'x')", "characters"),
        ("rpad('a', \"huge\", 'x')", "characters"),
        ("try(lpad('a', \"huge\", 'x'), 'none')", "characters"),
        ("replace(lpad('', 100000, 'x'), 'x', lpad('', 1000, 'y'))", "characters"),
        ("regexp_replace(lpad('', 100000, 'x'), 'x', lpad('', 1000, 'y'))", "characters"),
        ("format(lpad('', 1000000, '%1'), lpad('', 1000, 'y'))", "characters"),
        ("format_number(1.5, \"huge\", 'en')", "digits"),
        ("geom_to_wkt(@geometry, \"huge\")", "digits"),
        ("generate_series(1, \"huge\")", "elements"),
        ("generate_series(1, 2, 1e-12)", "elements"),
        ("array_foreach(generate_series(1, \"n\"), generate_series(1, @element * 1e9))", "elements"),
        ("buffer(@geometry, 1, \"huge\")", "segments"),
        ("make_circle(@geometry, 1, 1e9)", "segments"),
        ("make_regular_polygon(@geometry, make_point(1, 1), 1e9)", "segments"),
        (f"smooth({LINE}, 60)", "vertices"),
        (f"densify_by_count({LINE}, \"huge\")", "vertices"),
        (f"densify_by_distance({LINE}, 1e-12)", "vertices"),
        (f"wave({LINE}, 1e-12, 1)", "vertices"),
        (f"apply_dash_pattern({LINE}, array(1e-12, 1e-12))", "vertices"),
    ],
)  # fmt: skip
def test_more_than_the_limit_is_refused_before_it_is_made(evaluated, text, quantity):
    begun = time.monotonic()
    with pytest.raises(ToolError) as fault:
        evaluated(text)
    assert time.monotonic() - begun < 5
    assert (fault.value.code, fault.value.expected) == ("LIMIT_EXCEEDED", f"at most {LIMITS[quantity]}")
    assert f"{quantity}; the limit is" in fault.value.sentence


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("lpad('a', \"n\", 'x')", "xxa"),
        ("replace('aaa', 'a', 'bb')", "bbbbbb"),
        ("replace('abc', map('a', 'x', 'b', 'y'))", "xyc"),
        ("regexp_replace('a1b22', '(\\\\d+)', '<\\\\1>')", "a<1>b<22>"),
        ("format('%1-%2', \"n\", 'a')", "3-a"),
        ("array_to_string(generate_series(1, \"n\"))", "1,2,3"),
        ("array_length(array_cat(array(1), array(2, 3)))", 3),
        ("concat(NULL, 'a', \"n\")", "a3"),
        ("lpad(NULL, 3, 'x')", None),
        ("round(area(buffer(make_point(0, 0), 1, segments:=3)), 9)", 3.0),
        (f"length(densify_by_distance({LINE}, 2))", 16.0),
        (f"num_points(densify_by_count({LINE}, 1))", 5),
    ],
)  # fmt: skip
def test_what_stays_within_its_limit_is_made_as_qgis_makes_it(evaluated, text, value):
    """On paper; a circle of 3 segments a quarter is the 12-gon of radius 1: 12 * sin(30 degrees) / 2 = 3."""
    assert evaluated(text) == value
