# SPDX-License-Identifier: GPL-2.0-or-later
"""Outputs that are no honest files: each gets a record with the reason, none stops the scorer."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from osgeo import ogr

from gisagentbench.scoring.comparison import CannotScore, compare_files
from gisagentbench.scoring.record import ScoreRecord
from gisagentbench.scoring.score import Limits, score_output

from .layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, contract_of, write_layer
from .test_raster import CELLS, CONTRACT, write_raster

Make = Callable[[Path], Any]
GIB = 1024**3
VRT = (
    '<OGRVRTDataSource><OGRVRTLayer name="a"><SrcDataSource>/etc/x.csv</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>'
)


def parks(path: Path) -> Path:
    """Writes the right answer."""
    return write_layer(path, PARK_FIELDS, PARKS, layer="result")


def linked(path: Path) -> None:
    """Makes a link to the right answer."""
    path.symlink_to(parks(path.with_name("elsewhere.gpkg")))


def truncated(path: Path) -> None:
    """Cuts the right answer short."""
    parks(path)
    path.write_bytes(path.read_bytes()[:40_000])


def hiding(statement: str) -> Make:
    """Puts what a statement creates in the place of the table."""

    def make(path: Path) -> None:
        parks(path)
        with sqlite3.connect(path) as database:
            database.execute("ALTER TABLE result RENAME TO hidden")
            database.execute(statement)
        database.close()

    return make


def journaled(path: Path) -> None:
    """Puts a link beside the right answer where SQLite looks for its journal."""
    path.with_name("result.gpkg-wal").symlink_to(parks(path))


VECTORS: list[tuple[str, Make, str]] = [
    ("missing", lambda path: None, '"result.gpkg" was not written.'),
    ("empty", lambda path: path.write_bytes(b""), '"result.gpkg" is empty (0 bytes).'),
    ("a folder", lambda path: path.mkdir(), '"result.gpkg" is not a regular file.'),
    ("a pipe", lambda path: os.mkfifo(path), '"result.gpkg" is not a regular file.'),
    ("a link", linked, '"result.gpkg" is a symbolic link (result.gpkg); links are not followed.'),
    (
        "a zip",
        lambda path: path.write_bytes(b"PK\x03\x04rest"),
        '"result.gpkg" is an archive behind the extension .gpkg.',
    ),
    ("VRT text", lambda path: path.write_text(VRT), '"result.gpkg" is another format behind the extension .gpkg.'),
    ("cut short", truncated, '"result.gpkg" '),
    ("a virtual table", hiding("CREATE VIRTUAL TABLE result USING fts5(nta, parks, area)"), '"result.gpkg" '),
    ("a linked journal", journaled, '"result.gpkg" is a symbolic link (result.gpkg-wal); links are not followed.'),
    (
        "a view",
        hiding("CREATE VIEW result AS SELECT * FROM hidden"),
        '"result.gpkg" holds "result" as an SQL view; only tables are read.',
    ),
]


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Returns a reference folder and an output folder."""
    (tmp_path / "reference").mkdir()
    (tmp_path / "output").mkdir()
    return tmp_path / "reference", tmp_path / "output"


@pytest.mark.parametrize(("rule", "make", "detail"), VECTORS, ids=[row[0] for row in VECTORS])
def test_unreadable_output_is_a_record(folders: tuple[Path, Path], rule: str, make: Make, detail: str) -> None:
    reference = parks(folders[0] / "result.gpkg")
    make(folders[1] / "result.gpkg")
    record = compare_files(contract_of(**PARK_CONTRACT), reference, folders[1] / "result.gpkg")
    assert (record.first_failing_check, record.strict, record.closeness.quantitative) == ("readable", False, 0.0)
    assert record.checks[0].detail.startswith(detail)
    assert str(folders[1]) not in record.to_json()
    assert {check.passed for check in record.checks[1:]} == {None}


def test_shapefile_with_a_linked_table_is_refused(folders: tuple[Path, Path]) -> None:
    keys = PARK_CONTRACT | {"file": "result.shp"}
    for folder in folders:
        write_layer(folder / "result.shp", PARK_FIELDS, PARKS, shape_type=ogr.wkbPolygon)
    table = folders[1] / "result.dbf"
    table.rename(folders[1] / "other.dbf")
    table.symlink_to(folders[1] / "other.dbf")
    record = compare_files(contract_of(**keys), folders[0] / "result.shp", folders[1] / "result.shp")
    assert record.checks[0].detail == '"result.shp" is a symbolic link (result.dbf); links are not followed.'
    table.unlink()
    record = compare_files(contract_of(**keys), folders[0] / "result.shp", folders[1] / "result.shp")
    assert record.checks[0].detail == '"result.shp" has no side file result.dbf.'


RASTERS: list[tuple[str, Make]] = [
    ("VRT text", lambda path: path.write_text("<VRTDataset rasterXSize='4' rasterYSize='3'/>")),
    ("cut short", lambda path: path.write_bytes(write_raster(path, CELLS).read_bytes()[:200])),
    ("noise", lambda path: path.write_bytes(b"II*\x00" + bytes(range(256)))),
]


@pytest.mark.parametrize(("rule", "make"), RASTERS, ids=[row[0] for row in RASTERS])
def test_unreadable_raster_is_a_record(folders: tuple[Path, Path], rule: str, make: Make) -> None:
    reference = write_raster(folders[0] / "r.tif", CELLS)
    make(folders[1] / "r.tif")
    record = score_output(contract_of(**CONTRACT), reference, folders[1] / "r.tif")
    assert (record.first_failing_check, record.closeness.quantitative) == ("readable", 0.0)


def test_damaged_cells_of_the_reference_are_no_fault_of_the_output(folders: tuple[Path, Path]) -> None:
    reference = write_raster(folders[0] / "r.tif", CELLS)
    reference.write_bytes(reference.read_bytes()[:-40])
    output = write_raster(folders[1] / "r.tif", CELLS)
    with pytest.raises(CannotScore, match="The reference") as error:
        compare_files(contract_of(**CONTRACT), reference, output)
    assert error.value.code == "BAD_FORMAT"
    assert compare_files(contract_of(**CONTRACT), output, reference).first_failing_check == "readable"


def test_declared_size_is_checked_before_reading(folders: tuple[Path, Path]) -> None:
    from osgeo import gdal

    options = ["SPARSE_OK=TRUE", "BLOCKYSIZE=256", "TILED=YES", "BLOCKXSIZE=256"]
    path = folders[1] / "r.tif"
    gdal.GetDriverByName("GTiff").Create(str(path), 300_000, 16, 1, gdal.GDT_Byte, options)
    record = compare_files(contract_of(**CONTRACT), write_raster(folders[0] / "r.tif", CELLS), path)
    assert record.checks[0].detail == '"r.tif" declares 300000 x 16 cells.'


def many_rows(path: Path) -> Path:
    """Writes a table of two million short rows, 4 MB."""
    path.write_bytes(b"code\n" + b"1\n" * 2_000_000)
    return path


TABLE = {"kind": "table", "file": "t.csv", "columns": {"code": {"type": "text"}}}


def test_output_that_needs_too_much_memory_is_a_record(folders: tuple[Path, Path]) -> None:
    (folders[0] / "t.csv").write_text("code\n1\n")
    output = folders[1] / "t.csv"
    output.touch()
    os.truncate(output, GIB)  # a file of holes takes no room on the disk
    record = score_output(
        contract_of(**TABLE), folders[0] / "t.csv", output, limits=Limits(memory_bytes=GIB // 2, seconds=120)
    )
    assert record.checks[0].detail == '"t.csv" needs more than 0.5 GiB to read and compare.'


def test_output_that_takes_too_long_is_a_record(folders: tuple[Path, Path]) -> None:
    (folders[0] / "t.csv").write_text("code\n1\n")
    output = many_rows(folders[1] / "t.csv")
    record = score_output(contract_of(**TABLE), folders[0] / "t.csv", output, limits=Limits(seconds=1))
    assert record.checks[0].detail == '"t.csv" took longer than 1 s to read and compare.'


FAULTS: list[tuple[str, Make, str]] = [
    ("missing", lambda path: None, "FILE_NOT_FOUND"),
    ("another format", lambda path: path.write_text("x"), "BAD_FORMAT"),
    ("without a column", lambda path: write_layer(path, {"nta": "text"}, PARKS), "BAD_FORMAT"),
    ("with a repeated id", lambda path: write_layer(path, PARK_FIELDS, PARKS + PARKS), "BAD_FORMAT"),
    ("in another CRS", lambda path: write_layer(path, PARK_FIELDS, PARKS, "EPSG:28991"), "BAD_FORMAT"),
]


@pytest.mark.parametrize("score", [compare_files, score_output], ids=["here", "in a child"])
@pytest.mark.parametrize(("rule", "make", "code"), FAULTS, ids=[row[0] for row in FAULTS])
def test_fault_of_the_reference_is_never_one_of_the_output(
    folders: tuple[Path, Path], rule: str, make: Make, code: str, score: Callable[..., ScoreRecord]
) -> None:
    make(folders[0] / "result.gpkg")
    output = parks(folders[1] / "result.gpkg")
    with pytest.raises(CannotScore) as error:
        score(contract_of(**PARK_CONTRACT), folders[0] / "result.gpkg", output)
    assert error.value.code == code


def test_child_and_this_process_give_the_same_bytes(folders: tuple[Path, Path]) -> None:
    reference, output = parks(folders[0] / "result.gpkg"), parks(folders[1] / "result.gpkg")
    keys = contract_of(**PARK_CONTRACT)
    assert score_output(keys, reference, output).to_json() == compare_files(keys, reference, output).to_json()


def test_scoring_writes_nothing_beside_the_output(folders: tuple[Path, Path]) -> None:
    reference, output = parks(folders[0] / "result.gpkg"), parks(folders[1] / "result.gpkg")
    before = {path.name: path.read_bytes() for path in folders[1].iterdir()}
    score_output(contract_of(**PARK_CONTRACT), reference, output)
    assert {path.name: path.read_bytes() for path in folders[1].iterdir()} == before
