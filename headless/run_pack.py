# SPDX-License-Identifier: GPL-2.0-or-later
"""The pack of a stored run: which one it was, where it lies now, and whether it is still the same.

A manifest names its pack by name, version and checksum, never by a place on a machine, so a run can be moved.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from ..tasks.pack import PACK_FILE, PackFolder, find_pack, load_pack, pack_checksum, pack_places
from ..tasks.task import Task
from .episode_score import ScoredWith
from .manifest import PackEntry
from .refusal import CommandRefused
from .run_store import RunStore


class RunPack(NamedTuple):
    """A pack that was found for a run.

    Args:
        entry: What it is now.
        is_same: Whether that is what the run's manifest says.
    """

    pack: PackFolder
    entry: PackEntry
    is_same: bool


def pack_entry(pack: PackFolder) -> PackEntry:
    """Returns what a manifest says of a pack."""
    return PackEntry(name=pack.pack.name, version=pack.pack.version, checksum=pack_checksum(pack))


def find_run_pack(store: RunStore, wanted: str | Path | None = None) -> RunPack:
    """Finds the pack of a stored run.

    Args:
        wanted: Name or folder of the pack; where left out it is sought by its name, among the embedded and added packs
            and beside the run.
    Returns: The same one where it is there, else the first one of that name.
    Raises: PackNotFound and DocumentError for `wanted`; CommandRefused where there is none, it is another one, or
        lacks a task of the run.
    """
    found = [_found(store, load_pack(folder)) for folder in _places(store)] if wanted is None else []
    if wanted is not None:
        found = [_found(store, find_pack(wanted))]
    name = store.manifest.pack.name
    chosen = next((one for one in found if one.is_same), next(iter(found), None))
    if chosen is None:
        raise CommandRefused(
            "FILE_NOT_FOUND",
            f'The pack "{name}" of the run lies neither among the embedded and added ones nor beside the run.',
            "Give its folder as --pack.",
        )
    _refuse_another(store, chosen)
    return chosen


def same_run_pack(store: RunStore, wanted: str | Path) -> PackFolder:
    """Loads the pack of a run that goes on.

    Raises: CommandRefused where it is no longer the same.
    """
    found = find_run_pack(store, wanted)
    if not found.is_same:
        entry = store.manifest.pack
        raise CommandRefused(
            "INVALID_DOCUMENT",
            f'The pack "{entry.name}" is no longer what it was when the run began; nothing was run.',
            f"Restore version {entry.version} with the checksum {entry.checksum[:12]}…, or begin a new run.",
        )
    return found.pack


def scored_with(entry: PackEntry, task: Task) -> ScoredWith:
    """Returns what a record says of the contract it was made with."""
    contracts = [output.model_dump(mode="json") for output in task.outputs]
    text = json.dumps(contracts, sort_keys=True, ensure_ascii=False)
    return ScoredWith(
        version=entry.version, pack_checksum=entry.checksum, contract_checksum=hashlib.sha256(text.encode()).hexdigest()
    )


def _places(store: RunStore) -> list[Path]:
    name = store.manifest.pack.name
    beside = store.folder.absolute().parent / name
    return [*pack_places(name), *([beside] if (beside / PACK_FILE).is_file() else [])]


def _found(store: RunStore, pack: PackFolder) -> RunPack:
    entry = pack_entry(pack)
    return RunPack(pack, entry, entry.checksum == store.manifest.pack.checksum)


def _refuse_another(store: RunStore, found: RunPack) -> None:
    name = store.manifest.pack.name
    if found.entry.name != name:
        raise CommandRefused(
            "BAD_VALUE",
            f'The run was made with the pack "{name}", not with "{found.entry.name}"; nothing was scored.',
            f'Give the folder of "{name}" as --pack.',
        )
    lacking = [task for task in store.manifest.tasks if task not in found.pack.task_ids()]
    if lacking:
        raise CommandRefused(
            "INVALID_DOCUMENT",
            f'The pack "{name}" no longer has the task "{lacking[0]}" of the run; nothing was scored.',
            f"Give version {store.manifest.pack.version} of the pack as --pack.",
        )
