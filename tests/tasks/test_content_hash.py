# SPDX-License-Identifier: GPL-2.0-or-later
"""The content hash is the same for the same content, and another one for any other; one value is worked out by hand."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

import numpy
import pytest
import shapely
from hypothesis import given, strategies
from osgeo import gdal, ogr, osr

from gisagentbench.tasks.content_hash import NotHashable, content_hash, rounded_wkb

ROWS = [(1, "a", 0.5, (1.0, 2.0)), (2, "b", 0.25, (3.0, 4.0)), (3, None, None, None)]


def write_points(path: Path, driver: str, rows: list[Any], layer: str = "points", crs: int = 2263) -> Path:
    """Writes rows of whole number, text, real number and point."""
    system = osr.SpatialReference()
    system.ImportFromEPSG(crs)
    target = gdal.GetDriverByName(driver).Create(str(path), 0, 0, 0, gdal.GDT_Unknown)
    points = target.CreateLayer(layer, system, ogr.wkbPoint)
    for name, kind in (("id", ogr.OFTInteger64), ("name", ogr.OFTString), ("share", ogr.OFTReal)):
        points.CreateField(ogr.FieldDefn(name, kind))
    for number, name, share, place in rows:
        feature = ogr.Feature(points.GetLayerDefn())
        feature["id"] = number
        for field, value in (("name", name), ("share", share)):
            feature.SetFieldNull(field) if value is None else feature.SetField(field, value)
        if place:
            feature.SetGeometry(ogr.CreateGeometryFromWkt(f"POINT ({place[0]!r} {place[1]!r})"))
        points.CreateFeature(feature)
    del points, target
    return path


def write_cells(
    path: Path, cells: Any, nodata: float | None = None, options: tuple[str, ...] = (), x: float = 0
) -> Path:
    """Writes one band with cells of 10."""
    kind = gdal.GDT_Float32 if cells.dtype.kind == "f" else gdal.GDT_Int16
    target = gdal.GetDriverByName("GTiff").Create(str(path), cells.shape[1], cells.shape[0], 1, kind, list(options))
    target.SetGeoTransform((x, 10, 0, 100, 0, -10))
    if nodata is not None:
        target.GetRasterBand(1).SetNoDataValue(nodata)
    target.GetRasterBand(1).WriteArray(cells)
    del target
    return path


def test_the_hash_of_rows_is_the_one_that_the_format_describes(tmp_path: Path) -> None:
    """A line for the layer, then the sorted digests of the rows' lines; see docs/packs.md."""
    path = write_points(tmp_path / "a.gpkg", "GPKG", ROWS[:1] + ROWS[2:])
    head = ["layer", "", [["id", "integer"], ["name", "text"], ["share", "real"]]]
    point = struct.pack("<BIdd", 1, 1, 1.0, 2.0).hex()
    rows = [[[1, "a", "0.5"], point], [[3, None, None], None]]

    def line(value: Any) -> bytes:
        return json.dumps(value, separators=(",", ":")).encode() + b"\n"

    digests = sorted(hashlib.sha256(line(row)).digest() for row in rows)
    assert content_hash(path) == hashlib.sha256(line(head) + b"".join(digests)).hexdigest()


def test_the_hash_of_cells_is_the_one_that_the_format_describes(tmp_path: Path) -> None:
    path = write_cells(tmp_path / "a.tif", numpy.array([[1, 2, 3], [4, 5, -9]], "int16"), nodata=-9)
    lines = [["raster", 3, 2, ["0.0", "10.0", "0.0", "100.0", "0.0", "-10.0"], 1], ["band", "int16", "-9.0"]]
    text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in lines).encode()
    assert content_hash(path) == hashlib.sha256(text + struct.pack("<6h", 1, 2, 3, 4, 5, -9)).hexdigest()


SAME_ROWS = [
    ("rows in another order", "b.gpkg", "GPKG", ROWS[::-1], {}),
    ("another name of the layer", "b.gpkg", "GPKG", ROWS, {"layer": "places"}),
    ("less than half of 1e-6", "b.gpkg", "GPKG", [(1, "a", 0.5 + 4e-7, (1.0 - 4e-7, 2.0)), *ROWS[1:]], {}),
]


@pytest.mark.parametrize(("rule", "name", "driver", "rows", "more"), SAME_ROWS, ids=[row[0] for row in SAME_ROWS])
def test_the_same_rows_have_the_same_hash(tmp_path, rule, name, driver, rows, more) -> None:
    first = write_points(tmp_path / "a.gpkg", "GPKG", ROWS)
    assert content_hash(write_points(tmp_path / name, driver, rows, **more)) == content_hash(first)


def test_rows_with_shapes_have_the_same_hash_in_another_format(tmp_path) -> None:
    """FlatGeobuf leaves out rows without a shape, so all have one here."""
    first = write_points(tmp_path / "a.gpkg", "GPKG", ROWS[:2])
    assert content_hash(write_points(tmp_path / "b.fgb", "FlatGeobuf", ROWS[:2])) == content_hash(first)


OTHER_ROWS = [
    ("another number", [(9, *ROWS[0][1:]), *ROWS[1:]]),
    ("another text", [(1, "A", *ROWS[0][2:]), *ROWS[1:]]),
    ("no text for NULL", [*ROWS[:2], (3, "", None, None)]),
    ("zero for NULL", [*ROWS[:2], (3, None, 0.0, None)]),
    ("a place that is off by 2e-6", [(1, "a", 0.5, (1.000002, 2.0)), *ROWS[1:]]),
    ("a row twice", [*ROWS, ROWS[0]]),
    ("a row less", ROWS[:2]),
]


@pytest.mark.parametrize(("rule", "rows"), OTHER_ROWS, ids=[row[0] for row in OTHER_ROWS])
def test_other_rows_have_another_hash(tmp_path, rule, rows) -> None:
    first = write_points(tmp_path / "a.gpkg", "GPKG", ROWS)
    assert content_hash(write_points(tmp_path / "b.gpkg", "GPKG", rows)) != content_hash(first)


CELLS = numpy.array([[0.5, 1.25], [numpy.nan, -0.0]], "float32")


def test_packing_and_a_negative_zero_do_not_count(tmp_path) -> None:
    first = write_cells(tmp_path / "a.tif", CELLS)
    packed = write_cells(tmp_path / "b.tif", CELLS + 0.0, options=("COMPRESS=DEFLATE", "TILED=YES", "ENDIANNESS=BIG"))
    assert content_hash(first) == content_hash(packed)


@pytest.mark.parametrize(
    ("rule", "cells", "more"),
    [
        ("a cell", numpy.array([[0.5, 1.25], [0.0, 0.0]], "float32"), {}),
        ("the NoData value", CELLS, {"nodata": -1.0}),
        ("the grid", CELLS, {"x": 5}),
        ("the turn", CELLS.T, {}),
        ("the type", numpy.array([[0, 1], [0, 0]], "int16"), {}),
    ],
)
def test_other_cells_have_another_hash(tmp_path, rule, cells, more) -> None:
    first = write_cells(tmp_path / "a.tif", CELLS)
    assert content_hash(write_cells(tmp_path / "b.tif", cells, **more)) != content_hash(first)


SHAPES = [
    "POINT (1 2)", "POINT Z (1 2 3)", "LINESTRING (0 0, 1 1)",
    "POLYGON ((0 0, 4 0, 4 4, 0 0), (1 0.5, 2 1, 2 0.5, 1 0.5))",
    "MULTIPOINT (1 2, 3 4)", "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))", "POINT EMPTY",
    "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))", "POLYGON EMPTY",
]  # fmt: skip


@pytest.mark.parametrize("text", SHAPES)
def test_shapes_on_whole_numbers_come_back_as_shapely_writes_them(text) -> None:
    shape = shapely.from_wkt(text)
    big = shapely.to_wkb(shape, byte_order=0, flavor="iso")
    little = shapely.to_wkb(shape, byte_order=1, flavor="iso")
    assert rounded_wkb(big) == rounded_wkb(little) == little


@given(strategies.lists(strategies.tuples(*[strategies.floats(-1e6, 1e6)] * 2), min_size=2, max_size=9))
def test_rounding_moves_no_coordinate_by_more_than_half_of_1e_6(places) -> None:
    line = shapely.LineString(places)
    rounded = shapely.from_wkb(rounded_wkb(shapely.to_wkb(line, flavor="iso")))
    moved = shapely.get_coordinates(rounded) - shapely.get_coordinates(line)
    assert numpy.abs(moved).max() <= 0.5e-6 + 1e-9


def test_what_cannot_be_read_says_so(tmp_path) -> None:
    (tmp_path / "a.gpkg").write_text("no database")
    (tmp_path / "a.tif").write_bytes(b"II*\0")
    (tmp_path / "a.doc").write_text("text")
    for name in ("a.gpkg", "a.tif", "a.doc", "none.fgb"):
        with pytest.raises(NotHashable, match=name.split(".")[0]):
            content_hash(tmp_path / name)
