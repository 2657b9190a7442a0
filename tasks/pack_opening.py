# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens a pack to look into it, whether it is named, in a folder, or zipped; nothing is added."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .pack import PackFolder, find_pack, load_pack
from .pack_zip_reading import unpack_pack


@contextmanager
def opened_pack(wanted: str) -> Iterator[PackFolder]:
    """Lends a pack; a zipped one lies in a folder that is gone afterwards.

    Args:
        wanted: Name of an embedded or added pack, its folder, or a zip file.
    Raises: PackNotFound, PackRefused, DocumentError.
    """
    path = Path(wanted)
    if path.suffix.lower() != ".zip" or path.is_dir():
        yield find_pack(wanted)
        return
    with tempfile.TemporaryDirectory(prefix="gisagentbench-zip-") as folder:
        unpack_pack(path, Path(folder))
        yield load_pack(Path(folder))
