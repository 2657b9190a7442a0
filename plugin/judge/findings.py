# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows and cells that differ, one by one: the worst ones of the record first, then those of the difference layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .answers import Extent, Worst
from .marks import RowKey

# From what is looked at first to what is looked at last.
ORDER = ("repeated", "missing", "extra", "moved", "wrong", "cell")
ROW_COLUMN, SHAPE_COLUMN = "row", "geometry"


class Finding(NamedTuple):
    """One difference.

    Args:
        kind: missing, extra, repeated, moved, wrong, cell.
        key: How the row is known.
        column: A column, "row" for a whole row, "geometry" for its shape, or the band of a cell.
        extent: Where it lies; None where it has no place.
        crs: CRS of the extent as text; "" for that of its layer.
        layer: Kind of the difference layer that holds it; "" where none does.
        fid: Its feature there.
        is_worst: Whether the record names it among the worst.
    """

    kind: str
    key: str
    column: str
    expected: str
    found: str
    extent: Extent | None = None
    crs: str = ""
    layer: str = ""
    fid: int = -1
    is_worst: bool = False

    def row_key(self, output: str) -> RowKey:
        """Returns what its mark is kept by."""
        return RowKey(output, self.column, self.key)


def worst_findings(rows: Iterable[Worst]) -> list[Finding]:
    """Returns the worst rows of a record as findings, in its order."""
    return [
        Finding(
            row.kind,
            row.key,
            ROW_COLUMN if row.kind in ("missing", "extra", "repeated") else row.column,
            row.expected,
            row.found,
            row.extent,
            row.crs,
            is_worst=True,
        )
        for row in rows
    ]


def joined(worst: Sequence[Finding], of_layers: Sequence[Finding]) -> list[Finding]:
    """Joins the worst rows with what the difference layers hold.

    Returns: The worst first, each with its feature where a layer holds it; then the others by kind, in their order.
    """
    held = {(one.kind, one.column, one.key): one for one in reversed(of_layers)}
    first = [_with_feature(one, held.get((one.kind, one.column, one.key))) for one in worst]
    told = {(one.kind, one.column, one.key) for one in worst}
    rest = [one for one in of_layers if (one.kind, one.column, one.key) not in told]
    return first + sorted(rest, key=lambda one: ORDER.index(one.kind))


def _with_feature(worst: Finding, held: Finding | None) -> Finding:
    if held is None:
        return worst
    if worst.kind in ("missing", "extra"):  # the record says "a row" and "none", the layer has its values
        worst = worst._replace(expected=held.expected, found=held.found)
    if held.extent is None:
        return worst._replace(layer=held.layer, fid=held.fid)
    return worst._replace(extent=held.extent, crs=held.crs, layer=held.layer, fid=held.fid)
