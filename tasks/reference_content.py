# SPDX-License-Identifier: GPL-2.0-or-later
"""The content of reference outputs that a pack does not ship, since not all of its data may be passed on.

`packs build` makes them from the reference trajectory, on the machine of whoever has the data; the hashes say whether
they are the ones that the task was released with.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from .document import StrictModel, read_model
from .document_problem import DocumentError
from .register import Sha256

CONTENT_FILE = "reference_content.json"
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")]


class ReferenceContent(StrictModel):
    """Content hashes of reference outputs.

    Args:
        files: Hash by name of the output file; of sorted rows, or of cells (see docs/packs.md).
    """

    schema_version: Literal[1]
    files: dict[FileName, Sha256] = Field(min_length=1)


def read_reference_content(task_folder: Path) -> dict[str, str] | None:
    """Returns the content hashes of a task's outputs by file name; None where its outputs are shipped.

    Raises: DocumentError.
    """
    path = task_folder / CONTENT_FILE
    return dict(read_model(path, ReferenceContent).files) if path.is_file() else None


def write_reference_content(task_folder: Path, files: dict[str, str]) -> None:
    """Writes the content hashes of a task's outputs."""
    record = {"schema_version": 1, "files": dict(sorted(files.items()))}
    (task_folder / CONTENT_FILE).write_text(json.dumps(record, indent=2) + "\n", "utf-8")


def unshipped_references(folder: Path) -> set[str]:
    """Returns the paths of a pack's files that are made by `packs build` and are not part of its release.

    Edges: A document that cannot be read names none; `tasks.validation` tells of it.
    """
    paths = set()
    for document in folder.glob(f"tasks/*/{CONTENT_FILE}"):
        try:
            files = read_reference_content(document.parent) or {}
        except DocumentError:
            continue
        # the parts of a shapefile go with it
        stems = {name.rpartition(".")[0] for name in files if name.endswith(".shp")}
        place = document.parent / "reference"
        paths |= {
            path.relative_to(folder).as_posix()
            for path in place.glob("*")
            if path.name in files or path.name.rpartition(".")[0] in stems
        }
    return paths
