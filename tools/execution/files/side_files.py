# SPDX-License-Identifier: GPL-2.0-or-later
"""Side files that say where a raster lies or what its cells mean; what is used and what is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ...declaration.errors import ToolError

WORLD_SUFFIXES = (".tfw", ".tifw", ".wld", ".jgw", ".jpgw", ".pgw", ".pngw", ".j2w", ".bpw")
LARGEST_SIDE_FILE = 2_000_000
TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_MEANINGS = {
    "SRS": "a CRS",
    "GeoTransform": "a position",
    "GCPList": "ground control points",
    "NoDataValue": "NoData",
    "Scale": "a scale",
    "Offset": "an offset",
}


def side_file_remarks(path: str, dataset: Any) -> list[str]:
    """Says which side files place a raster, and which say something that is not used.

    Args:
        path: The raster file.
        dataset: The same, open, with side files of GDAL (.aux.xml) switched off.
    """
    file = Path(path)
    used = {Path(name).name for name in dataset.GetFileList() or []}
    remarks = [_world_remark(side, side.name in used, dataset) for side in _world_files(file)]
    for side in (file.with_name(f"{file.name}.aux.xml"), file.with_suffix(".aux.xml")):
        found = _hidden_meanings(side)
        if found:
            remarks.append(f'the side file "{side.name}" states {" and ".join(found)}, which is not used')
    return [remark for remark in remarks if remark]


def refuse_side_files_that_lead_elsewhere(path: str) -> None:
    """Refuses overviews and masks beside a raster that are no TIFF: GDAL opens them by any driver, virtual ones too.

    Raises:
        ToolError BAD_FORMAT.
    """
    file = Path(path)
    for side in file.parent.iterdir():
        if side.name.lower() not in (f"{file.name}.ovr".lower(), f"{file.name}.msk".lower()):
            continue
        if side.is_symlink() or not side.is_file() or not _is_tiff(side):
            raise ToolError("BAD_FORMAT", f'the side file "{side.name}" is no TIFF and could lead to other files',
                            "load the raster without it", argument="file")  # fmt: skip


def _is_tiff(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) in TIFF_STARTS


def is_placed_by_world_file(path: str, dataset: Any) -> bool:
    """Tells whether the position of a raster comes from a world file beside it."""
    used = {Path(name).name for name in dataset.GetFileList() or []}
    return any(side.name in used for side in _world_files(Path(path)))


def _world_files(file: Path) -> list[Path]:
    stem = file.stem.lower()
    return sorted(
        side for side in file.parent.iterdir() if side.stem.lower() == stem and side.suffix.lower() in WORLD_SUFFIXES
    )


def _world_remark(side: Path, is_used: bool, dataset: Any) -> str:
    if is_used:
        return f'the position comes from the world file "{side.name}"; it is written into the layer'
    stated = _world_transform(side)
    own = dataset.GetGeoTransform(can_return_null=True)
    if stated is None or own is None:
        return f'the world file "{side.name}" is not used'
    cell = abs(own[1]) or 1.0
    if all(abs(one - other) <= 1e-3 * cell for one, other in zip(stated, own, strict=True)):
        return ""
    return f'the world file "{side.name}" states another position than the file itself and is not used'


def _world_transform(side: Path) -> tuple[float, ...] | None:
    """Reads the six lines of a world file as a GDAL geotransform; they give the center of the first cell."""
    try:
        a, d, b, e, x, y = (float(line) for line in side.read_text("ascii").split()[:6])
    except (ValueError, OSError):
        return None
    return (x - (a + b) / 2, a, b, y - (d + e) / 2, d, e)


def _hidden_meanings(side: Path) -> list[str]:
    if not side.is_file() or side.stat().st_size > LARGEST_SIDE_FILE:
        return []
    try:
        text = side.read_text("utf-8", errors="replace")
        if "<!ENTITY" in text:
            return []
        tags = {element.tag for element in ElementTree.fromstring(text).iter()}  # nosec B314  # no entities, not large
    except (ElementTree.ParseError, OSError):
        return []
    return [words for tag, words in _MEANINGS.items() if tag in tags]
