# SPDX-License-Identifier: GPL-2.0-or-later
"""Adds packs of others, from a folder or a zip file, for later use by name: whole and valid, or not at all."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

from .document_problem import DocumentError, DocumentProblem, errors_of
from .pack import (
    LEFT_OUT,
    PACK_FILE,
    PackFolder,
    added_packs_folder,
    embedded_packs_folder,
    load_pack,
    pack_checksum,
)
from .pack_refusal import PackRefused
from .pack_zip_reading import ZipLimits, unpack_pack
from .portable_paths import clash, path_problem
from .validation import pack_problems

UNFINISHED, REPLACED = ".unfinished-", ".replaced-"
SHOWN_FAULTS = 3


class AddedPack(NamedTuple):
    """A pack that is there now.

    Args:
        state: added; replaced another version; or was there already, the very same.
    """

    pack: PackFolder
    checksum: str
    state: Literal["added", "replaced", "there"]


def add_pack(source: Path, replace: bool = False, limits: ZipLimits | None = None) -> AddedPack:
    """Adds a pack.

    Args:
        source: A folder that holds pack.yaml, or a zip file.
        replace: Whether another version of that name may be replaced.
    Raises: PackRefused: no pack, faulty, hostile, or another version is there. Nothing is changed then.
    """
    root = added_packs_folder()
    root.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=root))
    try:
        if source.is_dir():
            _copy_pack(source, unfinished, limits or ZipLimits())
        else:
            unpack_pack(source, unfinished, limits)
        return _take(source, _checked(source, unfinished), root, replace)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _copy_pack(source: Path, target: Path, limits: ZipLimits) -> None:
    """Copies the files of a pack, as far as they may stand in one."""
    if not (source / PACK_FILE).is_file():
        message = f'"{source}" is no pack: it holds no {PACK_FILE}.'
        raise PackRefused("FILE_NOT_FOUND", message, "give the folder that holds pack.yaml.")
    paths = _files_in(source)
    twins = clash(paths)
    if twins is not None:
        message = f'"{source.name}": "{twins[0]}" and "{twins[1]}" are one file where case does not count.'
        raise PackRefused("INVALID_DOCUMENT", message, "rename one of them.")
    size = sum((source / path).stat().st_size for path in paths)
    if len(paths) > limits.files or size > limits.size:
        message = f'"{source.name}" holds {len(paths):,} files of {size:,} bytes in sum, which is too much.'
        raise PackRefused("LIMIT_EXCEEDED", message, "use it where it lies, by its path.")
    for path in paths:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, target / path)


def _files_in(source: Path) -> list[str]:
    """Returns the paths of the files of a folder. Raises: PackRefused for links, devices and odd names."""
    paths = []
    for folder, names, leaves in os.walk(source):
        names[:] = sorted(name for name in names if name not in LEFT_OUT)
        for name in [*names, *leaves]:
            file = Path(folder, name)
            path = file.relative_to(source).as_posix()
            mode = file.lstat().st_mode
            problem = "is a link" if stat.S_ISLNK(mode) else path_problem(path)
            if problem is None and not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
                problem = "is neither a file nor a folder"
            if problem is not None:
                shown = ascii(path)[1:-1]
                message = f'"{source.name}": "{shown}" {problem}.'
                raise PackRefused("INVALID_DOCUMENT", message, "put a plain file in its place.")
        paths += [Path(folder, leaf).relative_to(source).as_posix() for leaf in leaves if leaf not in LEFT_OUT]
    return sorted(paths)


def _checked(source: Path, unfinished: Path) -> PackFolder:
    """Loads and validates a pack. Raises: PackRefused with its first faults."""
    problems: list[DocumentProblem] = []
    try:
        pack = load_pack(unfinished)
        problems = errors_of(pack_problems(unfinished))
    except DocumentError as error:
        problems = list(error.problems)
    if problems:
        words = [str(problem).replace(f"{unfinished}/", "") for problem in problems]
        more = f"; and {len(words) - SHOWN_FAULTS} more faults" if len(words) > SHOWN_FAULTS else ""
        message = f'"{source.name}" is not a sound pack, nothing was added: {"; ".join(words[:SHOWN_FAULTS])}{more}.'
        hint = "`validate` lists all faults; `packs build` writes checksums."
        raise PackRefused("INVALID_DOCUMENT", message, hint)
    return pack


def _take(source: Path, pack: PackFolder, root: Path, replace: bool) -> AddedPack:
    name, version, checksum = pack.pack.name, pack.pack.version, pack_checksum(pack)
    embedded = embedded_packs_folder() / name
    if (embedded / PACK_FILE).is_file():
        there = load_pack(embedded)
        if pack_checksum(there) == checksum:
            return AddedPack(there, checksum, "there")
        message = f'A pack "{name}" is embedded and another one ({there.pack.version}); nothing was added.'
        raise PackRefused("OUTPUT_EXISTS", message, f"use it by its path: --pack {source}.")
    target = root / name
    if not os.path.lexists(target):
        pack.folder.chmod(0o755)  # mkdtemp lets nobody else read
        os.rename(pack.folder, target)
        return AddedPack(load_pack(target), checksum, "added")
    version_there, checksum_there = _what_is_there(target)
    if checksum_there == checksum:
        return AddedPack(load_pack(target), checksum, "there")
    if not replace:
        what = f"version {version_there}" if version_there != version else f"another state of version {version}"
        message = f'The pack "{name}" is there already as {what}; nothing was changed.'
        raise PackRefused("OUTPUT_EXISTS", message, f"--replace puts version {version} in its place.")
    _swap(pack.folder, target)
    return AddedPack(load_pack(target), checksum, "replaced")


def _what_is_there(folder: Path) -> tuple[str, str]:
    """Returns version and checksum of an added pack; empty texts for one that cannot be read."""
    try:
        there = load_pack(folder)
        return there.pack.version, pack_checksum(there)
    except DocumentError:
        return "that cannot be read", ""


def _swap(new: Path, target: Path) -> None:
    """Puts a folder in the place of another one; the former comes back where that fails."""
    aside = Path(tempfile.mkdtemp(prefix=REPLACED, dir=target.parent))
    new.chmod(0o755)
    os.rename(target, aside / "former")
    try:
        os.rename(new, target)
    except OSError:
        os.rename(aside / "former", target)
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
