# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds the shapes of the worst rows in a child process that limits itself, since the output was written by a stranger.

Rows are told by the key that the scorer calls them by, and where several have it by the middle of their shape.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from ...scoring.child import die_with_parent, limit_itself, private_output
from ...scoring.file_border import close_border
from ...scoring.keys import key_text
from ...scoring.private_copy import copy_output
from ...scoring.row_state import RowState
from ...scoring.row_table import RowTable
from ...scoring.sentences import printable
from ...scoring.unreadable import Unreadable
from ...scoring.vector_reading import LayerMissing, RowContract, read_contract_rows

Extent = dict[str, float] | None
SAME_PLACE = 1e-9  # share of a coordinate; records hold twelve digits


def run() -> None:
    """Does the one job of standard input and answers with a rectangle, or None, for each row."""
    die_with_parent()
    answers = private_output()
    request = json.load(sys.stdin)
    limit_itself(request["memory_bytes"], request["seconds"], request["file_bytes"])
    close_border({Path(request["reference"]).parent, Path(request["output"]).parent}, {Path(request["scratch"])})
    answers.write(json.dumps({"extents": _extents(request)}).encode() + b"\n")
    answers.flush()
    os._exit(0)  # as in the scoring child: drivers of a damaged file may crash while they are unloaded


def _extents(request: dict[str, Any]) -> list[Extent]:
    contract: RowContract = TypeAdapter(RowContract).validate_python(request["contract"])
    try:
        reference = read_contract_rows(Path(request["reference"]), contract)
    except (Unreadable, LayerMissing):
        return []
    try:
        copy = copy_output(Path(request["output"]), Path(request["scratch"]), request["file_bytes"])
        output = read_contract_rows(copy, contract)
    except (Unreadable, LayerMissing):
        output = RowTable(0, {}, [])
    return row_extents(contract, reference, output, request["rows"])


def row_extents(
    contract: RowContract, reference: RowTable, output: RowTable, rows: Sequence[dict[str, Any]]
) -> list[Extent]:
    """Returns the rectangle around the shape of each of the worst rows.

    Args:
        rows: As in a score record: key, column, expected, found, location.
    """
    RowState(contract, reference, output)  # brings what both formats cannot tell apart to one value
    keys: dict[bool, dict[str, list[int]]] = {}
    extents: list[Extent] = []
    for row in rows:
        of_output = row["column"] == "row" and row["found"] is not None
        table = output if of_output else reference
        if of_output not in keys:
            keys[of_output] = _rows_by_key(contract.id_columns, table)
        named = keys[of_output].get(row["key"]) or list(range(table.count))
        # a row without a place lies in another CRS than that of the contract, or nowhere
        extents.append(_extent(table, named, row["location"]) if row["location"] else None)
    return extents


def _rows_by_key(names: list[str], table: RowTable) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row in range(table.count):
        found.setdefault(printable(key_text(names, table, row)), []).append(row)
    return found


def _extent(table: RowTable, rows: list[int], location: list[float]) -> Extent:
    """Returns the rectangle of the one of some rows that lies at a place; of the only one wherever it lies."""
    if table.shapes is None:
        return None
    shapes = [table.shapes[row] for row in rows if table.shapes[row] is not None]
    if len(shapes) > 1:
        shapes = [shape for shape in shapes if _is_at(shape, location)]
    bounds = shapes[0].bounds if shapes else ()
    if len(bounds) != 4 or not all(map(math.isfinite, bounds)):
        return None
    return dict(zip(("xmin", "ymin", "xmax", "ymax"), bounds, strict=True))


def _is_at(shape: Any, location: list[float]) -> bool:
    middle = shape.centroid
    if middle.is_empty:
        return False
    pairs = zip((middle.x, middle.y), location, strict=True)
    return all(abs(ours - theirs) <= SAME_PLACE * max(1.0, abs(theirs)) for ours, theirs in pairs)
