# SPDX-License-Identifier: GPL-2.0-or-later
"""check_validity"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import no_output
from ...declaration.layers import Vector
from ...declaration.markers import Number
from ...declaration.observation import rounded
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.profiles.validity import Invalid
    from ...execution.run import Run


class Checked(NamedTuple):
    """Result of check_validity."""

    valid_count: int
    invalid_count: int


@tool(
    group="Layer inspection",
    kind="inspect",
    engine="shapely",
    effect=no_output,
    title="Check geometry validity",
    tags=("self-intersection", "bow-tie", "topology", "repair", "ring", "geos", "errors", "is valid"),
)
def check_validity(run: Run, layer: Vector, max_reported: Annotated[int, Number(0, 1000)] = 50) -> Checked:
    """Tests every geometry against the OGC rules and tells which are invalid, why and where.

    Features are looked at one by one; find_topology_errors looks for overlaps, gaps and duplicates between them, and
    fix_geometries repairs what is invalid.

    Args:
        layer: Features to test; points are invalid only where a coordinate is not finite.
        max_reported: Most invalid geometries to list, in the order of their rows; all are counted.
    Returns:
        valid_count: Geometries that are valid.
        invalid_count: Geometries that are invalid; their number by reason is reported, too.
    CRS: Plays no part; places are in the CRS of the layer.
    Edges: Rows are numbered from 1 in file order. NULL and empty geometries are neither valid nor invalid and counted
        apart. Of each geometry the first fault is told. Rings may touch in a point, and a line may cross itself. Z and
        M do not count.
    Raises: WRONG_TYPE (no vector layer), UNKNOWN_LAYER.
    Source: OGC Simple Features, as GEOS tests them.
    """
    from ...execution.layers.rows import read_geometries
    from ...execution.profiles.validity import validity_of

    with run.timed():
        found = validity_of(read_geometries(run, layer))
    run.keep_validity(layer, len(found.faults) - found.unreadable)
    reasons = Counter(fault.reason for fault in found.faults)
    run.report["without_geometry"] = found.missing
    run.report["reasons"] = dict(sorted(reasons.items())) or "none"
    run.report["invalid"] = [_line(fault) for fault in found.faults[:max_reported]] or "none"
    unlisted = len(found.faults) - max_reported
    if unlisted > 0:
        run.note(f"{unlisted:,} more invalid geometries are not listed.")
    return Checked(found.valid, len(found.faults))


def _line(fault: Invalid) -> dict[str, Any]:
    line: dict[str, Any] = {"row": fault.row, "reason": fault.reason}
    if fault.x is not None and fault.y is not None:
        line["x"], line["y"] = rounded(fault.x), rounded(fault.y)
    return line
