# SPDX-License-Identifier: GPL-2.0-or-later
"""GeoPackages that compute, lie about themselves or point elsewhere."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from .away import address, canary
from .cases import ANY, FREE, PASSES, Case, changed, honest

HIDE = "ALTER TABLE result RENAME TO hidden"
VIRTUAL = "holds the virtual table"
DAMAGED = "is a damaged GeoPackage"
JOURNAL_HEAD = bytes.fromhex("d9d505f920a163d7") + struct.pack(">IIIII", 1, 7, 3, 512, 4096) + bytes(484)
# They call functions that GDAL alone has.
TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
WRITABLE = "PRAGMA writable_schema = ON"
AREA = "UPDATE result SET area = {} WHERE nta = 'BK03'"


def sql(*statements: str) -> Callable[[Path], None]:
    """Returns a maker that writes the right answer and runs statements on it."""

    def make(path: Path) -> None:
        honest(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = OFF")
            for (name,) in database.execute(TRIGGERS).fetchall():
                database.execute(f'DROP TRIGGER "{name}"')
            for statement in statements:
                database.execute(statement)

    return make


def virtual(module: str) -> Callable[[Path], None]:
    """Returns a maker that puts the definition of a virtual table in place of the layer's, unseen by this SQLite."""
    definition = f"CREATE VIRTUAL TABLE result USING {module}".replace("'", "''")
    return sql(WRITABLE, f"UPDATE sqlite_master SET sql = '{definition}', rootpage = 0 WHERE name = 'result'")


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for name, make, check, reason in (*_computing(), *_lying(), *_strange(), *_damaged(), *_beside()):
        yield Case(f"GeoPackage: {name}", "result.gpkg", make, reason, check)


def _computing() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    yield "a view for the table", sql(HIDE, "CREATE VIEW result AS SELECT * FROM hidden"), "readable", "as an SQL view"
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS fid, 'a' AS nta FROM n"
    yield "an endless view", sql(HIDE, f"CREATE VIEW result AS {endless}"), "readable", "as an SQL view"
    yield "an endless view beside", sql(f"CREATE VIEW beside AS {endless}"), PASSES, ""
    yield "a view that loads code", sql("CREATE VIEW beside AS SELECT load_extension('x.so')"), PASSES, ""
    for module in (
        "fts5(nta, parks, area)",
        f"VirtualOGR('{canary()}', 0)",
        f"VirtualText('{canary()}', UTF-8, 0)",
        "VirtualShape('reference/result', 'UTF-8', 28992)",
        "dbstat",
        "VirtualXL('x.xls')",
        "csv(filename='x.csv')",
        "\"VirtualDbf\"('x.dbf', UTF-8)",
    ):
        yield f"a virtual table {module.partition('(')[0]}", virtual(module), "readable", VIRTUAL
    yield "a virtual table beside", sql("CREATE VIRTUAL TABLE beside USING fts5(a)"), "readable", VIRTUAL
    yield "an rtree for the table", virtual("rtree(fid, x, y)"), ANY, ""
    trigger = "CREATE TRIGGER t AFTER INSERT ON result BEGIN DELETE FROM result; END"
    yield "a trigger that deletes", sql(trigger), PASSES, ""
    computed = "ALTER TABLE result ADD COLUMN more {} GENERATED ALWAYS AS ({}) VIRTUAL"
    yield "a computed column", sql(computed.format("REAL", "area * 2")), PASSES, ""
    yield "a computed column of 900 MB", sql(computed.format("BLOB", "zeroblob(900000000)")), PASSES, ""
    yield "an index on an expression", sql("CREATE INDEX i ON result(area * 2)"), PASSES, ""


def _lying() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    contents = "UPDATE gpkg_contents SET {} = {}"
    yield "contents name no table", sql(contents.format("table_name", "'nowhere'")), ANY, ""
    yield "contents call it attributes", sql(contents.format("data_type", "'attributes'")), ANY, ""
    yield "contents call it tiles", sql(contents.format("data_type", "'tiles'")), ANY, ""
    for word, value in (("NaN", "'nan'"), ("1e308", "1e308"), ("text", "'east'"), ("NULL", "NULL")):
        yield f"an extent of {word}", sql(contents.format("min_x", value)), PASSES, ""
    yield "no contents", sql("DELETE FROM gpkg_contents"), ANY, ""
    yield "a dropped contents table", sql("DROP TABLE gpkg_contents"), ANY, ""
    yield "an unknown srs_id", sql("UPDATE gpkg_geometry_columns SET srs_id = 99999"), "crs", "EPSG:28992"
    for name, value in (
        ("a file", f"'{canary()}'"),
        ("an address", f"'http://{address()}/crs'"),
        ("nothing", "''"),
        ("a blob", "x'00ff00ff'"),
        ("one MB of text", "'PROJCS[' || hex(zeroblob(500000))"),
    ):
        lie = f"UPDATE gpkg_spatial_ref_sys SET organization = 'NONE', definition = {value} WHERE srs_id = 28992"
        yield f"a CRS whose definition is {name}", sql(lie), ANY, ""
    label = "UPDATE gpkg_spatial_ref_sys SET organization_coordsys_id = 2263 WHERE srs_id = 28992"
    yield "a CRS with the number of another", sql(label), FREE, ""
    shape = "UPDATE gpkg_geometry_columns SET {} = {}"
    yield "a geometry type nobody knows", sql(shape.format("geometry_type_name", "'BLOB'")), ANY, ""
    yield "a declared point layer of polygons", sql(shape.format("geometry_type_name", "'POINT'")), PASSES, ""
    yield "a geometry column that is not there", sql(shape.format("column_name", "'nowhere'")), ANY, ""
    yield "a geometry column of texts", sql(shape.format("column_name", "'nta'")), ANY, ""
    yield "a dimension nobody knows", sql(shape.format("z", "9")), FREE, ""


def _strange() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    for count in ("1000000000", "-1", "'many'"):
        yield f"a feature count of {count}", sql(f"UPDATE gpkg_ogr_contents SET feature_count = {count}"), PASSES, ""
    where = f"http://{address()}/x"
    extension = f"INSERT INTO gpkg_extensions VALUES ('result', 'geom', 'who_knows', '{where}', 'read-write')"
    yield (
        "an unknown extension",
        sql("CREATE TABLE IF NOT EXISTS gpkg_extensions (a, b, c, d, e)", extension),
        PASSES,
        "",
    )
    # A text in a column of numbers is a number to every GIS program: the type of the column says so.
    yield "a text among numbers", sql(AREA.format("'250.5 or so'")), FREE, ""
    for name, value in (("a blob", "x'0102'"), ("infinity", "9e999"), ("20 digits as text", "'99999999999999999999'")):
        yield f"{name} among numbers", sql(AREA.format(value)), "values", "expected 250.5"
    yield "text that is not UTF-8", sql("UPDATE result SET nta = CAST(x'ff41' AS TEXT) WHERE nta = 'BK03'"), "rows", ""
    yield "text with a zero byte", sql("UPDATE result SET nta = CAST(x'424b00' AS TEXT) WHERE nta = 'BK03'"), "rows", ""
    style = "CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, styleQML TEXT, f_table_name TEXT)"
    yield "a style that fetches", sql(style, "INSERT INTO layer_styles VALUES (1, '<qgis/>', 'result')"), PASSES, ""
    more = "".join(f", extra{number} TEXT" for number in range(1000))
    # The last bracket of the definition closes its columns; rows written before have NULL in the new ones.
    wide = f"UPDATE sqlite_master SET sql = substr(sql, 1, length(sql) - 1) || '{more})' WHERE name = 'result'"
    yield "1,000 more columns", sql(WRITABLE, wide), PASSES, ""
    tables = tuple(f"CREATE TABLE beside{number} (a)" for number in range(500))
    yield "500 more tables", sql("BEGIN", *tables, "COMMIT"), PASSES, ""
    yield (
        "a table without row numbers",
        sql(
            HIDE,
            "CREATE TABLE result (nta TEXT PRIMARY KEY, parks INTEGER, area REAL, geom BLOB) WITHOUT ROWID",
            "INSERT INTO result SELECT nta, parks, area, geom FROM hidden",
        ),
        PASSES,
        "",
    )


def _damaged() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    for name, at, value, check in (
        ("a page size of 1", 16, b"\x00\x03", "readable"),
        ("a page count of 2^31", 28, b"\x7f\xff\xff\xff", ANY),
        ("a free list that is not there", 32, b"\x7f\xff\xff\xff\x00\x00\x00\x09", PASSES),
        ("a schema format of 9", 44, b"\x00\x00\x00\x09", "readable"),
        ("UTF-16 by its header", 56, b"\0\0\0\2", ANY),
        ("no application id", 68, b"\0\0\0\0", PASSES),
        ("a reserved space of 255", 20, b"\xff", FREE),
        ("a read version of 9", 19, b"\x09", ANY),
    ):
        yield name, changed(_patched(at, value)), check, ""
    for size in (512, 65536):
        yield f"pages of {size} bytes", sql(f"PRAGMA page_size = {size}", "VACUUM"), PASSES, ""
    for name, page in (("the schema", 1), ("a page beyond the file", 900000)):
        root = f"UPDATE sqlite_master SET rootpage = {page} WHERE name = 'result'"
        yield f"a table that begins at {name}", sql(WRITABLE, root), ANY, ""
    yield (
        "a definition that is no SQL",
        sql(WRITABLE, "UPDATE sqlite_master SET sql = 'CREATE TABLE result (' WHERE name = 'result'"),
        "readable",
        DAMAGED,
    )
    yield (
        "an index of another table's pages",
        sql("CREATE INDEX i ON result(nta)", WRITABLE, "UPDATE sqlite_master SET rootpage = 2 WHERE name = 'i'"),
        FREE,
        "",
    )


def _patched(at: int, value: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data[:at] + value + data[at + len(value) :]


def _beside() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    yield "a journal to roll back", _with("-journal", JOURNAL_HEAD), "readable", "in the middle of a write"
    victim = b"../victim"
    chained = JOURNAL_HEAD + struct.pack(">I", 1) + victim + struct.pack(">II", len(victim), sum(victim))
    chained += JOURNAL_HEAD[:8]
    yield "a journal that names a file to delete", _with("-journal", chained), "readable", "in the middle of a write"
    yield "a journal of zeros", _with("-journal", bytes(512)), PASSES, ""
    yield "a linked journal", _linked("-journal"), PASSES, ""
    yield "a linked log", _linked("-wal"), "readable", "is a symbolic link (result.gpkg-wal)"
    yield "a linked index of the log", _linked("-shm"), PASSES, ""
    yield "a log of noise", _with("-wal", bytes(range(256)) * 20), PASSES, ""
    yield "a folder for a log", _folder("-wal"), "readable", "is not a regular file"
    yield "rows still in the log", logged, PASSES, ""


def _with(ending: str, data: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        path.with_name(path.name + ending).write_bytes(data)

    return make


def _linked(ending: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        path.with_name(path.name + ending).symlink_to(canary())

    return make


def _folder(ending: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        path.with_name(path.name + ending).mkdir()

    return make


def logged(path: Path) -> None:
    """Leaves the right value in the write-ahead log alone, as a program does that has not closed its file."""
    right = path.with_name("right.gpkg")
    sql("PRAGMA journal_mode = WAL", AREA.format("1"))(right)
    with closing(sqlite3.connect(right, isolation_level=None)) as database:
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute(AREA.format("250.5"))
        for ending in ("", "-wal"):
            path.with_name(path.name + ending).write_bytes(right.with_name(right.name + ending).read_bytes())
    os.remove(right)
