# SPDX-License-Identifier: GPL-2.0-or-later
"""remove_overlaps"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import SQUARE_METRES, AreaUnit
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Polygons
from ...declaration.markers import FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.shapes import ShapedRows
    from ...execution.run import Run


class Separate(NamedTuple):
    """Result of remove_overlaps."""

    output: Polygons
    overlap_count: int
    overlap_area: float
    kept_overlap_count: int
    vanished_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": like("layer", is_multi=True)(call)["output"].with_(has_m=False)}


@tool(
    group="Geometry repair and topology",
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=("topology", "must not overlap", "planar partition", "double coverage", "flatten", "self overlap", "clean"),
)
def remove_overlaps(
    run: Run,
    layer: Polygons,
    assign_to: Literal["largest", "smallest", "longest_border", "priority"],
    priority_field: Annotated[str | None, FieldOf("layer", ("integer", "real"))] = None,
    max_overlap_area: Annotated[float | None, Number(minimum=0)] = None,
    area_unit: AreaUnit = "m2",
) -> Separate:
    """Gives every area that several polygons of one layer cover to just one of them.

    The rule changes areas; attributes such as counts stay whole and do not follow them.

    Args:
        layer: Polygons that may overlap one another.
        assign_to: largest and smallest go by the area of the whole polygons before; priority by `priority_field`;
            longest_border gives each piece that two polygons share to the one whose rest it has the longer border with,
            pair after pair in the order of the rows. Ties go to the lower row.
        priority_field: For priority: number of which the lowest wins; NULL loses.
        max_overlap_area: Pairs of polygons that share more than this, in `area_unit`, stay as they are, and one that
            shares just as much does not; left out, all are separated.
        area_unit: Unit of `max_overlap_area` and of overlap_area.
    Returns:
        output: The polygons in their order with their attributes; multi-part.
        overlap_count: Pairs of polygons that shared an area and do no more.
        overlap_area: The sum of what these pairs shared, in `area_unit`; where three overlap, it counts for each pair.
        kept_overlap_count: Pairs that share more than `max_overlap_area`, and still do.
        vanished_count: Polygons of which nothing is left, such as duplicates; their rows are not in the result.
    CRS: Projected; degrees and areas that are off by more than 1 % are refused.
    Edges: Polygons that only touch do not overlap, nor do such whose common area is narrower than the noise of floats.
        Rows without geometry stay without one. Z is kept, M values are lost, said.
    Raises: MISSING_ARGUMENT (priority_field), BAD_VALUE (priority_field with another rule), INVALID_GEOMETRY,
        CRS_MISSING, CRS_UNSUITABLE, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS intersection and difference (OverlayNG).
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import as_multi_parts, read_shapes, taken, with_shapes
    from ...execution.layers.rows import ogr_geometry_name, write_rows
    from ...execution.relations.overlaps import bordered_apart, overlaps_of, ranked_apart
    from ...execution.relations.spatial_pairs import Pairs

    _require_priority(assign_to, priority_field)
    run.require.measurable(layer, "areal")
    run.require.valid(layer)
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    with run.timed():
        found = overlaps_of(run, shaped.shapes)
        areas = shapely.area(found.shapes) * metres_per_unit(layer.facts.crs or "") ** 2 / SQUARE_METRES[area_unit]
        small = areas <= (np.inf if max_overlap_area is None else max_overlap_area * (1 + 1e-12))
        pairs = Pairs(found.pairs.first[small], found.pairs.second[small])
        if assign_to == "longest_border":
            shapes = bordered_apart(run, shaped.shapes, pairs)
        else:
            shapes = ranked_apart(run, shaped.shapes, pairs, _ranks(shaped, assign_to, priority_field))
        had = ~shapely.is_missing(shaped.shapes) & ~shapely.is_empty(shaped.shapes)
        vanished = had & (shapely.is_missing(shapes) | shapely.is_empty(shapes))
        kept = np.flatnonzero(~vanished)
        result = with_shapes(taken(shaped.rows, kept), as_multi_parts(shapes[kept]))
    if vanished.any():
        run.note(f"not in the result, since others have all their area: {counted(int(vanished.sum()), 'polygon')}.")
    facts = layer.facts.with_(is_multi=True, has_m=False)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Separate(output, int(small.sum()), float(areas[small].sum()), int((~small).sum()), int(vanished.sum()))


def _require_priority(assign_to: str, priority_field: str | None) -> None:
    if (assign_to == "priority") == (priority_field is not None):
        return
    if priority_field is None:
        raise ToolError("MISSING_ARGUMENT", 'assign_to "priority" needs priority_field',
                        "the polygon with the lowest number wins", argument="priority_field")  # fmt: skip
    raise ToolError("BAD_VALUE", f'assign_to "{assign_to}" takes no priority_field',
                    'assign_to "priority" goes by a field', argument="priority_field")  # fmt: skip


def _ranks(shaped: ShapedRows, assign_to: str, priority_field: str | None) -> np.ndarray:
    """Numbers the rows by who wins, from 0; the lower row wins a tie."""
    import numpy as np
    import shapely

    if priority_field is not None:
        column = shaped.rows.column(priority_field)
        order = np.lexsort((np.where(column.is_null, 0, column.values), column.is_null))
    else:
        areas = shapely.area(shaped.shapes)
        order = np.argsort(-areas if assign_to == "largest" else areas, kind="stable")
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
