# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows go to a file and come back: every type, NULL, Z and M, time zones, names a GeoPackage keeps for itself."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from osgeo import gdal, ogr

pytestmark = pytest.mark.qgis


class MadeRun:
    """What reading and writing rows needs of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes: list[str] = []

    def file_of(self, layer: Any) -> tuple[str, str]:
        return layer.path, layer.sublayer

    def destination_path(self, output: str, suffix: str) -> str:
        return str(self.folder / f"{output}{suffix}")

    def note(self, sentence: str) -> None:
        self.notes.append(sentence)

    @contextlib.contextmanager
    def timed(self) -> Iterator[None]:
        yield


@pytest.fixture
def run(tmp_path: Path, qgis_application: Any) -> MadeRun:
    """A run that writes into a temporary folder."""
    return MadeRun(tmp_path)


def layer_at(path: str, name: str) -> Any:
    from gisagentbench.tools.execution.layers.layer_facts import vector_facts
    from gisagentbench.tools.execution.workspace import layer_class

    facts = vector_facts(path, name)
    return layer_class(facts)(name, facts, path=path, sublayer=name)


def column_of(name: str, kind: str, values: Any) -> Any:
    from gisagentbench.tools.declaration.facts import Field
    from gisagentbench.tools.execution.layers.rows import Column

    return Column(Field(name, kind), np.array(values), np.zeros(len(values), bool))


def read_again(run: MadeRun) -> Any:
    from gisagentbench.tools.execution.layers.rows import read_rows

    return read_rows(run, layer_at(str(run.folder / "output.gpkg"), "output"))


def write_source(run: MadeRun, fields: dict[str, int], rows: list[dict[str, Any]], geometry_type: int) -> Any:
    path = str(run.folder / "source.gpkg")
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(path)
    layer = dataset.CreateLayer("source", None, geometry_type)
    for name, code in fields.items():
        layer.CreateField(ogr.FieldDefn(name, code))
    for row in rows:
        feature = ogr.Feature(layer.GetLayerDefn())
        for name in fields:
            if row.get(name) is not None:
                feature.SetField(name, row[name])
        if row.get("wkt"):
            feature.SetGeometry(ogr.CreateGeometryFromWkt(row["wkt"]))
        layer.CreateFeature(feature)
    del layer, dataset
    return layer_at(path, "source")


def texts_of(path: Path) -> list[tuple[Any, ...]]:
    """Reads every row by OGR as texts and WKT."""
    dataset = gdal.OpenEx(str(path), gdal.OF_VECTOR)
    layer = dataset.GetLayer(0)
    rows = []
    for feature in layer:
        geometry = feature.GetGeometryRef()
        values = [
            feature.GetFieldAsString(i) if feature.IsFieldSetAndNotNull(i) else None
            for i in range(feature.GetFieldCount())
        ]
        rows.append((*values, geometry and geometry.ExportToIsoWkt()))
    return rows


def test_every_type_and_its_null_come_back(run: MadeRun) -> None:
    from gisagentbench.tools.execution.layers.rows import ogr_geometry_name, read_rows, write_rows

    fields = {
        "whole": ogr.OFTInteger, "large": ogr.OFTInteger64, "real": ogr.OFTReal, "text": ogr.OFTString,
        "day": ogr.OFTDate, "moment": ogr.OFTDateTime,
    }  # fmt: skip
    full = {
        "whole": 5, "large": 2**53 + 1, "real": 0.1, "text": "größe", "day": "2024/02/29",
        "moment": "2024/02/29 12:30:00.250", "wkt": "POINT ZM (1 2 3 4)",
    }  # fmt: skip
    layer = write_source(run, fields, [full, {}], ogr.wkbPointZM)
    rows = read_rows(run, layer)
    write_rows(run, rows, geometry_type=ogr_geometry_name(layer.facts))
    found, expected = texts_of(run.folder / "output.gpkg"), texts_of(run.folder / "source.gpkg")
    assert found == expected
    assert found[0][1] == "9007199254740993" and found[1] == (None,) * 7


def test_times_of_any_zone_are_given_in_utc(run: MadeRun) -> None:
    """14:30 two hours east of Greenwich is 12:30 there; a time without a zone stays without."""
    from gisagentbench.tools.execution.layers.rows import read_rows, write_rows

    rows = [{"east": "2024/02/29 14:30:00+02", "bare": "2024/02/29 14:30:00"}]
    path = run.folder / "source.csv"
    path.write_text("east,bare\n" + ",".join(rows[0].values()) + "\n", encoding="utf-8")
    (run.folder / "source.csvt").write_text("DateTime,DateTime\n", encoding="utf-8")
    read = read_rows(run, layer_at(str(path), "source"))
    assert [str(column.values[0]) for column in read.columns] == ["2024-02-29T12:30:00.000", "2024-02-29T14:30:00.000"]
    assert [column.is_utc for column in read.columns] == [True, False]
    write_rows(run, read)
    assert [column.is_utc for column in read_again(run).columns][0]


def test_a_column_called_fid_gets_another_name_and_geom_keeps_its_own(run: MadeRun) -> None:
    from gisagentbench.tools.execution.layers.rows import RowSet, write_rows

    columns = [
        column_of("fid", "integer", [7, 7]),
        column_of("geom", "text", ["a", "b"]),
        column_of("FID_1", "real", [1.0, 2.0]),
    ]
    points = shapely.to_wkb(shapely.points([[0, 0], [1, 1]]))
    write_rows(run, RowSet(columns, points, 2), crs="EPSG:28992", geometry_type="Point")
    again = read_again(run)
    assert [column.field.name for column in again.columns] == ["fid_2", "geom", "FID_1"]
    assert again.columns[0].values.tolist() == [7, 7]
    assert run.notes == ['the column "fid" is called "fid_2" in the result; a file keeps fid for itself']


def test_names_that_differ_only_in_case_are_refused(run: MadeRun) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.layers.rows import RowSet, write_rows

    columns = [column_of("area", "real", [1.0]), column_of("Area", "real", [2.0])]
    with pytest.raises(ToolError, match='BAD_VALUE: the columns "area" and "Area" would have the same name'):
        write_rows(run, RowSet(columns, None, 1))


def test_no_columns_and_no_geometry_still_count_the_rows(run: MadeRun) -> None:
    from gisagentbench.tools.execution.layers.rows import read_rows

    layer = write_source(run, {"n": ogr.OFTInteger}, [{"n": 1}, {"n": 2}], ogr.wkbNone)
    assert read_rows(run, layer, [], geometry=False).count == 2


@pytest.mark.parametrize(
    ("geometry_type", "is_multi", "has_z", "has_m", "name", "code"),
    [
        ("Point", False, False, False, "Point", ogr.wkbPoint),
        ("Point", False, False, True, "PointM", ogr.wkbPointM),
        ("Point", False, True, True, "Measured 3D Point", ogr.wkbPointZM),
        ("LineString", True, False, False, "MultiLineString", ogr.wkbMultiLineString),
        ("LineString", True, False, True, "Measured MultiLineString", ogr.wkbMultiLineStringM),
        ("Polygon", True, True, False, "MultiPolygon Z", ogr.wkbMultiPolygon25D),
        ("Polygon", False, True, True, "Measured 3D Polygon", ogr.wkbPolygonZM),
        (None, None, None, None, "Unknown", ogr.wkbUnknown),
    ],
)
def test_geometry_types_are_named_as_they_are_written(
    run: MadeRun, geometry_type: Any, is_multi: Any, has_z: Any, has_m: Any, name: str, code: int
) -> None:
    from gisagentbench.tools.declaration.facts import LayerFacts
    from gisagentbench.tools.execution.layers.rows import RowSet, ogr_geometry_name, write_rows

    facts = LayerFacts("vector", "", (), geometry_type, is_multi, has_z, has_m)
    assert ogr_geometry_name(facts) == name
    write_rows(run, RowSet([column_of("n", "integer", [1])], np.array([None], object), 1), geometry_type=name)
    dataset = gdal.OpenEx(str(run.folder / "output.gpkg"), gdal.OF_VECTOR)
    assert dataset.GetLayer(0).GetGeomType() == code


@pytest.mark.parametrize(
    ("crs", "metres", "why"),
    [
        ("EPSG:28992", 1.0, "projected, metres"),
        ("EPSG:2263", 1200 / 3937, "projected, US survey feet"),
        ("EPSG:4326", 1.0, "degrees: metres"),
        ("EPSG:4979", 1.0, "degrees and ellipsoidal heights in metres"),
        ("EPSG:2263+5703", 1.0, "survey feet with heights in metres"),
        ("EPSG:28992+6360", 1200 / 3937, "metres with heights in survey feet"),
    ],
)
def test_the_unit_of_heights(qgis_application: Any, crs: str, metres: float, why: str) -> None:
    from gisagentbench.tools.execution.reference_systems.ellipsoid import metres_of_heights

    assert metres_of_heights(crs) == pytest.approx(metres, rel=1e-12)


@pytest.mark.parametrize(("count", "is_held"), [(1990, True), (1991, False)])
def test_more_columns_than_a_file_holds_are_refused_in_words(run: MadeRun, count: int, is_held: bool) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.layers.rows import RowSet, write_rows

    rows = RowSet([column_of(f"c{number}", "integer", [number]) for number in range(count)], None, 1)
    if is_held:
        assert len(layer_at(write_rows(run, rows), "output").facts.fields) == count
        return
    with pytest.raises(ToolError, match="1,991 columns") as refused:
        write_rows(run, rows)
    assert refused.value.code == "LIMIT_EXCEEDED"


def test_bounds_are_those_of_the_geometries_that_a_set_has_now():
    from gisagentbench.tools.execution.layers.rows import RowSet

    here, there = (shapely.to_wkb(np.array([shapely.box(x, 0, x + 1, 2)])) for x in (5, 7))
    rows = RowSet([], here, 1, (here, np.array([[5.0, 0, 6, 2]])))
    assert rows.bounds.tolist() == [[5, 0, 6, 2]]
    assert replace(rows, geometries=there).bounds.tolist() == [[7, 0, 8, 2]]
    assert rows.take(np.array([0, 0])).bounds.tolist() == [[5, 0, 6, 2]] * 2
    assert RowSet([], None, 1).bounds is None
