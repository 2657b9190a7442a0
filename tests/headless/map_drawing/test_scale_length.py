# SPDX-License-Identifier: GPL-2.0-or-later
"""A scale bar has a round length in the unit of the map, and is as long as it says."""

import pytest

from gisagentbench.headless.map_drawing.scale_length import scale_length


@pytest.mark.parametrize(
    ("rule", "map_width", "family", "label", "metres"),
    [
        ("30 % of 10 km is 3 km, the round length below is 2 km", 10_000, "metric", "2 km", 2000),
        ("below a kilometre it is metres", 3000, "metric", "500 m", 500),
        ("exactly a round length is taken", 1000 / 0.3, "metric", "1 km", 1000),
        ("a foot CRS has miles", 100_000, "imperial", "10 mi", 16093.44),
        ("below a mile it is feet", 2000, "imperial", "1000 ft", 304.8),
        ("without a CRS it is map units", 40, "map_units", "10 map units (no CRS)", 10),
        ("a map of a hundredth of a metre", 0.01, "metric", "0.002 m", 0.002),
    ],
)
def test_scale_bar(rule, map_width, family, label, metres):
    bar = scale_length(map_width, family)
    assert (bar.label, bar.share * map_width) == (label, pytest.approx(metres)), rule
    assert bar.share <= 0.3 + 1e-9
