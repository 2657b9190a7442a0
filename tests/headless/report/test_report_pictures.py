# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of a run with maps that QGIS drew."""

import base64
import re
import struct

import pytest

from gisagentbench.headless import report
from gisagentbench.tests.headless.report.made_run import made_run

pytestmark = pytest.mark.qgis


def test_maps_are_inside_the_page_at_twice_their_size(tmp_path):
    html = report.write(made_run(tmp_path))[0].read_text(encoding="utf-8")
    found = re.findall(r'src="data:image/png;base64,([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]+)"', html)
    assert len(found) == 6
    for data, width, height, _ in found:
        png = base64.b64decode(data)
        assert struct.unpack(">II", png[16:24]) == (2 * int(width), 2 * int(height))
    assert (
        found[2][3] == "Map of the differences of squares.gpkg; rows: 3 the same, 1 with a wrong value, "
        "1 moved or reshaped, 1 missing, 1 extra."
    )
    assert found[5][3] == "Map of the differences of heights.tif; cells: 7 the same."
