# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the worst rows and cells of an output lie: rectangles in the CRS of the contract."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ...scoring.limited_child import START_SECONDS, Limits, run_child
from ...scoring.record import ScoreRecord
from ...tasks.contract import OutputContract, RasterOutput, VectorOutput

CHILD = "headless.window_service.judge_places_child"
Place = dict[str, float] | None


def worst_extents(contract: OutputContract, reference: Path, output: Path, record: ScoreRecord) -> list[Place]:
    """Returns a rectangle for each of the worst rows of a record; None for one that lies nowhere.

    Edges: The place of a row is that of the reference, of an extra or doubled row that of the output. Where shapes
        cannot be read again, it is the one point that the record has.
    """
    points = [_around(row.location, 0.0, 0.0) if row.location else None for row in record.worst_rows]
    if isinstance(contract, RasterOutput):
        a, b, _, d, e, _ = contract.transform
        halves = (abs(a) + abs(b)) / 2, (abs(d) + abs(e)) / 2
        return [_around(row.location, *halves) if row.location else None for row in record.worst_rows]
    if not isinstance(contract, VectorOutput) or not any(points):
        return points
    found = _in_child(contract, reference, output, record)
    return [extent or point for extent, point in zip(found, points, strict=True)] if found else points


def _around(location: list[float], half_x: float, half_y: float) -> Place:
    x, y = location
    return {"xmin": x - half_x, "ymin": y - half_y, "xmax": x + half_x, "ymax": y + half_y}


def _in_child(contract: VectorOutput, reference: Path, output: Path, record: ScoreRecord) -> list[Place]:
    """Has the shapes read by a limited child, since the output was written by a stranger; empty where it died."""
    limits = Limits.beside(reference)
    request: dict[str, Any] = {
        "memory_bytes": limits.memory_bytes,
        "seconds": limits.seconds,
        "file_bytes": limits.file_bytes,
        "contract": contract.model_dump(mode="json", exclude_unset=True),
        "reference": str(reference.absolute()),
        "output": str(output.absolute()),
        "rows": [row.model_dump(mode="python") for row in record.worst_rows],
    }
    with tempfile.TemporaryDirectory(prefix="gisagentbench-", ignore_cleanup_errors=True) as scratch:
        request["scratch"] = scratch
        end = run_child(CHILD, request, limits.seconds, None, START_SECONDS)
    found = end.answers[0].get("extents", []) if end.answers else []
    return found if len(found) == len(record.worst_rows) else []
