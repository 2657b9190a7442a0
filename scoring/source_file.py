# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a file may be opened at all, and opening it with the one driver its extension stands for.

An output is written by a stranger: links, archives, virtual files and views could point elsewhere, so they are
refused before GDAL sees them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..tasks.gdal_errors import GDAL_ERRORS, gdal_words
from .geopackage_schema import check_schema
from .unreadable import Unreadable, engine_words

__all__ = ["Unreadable", "check_regular_file", "file_parts", "gdal_settings", "open_dataset"]

MAGIC = {
    ".gpkg": (b"SQLite format 3\x00",),
    ".tif": (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"),
    ".tiff": (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"),
    ".fgb": (b"fgb",),
    ".shp": (b"\x00\x00\x27\x0a",),
    ".xlsx": (b"PK\x03\x04",),
}
PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    ".shp": ((".shx", ".dbf"), (".prj", ".cpg")),
    ".asc": ((), (".prj",)),
    ".gpkg": ((), ("-wal",)),
}
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
NOT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
# The proxy is nobody: a CRS of a GeoJSON can be an address, and GDAL has no switch that keeps it from the network.
QUIET_SETTINGS = {
    "GDAL_PAM_ENABLED": "NO",
    "GDAL_NUM_THREADS": "1",
    "GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR",
    "GDAL_CACHEMAX": "256",
    "GDAL_HTTP_PROXY": "127.0.0.1:1",
    "GDAL_HTTP_MAX_RETRY": "0",
    "GDAL_HTTP_TIMEOUT": "1",
    "CPL_VSIL_CURL_ALLOWED_EXTENSIONS": ".none",
    "OGR_XLSX_HEADERS": "FORCE",
}
OPEN_OPTIONS = {"GPKG": ["IMMUTABLE=YES"], "GeoJSON": ["DATE_AS_STRING=YES"]}


def check_regular_file(path: Path) -> None:
    """Refuses what is not a plain file: missing, linked, a folder, a device, empty, or of another format.

    Raises: Unreadable.
    """
    for part in file_parts(path):
        try:
            mode = os.lstat(part).st_mode
        except OSError:
            raise Unreadable("was not written" if part == path else f"has no side file {part.name}") from None
        if stat.S_ISLNK(mode):
            raise Unreadable(f"is a symbolic link ({part.name}); links are not followed")
        if not stat.S_ISREG(mode):
            what = "is not" if part == path else f"has a {part.name} that is not"
            raise Unreadable(f"{what} a regular file")
    if path.stat().st_size == 0:
        raise Unreadable("is empty (0 bytes)")
    _check_magic(path)
    if path.suffix.lower() == ".gpkg" and _is_half_written(path.with_name(path.name + "-journal")):
        raise Unreadable(f"was left in the middle of a write ({path.name}-journal)")


def file_parts(path: Path) -> list[Path]:
    """Returns a file and those beside it that its format consists of."""
    demanded, optional = PARTS.get(path.suffix.lower(), ((), ()))
    beside = [path.name + ending if ending[0] == "-" else path.stem + ending for ending in optional]
    return [path, *map(path.with_suffix, demanded), *filter(os.path.lexists, map(path.with_name, beside))]


def _check_magic(path: Path) -> None:
    wanted = MAGIC.get(path.suffix.lower())
    with path.open("rb") as file:
        head = file.read(16)
    if wanted and not head.startswith(wanted):
        what = "an archive" if head.startswith((b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf")) else "another format"
        raise Unreadable(f"is {what} behind the extension {path.suffix}")


def _is_half_written(journal: Path) -> bool:
    """Tells whether a journal would be rolled back; SQLite deletes files that such a journal names."""
    try:
        descriptor = os.open(journal, os.O_RDONLY | NOT_WAITING)
    except OSError:
        return False
    with os.fdopen(descriptor, "rb") as file:
        return stat.S_ISREG(os.fstat(descriptor).st_mode) and file.read(8) == JOURNAL_MAGIC


def open_dataset(path: Path, driver: str, raster: bool = False) -> Any:
    """Opens a file with exactly one GDAL driver, for reading.

    Raises: Unreadable with GDAL's reason, without paths.
    """
    from osgeo import gdal

    check_regular_file(path)
    if driver == "GPKG":
        check_schema(path)
    options = list(OPEN_OPTIONS.get(driver, []))
    if driver == "GPKG" and _has_open_journal(path):
        options.remove("IMMUTABLE=YES")
    flags = (gdal.OF_RASTER if raster else gdal.OF_VECTOR) | gdal.OF_READONLY
    try:
        dataset = gdal.OpenEx(str(path), flags, allowed_drivers=[driver], open_options=options)
        reason = gdal.GetLastErrorMsg()
    except GDAL_ERRORS as error:
        dataset, reason = None, gdal_words(error)
    if dataset is None:
        raise Unreadable(f"cannot be read as {driver}{engine_words(reason, path)}")
    return dataset


def _has_open_journal(path: Path) -> bool:
    journal = path.with_name(path.name + "-wal")
    return journal.is_file() and journal.stat().st_size > 0


@contextmanager
def gdal_settings() -> Iterator[None]:
    """Reads without side files, threads and printing, with errors as exceptions; what was set comes back afterwards."""
    from osgeo import gdal, ogr, osr

    before = {name: gdal.GetConfigOption(name) for name in QUIET_SETTINGS}
    silent = [module for module in (gdal, ogr, osr) if not module.GetUseExceptions()]
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    try:
        for module in silent:
            module.UseExceptions()
        for name, value in QUIET_SETTINGS.items():
            gdal.SetConfigOption(name, value)
        gdal.ErrorReset()
        yield
    finally:
        for name, former in before.items():
            gdal.SetConfigOption(name, former)
        for module in reversed(silent):
            module.DontUseExceptions()
        gdal.PopErrorHandler()
