# SPDX-License-Identifier: GPL-2.0-or-later
"""How the text and the CRS of a vector file are meant: encodings of shapefiles and GeoJSON, the crs member."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ...declaration.errors import ToolError
from ...declaration.observation import crs_label
from ..reference_systems.crs import crs_text
from ..run import Run
from .contents import Opened, layers_of, open_file
from .text_table import decoded

if TYPE_CHECKING:
    from .table_import import Reading

CHUNK_BYTES = 1 << 20
_GEOJSON = ("GeoJSON",)
_CRS_MEMBER = re.compile(rb'"crs"\s*:\s*\{')


def reopened(run: Run, opened: Opened, path: str, reading: Reading) -> Opened:
    """Opens a file again where its text must be read in another encoding, and says what it assumes.

    Raises:
        ToolError BAD_VALUE for an encoding that does not exist, or a format that states its own.
    """
    if opened.driver == "ESRI Shapefile":
        return _shapefile(run, opened, path, reading)
    if opened.driver in _GEOJSON:
        return _geojson(run, opened, path, reading)
    if reading.encoding is not None:
        raise ToolError("BAD_VALUE", f"encoding does not apply: a {opened.driver} file states its own", "leave it out",
                        argument="encoding")  # fmt: skip
    return opened


def _shapefile(run: Run, opened: Opened, path: str, reading: Reading) -> Opened:
    encoding = reading.encoding
    if encoding is None:
        stated = layers_of(opened.dataset)[0].GetMetadata("SHAPEFILE") or {}
        table = Path(path).with_suffix(".dbf")
        if stated.get("SOURCE_ENCODING") and (stated.get("CPG_VALUE") or stated.get("LDID_VALUE", "0") != "0"):
            return opened
        if not table.exists():
            return opened
        notes: list[str] = []
        data = table.read_bytes()
        text = data[int.from_bytes(data[8:10], "little") :].replace(b"\0", b" ")
        decoded(text, table.name, None, notes)
        for note in notes:
            run.note(note)
        encoding = "ISO-8859-1" if notes else "UTF-8"
        if notes and "cp1252" in notes[0]:
            encoding = "CP1252"
    else:
        decoded(b"a", path, encoding, [])
    return open_file(path, options=(f"ENCODING={encoding}",))


def _geojson(run: Run, opened: Opened, path: str, reading: Reading) -> Opened:
    _say_crs(run, opened, path)
    if reading.encoding is None and _is_utf8(path):
        return opened
    notes: list[str] = []
    text = decoded(Path(path).read_bytes(), Path(path).name, reading.encoding, notes)
    for note in notes:
        run.note(note)
    copy = run.intermediate(".geojson")
    Path(copy).write_text(text, encoding="utf-8")
    return open_file(copy)


def _is_utf8(path: str) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with Path(path).open("rb") as stream:
            while chunk := stream.read(CHUNK_BYTES):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _say_crs(run: Run, opened: Opened, path: str) -> None:
    """Says that a crs member is followed; one is looked for at both ends of the file, where programs write it."""
    layers = layers_of(opened.dataset)
    crs = crs_text(layers[0].GetSpatialRef()) if layers else ""
    with Path(path).open("rb") as stream:
        head = stream.read(CHUNK_BYTES)
        stream.seek(max(0, Path(path).stat().st_size - CHUNK_BYTES))
        tail = stream.read()
    if crs in ("EPSG:4326", "OGC:CRS84") or not (_CRS_MEMBER.search(head) or _CRS_MEMBER.search(tail)):
        return
    run.note(f"the file's crs member names {crs_label(crs) or 'no CRS that is known'} and is followed; GeoJSON by its "
             "standard is longitude/latitude")  # fmt: skip
