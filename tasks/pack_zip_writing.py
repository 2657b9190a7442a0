# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes a pack as a zip file that depends on nothing but its files: sorted, one date, one mode."""

from __future__ import annotations

import os
import tempfile
import zipfile
from pathlib import Path

from .pack import PACK_FILE, PackFolder, file_checksums
from .pack_refusal import PackRefused
from .portable_paths import clash, path_problem

# The first date that a zip file can hold.
DATE = (1980, 1, 1, 0, 0, 0)
MODE = 0o100644 << 16
BY_UNIX = 3
LEVEL = 9
CHUNK = 1 << 20


def write_pack_zip(pack: PackFolder, file: Path) -> list[str]:
    """Writes a pack into a zip file, in a folder of its name; an older file is replaced by rename.

    Returns: The paths in it, in order: pack.yaml, then everything that is released, in alphabetical order.
    Raises: PackRefused where a file has a name that other systems do not take.
    """
    paths = [PACK_FILE, *file_checksums(pack.folder)]
    _refuse_odd_names(paths)
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.absolute().parent)
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream, zipfile.ZipFile(stream, "w") as archive:
            for path in paths:
                _add(archive, pack.folder / path, f"{pack.pack.name}/{path}")
        unfinished.chmod(0o644)  # mkstemp lets nobody else read
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return [f"{pack.pack.name}/{path}" for path in paths]


def _add(archive: zipfile.ZipFile, file: Path, name: str) -> None:
    entry = zipfile.ZipInfo(name, DATE)
    entry.external_attr, entry.create_system = MODE, BY_UNIX
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry._compresslevel = LEVEL  # type: ignore[attr-defined]  # open() takes no level
    entry.file_size = file.stat().st_size
    with file.open("rb") as source, archive.open(entry, "w") as target:
        while chunk := source.read(CHUNK):
            target.write(chunk)


def _refuse_odd_names(paths: list[str]) -> None:
    for path in paths:
        problem = path_problem(path)
        if problem is not None:
            raise PackRefused("BAD_VALUE", f'"{path}" {problem}; no zip was written.', "give it another name.")
    twins = clash(paths)
    if twins is not None:
        message = f'"{twins[0]}" and "{twins[1]}" are one file where case does not count; no zip was written.'
        raise PackRefused("BAD_VALUE", message, "rename one of them.")
