# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers that show where an output differs from its reference, and copies of both that a window may open."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...scoring.limited_child import Limits
from ...scoring.private_copy import copy_output
from ...scoring.score import output_name
from ...scoring.unreadable import Unreadable
from ...tasks.contract import OutputContract, RasterOutput, VectorOutput
from ...tasks.output_format import holds_layers
from ..difference_layers.difference_process import write_in_child
from ..report.output_maps import theme_column
from .judge_subject import Subject

JUDGED = "judged"
KEPT = 2  # the layers of the time before are open in the window until it has taken the new ones
KEPT_OUTPUTS = 20  # projects that were saved with such layers find those of the outputs that were judged last


def differences(subject: Subject, label: str | None, folder: Path) -> dict[str, Any]:
    """Lays the differences of an output out.

    Args:
        label: Of the output; the first where left out.
        folder: Of the service; the layers lie in a new folder below it.
    Raises: CommandRefused for the label; OSError where there is no room.
    """
    contract, output = subject.output(label)
    reference = subject.pack.reference_folder(subject.task.id) / contract.file
    place = _new_place(folder / JUDGED, f"{subject.place}\n{output_name(contract)}")
    written = write_in_child(contract, reference, output, place / "layers")
    told = {
        **written.as_dict(),
        "layers": [asdict(layer) for layer in written.layers],
        "agent": _copy(contract, output, place / "output", reference),
        "reference": _copy(contract, reference, place / "reference", reference),
        "column": theme_column(contract),
        "values": _values(contract),
        "id_columns": list(getattr(contract, "id_columns", [])),
        "label": output_name(contract),
    }
    return told


def _new_place(folder: Path, what: str) -> Path:
    """Makes a folder for new layers; of older ones of the same output the last are kept, and of other outputs some."""
    root = folder / hashlib.sha256(what.encode("utf-8", "replace")).hexdigest()[:16]
    root.mkdir(parents=True, exist_ok=True)
    numbers = sorted(int(path.name) for path in root.iterdir() if path.name.isdigit())
    for number in numbers[: -(KEPT - 1)]:
        shutil.rmtree(root / str(number), ignore_errors=True)
    place = _made(root, (numbers[-1] if numbers else 0) + 1)
    for part in ("layers", "output", "reference"):
        (place / part).mkdir()
    _remove_oldest(folder)
    return place


def _remove_oldest(folder: Path) -> None:
    """Removes the layers of outputs that were judged longest ago."""
    made = []
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another op was faster
            made.append((path.stat().st_mtime, path))
    for _, old in sorted(made, reverse=True)[KEPT_OUTPUTS:]:
        shutil.rmtree(old, ignore_errors=True)


def _made(root: Path, number: int) -> Path:
    """Makes a folder with a number, or with the next one where another op was faster."""
    while True:
        try:
            (root / str(number)).mkdir()
        except FileExistsError:
            number += 1
        else:
            return root / str(number)


def _copy(contract: OutputContract, path: Path, folder: Path, reference: Path) -> dict[str, str] | None:
    """Copies a file of regular parts; None where it is none that may be opened."""
    try:
        copy = copy_output(path, folder, Limits.beside(reference).file_bytes)
    except Unreadable:
        return None
    sublayer = contract.layer_name if not isinstance(contract, RasterOutput) and holds_layers(contract.file) else ""
    return {"path": str(copy), "sublayer": sublayer, "kind": contract.kind, "name": path.name}


def _values(contract: OutputContract) -> str:
    """Says what the values are that colour a map, as a map job does."""
    if isinstance(contract, RasterOutput):
        return contract.values
    column = contract.columns.get(theme_column(contract)) if isinstance(contract, VectorOutput) else None
    if column is not None and column.role == "label":
        return "label"
    return "continuous" if column is None or column.is_number else "categorical"
