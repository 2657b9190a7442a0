# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies of the inputs of tasks for a window to open, which may lock files and write side files beside them."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from pathlib import Path

from ...tasks.pack import PACK_FILE, PackFolder
from ...tasks.register import sha256_of
from ...tasks.task import Task
from .. import machine
from ..episode_scoring import task_inputs
from ..workspace_inputs import put_inputs

FOLDER = "opened_inputs"
_copying = threading.Lock()


def copied_inputs(pack: PackFolder, task: Task) -> dict[str, Path]:
    """Returns the copy of each input by its name; copies that are there are used again, changed ones are made anew.

    Raises: DatasetUnavailable; OSError.
    """
    with _copying:
        return _copied(pack, task)


def _copied(pack: PackFolder, task: Task) -> dict[str, Path]:
    files = task_inputs(pack, task)
    target = machine.cache_folder() / FOLDER / f"{pack.pack.name}-{sha256_of(pack.folder / PACK_FILE)[:12]}" / task.id
    copies = {name: target / "inputs" / f"{name}{given.file.suffix}" for name, given in files.items()}
    if all(_is_same(given.file, copies[name]) for name, given in files.items()):
        return copies
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=target.parent))
    try:
        put_inputs(unfinished, files)
        shutil.rmtree(target, ignore_errors=True)
        try:
            os.rename(unfinished, target)
        except OSError:  # the service of another window was faster
            if not all(_is_same(given.file, copies[name]) for name, given in files.items()):
                raise
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return copies


def _is_same(file: Path, copy: Path) -> bool:
    return copy.is_file() and copy.stat().st_size == file.stat().st_size and sha256_of(copy) == sha256_of(file)
