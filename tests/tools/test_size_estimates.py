# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools estimate what they would make and refuse too much of it before they make any."""

import pytest

from gisagentbench.tools.declaration.limits import LIMITS

pytestmark = pytest.mark.qgis
POINTS = [{"wkt": f"POINT({155000 + east} 463000)", "n": east % 2, "east": east} for east in range(10)]
SQUARE = {
    "crs": "EPSG:28992",
    "rows": [{"wkt": "POLYGON((154990 462990,155020 462990,155020 463010,154990 463010,154990 462990))"}],
}


@pytest.fixture
def limited(harness, monkeypatch):
    harness.give("stops", {"crs": "EPSG:28992", "rows": POINTS})
    harness.give("others", {"crs": "EPSG:28992", "rows": POINTS})
    harness.give("area", SQUARE)
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1.0] * 8] * 8})

    def call(quantity, most, api, **arguments):
        monkeypatch.setitem(LIMITS, quantity, most)
        return harness.call(api, **arguments, output=f"result_{most}")

    return call


@pytest.mark.parametrize(
    ("quantity", "size", "api", "arguments"),
    [
        ("vertices", 10 * 4 * 8, "buffer",
         {"layer": "stops", "unit": "m", "method": "planar", "distance": 1, "quarter_segments": 8}),
        ("vertices", 3 * 10 * 4 * 8, "buffer",
         {"layer": "stops", "unit": "m", "method": "planar", "ring_distances": [1, 2, 3], "quarter_segments": 8}),
        ("vertices", 10 * 4 * 8, "clip_buffers_to_polygons",
         {"points": "stops", "polygons": "area", "unit": "m", "distance": 1, "quarter_segments": 8}),
        ("cells", 64, "raster_calculator", {"inputs": {"a": "dem"}, "formula": "a + 1"}),
        ("pairs", 2 * 5 * 5, "join_by_field",
         {"layer": "stops", "join_layer": "others", "keys": {"n": "n"}, "matches": "every", "prefix": "o_"}),
        ("pairs", 10 * 3, "kernel_density",
         {"points": "stops", "radius": 100, "unit": "m", "pixel_size": 1, "pixel_unit": "m", "density_unit": "raw",
          "extent": {"xmin": 155000, "ymin": 463000, "xmax": 155003, "ymax": 463001}}),
        ("pairs", 10 * 20, "interpolate_points",
         {"points": "stops", "value_field": "east", "method": "idw", "pixel_size": 1, "pixel_unit": "m",
          "extent": {"xmin": 155000, "ymin": 463000, "xmax": 155020, "ymax": 463001}}),
        ("cells", 30 * 20, "rasterize_vector",
         {"layer": "area", "cell_rule": "cell_center", "pixel_size": 1, "pixel_unit": "m"}),
        ("rows", 64, "polygonize_raster", {"raster": "dem", "connectivity": 4, "result": "cells"}),
        ("pairs", 10, "spatial_join_summary",
         {"layer": "area", "join_layer": "stops", "predicates": ["contains"]}),
    ],
)  # fmt: skip
def test_the_size_is_known_before_the_work(limited, quantity, size, api, arguments):
    """On paper: corners of circles, rings times corners, cells of a grid, 5 x 5 pairs for each of 2 keys."""
    refused = limited(quantity, size - 1, api, **arguments)
    assert refused.error is not None and refused.error["code"] == "LIMIT_EXCEEDED"
    assert f"would have about {size} {quantity}; the limit is {size - 1}" in refused.error["message"]
    assert refused.error["hint"]
    assert limited(quantity, size, api, **arguments).ok


def test_the_pairs_of_many_features_are_the_same_chunk_by_chunk(qgis_application, monkeypatch):
    """Law: what is found does not depend on how many rows are looked at together."""
    import numpy
    import shapely

    from gisagentbench.tools.execution.relations import spatial_pairs

    class Watched:
        class require:
            size = staticmethod(lambda *_: None)

        progress = staticmethod(lambda _: None)

    numbers = numpy.random.default_rng(5).random((500, 2)) * 10
    points, boxes = shapely.points(numbers), shapely.box(*(numbers[:40] - 0.5).T, *(numbers[:40] + 0.5).T)
    whole = spatial_pairs.related_pairs(Watched, boxes, points, ["contains"])
    monkeypatch.setattr(spatial_pairs, "FIRST_CHUNK", 1)
    monkeypatch.setattr(spatial_pairs, "CANDIDATES", 5)
    pieces = spatial_pairs.related_pairs(Watched, boxes, points, ["contains"])
    assert len(whole.first) > 40
    assert [part.tolist() for part in whole] == [part.tolist() for part in pieces]
