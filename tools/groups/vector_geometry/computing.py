# SPDX-License-Identifier: GPL-2.0-or-later
"""geometry_by_expression"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import GeometryType
from ...declaration.layers import Vector
from ...declaration.markers import ExpressionOn
from ...declaration.registry import tool
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.computed_shapes import ComputedShapes
    from ...execution.run import Run

GROUP = "Vector geometry"
TYPES: dict[str, GeometryType] = {"point": "Point", "line": "LineString", "polygon": "Polygon"}


class Computed(NamedTuple):
    """Result of geometry_by_expression."""

    output: Vector
    null_count: int


@tool(
    group=GROUP,
    kind="vector",
    engine="qgis-core",
    effect=lambda call: {
        "output": like("layer", geometry_type=TYPES[call.arguments["geometry_type"]], is_multi=None)(call)[
            "output"
        ].with_(has_z=None, has_m=False)
    },
    tags=("geometry generator", "offset", "translate", "perpendicular", "wedge", "bearing and distance", "xy to line",
          "rays", "sector"),
)  # fmt: skip
def geometry_by_expression(
    run: Run,
    layer: Vector,
    expression: Annotated[str, ExpressionOn("layer")],
    geometry_type: Literal["point", "line", "polygon"],
) -> Computed:
    """Replaces each geometry by the result of a QGIS expression, for shapes that no other tool makes.

    Offsets, perpendiculars, wedges, points by bearing and distance, lines between stored coordinates.

    Args:
        layer: Features of any kind; their fields and order are kept.
        expression: Gives a geometry for each row, such as project(@geometry, "dist", radians("bearing")). Lengths are
            in units of the CRS; angles are radians or degrees as each function takes them: radians for project, degrees
            for wedge_buffer and rotate, both clockwise from north.
        geometry_type: What it gives; multi-part shapes are of the type of their parts.
    Returns:
        output: The rows of `layer` with the new geometries, multi-part where any of them is.
        null_count: Rows without a geometry in the result: the expression gave NULL, an empty geometry, one of another
            type or no geometry, or could not be computed.
    CRS: Known; the new coordinates are taken to be in it. Functions that take or measure a length are refused in
        degrees and where the scale error over the layer is above 1 %. In degrees a latitude beyond 90 is said.
    Edges: Arcs become chords of 1 degree, Z is kept, M is not; which is said. Invalid polygons are counted and said. No
        row of the type asked is an error, unless all are NULL.
    Raises: EXPRESSION_INVALID (also no geometry at all), EXPRESSION_NOT_ALLOWED, WRONG_GEOMETRY_TYPE (all of another
        type), CRS_MISSING, CRS_UNSUITABLE, UNKNOWN_FIELD, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: QGIS expressions.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import as_multi_parts, with_shapes
    from ...execution.layers.computed_shapes import computed_shapes
    from ...execution.layers.rows import ogr_geometry_name, read_rows, write_rows

    run.require.crs_known(layer)
    evaluated = run.expression(expression, layer, "expression")
    rows = read_rows(run, layer)
    run.count_before = rows.count
    made = computed_shapes(evaluated.values(), geometry_type)
    _require_any(made, geometry_type)
    _tell(run, layer, made, geometry_type)
    is_multi = bool((shapely.get_num_geometries(made.shapes) > 1).any() or _has_multi(made.shapes))
    shapes = as_multi_parts(made.shapes) if is_multi else made.shapes
    facts = layer.facts.with_(
        geometry_type=TYPES[geometry_type], is_multi=is_multi, has_z=bool(shapely.has_z(shapes).any()), has_m=False
    )
    result = with_shapes(rows, shapes)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Computed(output, int(np.count_nonzero(shapely.is_missing(shapes))))


def _has_multi(shapes: np.ndarray) -> bool:
    import shapely

    return bool((shapely.get_type_id(shapes) > 3).any())


def _require_any(made: ComputedShapes, kind: str) -> None:
    """Refuses results none of which is of the type asked, unless they are NULL."""
    import shapely

    if not made.other_counts or not shapely.is_missing(made.shapes).all():
        return
    found = ", ".join(f"{name} ({count})" for name, count in made.other_counts.items())
    if set(made.other_counts) & {"point", "line", "polygon", "mixed collection"}:
        raise ToolError("WRONG_GEOMETRY_TYPE", f"expression: no row gives a {kind}; they give {found}",
                        "geometry_type says what the expression gives", argument="geometry_type",
                        expected=kind, found=found)  # fmt: skip
    raise ToolError("EXPRESSION_INVALID", f"expression: no row gives a geometry; they give {found}",
                    "make_point(x, y) and @geometry are geometries", argument="expression")  # fmt: skip


def _tell(run: Run, layer: Vector, made: ComputedShapes, kind: str) -> None:
    import numpy as np
    import shapely

    if made.other_counts:
        found = ", ".join(f"{name} ({count})" for name, count in made.other_counts.items())
        run.warn("WRONG_GEOMETRY_TYPE", f"expression: rows that give no {kind} are without geometry; they give {found}")
    run.counts["other_type_count"] = sum(made.other_counts.values())
    if made.none_count:
        run.note(
            f"without geometry, since the expression gives NULL or an empty one: {counted(made.none_count, 'row')}."
        )
    if made.curve_count:
        run.note(f"{counted(made.curve_count, 'curved geometry', 'curved geometries')} became chords of 1 degree.")
    if made.has_measures:
        run.note("the M values of the new geometries are not in the result.")
    invalid = int((~shapely.is_valid(made.shapes) & ~shapely.is_missing(made.shapes)).sum())
    run.counts["invalid_count"] = invalid
    if invalid:
        run.warn("INVALID_GEOMETRY", f"{counted(invalid, 'new geometry is', 'new geometries are')} invalid, such as a "
                 "polygon that crosses itself")  # fmt: skip
    if is_geographic(layer.facts.crs or ""):
        _, low, _, high = shapely.bounds(made.shapes).T
        beyond = int((np.maximum(np.abs(low), np.abs(high)) > 90).sum())
        if beyond:
            run.warn("CRS_UNSUITABLE", f"{counted(beyond, 'new geometry reaches', 'new geometries reach')} beyond 90 "
                     "degrees of latitude")  # fmt: skip
