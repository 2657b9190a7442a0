# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds the pack that a stored episode was begun with, wherever it lies now."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from ...tasks.document_problem import DocumentError
from ...tasks.pack import PackFolder, PackNotFound, load_pack
from ..refusal import CommandRefused
from ..run_pack import find_run_pack, pack_entry
from ..run_store import RunStore
from .known_packs import KnownPacks


def same_pack(store: RunStore, known: KnownPacks, wanted: str | None = None) -> PackFolder:
    """Loads the pack of a run, the very same.

    Args:
        known: Where it may lie, beside the usual places.
        wanted: Its name or folder, where the window knows it.
    Raises: CommandRefused where it is not there, or no longer the same; PackNotFound, DocumentError for `wanted`.
    """
    entry = store.manifest.pack
    there = list(_packs(store, known, wanted))
    same = next((pack for pack in there if pack_entry(pack).checksum == entry.checksum), None)
    if same is not None:
        return same
    if there:
        message = f'The pack "{entry.name}" is no longer what it was when the episode began; nothing was done.'
        hint = f"Restore version {entry.version} with the checksum {entry.checksum[:12]}…, or begin a new episode."
        raise CommandRefused("INVALID_DOCUMENT", message, hint)
    message = f'The pack "{entry.name}" of the episode is not there; nothing was done.'
    raise CommandRefused("FILE_NOT_FOUND", message, "Open it, then go on.")


def _packs(store: RunStore, known: KnownPacks, wanted: str | None) -> Iterator[PackFolder]:
    """Yields packs of that name, the likeliest first; what cannot be read there is another's business."""
    if wanted is not None:
        yield known.find(wanted)
    with contextlib.suppress(CommandRefused, PackNotFound, DocumentError):
        yield find_run_pack(store).pack
    for folder in known.folders():
        try:
            pack = load_pack(folder)
        except DocumentError:
            continue
        if pack.pack.name == store.manifest.pack.name:
            yield pack
