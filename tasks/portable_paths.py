# SPDX-License-Identifier: GPL-2.0-or-later
"""Paths inside a pack that are the same file on every system: no way out, no two names for one file."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import PurePosixPath

LONGEST_NAME, LONGEST_PATH, DEEPEST = 120, 400, 12
FORBIDDEN = frozenset('<>:"|?*\\')
RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))]
)


def path_problem(path: str) -> str | None:
    """Says why a path must not stand in a pack; None where it may.

    Args:
        path: With slashes; a slash at its end says that it is a folder.

    >>> path_problem("data/parks.gpkg"), path_problem("../parks.gpkg")
    (None, 'leads out of the pack')
    """
    parts = path.removesuffix("/").split("/")
    if path.startswith("/") or path[1:2] == ":":
        return "is absolute"
    if ".." in parts:
        return "leads out of the pack"
    if "" in parts or "." in parts:
        return "has an empty part"
    if not path.isprintable() or FORBIDDEN & set(path):
        return "has a character that some systems do not take"
    if (
        len(parts) > DEEPEST
        or len(path.encode()) > LONGEST_PATH
        or any(len(part.encode()) > LONGEST_NAME for part in parts)
    ):
        return "is too long or too deep"
    if any(part[-1] in ". " or part[0] == " " for part in parts):
        return "has a part that begins or ends with a space, or ends with a dot"
    if any(part.partition(".")[0].lower() in RESERVED for part in parts):
        return "is a name that some systems keep for devices"
    return None


def clash(paths: Sequence[str]) -> tuple[str, str] | None:
    """Finds two paths that are one file where case or the spelling of accents does not count, or a file that is also a
    folder.

    Args:
        paths: Of files.

    >>> clash(["data/a.csv", "data/A.csv"]), clash(["a", "a/b"]), clash(["a/b", "a/c"])
    (('data/a.csv', 'data/A.csv'), ('a', 'a/b'), None)
    """
    spelled: dict[str, str] = {}
    files: dict[str, str] = {}
    for path in paths:
        for one in (*reversed(PurePosixPath(path).parents), PurePosixPath(path)):
            key = _folded(str(one))
            if spelled.setdefault(key, str(one)) != str(one):
                return files.get(key, spelled[key]), path
        if _folded(path) in files:
            return files[_folded(path)], path
        files[_folded(path)] = path
    for path in paths:
        for folder in PurePosixPath(path).parents:
            if _folded(str(folder)) in files:
                return files[_folded(str(folder))], path
    return None


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
