# SPDX-License-Identifier: GPL-2.0-or-later
"""How much there is to snap, counted on paper."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import shapely

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.limits import demand_size
from gisagentbench.tools.execution.geometry.snapping_size import SLOWNESS, demand_few_meetings

LINES = np.array(
    [shapely.LineString([(0, 0), (10, 0)]), None, shapely.LineString(), shapely.LineString([(0, 50), (5, 50), (9, 50)])]
)
OTHERS = np.array([shapely.MultiPoint([(0, 2), (1, 2), (2, 2)]), shapely.Point(0, 60), None])


@pytest.mark.parametrize(
    ("reach", "meetings"),
    [
        (1, 0),
        (2, (2 + 3) * 3),
        (10, (2 + 3) * 3 + (3 + 1) * 1),
        (1000, (2 + 4) * 4 + (3 + 4) * 4),
    ],
)
def test_vertices_in_reach_may_all_be_added(reach: float, meetings: int) -> None:
    asked: list[Any] = []
    run: Any = SimpleNamespace(require=SimpleNamespace(size=lambda *given: asked.append(given)))
    demand_few_meetings(run, LINES, OTHERS, reach)
    assert asked[-1][:2] == ("pairs", SLOWNESS * meetings)


def test_too_many_are_refused_by_the_name_of_the_tolerance() -> None:
    run: Any = SimpleNamespace(require=SimpleNamespace(size=demand_size))
    line = np.array([shapely.LineString(np.column_stack([np.arange(1000), np.zeros(1000)]))])
    points = shapely.points(np.arange(5000), 1)
    demand_few_meetings(run, line, points, 1)  # beyond the reach of the line but for its own thousand
    with pytest.raises(ToolError, match="tolerance: .* 300,000,000 pairs"):
        demand_few_meetings(run, line, points, 4000)
