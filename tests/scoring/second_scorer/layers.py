# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows, cells and verdicts, as plain as can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Row = dict[str, Any]
Keys = dict[str, Any]


@dataclass
class Layer:
    """Rows of a file; `shape` of a row is its geometry or None.

    Args:
        columns: Name to type, in the order of the file.
        crs: A name of `places.SAME`, or None.
        shape_kind: What the layer declares; None for a table.
    """

    columns: dict[str, str]
    rows: list[Row]
    crs: str | None = None
    shape_kind: str | None = None

    def copy(self) -> Layer:
        """Returns the same rows, to be changed."""
        return Layer(dict(self.columns), [dict(row) for row in self.rows], self.crs, self.shape_kind)


@dataclass
class Cells:
    """Bands of a file: stored numbers, row by row."""

    bands: list[list[list[float]]]
    transform: list[float]
    crs: str | None
    dtype: str
    nodata: float | None
    scale: float = 1.0
    offset: float = 0.0

    def copy(self) -> Cells:
        """Returns the same cells, to be changed."""
        bands = [[list(line) for line in band] for band in self.bands]
        return Cells(bands, list(self.transform), self.crs, self.dtype, self.nodata, self.scale, self.offset)


class Verdict(NamedTuple):
    """What came of a comparison; `stage` and `matched` are None where nothing could be paired."""

    first_failing: str | None
    stage: str | None = None
    matched: int | None = None

    @property
    def strict(self) -> bool:
        """Whether no check failed."""
        return self.first_failing is None


@dataclass
class Case:
    """One comparison, with what was done to the reference to make the output."""

    contract: Keys
    reference: Any
    output: Any
    changes: list[str] = field(default_factory=list)
