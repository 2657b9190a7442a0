# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops on packs: which there are, and adding one of others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from .known_packs import folder_of
from .op import Op, Service
from .service import error_record
from .shapes import PackFault, PackShape

Place = Literal["embedded", "added", "folder"]


def packs(service: Service, *, folders: list[str] | None = None) -> dict[str, Any]:
    """Lists the embedded and the added packs, and those in folders of the person's own.

    Args:
        folders: Each is a pack, or holds packs.
    Returns: `packs`, each a PackShape, and `faults`, each a PackFault: what should be a pack and cannot be read.
    """
    from ...tasks.pack import added_packs_folder, embedded_packs_folder

    found: dict[Path, PackShape] = {}
    faults: list[PackFault] = []
    places: list[tuple[Path, Place]] = [(embedded_packs_folder(), "embedded"), (added_packs_folder(), "added")]
    places += [(folder_of(folder), "folder") for folder in folders or []]
    for folder, place in places:
        for one in _packs_in(folder):
            whole = one.resolve()
            if whole in found:
                continue
            try:
                found[whole] = pack_shape(service, one, place)
            except Exception as error:
                faults.append(PackFault(folder=str(one), **error_record(error)))
        if place == "folder" and not folder.is_dir():
            sentence = f'There is no folder "{folder}".'
            hint = "Take it out of the folders of packs, or restore it."
            faults.append(PackFault(folder=str(folder), code="FILE_NOT_FOUND", sentence=sentence, hint=hint))
    return {"packs": list(found.values()), "faults": faults}


def open_pack(service: Service, *, path: str, replace: bool = False) -> PackShape:
    """Adds a pack from a folder or zip file to the user's own; a folder of packs stays where it is.

    Args:
        replace: Whether another version of that name may be replaced.
    Raises: PackRefused: no pack, faulty, hostile, or another version is there.
    """
    from ...tasks.added_packs import add_pack

    added = add_pack(folder_of(path), replace)
    return pack_shape(service, added.pack.folder, "added")


def pack_shape(service: Service, folder: Path, place: Place) -> PackShape:
    """Reads the pack in a folder. Raises: DocumentError."""
    from ...tasks.pack import embedded_packs_folder, load_pack

    pack = load_pack(folder.absolute())
    service.packs.add(pack.folder)
    model = pack.pack
    return PackShape(
        name=model.name,
        title=model.title,
        folder=str(pack.folder),
        version=model.version,
        licence=model.licence,
        description=model.description,
        areas=dict(model.areas),
        tasks=pack.task_ids(),
        datasets=len(model.datasets),
        place="embedded" if pack.folder.parent == embedded_packs_folder() else place,
    )


def _packs_in(folder: Path) -> Iterator[Path]:
    from ...tasks.pack import PACK_FILE, list_packs

    if (folder / PACK_FILE).is_file():
        yield folder
    elif folder.is_dir():
        yield from (folder / name for name in list_packs(folder))


OPS = {"packs": Op(packs), "open_pack": Op(open_pack)}
