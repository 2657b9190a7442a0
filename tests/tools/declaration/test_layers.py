# SPDX-License-Identifier: GPL-2.0-or-later
"""When two arguments are one layer."""

from __future__ import annotations

import pytest

from gisagentbench.tools.declaration.facts import LayerFacts
from gisagentbench.tools.declaration.layers import Points


def points(name: str, parameter: object = None, path: str = "") -> Points:
    return Points(name, LayerFacts(), parameter=parameter, path=path, sublayer="rows" if path else "")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (points("homes"), points("homes"), True),  # a handle twice
        (points("homes"), points("shops"), False),
        (points("homes", "memory_1"), points("homes", "memory_1"), True),
        (points("homes", "memory_1"), points("homes", "memory_2"), False),  # two layers of one title
        (points("homes", "layer_1", "a.gpkg"), points("homes", "layer_2", "b.gpkg"), False),
        (points("homes", "layer_1", "a.gpkg"), points("again", "layer_2", "a.gpkg"), True),  # one file opened twice
        (points("homes", "memory_1", "between_1.gpkg"), points("homes", "memory_1", "between_2.gpkg"), True),
    ],
)
def test_layers_are_one_by_what_they_stand_in(one: Points, other: Points, same: bool) -> None:
    assert one.is_same_as(other) is same
    assert other.is_same_as(one) is same
