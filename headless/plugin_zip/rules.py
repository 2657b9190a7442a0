# SPDX-License-Identifier: GPL-2.0-or-later
"""What may be in the zip, by the rules of the plugin repository and our own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from .members import FOLDER, HELP, Member
from .metadata import METADATA_FILE, metadata_faults

LARGEST_BYTES = 25_000_000
NEEDED = ("__init__.py", METADATA_FILE, "LICENSE")
# For those who work on the project, not for those who use it.
UNWANTED_FOLDERS = ("tests", "setup", "bench", "docs", "tasks/packs")
# Scripts and programs by the repository's list; what is compiled; and data, which belongs into packs.
UNWANTED_SUFFIXES = {
    *(".exe", ".dll", ".so", ".dylib", ".pyd", ".bat", ".sh", ".ps1", ".cmd"),
    *(".pyc", ".pyo", ".qm", ".class", ".jar", ".whl", ".zip", ".gz", ".xz", ".7z"),
    *(".gpkg", ".tif", ".tiff", ".shp", ".dbf", ".shx", ".fgb", ".parquet", ".sqlite", ".db"),
}
MADE_BY_OTHERS = {"__MACOSX", "__pycache__"}
PNG_BEGIN = b"\x89PNG\r\n\x1a\n"


class Fault(NamedTuple):
    """What keeps the zip from being published."""

    where: str
    message: str


def faults_of(members: Sequence[Member]) -> list[Fault]:
    """Lists all faults of the files, in the order of the files, then those of the metadata."""
    texts = {member.name: member.data for member in members}
    faults = [Fault(name, "is missing") for name in NEEDED if f"{FOLDER}/{name}" not in texts]
    for member in members:
        faults += [Fault(member.name, message) for message in _faults_of_file(member)]
    metadata = texts.get(f"{FOLDER}/{METADATA_FILE}")
    if metadata is not None:
        inside = {name.removeprefix(f"{FOLDER}/") for name in texts}
        faults += [Fault(METADATA_FILE, message) for message in metadata_faults(metadata, inside)]
    return faults


def size_faults(zip_bytes: int) -> list[Fault]:
    """Says whether the zip is too large."""
    if zip_bytes <= LARGEST_BYTES:
        return []
    return [Fault("zip", f"has {zip_bytes / 1e6:.1f} MB, {LARGEST_BYTES / 1e6:.0f} MB at most")]


def _faults_of_file(member: Member) -> list[str]:
    path = PurePosixPath(member.name)
    inside = "/".join(path.parts[1:])
    found = []
    if path.parts[0] != FOLDER or ".." in path.parts:
        found.append(f"lies outside of {FOLDER}/")
    if any(part.startswith(".") or part in MADE_BY_OTHERS for part in path.parts):
        found.append("is hidden or made by another program")
    if inside.startswith(tuple(f"{folder}/" for folder in UNWANTED_FOLDERS)):
        found.append("is not for those who use the plugin")
    if path.suffix.lower() in UNWANTED_SUFFIXES:
        found.append(f"is of a kind that does not belong into a plugin ({path.suffix})")
    elif b"\0" in member.data and not _is_picture_of_help(inside, member.data):
        found.append("is binary")
    if not member.is_plain:
        found.append("is executable, or no regular file")
    elif member.data.startswith(b"#!"):
        found.append("is a script")
    return found


def _is_picture_of_help(inside: str, data: bytes) -> bool:
    return inside.startswith(f"{HELP}/") and inside.endswith(".png") and data.startswith(PNG_BEGIN)
