# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of sample_rows and check_validity: long geometries, hundreds of rows, many faults."""

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis


def test_a_long_geometry_is_cut_and_its_vertices_are_counted(harness):
    circle = shapely.Point(0, 0).buffer(10, quad_segs=200)
    harness.give("parks", {"crs": "EPSG:28992", "rows": [{"wkt": circle.wkt}]})
    step = harness.done("sample_rows", layer="parks", geometry="wkt")
    text = step.observation["report"]["rows"][0]["wkt"]
    assert text.startswith("POLYGON ((10 0, ") and text.endswith("… (801 vertices)") and len(text) < 430


def test_the_text_stays_short_for_a_hundred_wide_rows(harness):
    names = [f"a_rather_long_name_{number}" for number in range(60)]
    harness.give("wide", {"rows": [dict.fromkeys(names, "some text value")] * 150})
    step = harness.done("sample_rows", layer="wide", count=100)
    assert step.outputs["shown_count"] == 100
    assert len(step.observation["text"].encode()) <= 4000


def test_only_the_rows_shown_are_read(harness, monkeypatch):
    from gisagentbench.tools.execution.layers import rows as module

    harness.give("t", {"rows": [{"n": n} for n in range(500)]})
    read = []
    original = module.read_rows

    def spy(*arguments, **named):
        result = original(*arguments, **named)
        read.append(result.count)
        return result

    monkeypatch.setattr(module, "read_rows", spy)
    assert harness.done("sample_rows", layer="t", count=3).outputs["shown_count"] == 3
    assert read == [3]


def test_integers_beside_null_stay_exact_in_the_first_rows(harness):
    harness.give("t", {"rows": [{"n": 9007199254740993}, {"n": None}, {"n": 3}]})
    rows = harness.done("sample_rows", layer="t", count=2).observation["report"]["rows"]
    assert [row["n"] for row in rows] == [9007199254740993, None]


def test_validity_equals_that_of_qgis(harness):
    from qgis.core import QgsGeometry

    rng = np.random.default_rng(9)
    texts = [shapely.Polygon(ring).wkt for ring in rng.integers(0, 6, (60, 5, 2)).astype(float)]
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": text} for text in texts]})
    step = harness.done("check_validity", layer="zones", max_reported=1000)
    expected = [row for row, text in enumerate(texts, start=1) if not QgsGeometry.fromWkt(text).isGeosValid()]
    assert 0 < len(expected) < 60
    assert [line["row"] for line in step.observation["report"]["invalid"]] == expected
    assert step.outputs["valid_count"] == 60 - len(expected)
