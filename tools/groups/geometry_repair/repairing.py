# SPDX-License-Identifier: GPL-2.0-or-later
"""fix_geometries"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...declaration.effects import like
from ...declaration.facts import LayerFacts
from ...declaration.layers import Vector
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.geometry.repairs import Repaired
    from ...execution.profiles.validity import Invalid
    from ...execution.run import Run

MOST_LISTED = 50


class Fixed(NamedTuple):
    """Result of fix_geometries."""

    output: Vector
    fixed_count: int
    dropped_count: int
    lost_part_count: int
    type_changed_count: int
    method_matters_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    facts = like("layer", is_multi=lambda call: call.facts("layer").is_multi or None)(call)["output"]
    return {"output": facts.with_(has_m=False)}


@tool(
    group="Geometry repair and topology",
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=("repair", "make valid", "self-intersection", "bow-tie", "native:fixgeometries", "clean", "check geometry"),
)
def fix_geometries(
    run: Run, layer: Vector, method: Literal["linework", "structure"], drop_empty: bool = False
) -> Fixed:
    """Makes invalid geometries valid; valid ones and all attributes stay as they are.

    Features are looked at one by one: overlaps and gaps between them stay. Repair before overlay and before measuring.

    Args:
        layer: Features of any kind.
        method: linework keeps every edge, and an area is inside where an odd number of rings is around it, so that
            enclaves stored as further outer rings become holes; structure trusts outer and inner rings, so that outer
            rings are united and inner ones taken away. No default, since the areas differ.
        drop_empty: Whether rows that have no geometry, before or after the repair, are left out.
    Returns:
        output: The rows of `layer` in their order, with the same kind of geometry. A single-part layer becomes
            multi-part where a repair needs it, which is said.
        fixed_count: Geometries that were invalid; the report names their rows, reasons and places.
        dropped_count: Rows left out by `drop_empty`.
        lost_part_count: Repaired geometries that lost what had collapsed to a lower dimension, such as a spike of a
            polygon, or all of it; the latter have no geometry.
        type_changed_count: Repaired geometries that have several parts and had one.
        method_matters_count: Repaired polygons whose area by the other method differs; look at these.
    CRS: Plays no part.
    Edges: Rows are numbered from 1 in the report. NULL stays NULL, EMPTY becomes NULL. Open rings are closed. A
        geometry with coordinates that are not finite has none after the repair. Z is kept, interpolated where edges
        cross; M values are lost, said.
    Raises: WRONG_TYPE (no vector layer), UNKNOWN_LAYER.
    Source: GEOS MakeValid, which native:fixgeometries runs, too.
    """
    from dataclasses import replace

    import numpy as np
    import shapely

    from ...execution.geometry.repairs import repaired
    from ...execution.geometry.shapes import as_multi_parts, taken, with_shapes
    from ...execution.layers.rows import ogr_geometry_name, read_rows, write_rows
    from ...execution.profiles.validity import validity_of

    rows = read_rows(run, layer)
    geometries = rows.geometries
    assert geometries is not None
    run.count_before = rows.count
    if layer.facts.has_m:
        run.note(f'the M values of "{layer.name}" are not in the result.')
    with run.timed():
        faults = validity_of(geometries).faults
        fixed = repaired(geometries, np.array([fault.row - 1 for fault in faults], np.int64), method)
        shapes = fixed.shapes
        promotes = bool(layer.facts.geometry_type) and not layer.facts.is_multi and fixed.split_count > 0
        if promotes or layer.facts.is_multi:
            shapes = as_multi_parts(shapes)
        has_shape = ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)
        kept = np.flatnonzero(has_shape) if drop_empty else np.arange(rows.count)
        result = with_shapes(taken(replace(rows, geometries=None), kept), shapes[kept])
    _report(run, faults)
    _say(run, fixed, promotes, method)
    facts = layer.facts.with_(is_multi=layer.facts.is_multi or promotes, has_m=False)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Fixed(
        output, len(faults), rows.count - len(kept), fixed.lost_count, fixed.split_count, fixed.differing_count
    )


def _report(run: Run, faults: list[Invalid]) -> None:
    run.report["reasons"] = dict(sorted(Counter(fault.reason for fault in faults).items())) or "none"
    run.report["repaired"] = [_line(fault) for fault in faults[:MOST_LISTED]] or "none"
    if len(faults) > MOST_LISTED:
        run.note(f"{len(faults) - MOST_LISTED:,} more repaired geometries are not listed.")


def _line(fault: Invalid) -> dict[str, Any]:
    place = {} if fault.x is None or fault.y is None else {"x": fault.x, "y": fault.y}
    return {"row": fault.row, "reason": fault.reason, **place}


def _say(run: Run, fixed: Repaired, promotes: bool, method: str) -> None:
    if promotes:
        noun = counted(fixed.split_count, "repaired geometry has", "repaired geometries have")
        run.note(f"the layer is multi-part now: {noun} several parts.")
    if fixed.emptied_count:
        run.note(f"without geometry after the repair: {counted(fixed.emptied_count, 'row')}, of which nothing of its "
                 "kind was left.")  # fmt: skip
    if fixed.differing_count:
        other = "structure" if method == "linework" else "linework"
        run.note(f"{counted(fixed.differing_count, 'repaired polygon')} would have another area by {other}: check by "
                 "known areas which method is right.")  # fmt: skip
