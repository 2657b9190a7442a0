# SPDX-License-Identifier: GPL-2.0-or-later
"""Intersection over union of all polygons of each side, worked out on paper from squares of 10 m."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.scoring import area_overlap
from gisagentbench.scoring.comparison import compare_files
from gisagentbench.scoring.record import ScoreRecord

from .layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, contract_of, square, write_layer

Score = Callable[..., ScoreRecord]
RECTANGLE = "POLYGON((155000 463000,155020 463000,155020 463010,155000 463010,155000 463000))"
BOW_TIE = "POLYGON((155000 463000,155010 463010,155010 463000,155000 463010,155000 463000))"


def parks(*shapes: str | None) -> list[dict[str, Any]]:
    """Returns parks of these shapes."""
    return [PARKS[0] | {"nta": f"BK{number}", "shape": shape} for number, shape in enumerate(shapes)]


@pytest.mark.parametrize(
    ("rule", "expected", "found", "iou"),
    [
        ("the same", [square(0), square(20)], [square(20), square(0)], 1.0),
        ("one rectangle for two squares", [square(0), square(10)], [RECTANGLE], 1.0),
        ("moved by half a side: 50 of 150", [square(0)], [square(5)], 1 / 3),
        ("what is covered twice counts once: 100 of 150", [square(0)], [square(0), square(5)], 2 / 3),
        ("one of two", [square(0), square(20)], [square(0)], 1 / 2),
        ("apart", [square(0)], [square(20)], 0.0),
        ("nothing found", [square(0)], [None], 0.0),
        ("a bow tie is repaired: two triangles of 25 of 100", [square(0)], [BOW_TIE], 1 / 2),
    ],
)
def test_overlap_of_areas(score_parks: Score, rule: str, expected: Any, found: Any, iou: float) -> None:
    overlap = score_parks(parks(*found), reference=parks(*expected)).closeness.area_overlap
    assert overlap is not None
    assert (overlap.iou, overlap.computed_on) == (pytest.approx(iou), 1.0)


def test_degrees_give_the_shares_of_metres(tmp_path: Path) -> None:
    strips = [f"POLYGON(({x} 60,{x + 2} 60,{x + 2} 60.001,{x} 60.001,{x} 60))" for x in (5, 6)]
    files = []
    for name, shape in zip(("reference", "output"), strips, strict=True):
        (tmp_path / name).mkdir()
        rows = [PARKS[0] | {"shape": shape}]
        files.append(write_layer(tmp_path / name / "result.gpkg", PARK_FIELDS, rows, "EPSG:4326"))
    overlap = compare_files(contract_of(**(PARK_CONTRACT | {"crs": "EPSG:4326"})), *files).closeness.area_overlap
    assert overlap is not None
    assert overlap.iou == pytest.approx(1 / 3)


def test_it_enters_no_mean(score_parks: Score) -> None:
    record = score_parks(parks(RECTANGLE), reference=parks(square(0), square(10)))
    assert record.closeness.entity_f1 == pytest.approx(2 / 3)  # one pair of IoU 1/2 among 2 + 1 shapes
    assert record.closeness.area_overlap is not None
    assert record.closeness.quantitative < record.closeness.area_overlap.iou  # type: ignore[operator]


def test_too_much_to_unite_is_said_and_not_guessed(score_parks: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(area_overlap, "MOST_VERTICES", 9)
    overlap = score_parks(parks(square(0)), reference=parks(square(0))).closeness.area_overlap
    assert overlap is not None
    assert (overlap.iou, overlap.computed_on) == (None, 0.0)


def test_lines_points_and_shapes_that_are_not_compared_have_none(score_parks: Score) -> None:
    points = parks("POINT(155000 463000)")
    keys = {"geometry_type": "Point"}
    assert score_parks(points, keys, points).closeness.area_overlap is None
    ignored = score_parks(PARKS, PARK_CONTRACT | {"geometry": {"compare": "ignore"}})
    assert ignored.closeness.area_overlap is None
