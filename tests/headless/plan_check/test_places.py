# SPDX-License-Identifier: GPL-2.0-or-later
"""A place on Earth is followed through reprojection, and where a map is surely untrue there it is told."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.headless.plan_check.given_inputs import StatedInputs
from gisagentbench.headless.plan_check.places import is_surely_untrue, place_of
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.tools.declaration.facts import Extent, Field, LayerFacts

NEW_YORK = Extent(-74.1, 40.6, -73.8, 40.9)
QUITO = Extent(-78.6, -0.3, -78.4, -0.1)


def test_the_place_of_a_projected_extent_is_in_degrees() -> None:
    # EPSG:32618 has its central meridian at 75 degrees west, x 500000, and the equator at y 0
    facts = LayerFacts("vector", "EPSG:32618", extent=Extent(500000, 0, 500001, 1))
    assert place_of(facts) == pytest.approx((-75, 0, -75, 0), abs=1e-5)


@pytest.mark.parametrize(
    "facts",
    [
        LayerFacts("vector", "EPSG:4326"),
        LayerFacts("vector", "", extent=NEW_YORK),
        LayerFacts("vector", None, extent=NEW_YORK),
        LayerFacts("vector", "EPSG:4326", extent=Extent(0, 0, 500000, 4500000)),
        LayerFacts("vector", "EPSG:4807", extent=Extent(0, 50, 1, 51)),  # grads from Paris
    ],
    ids=["no extent", "no CRS", "CRS not known", "no degrees", "grads"],
)
def test_there_is_no_place_without_a_sure_one(facts: LayerFacts) -> None:
    assert place_of(facts) is None


@pytest.mark.parametrize(
    ("crs", "place", "is_untrue"),
    [
        ("EPSG:3857", NEW_YORK, True),  # 1 / cos 40.6 is 1.317
        ("EPSG:3857", QUITO, False),
        ("EPSG:32618", NEW_YORK, False),
        ("EPSG:32610", NEW_YORK, True),  # 49 degrees from its meridian
        ("EPSG:2263", NEW_YORK, False),
        ("EPSG:4326", NEW_YORK, False),  # degrees are told by another rule
        ("EPSG:6933", NEW_YORK, True),  # equal areas, lengths not
    ],
)
def test_lengths_are_surely_untrue_where_the_map_is_far_off(crs: str, place: Extent, is_untrue: bool) -> None:
    assert is_surely_untrue(crs, place, "linear") == is_untrue


def test_areas_of_an_equal_area_map_are_true() -> None:
    assert not is_surely_untrue("EPSG:6933", NEW_YORK, "areal")


ROWS = LayerFacts(
    "vector", "EPSG:4326", (Field("name", "text"),), "Polygon", False, False, False, count=3, extent=NEW_YORK
)  # fmt: skip
AREA: dict[str, Any] = {"measures": ["area"], "method": "planar", "area_unit": "m2", "output": "measured"}


def codes(crs: str, *between: tuple[str, dict[str, Any]], layer: str = "moved") -> list[str]:
    steps = [
        ("load_layer", {"file": "rows.gpkg", "name": "rows"}),
        ("reproject_layer", {"layer": "rows", "target_crs": crs, "output": "moved"}),
        *between,
        ("add_geometry_attributes", {"layer": layer, **AREA}),
    ]
    found = plan_findings(steps, StatedInputs({"rows.gpkg": ROWS}))
    return [finding.code for finding in found if finding.severity == "error"]


@pytest.mark.qgis
@pytest.mark.parametrize(
    ("crs", "expected"), [("EPSG:3857", ["CRS_UNSUITABLE"]), ("EPSG:32618", []), ("EPSG:2263", [])]
)
def test_an_area_is_not_measured_in_mercator_after_a_reprojection(crs: str, expected: list[str]) -> None:
    assert codes(crs) == expected


@pytest.mark.qgis
def test_a_step_that_keeps_the_rows_keeps_the_place() -> None:
    rename = ("refactor_fields", {"layer": "moved", "rename": {"name": "title"}, "output": "named"})
    assert codes("EPSG:3857", rename, layer="named") == ["CRS_UNSUITABLE"]


@pytest.mark.qgis
def test_a_step_that_may_leave_no_rows_leaves_the_place_open() -> None:
    some = ("extract_by_expression", {"layer": "moved", "expression": "\"name\" = 'a'", "output": "some"})
    assert codes("EPSG:3857", some, layer="some") == []


@pytest.mark.qgis
def test_a_stated_crs_moves_the_place_away() -> None:
    state = ("assign_crs", {"layer": "moved", "crs": "EPSG:32618", "output": "stated"})
    assert codes("EPSG:3857", state, layer="stated") == []
