# SPDX-License-Identifier: GPL-2.0-or-later
"""extract_by_expression, extract_by_location"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Rows, Vector
from ...declaration.markers import Distance, ExpressionOn
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Attributes and selection"
Relation = Literal[
    "intersects", "contains", "within", "covered_by", "touches", "overlaps", "crosses", "equals", "disjoint",
    "within_distance", "centroid_within",
]  # fmt: skip


class Extracted(NamedTuple):
    """Result of extract_by_expression."""

    output: Rows
    rest: Rows | None
    kept_count: int


class ExtractedByLocation(NamedTuple):
    """Result of extract_by_location."""

    output: Vector
    kept_count: int


def _kept_and_rest(call: Call) -> Mapping[str, LayerFacts]:
    facts = like("layer")(call)["output"]
    return {"output": facts, "rest": facts}


@tool(
    group=GROUP,
    kind="vector",
    engine="qgis-core",
    effect=_kept_and_rest,
    tags=("select by attribute", "filter", "where", "query", "subset", "definition query", "sql"),
)
def extract_by_expression(run: Run, layer: Rows, expression: Annotated[str, ExpressionOn("layer")]) -> Extracted:
    """Keeps the rows for which a QGIS expression is true and writes the others to a second layer where asked.

    Args:
        layer: Vector layer or table.
        expression: Condition over the fields and the geometry of a row: fields in double quotes, text in single quotes,
            such as "use" = 'park' AND "area_ha" >= 2.
    Returns:
        output: Rows for which it is true, whole and in their order.
        rest: All other rows: those for which it is false, NULL or cannot be computed.
        kept_count: Number of rows kept.
    CRS: area, perimeter, length and distance of geometries are planar, in units of the CRS: degrees and a scale error
        above 1 % are refused.
    Edges: A row for which the condition is NULL is not kept; unknown_count says how many. "use" <> 'park' is NULL where
        use is. Text is compared exactly, case included. A field that is not there is an error.
    Raises: EXPRESSION_INVALID (also a value that is no condition), EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD,
        WRONG_GEOMETRY_TYPE (geometry of a table), CRS_UNSUITABLE, LIMIT_EXCEEDED (whole numbers beyond 2^53),
        UNKNOWN_LAYER.
    Source: QGIS expressions.
    """
    import numpy as np

    from ...execution.layers.rows import read_rows

    truths = run.expression(expression, layer, "expression").truths()
    rows = read_rows(run, layer)
    run.count_before = rows.count
    run.counts["unknown_count"] = truths.count(None)
    kept = np.array([holds is True for holds in truths], bool)
    output = _written(run, layer, rows, kept)
    rest = _written(run, layer, rows, ~kept, "rest") if run.wants("rest") else None
    return Extracted(output, rest, int(kept.sum()))


def _written(run: Run, layer: Rows, rows: RowSet, kept: np.ndarray, output: str = "output") -> Any:
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    found = rows.take(kept.nonzero()[0])
    return write_rows(run, found, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts), output=output)


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely STRtree",
    effect=like("layer"),
    tags=("select by location", "spatial filter", "within distance", "near", "inside", "overlapping", "spatial query"),
)
def extract_by_location(
    run: Run,
    layer: Vector,
    predicate: Relation,
    other_layer: Vector,
    distance: Annotated[float | None, Distance("unit")] = None,
    unit: LengthUnit | None = None,
    invert: bool = False,
) -> ExtractedByLocation:
    """Keeps whole features that stand in a relation to any feature of another layer, or lie within a distance of one.

    Features are not cut: clip does that.

    Args:
        layer: Features to choose from.
        predicate: Relation of a feature to one of `other_layer`. intersects: they share a point, be it on an edge.
            contains: the other lies inside and not only on the edge. within: the feature lies inside; a polygon may
            share a part of the edge, a point or line on the edge is not within. covered_by: as within, and on the edge
            too. touches: only edges or ends meet; two points never touch. overlaps: two areas, two lines or two sets of
            points share a part, and each has a rest. crosses: two lines cross in a point, or a line runs in and out of
            a polygon. equals: the same shape, whatever its vertices. disjoint: no point is shared with any feature.
            within_distance: the least distance is at most `distance`. centroid_within: its centroid, which may lie
            outside of it, is within.
        other_layer: Features that are asked for.
        distance: Largest distance, in `unit`, from edge to edge, itself included; for within_distance alone.
        unit: Unit of `distance`.
        invert: Whether those features are kept for which the relation holds with none.
    Returns:
        output: The features kept, whole and in their order.
        kept_count: Number of features kept.
    CRS: Both layers in one CRS; relations are those of straight edges in it. A distance is planar: degrees and a scale
        error above 1 % are CRS_UNSUITABLE.
    Edges: A point on a common edge intersects both polygons and is within neither. A feature without geometry is never
        kept, whatever is asked, which is said. Where `other_layer` has no features all are disjoint and none else.
    Raises: MISSING_ARGUMENT (distance or unit), BAD_VALUE (a distance without use, or below 0), CRS_MISSING,
        CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY, LIMIT_EXCEEDED (200 million pairs), UNKNOWN_LAYER.
    Source: GEOS predicates (DE-9IM).
    """
    import shapely

    from ...execution.layers.rows import read_geometries, read_rows

    limit = _limit(predicate, distance, unit)
    run.require.crs_same(layer, other_layer)
    run.require.valid(layer, other_layer)
    if limit is not None:
        run.require.measurable(layer)
    rows = read_rows(run, layer)
    run.count_before = rows.count
    with run.timed():
        shapes = shapely.from_wkb(rows.geometries, on_invalid="ignore")
        others = shapely.from_wkb(read_geometries(run, other_layer), on_invalid="ignore")
        holds = _holds(run, shapes, others, predicate, limit, layer.facts.crs or "")
        is_shapeless = shapely.is_missing(shapes) | shapely.is_empty(shapes)
        kept = (holds != invert) & ~is_shapeless
    if is_shapeless.any():
        run.note(f"left out, without geometry: {counted(int(is_shapeless.sum()), 'row')}.")
    return ExtractedByLocation(_written(run, layer, rows, kept), int(kept.sum()))


def _limit(predicate: str, distance: float | None, unit: str | None) -> float | None:
    """Gives the distance in metres; None where none is asked."""
    if predicate != "within_distance":
        given = "distance" if distance is not None else "unit" if unit is not None else ""
        if given:
            raise ToolError("BAD_VALUE", f"{given} does not apply: the predicate is {predicate}",
                            "leave it out, or take within_distance", argument=given)  # fmt: skip
        return None
    missing = "distance" if distance is None else "unit" if unit is None else ""
    if distance is None or unit is None:
        raise ToolError("MISSING_ARGUMENT", f"within_distance needs {missing}", argument=missing)
    if distance < 0:
        raise ToolError("BAD_VALUE", f"distance takes a number from 0, not {distance:g}", argument="distance")
    return distance * METRES[unit]


def _holds(
    run: Run, shapes: np.ndarray, others: np.ndarray, predicate: str, limit: float | None, crs: str
) -> np.ndarray:
    import numpy as np
    import shapely

    from ....tasks.crs_equality import metres_per_unit
    from ...execution.relations.spatial_pairs import related_pairs, rows_near

    if limit is not None:
        return rows_near(run, shapes, others, limit / metres_per_unit(crs))
    if predicate == "centroid_within":
        shapes, predicate = shapely.centroid(shapes), "within"
    asked = "intersects" if predicate == "disjoint" else predicate
    found = np.zeros(len(shapes), bool)
    found[related_pairs(run, shapes, others, [asked]).first] = True
    return ~found if predicate == "disjoint" else found
