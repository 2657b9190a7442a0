# SPDX-License-Identifier: GPL-2.0-or-later
"""The content hash of a file that a pack or a replay has written: opened as carefully as the scorer opens outputs."""

from __future__ import annotations

from pathlib import Path

from ..scoring.source_file import Unreadable, gdal_settings, open_dataset
from ..tasks.content_hash import NotHashable, hash_of_dataset
from ..tasks.output_format import RASTER_FORMATS, ROW_FORMATS, extension


def stored_content(file: Path) -> str:
    """Returns the content hash of a file.

    Raises: NotHashable where it is missing, linked, of another format than its ending says, or damaged.
    """
    ending = extension(file.name)
    known = RASTER_FORMATS.get(ending) or ROW_FORMATS.get(ending)
    if known is None:
        raise NotHashable(f"{file.name} is of no format that is read")
    is_raster = ending in RASTER_FORMATS
    try:
        with gdal_settings():
            dataset = open_dataset(file, known.driver, is_raster)
            return hash_of_dataset(dataset, is_raster)
    except Unreadable as error:
        raise NotHashable(f"{file.name} {error.reason}") from None


def same_content(first: Path, second: Path) -> bool:
    """Tells whether two files hold the same; False where one of them cannot be read."""
    try:
        return stored_content(first) == stored_content(second)
    except NotHashable:
        return False
