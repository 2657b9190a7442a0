# SPDX-License-Identifier: GPL-2.0-or-later
"""The folder of what was fetched or made once: each thing in a folder of its own, put there whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

KEPT_VARIABLE = "GISAGENTBENCH_DOWNLOADS"
UNFINISHED = ".unfinished-"


def kept_folder(environment: Mapping[str, str]) -> Path:
    """Returns the folder that GISAGENTBENCH_DOWNLOADS names, else `.cache/data` of the project."""
    named = environment.get(KEPT_VARIABLE)
    return Path(named).absolute() if named else Path(__file__).resolve().parents[2] / ".cache" / "data"


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Lends an empty folder beside `target` that becomes `target` where all goes well, and else is gone.

    Edges: Where another process was faster its folder stays, since both hold the same.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=target.parent))
    try:
        yield folder
        folder.chmod(0o755)  # mkdtemp lets nobody else read
        try:
            os.rename(folder, target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
