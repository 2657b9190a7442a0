# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes keep Z and lose M, by any version of GEOS."""

import numpy as np
import pytest
import shapely

from gisagentbench.tools.execution.layers.plain_shapes import plain_shapes

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize(
    ("measured", "plain"),
    [
        ("POINT M (1 2 7)", "POINT (1 2)"),
        ("POINT ZM (1 2 3 7)", "POINT Z (1 2 3)"),
        ("LINESTRING M (0 0 7,1 1 8)", "LINESTRING (0 0, 1 1)"),
        ("MULTIPOLYGON ZM (((0 0 3 7,1 0 3 7,1 1 3 7,0 0 3 7)))", "MULTIPOLYGON Z (((0 0 3, 1 0 3, 1 1 3, 0 0 3)))"),
        ("GEOMETRYCOLLECTION M (POINT M (1 2 7))", "GEOMETRYCOLLECTION (POINT (1 2))"),
        ("POINT Z (1 2 3)", "POINT Z (1 2 3)"),
        ("POINT (1 2)", "POINT (1 2)"),
    ],
)
def test_m_is_left_out(measured, plain):
    """OGR, which knows M, writes what is read."""
    from osgeo import ogr

    wkb = bytes(ogr.CreateGeometryFromWkt(measured).ExportToIsoWkb(ogr.wkbNDR))
    shapes = plain_shapes(np.array([wkb, None], object))
    assert shapely.to_wkt(shapes[0], trim=True) == plain
    assert shapes[1] is None


def test_what_is_no_shape_is_none_or_an_error():
    damaged = np.array([b"\1\2"], object)
    with pytest.raises(shapely.errors.GEOSException):
        plain_shapes(damaged, on_invalid="raise")
    assert plain_shapes(damaged)[0] is None
