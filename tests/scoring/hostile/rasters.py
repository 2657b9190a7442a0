# SPDX-License-Identifier: GPL-2.0-or-later
"""TIFFs and ASCII grids that lie about sizes, loop, or have neighbours that redirect."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from osgeo import gdal

from .away import address, canary
from .cases import ANY, FREE, GEOTRANSFORM, PASSES, Case, changed, honest, tif, written

WIDTH, HEIGHT, BITS, COMPRESSION, PLACES, SAMPLES, ROWS, COUNTS = 256, 257, 258, 259, 273, 277, 278, 279
ASC = "ncols {}\nnrows {}\nxllcorner {}\nyllcorner 463000\ncellsize {}\n{}"
CELLS = "1 2 3 4\n5 6 7 8\n9 10 11 12\n"
Rows = Iterator[tuple[str, Callable[[Path], None], str, str]]


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for name, make, check, reason in (*_tags(), *_declared(), *_odd(), *_beside()):
        yield Case(f"TIFF: {name}", "result.tif", make, reason, check)
    for name, make, check, reason in _ascii():
        yield Case(f"ASCII grid: {name}", "result.asc", make, reason, check)


def tagged(tag: int, value: int, kind: int | None = None, count: int | None = None) -> Callable[[bytes], bytes]:
    """Returns a change of one entry of the first directory of a classic little-endian TIFF."""

    def change(data: bytes) -> bytes:
        found = bytearray(data)
        (first,) = struct.unpack_from("<I", found, 4)
        (entries,) = struct.unpack_from("<H", found, first)
        for at in range(first + 2, first + 2 + 12 * entries, 12):
            if struct.unpack_from("<H", found, at)[0] == tag:
                former = struct.unpack_from("<HI", found, at + 2)
                struct.pack_into("<HI", found, at + 2, kind or 4, count or former[1])
                struct.pack_into("<I", found, at + 8, value)
        return bytes(found)

    return change


def _directory(change: Callable[[bytearray, int, int], object]) -> Callable[[bytes], bytes]:
    def changed_directory(data: bytes) -> bytes:
        found = bytearray(data)
        (first,) = struct.unpack_from("<I", found, 4)
        change(found, first, struct.unpack_from("<H", found, first)[0])
        return bytes(found)

    return changed_directory


def _tags() -> Rows:
    for name, tag, value in (
        ("2^31 columns", WIDTH, 2**31 - 1),
        ("10^6 columns", WIDTH, 10**6),
        ("no columns", WIDTH, 0),
        ("10^6 rows", HEIGHT, 10**6),
        ("no rows", HEIGHT, 0),
        ("64000 bits", BITS, 64000),
        ("LZW that is none", COMPRESSION, 5),
        ("deflate that is none", COMPRESSION, 8),
        ("JPEG that is none", COMPRESSION, 7),
        ("a compression of 9999", COMPRESSION, 9999),
        ("zstd that is none", COMPRESSION, 50000),
        ("cells beyond the file", PLACES, 2**31),
        ("cells in its own head", PLACES, 0),
        ("200 bands", SAMPLES, 200),
        ("no bands", SAMPLES, 0),
        ("strips of 2^31 rows", ROWS, 2**31),
        ("strips of no rows", ROWS, 0),
        ("strips of 4 GB", COUNTS, 2**32 - 1),
    ):
        yield name, changed(tagged(tag, value)), FREE, ""
    yield "2^32 places of strips", changed(tagged(PLACES, 8, count=2**32 - 1)), ANY, ""
    yield (
        "a directory that is its own next",
        changed(_directory(lambda data, first, entries: struct.pack_into("<I", data, first + 2 + 12 * entries, first))),
        FREE,
        "",
    )
    yield "a directory beyond the file", changed(lambda data: data[:4] + b"\xff\xff\xff\x7f" + data[8:]), "readable", ""
    yield "a directory in its own head", changed(lambda data: data[:4] + bytes(4) + data[8:]), "readable", ""
    yield (
        "65,535 entries",
        changed(_directory(lambda data, first, entries: struct.pack_into("<H", data, first, 65535))),
        ANY,
        "",
    )
    yield "big-endian by its first bytes alone", changed(lambda data: b"MM\0*" + data[4:]), "readable", ""
    yield "BigTIFF by its first bytes alone", changed(lambda data: b"II+\0" + data[4:]), "readable", ""


def created(width: int, height: int, bands: int, *options: str) -> Callable[[Path], None]:
    """Returns a maker of a raster that declares a size and holds next to nothing."""

    def make(path: Path) -> None:
        gdal.GetDriverByName("GTiff").Create(str(path), width, height, bands, gdal.GDT_Float32, list(options))

    return make


def _declared() -> Rows:
    sparse = ("SPARSE_OK=TRUE", "TILED=YES", "BIGTIFF=YES", "BLOCKXSIZE=65536", "BLOCKYSIZE=65536")
    yield (
        "10^6 x 10^6 cells in a small file",
        created(10**6, 10**6, 1, *sparse),
        "readable",
        "declares 1000000 x 1000000",
    )
    yield (
        "150,000 x 150,000 cells in one tile",
        created(
            150_000, 150_000, 1, "SPARSE_OK=TRUE", "TILED=YES", "BIGTIFF=YES", "BLOCKXSIZE=150000", "BLOCKYSIZE=150000"
        ),
        ANY,
        "",
    )
    yield "190,000 x 190,000 cells", created(190_000, 190_000, 1, *sparse), ANY, ""


def _odd() -> Rows:
    yield "cells of NaN", lambda path: tif(path, [[float("nan")] * 4] * 3) and None, "mask", ""
    yield "infinite cells", lambda path: tif(path, [[float("inf")] * 4] * 3) and None, "values", ""
    yield (
        "a transform of NaN",
        _with(lambda dataset: dataset.SetGeoTransform((float("nan"), 10, 0, 463030, 0, -10))),
        ANY,
        "",
    )
    yield (
        "a transform of 1e308",
        _with(lambda dataset: dataset.SetGeoTransform((1e308, 1e308, 0, 1e308, 0, -1e308))),
        ANY,
        "",
    )
    yield "a transform of zeros", _with(lambda dataset: dataset.SetGeoTransform((0, 0, 0, 0, 0, 0))), ANY, ""
    yield "a scale of NaN", _with(lambda dataset: dataset.GetRasterBand(1).SetScale(float("nan"))), ANY, ""
    yield "a scale of 1e308", _with(lambda dataset: dataset.GetRasterBand(1).SetScale(1e308)), "values", ""
    yield "a NoData of a value", _with(lambda dataset: dataset.GetRasterBand(1).SetNoDataValue(7)), "mask", ""
    yield "metadata of a file", _with(lambda dataset: dataset.SetMetadata({"a": "<&\x1b[2J" + "x" * 10**6})), PASSES, ""
    yield "a mask inside that hides all", _masked, "mask", ""
    yield (
        "subdatasets by their name",
        _with(lambda dataset: dataset.SetMetadata({"SUBDATASET_1_NAME": str(canary())}, "SUBDATASETS")),
        PASSES,
        "",
    )
    yield "an overview of other cells", _overview, PASSES, ""


def _with(change: Callable[[gdal.Dataset], object]) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        dataset = gdal.Open(str(honest(path)), gdal.GA_Update)
        change(dataset)

    return make


def _masked(path: Path) -> None:
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset = gdal.Open(str(honest(path)), gdal.GA_Update)
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    dataset.GetRasterBand(1).GetMaskBand().Fill(0)
    dataset = None
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)


def _overview(path: Path) -> None:
    dataset = gdal.Open(str(honest(path)), gdal.GA_Update)
    dataset.BuildOverviews("AVERAGE", [2])
    dataset.GetRasterBand(1).GetOverview(0).Fill(7)


PAM = (
    "<PAMDataset><SRS>EPSG:4326</SRS><GeoTransform>1,2,3,4,5,6</GeoTransform>"
    "<PAMRasterBand band='1'><NoDataValue>7</NoDataValue></PAMRasterBand></PAMDataset>"
)


def _beside() -> Rows:
    """Files that GDAL looks for beside a raster; a wrong raster stays wrong, a right one right."""
    yield "another CRS and grid beside", _neighbour(".tif.aux.xml", PAM), PASSES, ""
    yield "a world file beside", _neighbour(".tfw", "1\n0\n0\n-1\n5\n5\n"), PASSES, ""
    yield "a grid that stands beside alone", _bare, ANY, ""
    for ending in (".tif.ovr", ".tif.msk"):
        yield f"the {ending[5:]} beside is another raster", _other_raster(ending), PASSES, ""
        yield f"the {ending[5:]} beside is a pipe", _pipe(ending), PASSES, ""
        yield f"the {ending[5:]} beside is a link", _link(ending), PASSES, ""
    yield "the aux.xml beside is a pipe", _pipe(".tif.aux.xml"), PASSES, ""
    yield "metadata of a satellite beside", _neighbour("_metadata.txt", "x" * 10**5), PASSES, ""


def _neighbour(ending: str, text: str) -> Callable[[Path], None]:
    return lambda path: honest(path).with_name(path.stem + ending).write_text(text) and None


def _bare(path: Path) -> None:
    gdal.GetDriverByName("GTiff").Create(str(path), 4, 3, 1, gdal.GDT_Float32, ["PROFILE=BASELINE"])
    a, b, c, d, e, f = GEOTRANSFORM
    path.with_suffix(".tfw").write_text("\n".join(map(str, (b, e, c, f, a + b / 2, d + f / 2))))


def _other_raster(ending: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        beside = path.with_name(path.stem + ending)
        tif(path.with_name("made.tif"), [[0] * 4] * 3).rename(beside)

    return make


def _pipe(ending: str) -> Callable[[Path], None]:
    return lambda path: os.mkfifo(honest(path).with_name(path.stem + ending))


def _link(ending: str) -> Callable[[Path], None]:
    return lambda path: honest(path).with_name(path.stem + ending).symlink_to(canary())


def _ascii() -> Rows:
    def grid(*values: object) -> Callable[[Path], None]:
        def make(path: Path) -> None:
            honest(path).write_text(ASC.format(*values))

        return make

    yield "10^6 x 10^6 cells", grid(10**6, 10**6, 155000, 10, CELLS), "readable", ""
    yield "10^9 columns", grid(10**9, 3, 155000, 10, CELLS), "readable", ""
    yield "-4 columns", grid(-4, 3, 155000, 10, CELLS), "readable", ""
    yield "too few cells", grid(4, 3, 155000, 10, "1 2 3 4\n"), ANY, ""
    yield "words for cells", grid(4, 3, 155000, 10, CELLS.replace("7", "seven")), ANY, ""
    yield "cells of 1e400", grid(4, 3, 155000, 10, CELLS.replace("7", "1e400")), ANY, ""
    yield "a cell of 10,000 digits", grid(4, 3, 155000, 10, CELLS.replace("7", "7" * 10_000)), ANY, ""
    yield "cells without a space for 100 KB", grid(4, 3, 155000, 10, "1" * 100_000), ANY, ""
    yield "a corner at NaN", grid(4, 3, "nan", 10, CELLS), ANY, ""
    yield "a cell size of 0", grid(4, 3, 155000, 0, CELLS), ANY, ""
    yield "a cell size of 1e308", grid(4, 3, 155000, "1e308", CELLS), ANY, ""
    yield "zero bytes for cells", grid(4, 3, 155000, 10, "\0" * 5000), ANY, ""
    yield "a CRS that is a file", _crs(str(canary())), "crs", ""
    yield "a CRS that is an address", _crs(f"http://{address()}/"), "crs", ""
    yield "a header alone", grid(4, 3, 155000, 10, ""), ANY, ""
    yield "a header twice", written(ASC.format(4, 3, 155000, 10, "") * 2), ANY, ""


def _crs(text: str) -> Callable[[Path], None]:
    return lambda path: honest(path).with_suffix(".prj").write_text(text) and None
