# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes a pack as a zip file that depends on nothing but its files: sorted, one date, one mode."""

from __future__ import annotations

from pathlib import Path

from .pack import PACK_FILE, PackFolder, file_checksums
from .pack_refusal import PackRefused
from .portable_paths import clash, path_problem
from .steady_zip import ZipEntry, write_steady_zip


def write_pack_zip(pack: PackFolder, file: Path) -> list[str]:
    """Writes a pack into a zip file, in a folder of its name; an older file is replaced by rename.

    Returns: The paths in it, in order: pack.yaml, then everything that is released, in alphabetical order.
    Raises: PackRefused where a file has a name that other systems do not take.
    """
    paths = [PACK_FILE, *file_checksums(pack.folder)]
    _refuse_odd_names(paths)
    names = [f"{pack.pack.name}/{path}" for path in paths]
    write_steady_zip(file, (_entry(pack.folder / path, name) for path, name in zip(paths, names, strict=True)))
    return names


def _entry(file: Path, name: str) -> ZipEntry:
    return ZipEntry(name, file.stat().st_size, lambda: file.open("rb"))


def _refuse_odd_names(paths: list[str]) -> None:
    for path in paths:
        problem = path_problem(path)
        if problem is not None:
            raise PackRefused("BAD_VALUE", f'"{path}" {problem}; no zip was written.', "give it another name.")
    twins = clash(paths)
    if twins is not None:
        message = f'"{twins[0]}" and "{twins[1]}" are one file where case does not count; no zip was written.'
        raise PackRefused("BAD_VALUE", message, "rename one of them.")
