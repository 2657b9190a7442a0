# SPDX-License-Identifier: GPL-2.0-or-later
"""Files of the pack itself, and of the folder that mirrors the data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..register import MIRROR_VARIABLE, Embedded, Mirror
from .source_failure import SourceFailure


def embedded_file(source: Embedded, pack_folder: Path) -> Path:
    """Finds a file of the pack.

    Raises: SourceFailure where it is not there, or is a link that leads out of the pack.
    """
    file = Path(pack_folder) / source.path
    if not file.is_file():
        raise SourceFailure(f"embedded file {source.path} is not there", "restore the file of the pack.")
    if not file.resolve().is_relative_to(Path(pack_folder).resolve()):
        reason = f"embedded file {source.path} is a link that leads out of the pack"
        raise SourceFailure(reason, "put the file itself into the pack.", "BAD_VALUE", is_final=True)
    return file


def mirrored_file(source: Mirror, environment: Mapping[str, str]) -> Path:
    """Finds a file under the folder that GISAGENTBENCH_DATA names.

    Raises: SourceFailure where no folder is named, or it or the file is not there.
    """
    named = environment.get(MIRROR_VARIABLE)
    if not named:
        hint = f"set {MIRROR_VARIABLE} to a folder that mirrors the data."
        raise SourceFailure(f"{MIRROR_VARIABLE} is not set, so there is no mirror", hint)
    if not Path(named).is_dir():
        reason = f'{MIRROR_VARIABLE} names "{named}", which is no folder'
        raise SourceFailure(reason, "name a folder that mirrors the data.")
    file = Path(named) / source.path
    if not file.is_file():
        reason = f"mirror file {source.path} is not there"
        raise SourceFailure(reason, f"put it under the folder that {MIRROR_VARIABLE} names.")
    return file
