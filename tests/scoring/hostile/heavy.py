# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that cost time or memory: many rows, long cells, bombs, sizes that are only declared."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from .blobs import blob, head, polygon, stored
from .cases import FREE, Case, changed, honest
from .databases import sql
from .rasters import SAMPLES, created, tagged
from .row_files import SHEET, STRINGS

MILLION = 1_000_000
BLANK = b" " * MILLION


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for name, file, make, check, reason in (*_rows(), *_cells(), *_bombs(), *_shapes(), *_rasters()):
        yield Case(f"heavy: {name}", file, make, reason, check)


def _repeated(begin: bytes, line: bytes, times: int, end: bytes = b"") -> Callable[[Path], None]:
    """Returns a maker that writes one line many times, a million at once."""

    def make(path: Path) -> None:
        with path.open("wb") as file:
            file.write(begin)
            for first in range(0, times, MILLION):
                file.write(line * min(MILLION, times - first))
            file.write(end)

    return make


def _rows() -> Iterator[tuple[str, str, Callable[[Path], None], str, str]]:
    yield "10^7 rows", "result.csv", _repeated(b"nta,parks,area\n", b"a,1,2\n", 10 * MILLION), FREE, ""
    yield "10^7 empty rows", "result.csv", _repeated(b"nta,parks,area\n", b",,\n", 10 * MILLION), FREE, ""
    yield "10^8 empty lines", "result.csv", _repeated(b"nta,parks,area\n", b"\n", 100 * MILLION), FREE, ""
    yield (
        "a quote that never closes over 1 GB",
        "result.csv",
        _repeated(b'nta,parks,area\n"', b"x,1,2\n", 170 * MILLION),
        "readable",
        "",
    )
    yield (
        "quoted empties in 10^6 rows",
        "result.csv",
        _repeated(b'nta,parks,area\n"",1,2\n', b'"",1,2\n', MILLION),
        FREE,
        "",
    )
    feature = b'{"type":"Feature","properties":{"nta":"a"},"geometry":null},'
    collection = b'{"type":"FeatureCollection","features":['
    yield (
        "3 x 10^6 features",
        "result.geojson",
        _repeated(collection, feature, 3 * MILLION, feature[:-1] + b"]}"),
        FREE,
        "",
    )
    yield "10^6 rows of the right shape", "result.gpkg", _many_rows(MILLION), FREE, ""
    yield "10^7 rows without anything", "result.gpkg", _many_rows(10 * MILLION, "NULL"), FREE, ""
    yield (
        "10^6 places",
        "result.kml",
        _repeated(
            b"<kml xmlns='http://www.opengis.net/kml/2.2'><Document>", b"<Placemark/>", MILLION, b"</Document></kml>"
        ),
        FREE,
        "",
    )


def _many_rows(count: int, geom: str = "geom") -> Callable[[Path], None]:
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {count})"
    rows = f"SELECT i || 'x', parks, area, {geom} FROM n, (SELECT * FROM result LIMIT 1)"
    return sql(f"INSERT INTO result (nta, parks, area, geom) {numbers} {rows}")


def _cells() -> Iterator[tuple[str, str, Callable[[Path], None], str, str]]:
    yield (
        "a cell of 100 MB",
        "result.gpkg",
        sql("UPDATE result SET nta = printf('%.*c', 100000000, 'x') WHERE nta = 'BK03'"),
        "rows",
        "",
    )
    yield (
        "a cell of 100 MB that is text for a number",
        "result.gpkg",
        sql("UPDATE result SET area = printf('%.*c', 100000000, 'x')"),
        FREE,
        "",
    )
    yield (
        "a cell of 950 MB",
        "result.gpkg",
        sql("UPDATE result SET nta = printf('%.*c', 950000000, 'x') WHERE nta = 'BK03'"),
        FREE,
        "",
    )
    yield "a cell of 100 MB", "result.csv", _repeated(b"nta,parks,area\n", b"x" * 100, MILLION, b",1,2\n"), FREE, ""
    begin = b'{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"nta":"'
    yield "a value of 150 MB", "result.geojson", _repeated(begin, b"x" * 150, MILLION, b'"}}]}'), FREE, ""
    yield "a value of 400 MB", "result.geojson", _repeated(begin, b"x" * 400, MILLION, b'"}}]}'), FREE, ""
    yield (
        "a computed column of 1.8 GB a row",
        "result.gpkg",
        sql(
            "ALTER TABLE result RENAME COLUMN nta TO old",
            "ALTER TABLE result ADD COLUMN nta TEXT GENERATED ALWAYS AS (hex(zeroblob(450000000))) VIRTUAL",
        ),
        FREE,
        "",
    )


def _bombs() -> Iterator[tuple[str, str, Callable[[Path], None], str, str]]:
    yield "2 GB of shared texts", "result.xlsx", _bomb(STRINGS, b"<sst><si><t>", 2_000, b"</t></si></sst>"), FREE, ""
    yield (
        "3 GB of a sheet",
        "result.xlsx",
        _bomb(SHEET, b"<worksheet><sheetData>", 3_000, b"</sheetData></worksheet>"),
        FREE,
        "",
    )
    row = b'<row><c t="n"><v>1</v></c></row>' * 30_000
    yield (
        "200 MB of spaces",
        "result.xlsx",
        _bomb(SHEET, b"<worksheet><sheetData>", 200, b"</sheetData></worksheet>"),
        FREE,
        "",
    )
    yield (
        "10^7 rows of a sheet",
        "result.xlsx",
        _bomb(SHEET, b"<worksheet><sheetData>", 333, b"</sheetData></worksheet>", row),
        FREE,
        "",
    )


def _bomb(part: str, begin: bytes, times: int, end: bytes, filling: bytes = BLANK) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist() if name != part}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                archive.writestr(name, data)
            with archive.open(part, "w", force_zip64=True) as entry:
                entry.write(begin)
                for _ in range(times):
                    entry.write(filling)
                entry.write(end)

    return make


def _shapes() -> Iterator[tuple[str, str, Callable[[Path], None], str, str]]:
    teeth = tuple((155040 + i / 5000, 463000 + 10 * (i % 2)) for i in range(50_000))
    yield "a comb of 50,000 teeth", "result.gpkg", stored(blob(polygon((*teeth, teeth[0])))), FREE, ""
    yield "100,000 collections one in another", "result.gpkg", stored(blob(head(7, 1) * 100_000 + polygon())), FREE, ""
    star = tuple(
        (155000 + 10 * (i * 7919 % 4001) / 4001, 463000 + 10 * (i * 104729 % 3989) / 3989) for i in range(4_000)
    )
    yield "a ball of 4,000 crossing edges", "result.gpkg", stored(blob(polygon((*star, star[0])))), FREE, ""
    yield "a file of holes, 20 GB long", "result.csv", _hollow(20 * 1000 * MILLION), "readable", "is larger than"
    yield "a file of holes, 3 GB long", "result.csv", _hollow(3 * 1000 * MILLION), "readable", ""
    yield "a file of holes, 3 GB long", "result.geojson", _hollow(3 * 1000 * MILLION), "readable", ""
    yield "a right file with 3 GB of holes behind it", "result.tif", _hollow(3 * 1000 * MILLION), FREE, ""


def _rasters() -> Iterator[tuple[str, str, Callable[[Path], None], str, str]]:
    yield "65,535 bands", "result.tif", changed(tagged(SAMPLES, 65535)), FREE, ""
    yield "5,000 bands", "result.tif", created(4, 3, 5_000, "INTERLEAVE=BAND"), FREE, ""
    for side in (8_192, 65_536):
        tile = ("TILED=YES", f"BLOCKXSIZE={side}", f"BLOCKYSIZE={side}", "COMPRESS=DEFLATE", "SPARSE_OK=TRUE")
        yield f"the right grid in one tile of {side}", "result.tif", created(4, 3, 1, *tile), FREE, ""


def _hollow(size: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        with path.open("r+b") as file:
            file.truncate(size)

    return make
