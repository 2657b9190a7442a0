# SPDX-License-Identifier: GPL-2.0-or-later
"""Puts byte copies of the input files into a workspace, under the names that calls use, read-only."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ..tools.execution.drivers import RASTER_SUFFIXES
from .refusal import CommandRefused

READ_ONLY = 0o444
FOLDER_FORMATS = (".gdb",)
# Endings of side files by the ending of the main file: in place of it, or behind the whole name.
SHAPEFILE = (".shx", ".dbf", ".prj", ".cpg", ".qpj", ".qix", ".sbn", ".sbx", ".shp.xml")
RASTER = (
    ".tfw", ".tifw", ".wld", ".jgw", ".pgw", ".j2w", ".prj", ".hdr", ".ige", ".rrd", ".aux", ".aux.xml", ".ovr", ".msk",
)  # fmt: skip
DATABASE = ("-wal", "-shm", "-journal")
SIDE_ENDINGS: dict[str, tuple[str, ...]] = {
    ".shp": SHAPEFILE,
    ".tab": (".dat", ".map", ".id", ".ind"),
    ".mif": (".mid",),
    ".csv": (".csvt",),
    ".gpkg": DATABASE,
    ".sqlite": DATABASE,
    ".db": DATABASE,
    **dict.fromkeys(RASTER_SUFFIXES, RASTER),
}


class InputFile(NamedTuple):
    """A file with the files that belong to it."""

    file: Path
    side_files: tuple[Path, ...] = ()


def input_file(path: Path) -> InputFile:
    """Finds a file and its side files, such as the .dbf of a .shp.

    Raises: CommandRefused FILE_NOT_FOUND, BAD_FORMAT for a folder or device.
    """
    if not path.exists():
        raise CommandRefused("FILE_NOT_FOUND", f'There is no file "{path}".')
    if path.suffix.lower() in FOLDER_FORMATS and path.is_dir():
        return InputFile(path)
    if not path.is_file():
        raise CommandRefused("BAD_FORMAT", f'"{path}" is not a regular file.', "Give the file itself.")
    beside = (other for other in sorted(path.parent.iterdir()) if other != path and other.is_file())
    return InputFile(path, tuple(other for other in beside if _belongs(other.name, path)))


def main_files(folder: Path) -> list[Path]:
    """Returns the files of a folder that are side files of no other, in order; hidden ones are left out."""
    files = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    data = [path for path in files if path.is_file() or path.suffix.lower() in FOLDER_FORMATS]
    sides = {side for path in data if path.is_file() for side in input_file(path).side_files}
    return [path for path in data if path not in sides]


def put_inputs(folder: Path, files: Mapping[str, InputFile]) -> None:
    """Copies files to `folder`/inputs as NAME.<own ending>; the workspace must be new.

    Args:
        folder: Absent or empty.
        files: Name to file.
    Raises: CommandRefused OUTPUT_EXISTS where the folder is not empty; OSError where a copy fails. Nothing is left
        behind then.
    """
    refuse_used_folder(folder)
    was_there = folder.exists()
    add_inputs(folder, files, undo=folder if not was_there else folder / "inputs")


def add_inputs(folder: Path, files: Mapping[str, InputFile], undo: Path | None = None) -> None:
    """Copies files into a workspace that may be in use.

    Raises: CommandRefused OUTPUT_EXISTS where an input of that name is there; OSError.
    """
    inputs = folder / "inputs"
    pairs = [pair for name, given in files.items() for pair in _copies(inputs, name, given)]
    taken = [target.name for _, target in pairs if target.exists()]
    if taken:
        message = f"inputs/{taken[0]} is there already; nothing was copied."
        raise CommandRefused("OUTPUT_EXISTS", message, "Leave the input out, or choose another NAME.")
    inputs.mkdir(parents=True, exist_ok=True)
    try:
        for source, target in pairs:
            _copy(source, target)
    except BaseException:
        for target in [undo] if undo else [target for _, target in pairs]:
            _remove(target)
        raise


def refuse_used_folder(folder: Path) -> None:
    """Refuses a workspace folder that holds anything.

    Raises: CommandRefused OUTPUT_EXISTS.
    """
    if any(place.is_file() for place in (folder, *folder.parents)):
        message = f'"{folder}" is a file or lies in one; a workspace is a folder.'
        raise CommandRefused("OUTPUT_EXISTS", message, "Name a new folder.")
    if folder.exists() and any(folder.iterdir()):
        raise CommandRefused("OUTPUT_EXISTS", f'The folder "{folder}" is not empty.', "Name a new folder.")


def name_inputs(given: Iterable[tuple[str, Path]]) -> dict[str, InputFile]:
    """Finds the files of a command line's NAME=PATH pairs.

    Raises: CommandRefused where a name stands twice or a file cannot be used.
    """
    files: dict[str, InputFile] = {}
    for name, path in given:
        if name in files:
            raise CommandRefused("BAD_VALUE", f'The input "{name}" is given twice.', "Choose another name for one.")
        files[name] = input_file(path)
    return files


def _belongs(name: str, main: Path) -> bool:
    """Tells whether a file name is that of a side file: `a.dbf` of a.shp, `a.tif.ovr` of a.tif."""
    lowered = name.lower()
    of_stem, of_name = main.stem.lower(), main.name.lower()
    endings = SIDE_ENDINGS.get(main.suffix.lower(), ())
    return any(lowered in (of_stem + ending, of_name + ending) for ending in endings)


def _copies(inputs: Path, name: str, given: InputFile) -> list[tuple[Path, Path]]:
    pairs = [(given.file, inputs / f"{name}{given.file.suffix}")]
    for side in given.side_files:
        ending = side.name[len(given.file.stem) :]
        pairs.append((side, inputs / f"{name}{ending}"))
    return pairs


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, copy_function=_copy_file)
    else:
        _copy_file(source, target)


def _copy_file(source: str | Path, target: str | Path) -> None:
    shutil.copyfile(source, target)
    Path(target).chmod(READ_ONLY)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
