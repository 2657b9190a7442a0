# SPDX-License-Identifier: GPL-2.0-or-later
"""Which difference layers were written; travels from the process that writes them to the one that shows them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

LayerKind = Literal["same", "wrong", "moved", "before", "missing", "extra", "cells", "gaps"]

# From the upper layer of a map to the lowest.
LAYER_KINDS: tuple[LayerKind, ...] = ("extra", "missing", "before", "moved", "wrong", "same", "cells", "gaps")
# The cells of the layer `cells` are places in this list; from the least to the most telling: where many cells share a
# pixel, the most telling one is shown.
CELL_KINDS = ("none", "same", "too_high", "too_low", "wrong", "extra", "missing")
LAYER_TITLES: dict[LayerKind, str] = {
    "extra": "Extra rows",
    "missing": "Missing rows",
    "moved": "Moved or reshaped",
    "before": "Where they should be",
    "wrong": "Wrong values",
    "same": "The same",
    "cells": "Wrong cells and mask",
    "gaps": "Output minus reference",
}


@dataclass(frozen=True)
class WrittenLayer:
    """One layer.

    Args:
        kind: What its rows or cells are.
        path: The file.
        sublayer: The layer of a GeoPackage; "" for a raster.
        rows: Rows of that kind.
        written: Those that the layer holds; of very many, some from among all of them.
        without_shape: Of the written rows those without a shape.
        of_another_type: Of the written rows those whose shape is of another type than the layer, and left out.
        span: Of gaps: three times their root mean square, or the largest where that is less.
    """

    kind: LayerKind
    path: str
    sublayer: str = ""
    rows: int = 0
    written: int = 0
    without_shape: int = 0
    of_another_type: int = 0
    span: float = 0.0


@dataclass(frozen=True)
class DifferenceLayers:
    """The layers of one output, the uppermost first.

    Args:
        counts: Rows or cells by kind, kinds without any among them.
        notes: Sentences about what the layers leave out.
        problem: Why there are none; "" where there are.
        block: Cells along each side of what is one cell in the layer of cells.
    """

    counts: dict[str, int] = field(default_factory=dict)
    layers: list[WrittenLayer] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problem: str = ""
    block: int = 1

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON values."""
        return asdict(self)

    def layer(self, kind: str) -> WrittenLayer | None:
        """Returns the layer of a kind, None where none was written."""
        return next((layer for layer in self.layers if layer.kind == kind), None)


def read_written(record: dict[str, Any]) -> DifferenceLayers:
    """Reads what `as_dict` gave."""
    return DifferenceLayers(**{**record, "layers": [WrittenLayer(**layer) for layer in record["layers"]]})
