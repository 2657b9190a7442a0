# SPDX-License-Identifier: GPL-2.0-or-later
"""Links, pipes, folders, other formats behind an extension, cut and scrambled files: for every format."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from .away import address, canary
from .cases import ANY, EXTENSIONS, FREE, Case, changed, honest, scrambled

LINKED = "is a symbolic link"
PLAIN = "is not a regular file"
VRT = '<OGRVRTDataSource><OGRVRTLayer name="result"><SrcDataSource>{}</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>'
RASTER_VRT = (
    '<VRTDataset rasterXSize="4" rasterYSize="3"><VRTRasterBand dataType="Float32" band="1"><SimpleSource>'
    '<SourceFilename relativeToVRT="1">secret.tif</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>'
)
WMS = "<GDAL_WMS><Service name='TMS'><ServerUrl>http://{}/${{z}}</ServerUrl></Service></GDAL_WMS>"
# Formats of text have no first bytes to tell them by: GDAL says no, and a CSV of one strange column is a CSV.
FOREIGN = {
    ".geojson": ("readable", "cannot be read as GeoJSON"),
    ".kml": ("readable", "cannot be read as LIBKML"),
    ".asc": ("readable", "cannot be read as AAIGrid"),
    ".xlsx": ("readable", ""),
    ".csv": (ANY, ""),
}


def cases() -> Iterator[Case]:
    """Yields the cases of every format."""
    for ending in EXTENSIONS:
        file = f"result{ending}"
        yield from (Case(f"{ending}: {name}", file, make, reason) for name, make, reason in _kinds())
        for name, text in _others().items():
            check, reason = FOREIGN.get(ending, ("readable", "behind the extension"))
            yield Case(f"{ending}: {name} behind the extension", file, _foreign(text), reason, check)
        for share in (0.1, 0.5, 0.95):
            yield Case(f"{ending}: cut to {share:.0%}", file, changed(_cut(share)), "", ANY)
        yield Case(f"{ending}: twenty bytes changed", file, changed(lambda data: scrambled(data, 1)), "", FREE)
    yield from _linked_parts()


def _others() -> dict[str, str | bytes]:
    return {
        "an OGR VRT": VRT.format(canary()),
        "a VRT of a network file": VRT.format(f"/vsicurl/http://{address()}/secret.gpkg"),
        "a GDAL VRT": RASTER_VRT,
        "a WMS description": WMS.format(address()),
        "a web page": "<!doctype html><html><body>not found</body></html>",
        "a zip": b"PK\x03\x04" + bytes(60),
        "a gzip": b"\x1f\x8b\x08" + bytes(60),
        "a PDF": b"%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n",
        "noise": bytes(range(256)) * 16,
        "zeros": bytes(4096),
        "one byte": b"\x00",
    }


def _kinds() -> list[tuple[str, Callable[[Path], None], str]]:
    return [
        ("missing", lambda path: None, "was not written"),
        ("empty", _foreign(""), "is empty (0 bytes)"),
        ("a folder", lambda path: path.mkdir(), PLAIN),
        ("a pipe nobody writes to", lambda path: os.mkfifo(path), PLAIN),
        ("a socket", _socket, PLAIN),
        ("a link to the right answer", _link, LINKED),
        ("a link to nothing", lambda path: path.symlink_to("nothing"), LINKED),
        ("a link to itself", lambda path: path.symlink_to(path), LINKED),
        ("a link to a device", lambda path: path.symlink_to("/dev/zero"), LINKED),
        ("a link to a file of the system", lambda path: path.symlink_to(canary()), LINKED),
    ]


def _socket(path: Path) -> None:
    # Bound by a short relative name: the path of a socket has at most 108 characters.
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def _link(path: Path) -> None:
    path.symlink_to(honest(path.with_name(f"elsewhere{path.suffix}")))


def _foreign(text: str | bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        if path.suffix == ".shp":
            honest(path)
        path.write_bytes(text.encode() if isinstance(text, str) else text)

    return make


def _cut(share: float) -> Callable[[bytes], bytes]:
    return lambda data: data[: int(len(data) * share)]


def _linked_parts() -> Iterator[Case]:
    for ending, part in ((".shp", ".dbf"), (".shp", ".shx"), (".shp", ".prj"), (".shp", ".cpg"), (".asc", ".prj")):
        yield Case(f"{ending}: its {part} is a link", f"result{ending}", _linked_part(part), LINKED)
        yield Case(f"{ending}: its {part} is a pipe", f"result{ending}", _piped_part(part), PLAIN)
    for part in (".dbf", ".shx"):
        yield Case(f".shp: without its {part}", "result.shp", _without(part), f"has no side file result{part}")


def _linked_part(part: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        file = path.with_suffix(part)
        if file.exists():
            file.rename(path.with_name("other"))
        file.symlink_to("other")

    return make


def _piped_part(part: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        path.with_suffix(part).unlink(missing_ok=True)
        os.mkfifo(path.with_suffix(part))

    return make


def _without(part: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path)
        path.with_suffix(part).unlink()

    return make
