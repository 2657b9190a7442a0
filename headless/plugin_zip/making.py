# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the zip of the plugin and that of the demo pack, or says why not."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

from ...tasks.pack import find_pack
from ...tasks.pack_zip_writing import write_pack_zip
from ...tasks.steady_zip import ZipEntry, write_steady_zip
from ..machine import ROOT
from .members import FOLDER, Member, read_commit, read_help
from .metadata import METADATA_FILE, placeholders, read_metadata
from .rules import Fault, faults_of, size_faults
from .scans import scan

PLUGIN_FILE = "gisagentbench.zip"
PACK_FILE = "gisagentbench-demo-pack.zip"
DEMO = "demo"


class Made(NamedTuple):
    """What came of it.

    Args:
        revision: The commit that the plugin is made of.
        version: Of its metadata; "" where they cannot be read.
        plugin: None where faults kept it from being written.
        pack: Likewise.
        files: How many are in the plugin.
        faults: All of them.
        uncommitted: Files that are not in the zip as they lie in the folder.
        placeholders: Entries of metadata.txt that must be given before the plugin is published.
    """

    revision: str
    version: str
    plugin: Path | None
    pack: Path | None
    files: int
    faults: list[Fault]
    uncommitted: list[str]
    placeholders: list[str]


def make_zips(folder: Path, root: Path = ROOT) -> Made:
    """Makes both files in a folder, which is made where it is missing.

    Args:
        root: The checkout.
    Raises: CommandRefused where the folder is no checkout, or scanners are missing.
    """
    commit = read_commit(root)
    members = sorted([*commit.members, *read_help(root, commit.revision)])
    faults = [*faults_of(members), *scan(members)]
    entries = _metadata(members)
    plugin, pack = folder / PLUGIN_FILE, folder / PACK_FILE
    if not faults:
        folder.mkdir(parents=True, exist_ok=True)
        write_steady_zip(plugin, map(_entry, members))
        faults += size_faults(plugin.stat().st_size)
    if faults:
        plugin.unlink(missing_ok=True)
    else:
        write_pack_zip(find_pack(root / "tasks" / "packs" / DEMO), pack)
    return Made(
        commit.revision,
        entries.get("version", ""),
        None if faults else plugin,
        None if faults else pack,
        len(members),
        faults,
        commit.uncommitted,
        placeholders(entries),
    )


def _entry(member: Member) -> ZipEntry:
    return ZipEntry(member.name, len(member.data), lambda: io.BytesIO(member.data))


def _metadata(members: list[Member]) -> dict[str, str]:
    data = next((member.data for member in members if member.name == f"{FOLDER}/{METADATA_FILE}"), b"")
    try:
        return read_metadata(data)
    except ValueError:
        return {}
