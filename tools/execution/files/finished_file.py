# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes beside the target and renames, so that nothing half-written stays when a call fails."""

from __future__ import annotations

import contextlib
import errno
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ...declaration.errors import ToolError
from ..workspace import UNFINISHED

LEAST_FREE_BYTES = 1_000_000
SIDES = {
    ".shp": (".shx", ".dbf", ".prj", ".cpg", ".qix", ".sbn", ".sbx", ".qpj"),
    ".tif": (".tif.aux.xml", ".tif.ovr", ".tif.msk", ".tfw"),
    ".tiff": (".tiff.aux.xml", ".tiff.ovr", ".tiff.msk"),
    ".asc": (".prj", ".asc.aux.xml"),
}


@contextlib.contextmanager
def finished_file(target: Path) -> Iterator[Path]:
    """Gives the path to write to; what lies beside it at the end is renamed into the folder of the target.

    Args:
        target: The file that is to be there in the end, with its side files; replaced where it exists.
    Raises:
        ToolError STORAGE_FULL where the disk is full.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=target.parent))
    try:
        yield folder / target.name
        written = sorted(folder.iterdir(), key=lambda path: path.name == target.name)
        if not any(path.name == target.name for path in written):
            raise ToolError("NO_OUTPUT_WRITTEN", f'"{target.name}" was not written')
        if target.exists():
            _remove_side_files(target)
        for path in written:
            path.replace(target.parent / path.name)
    except (ToolError, OSError) as failure:
        is_full = isinstance(failure, OSError) and failure.errno in (errno.ENOSPC, errno.EDQUOT)
        if is_full or shutil.disk_usage(target.parent).free < LEAST_FREE_BYTES:
            raise ToolError("STORAGE_FULL", f'the disk is full; "{target.name}" was not written') from failure
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def refuse_existing(target: Path, name: str) -> None:
    """Refuses to replace a file.

    Raises:
        ToolError OUTPUT_EXISTS.
    """
    if target.exists():
        raise ToolError("OUTPUT_EXISTS", f'file: "{name}" is there already and was left as it is',
                        "overwrite true replaces it, or choose another name", argument="file")  # fmt: skip


def _remove_side_files(target: Path) -> None:
    """Removes what belonged to the file that is replaced, so that an old index or mask is not read with the new one."""
    for ending in SIDES.get(target.suffix.lower(), ()):
        target.with_name(f"{target.stem}{ending}").unlink(missing_ok=True)
