# SPDX-License-Identifier: GPL-2.0-or-later
"""eliminate_slivers, fill_gaps"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, SQUARE_METRES, AreaUnit, LengthUnit
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Polygons
from ...declaration.markers import Distance, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.shapes import ShapedRows
    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Geometry repair and topology"
ROUNDING = 1e-12  # share of a limit that was converted
CHOICES: dict[str, Literal["longest_border", "largest", "smallest"]] = {
    "longest_border": "longest_border",
    "largest_area": "largest",
    "smallest_area": "smallest",
}


class Eliminated(NamedTuple):
    """Result of eliminate_slivers."""

    output: Polygons
    merged_count: int
    remaining_count: int


class Filled(NamedTuple):
    """Result of fill_gaps."""

    output: Polygons
    filled_count: int
    kept_gap_count: int
    open_gap_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": like("layer", is_multi=True)(call)["output"].with_(has_z=False, has_m=False)}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_effect,
    title="Eliminate sliver polygons",
    tags=("eliminate", "small polygons", "merge slivers", "qgis:eliminateselectedpolygons", "v.clean rmarea", "clean"),
)
def eliminate_slivers(
    run: Run,
    layer: Polygons,
    max_area: Annotated[float | None, Number(minimum=0)] = None,
    area_unit: AreaUnit | None = None,
    max_width: Annotated[float | None, Distance("unit")] = None,
    unit: LengthUnit | None = None,
    merge_with: Literal["longest_border", "largest_area", "smallest_area"] = "longest_border",
) -> Eliminated:
    """Merges polygons that are small or thin into a neighbour, whose attributes stay.

    The attributes of the slivers are lost: to keep sums, dissolve with statistics instead.

    Args:
        layer: Polygons that do not overlap.
        max_area: A polygon of this area, in `area_unit`, or less is a sliver.
        area_unit: Unit of `max_area`; needed with it.
        max_width: A polygon of this mean width, in `unit`, or less is a sliver. The mean width is twice the area over
            the perimeter: the width of a long strip, half the side of a square. With both limits either makes one.
        unit: Unit of `max_width`; needed with it.
        merge_with: The neighbour a sliver becomes a part of: longest_border, that with which it shares most of its
            border; largest_area or smallest_area, by areas before. Ties go to the lowest row.
    Returns:
        output: The polygons that are none, in their order, and slivers without neighbour; multi-part, without Z.
        merged_count: Slivers merged.
        remaining_count: Slivers that have no neighbour but slivers, and stay as they are.
    CRS: Projected; degrees and areas that are off by more than 1 % are refused.
    Edges: Neighbours share an edge, also where their vertices on it differ; a corner does not count, nor does an edge
        missed by more than the noise of floats. A sliver among slivers goes where one of them went. Features of several
        parts are judged whole, which is said. Rows without geometry stay. Z and M are lost, said.
    Raises: MISSING_ARGUMENT (a limit, or its unit), BAD_VALUE (a negative limit), INVALID_GEOMETRY, CRS_MISSING,
        CRS_UNSUITABLE, UNKNOWN_LAYER.
    Source: Plane geometry; GEOS builds the areas.
    """
    import numpy as np

    from ...execution.relations.neighbours import given_to_neighbours

    _require_limits(max_area, area_unit, max_width, unit)
    shaped = _flat_shapes(run, layer)
    with run.timed():
        scale = metres_per_unit(layer.facts.crs or "")
        area = None if max_area is None else max_area * SQUARE_METRES[area_unit or "m2"] / scale**2
        width = None if max_width is None else max_width * METRES[unit or "m"] / scale
        is_sliver = _slivers(shaped.shapes, area, width)
        given = given_to_neighbours(shaped.shapes, is_sliver, CHOICES[merge_with])
        kept = np.flatnonzero(~is_sliver | (given.host < 0))
    _say_multi_parts(run, shaped.shapes)
    remaining = int((given.host < 0).sum())
    if remaining:
        run.note(f"without a neighbour to merge with: {counted(remaining, 'sliver')}.")
    output = _written(run, layer, shaped.rows, given.shapes, kept)
    return Eliminated(output, int(is_sliver.sum()) - remaining, remaining)


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=("holes", "slits", "gaps between polygons", "must not have gaps", "delete holes", "close", "clean topology"),
)
def fill_gaps(
    run: Run,
    layer: Polygons,
    max_gap_width: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    assign_to: Literal["longest_border", "largest", "smallest"] = "longest_border",
) -> Filled:
    """Gives narrow gaps and holes that polygons enclose to one of the polygons around.

    Real holes, such as courtyards and lakes, that are narrow enough are filled, too.

    Args:
        layer: Polygons that do not overlap; remove_overlaps makes them so.
        max_gap_width: Gaps that are nowhere wider than this, in `unit`, are filled: no circle with a larger diameter
            fits in.
        unit: Unit of `max_gap_width`.
        assign_to: The polygon that gets a gap: longest_border, that with the longest border with it; largest or
            smallest by area, among those with a border. Ties go to the lowest row.
    Returns:
        output: The polygons in their order with their attributes; multi-part, without Z.
        filled_count: Gaps filled.
        kept_gap_count: Enclosed gaps that are wider, and stay.
        open_gap_count: Places between two polygons or more that are narrow but open to the outside; they stay.
    CRS: Projected; degrees and areas that are off by more than 1 % are refused.
    Edges: A gap that touches the outside in a point is enclosed. Gaps as narrow as the noise of floats are none. Rows
        without geometry stay. Z and M are lost, said.
    Raises: BAD_VALUE (no positive width), INVALID_GEOMETRY, CRS_MISSING, CRS_UNSUITABLE, UNKNOWN_LAYER.
    Source: Plane geometry; GEOS union and difference (OverlayNG).
    """
    import numpy as np
    import shapely

    from ...execution.relations.neighbours import are_narrow, count_open_gaps, given_to_neighbours, surroundings

    if max_gap_width <= 0:
        raise ToolError(
            "BAD_VALUE", f"max_gap_width is {max_gap_width:g}; it must be above 0", argument="max_gap_width"
        )
    shaped = _flat_shapes(run, layer)
    with run.timed():
        width = max_gap_width * METRES[unit] / metres_per_unit(layer.facts.crs or "")
        gaps, outline = surroundings(shapely.union_all(shaped.shapes))
        narrow = gaps[are_narrow(gaps, width)]
        count = shaped.rows.count
        given = given_to_neighbours(
            np.concatenate([shaped.shapes, narrow]), np.arange(count + len(narrow)) >= count, assign_to
        )
        filled = int((given.host[count:] >= 0).sum())
        open_gaps = count_open_gaps(shaped.shapes, outline, width)
    output = _written(run, layer, shaped.rows, given.shapes, np.arange(count))
    return Filled(output, filled, len(gaps) - filled, open_gaps)


def _require_limits(max_area: float | None, area_unit: str | None, max_width: float | None, unit: str | None) -> None:
    if max_area is None and max_width is None:
        raise ToolError("MISSING_ARGUMENT", "a limit is needed: max_area, max_width or both", argument="max_area")
    for name, value, word in (("max_area", area_unit, "area_unit"), ("max_width", unit, "unit")):
        if (max_area if name == "max_area" else max_width) is not None and value is None:
            raise ToolError("MISSING_ARGUMENT", f"{name} needs {word}", argument=word)
    if max_width is not None and max_width < 0:
        raise ToolError("BAD_VALUE", f"max_width is {max_width:g}; it must not be negative", argument="max_width")


def _flat_shapes(run: Run, layer: Polygons) -> ShapedRows:
    import shapely

    from ...execution.geometry.shapes import read_shapes

    run.require.measurable(layer, "areal")
    run.require.valid(layer)
    run.count_before = layer.facts.count
    if layer.facts.has_z:
        run.note(f'the Z values of "{layer.name}" are not in the result.')
    shaped = read_shapes(run, layer)
    return shaped._replace(shapes=shapely.force_2d(shaped.shapes))


def _slivers(shapes: np.ndarray, max_area: float | None, max_width: float | None) -> np.ndarray:
    import numpy as np
    import shapely

    from ...execution.relations.overlaps import mean_widths

    small = thin = np.zeros(len(shapes), bool)
    if max_area is not None:
        small = shapely.area(shapes) <= max_area * (1 + ROUNDING)
    if max_width is not None:
        thin = mean_widths(shapes) <= max_width * (1 + ROUNDING)
    return (small | thin) & ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)  # type: ignore[no-any-return]


def _say_multi_parts(run: Run, shapes: np.ndarray) -> None:
    import shapely

    several = int((shapely.get_num_geometries(shapes) > 1).sum())
    if several:
        run.note(f"judged as a whole: {counted(several, 'feature')} of several parts; multipart_to_singlepart shows "
                 "slivers among the parts.")  # fmt: skip


def _written(run: Run, layer: Polygons, rows: RowSet, shapes: np.ndarray, kept: np.ndarray) -> Any:
    from ...execution.geometry.shapes import as_multi_parts, taken, with_shapes
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    result = with_shapes(taken(rows, kept), as_multi_parts(shapes[kept]))
    facts = layer.facts.with_(is_multi=True, has_z=False, has_m=False)
    return write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
