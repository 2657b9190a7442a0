# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps every path that an agent names inside its root."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from ..declaration.errors import ToolError, did_you_mean

FORBIDDEN = ("\\", ":", "|", "<", ">", "?", "*", '"')


def inside(root: Path, name: str, argument: str) -> Path:
    """Turns a file name from an agent into a path under `root`, without looking at the disk.

    Raises:
        ToolError PATH_OUTSIDE_WORKSPACE for absolute names, "..", /vsi prefixes, inline data and connection strings.
    """
    text = name.removeprefix(f"{root.name}/")
    parts = PurePosixPath(text).parts
    is_plain = parts and not text.startswith(("/", "~")) and ".." not in parts
    if not is_plain or any(mark in text for mark in FORBIDDEN) or not text.isprintable() or len(text) > 200:
        raise _outside(name, argument, root)
    return root.joinpath(*parts)


def existing_file(root: Path, name: str, argument: str) -> Path:
    """Finds a regular file under `root`; links are followed only when they stay under it.

    Raises:
        ToolError PATH_OUTSIDE_WORKSPACE or FILE_NOT_FOUND.
    """
    path = inside(root, name, argument)
    resolved = path.resolve()
    if not resolved.is_relative_to(root.resolve()):
        raise _outside(name, argument, root)
    if not resolved.is_file() and not (resolved.is_dir() and resolved.suffix == ".gdb"):
        names = [found.relative_to(root).as_posix() for found in sorted(root.rglob("*")) if found.is_file()]
        raise ToolError("FILE_NOT_FOUND", f'{argument}: there is no file "{name}" under {root.name}',
                        did_you_mean(name, names, "files"), argument=argument, found=name)  # fmt: skip
    return resolved


def new_file(root: Path, name: str, argument: str, suffixes: tuple[str, ...]) -> Path:
    """Gives the path of a file to be written under `root`.

    Raises:
        ToolError PATH_OUTSIDE_WORKSPACE, or BAD_VALUE for an ending that does not fit the format.
    """
    path = inside(root, name, argument)
    if path.suffix.lower() not in suffixes:
        raise ToolError("BAD_VALUE", f'{argument}: "{name}" does not end in {" or ".join(suffixes)}',
                        "the ending follows the format", argument=argument, found=name)  # fmt: skip
    if path.is_symlink() or not path.parent.resolve().is_relative_to(root.resolve()):
        raise _outside(name, argument, root)
    return path


def write_atomically(path: Path, text: str) -> None:
    """Writes a text file under a temporary name and renames it."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _outside(name: str, argument: str, root: Path) -> ToolError:
    shown = name if len(name) <= 60 else name[:57] + "…"
    return ToolError("PATH_OUTSIDE_WORKSPACE", f'{argument}: "{shown}" is not a file name under {root.name}',
                     "give the name alone, such as parks.gpkg", argument=argument, found=shown)  # fmt: skip
