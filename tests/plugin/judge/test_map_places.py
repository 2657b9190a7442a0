# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the map goes for a difference, and where the line of a swipe parts it: arithmetic."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis


def rectangle(*corners: float) -> Any:
    from qgis.core import QgsRectangle

    return QgsRectangle(*corners)


def corners(found: Any) -> tuple[float, float, float, float]:
    return found.xMinimum(), found.yMinimum(), found.xMaximum(), found.yMaximum()


def test_a_shape_is_shown_with_three_times_its_size(qgis_application: Any) -> None:
    from gisagentbench.plugin.judge.place_flash import shown_ground

    found = shown_ground(rectangle(100, 100, 200, 150), rectangle(0, 0, 1000, 1000))
    assert corners(found) == (0, -25, 300, 275)


def test_a_point_is_shown_with_a_share_of_the_whole(qgis_application: Any) -> None:
    from gisagentbench.plugin.judge.place_flash import shown_ground

    found = shown_ground(rectangle(500, 500, 500, 500), rectangle(0, 0, 1000, 2000))
    assert corners(found) == (460, 460, 540, 540)  # 4 percent of 2000 across


def test_a_point_alone_is_shown_with_some_ground(qgis_application: Any) -> None:
    from qgis.core import QgsRectangle

    from gisagentbench.plugin.judge.place_flash import shown_ground

    assert corners(shown_ground(rectangle(5, 5, 5, 5), QgsRectangle())) == (-45, -45, 55, 55)


def test_a_place_comes_into_the_crs_of_the_map(window: Any) -> None:
    """On the equator and the central meridian of UTM zone 30 the easting is 500 km and the northing 0."""
    from qgis.core import QgsCoordinateReferenceSystem

    from gisagentbench.plugin.judge.answers import Extent
    from gisagentbench.plugin.judge.place_flash import in_map

    canvas = window.mapCanvas()
    canvas.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
    found = in_map(Extent(500_000, 0, 500_000, 0), QgsCoordinateReferenceSystem("EPSG:32630"), canvas)
    assert found is not None
    assert corners(found) == pytest.approx((-3, 0, -3, 0), abs=1e-9)
    assert in_map(None, QgsCoordinateReferenceSystem("EPSG:32630"), canvas) is None


@pytest.mark.parametrize("form", ["code", "wkt"])
def test_the_crs_of_a_place_is_named_by_its_code_or_written_out(window: Any, form: str) -> None:
    from qgis.core import QgsCoordinateReferenceSystem

    from gisagentbench.plugin.judge.findings import Finding
    from gisagentbench.plugin.judge.place_flash import crs_of

    utm = QgsCoordinateReferenceSystem("EPSG:32630")
    finding = Finding("wrong", "1", "people", "10", "11", crs={"code": "EPSG:32630", "wkt": utm.toWkt()}[form])
    assert crs_of(finding, None).toProj() == utm.toProj()
    assert not crs_of(finding._replace(crs="no CRS"), None).isValid()
    assert not crs_of(finding._replace(crs=""), None).isValid()


@pytest.mark.parametrize(
    ("share", "is_upright", "first", "second"),
    [
        (0.25, True, (0, 0, 25, 60), (25, 0, 75, 60)),
        (0.0, True, (0, 0, 0, 60), (0, 0, 100, 60)),
        (0.5, False, (0, 0, 100, 30), (0, 30, 100, 30)),
        (1.0, False, (0, 0, 100, 60), (0, 60, 100, 0)),
    ],
)
def test_a_line_parts_the_map(
    qgis_application: Any, share: float, is_upright: bool, first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    from qgis.PyQt.QtCore import QRectF

    from gisagentbench.plugin.judge.swipe_curtain import parted

    assert parted(QRectF(0, 0, 100, 60), share, is_upright) == (QRectF(*first), QRectF(*second))
