# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the layers that show where an output differs from its reference. The one way to them."""

from __future__ import annotations

from pathlib import Path

from ...scoring.source_file import Unreadable
from ...scoring.vector_reading import LayerMissing
from ...tasks.contract import OutputContract, RasterOutput
from .cell_layers import write_cell_layers
from .row_differences import KINDS, RowDifferences, row_differences
from .row_layers import write_row_layers
from .written_layers import DifferenceLayers, WrittenLayer

ROWS_FILE = "row_differences.gpkg"
WORDS = {
    "same": "same",
    "wrong": "wrong value",
    "moved": "moved or reshaped",
    "missing": "missing",
    "extra": "extra",
}


def write_differences(
    contract: OutputContract,
    reference: Path,
    output: Path,
    folder: Path,
    *,
    most_rows: int,
    most_blocks: int | None = None,
) -> DifferenceLayers:
    """Writes difference layers into a folder.

    Args:
        folder: Is there; takes a GeoPackage, or GeoTIFFs.
        most_rows: Rows of a layer.
        most_blocks: Along each side of a raster; None for every cell.
    Returns: What was written; with a problem where output and reference cannot be laid over each other.
    """
    try:
        if isinstance(contract, RasterOutput):
            return write_cell_layers(contract, reference, output, folder, most_blocks)
        found = row_differences(contract, reference, output)
    except Unreadable as error:
        return unread(output, error)
    except LayerMissing as error:
        return DifferenceLayers(problem=f'{output.name} cannot be compared: it has no layer "{error.wanted}".')
    if found.problem:
        return DifferenceLayers(problem=found.problem)
    layers = write_row_layers(found, folder / ROWS_FILE, most_rows)
    return DifferenceLayers(found.counts, layers, row_notes(found, layers))


def unread(output: Path, error: Unreadable) -> DifferenceLayers:
    """Says that there are no layers since the output cannot be read."""
    return DifferenceLayers(problem=f"{output.name} cannot be compared: it {error.reason}.")


def row_notes(found: RowDifferences, layers: list[WrittenLayer]) -> list[str]:
    """Says what the layers of rows leave out."""
    shown = [layer for layer in layers if layer.kind in KINDS]
    notes = []
    other = sum(layer.of_another_type for layer in shown)
    if other:
        notes.append(f"{_spaced(other)} {'shape is' if other == 1 else 'shapes are'} of another type, not drawn.")
    for layer in reversed(shown):
        if layer.written < layer.rows:
            rows, word = _spaced(layer.rows), WORDS[layer.kind]
            notes.append(f"Of {rows} rows ({word}) {_spaced(layer.written)} are drawn.")
    lone = sum(layer.without_shape for layer in shown)
    if lone:
        notes.append(f"{_spaced(lone)} {'row has' if lone == 1 else 'rows have'} no shape.")
    count = found.moved_with_wrong_values
    if count:
        notes.append(f"{_spaced(count)} of the moved rows {'has' if count == 1 else 'have'} wrong values too.")
    return notes


def _spaced(count: int) -> str:
    return f"{count:,}".replace(",", " ")
