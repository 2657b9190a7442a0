# SPDX-License-Identifier: GPL-2.0-or-later
"""The packed index is one SQLite takes for sound, finds what comparing all boxes finds, and is kept by GDAL."""

import sqlite3
from contextlib import closing

import numpy as np
import pyogrio
import pytest
import shapely
from osgeo import ogr

from gisagentbench.tools.execution.layers.spatial_index import bounds_of, index_rows

CELLS = 51  # of a node of SQLite's rtree with four bounds


def boxes(count, seed=7):
    """Boxes of sides up to 30 within 1,000 x 1,000, at coordinates that float32 rounds."""
    chance = np.random.default_rng(seed)
    low = chance.random((count, 2)) * 1000 + 500_000
    return shapely.box(*low.T, *(low + chance.random((count, 2)) * 30).T)


def written(path, shapes, column="geom"):
    """Writes shapes without an index, and indexes them."""
    wkb = shapely.to_wkb(shapes)
    ids = np.arange(len(shapes))
    pyogrio.raw.write(path, wkb, [ids], ["number"], crs="EPSG:32633", geometry_type="Polygon", driver="GPKG",
                      layer_options={"GEOMETRY_NAME": column, "SPATIAL_INDEX": "NO"})  # fmt: skip
    index_rows(str(path), path.stem, column, bounds_of(wkb))
    return path


def found(path, window):
    """Ids of rows that GDAL finds in a window."""
    dataset = ogr.Open(str(path))
    layer = dataset.GetLayer(0)
    assert layer.TestCapability("FastSpatialFilter")
    layer.SetSpatialFilterRect(*window)
    return sorted(feature["number"] for feature in layer)


def query(path, statement):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(statement).fetchall()


@pytest.mark.parametrize("count", [0, 1, 2, CELLS, CELLS + 1, CELLS**2, CELLS**2 + 1, 7001])
def test_an_index_is_sound_and_finds_what_a_comparison_of_all_boxes_finds(tmp_path, count):
    shapes = boxes(count)
    path = written(tmp_path / "boxes.gpkg", shapes)
    assert query(path, "SELECT rtreecheck('rtree_boxes_geom')") == [("ok",)]
    low, high = 500_210.0, 500_333.3
    of_all = np.flatnonzero(shapely.intersects(shapely.box(low, low, high, high), shapes))
    assert found(path, (low, low, high, high)) == of_all.tolist()


def test_it_is_laid_out_as_gdal_lays_out_its_own(tmp_path):
    shapes = boxes(90)
    ours = written(tmp_path / "a.gpkg", shapes)
    theirs = tmp_path / "b" / "a.gpkg"
    theirs.parent.mkdir()
    pyogrio.raw.write(theirs, shapely.to_wkb(shapes), [np.arange(90)], ["number"], crs="EPSG:32633",
                      geometry_type="Polygon", driver="GPKG", layer_options={"GEOMETRY_NAME": "geom"})  # fmt: skip
    for statement in (
        "SELECT type, name, sql FROM sqlite_master WHERE name LIKE 'rtree%' ORDER BY name",
        "SELECT * FROM gpkg_extensions ORDER BY extension_name",
    ):
        assert query(ours, statement) == query(theirs, statement)
    entries = [np.array(query(path, "SELECT * FROM rtree_a_geom ORDER BY id")) for path in (ours, theirs)]
    # float32 has a step of 1/32 here; SQLite rounds outward by up to two
    np.testing.assert_allclose(*entries, rtol=0, atol=2 / 32)


def test_rows_without_a_place_are_not_in_it(tmp_path):
    shapes = boxes(5)
    shapes[1], shapes[3] = None, shapely.from_wkt("POLYGON EMPTY")
    path = written(tmp_path / "a.gpkg", shapes)
    assert query(path, "SELECT id FROM rtree_a_geom ORDER BY id") == [(1,), (3,), (5,)]


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_places_beyond_the_floats_of_the_index_are_found(tmp_path):
    """On paper: the first box is the only one near the origin, the others lie beyond 3.4e38 on either side."""
    shapes = np.array(
        [shapely.box(low, low, low + abs(low) / 2, low + abs(low) / 2) for low in (1, 1e300, -1e300, 3e38)]
    )
    path = written(tmp_path / "a.gpkg", shapes)
    assert found(path, (0, 0, 10, 10)) == [0]
    assert found(path, (1.2e300, 1.2e300, 3e300, 3e300)) == [1]


def test_rows_added_moved_and_deleted_later_are_found_where_they_are(tmp_path):
    path = written(tmp_path / "a.gpkg", boxes(CELLS * CELLS))
    dataset = ogr.Open(str(path), 1)
    layer = dataset.GetLayer(0)
    moved = layer.GetFeature(1)
    moved.SetGeometry(ogr.CreateGeometryFromWkt("POLYGON ((5 5, 6 5, 6 6, 5 5))"))
    layer.SetFeature(moved)
    layer.DeleteFeature(2)
    added = ogr.Feature(layer.GetLayerDefn())
    added["number"] = 9999
    added.SetGeometry(ogr.CreateGeometryFromWkt("POLYGON ((8 8, 9 8, 9 9, 8 8))"))
    layer.CreateFeature(added)
    del moved, added, layer, dataset
    assert query(path, "SELECT rtreecheck('rtree_a_geom')") == [("ok",)]
    assert found(path, (0, 0, 10, 10)) == [0, 9999]
    assert query(path, "SELECT count(*) FROM rtree_a_geom") == [(CELLS * CELLS,)]


@pytest.mark.parametrize("name", ["a b", 'say "so"', "it's", "Straße", "select"])
def test_names_are_taken_as_they_are(tmp_path, name):
    path = written(tmp_path / f"{name}.gpkg", boxes(60), column=f"{name}_shape")
    assert len(found(path, (500_000, 500_000, 502_000, 502_000))) == 60
    dataset = ogr.Open(str(path), 1)
    dataset.GetLayer(0).DeleteFeature(1)
    del dataset
    assert len(found(path, (500_000, 500_000, 502_000, 502_000))) == 59


def test_bounds_are_those_of_the_shapes_whatever_kind_they_are():
    point, line = shapely.Point(3, 4), shapely.LineString([(1, 9), (5, 2)])
    nowhere, high = shapely.from_wkt("POINT EMPTY"), shapely.Point(3, 4, 7)
    for shapes in ([point, None, nowhere], [point, high], [point, line], [high], [line], [None], []):
        shapes = np.array(shapes, object)
        np.testing.assert_array_equal(bounds_of(shapely.to_wkb(shapes)), shapely.bounds(shapes).reshape(-1, 4))
    big_endian = shapely.to_wkb(np.array([point]), byte_order=0)
    np.testing.assert_array_equal(bounds_of(big_endian), [[3, 4, 3, 4]])


def test_what_geos_cannot_read_is_left_to_gdal():
    open_ring = bytes.fromhex("01030000000100000003000000") + np.arange(6.0).tobytes()
    assert bounds_of(np.array([open_ring], object)) is None
