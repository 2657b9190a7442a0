# SPDX-License-Identifier: GPL-2.0-or-later
"""find_topology_errors"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, SQUARE_METRES, AreaUnit, LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, GeometryType, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import Distance, FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.relations.topology_errors import Broken
    from ...execution.run import Run

Check = Literal["overlaps", "gaps", "slivers", "duplicates", "dangles", "crossings"]
TAKES: dict[str, tuple[str, ...]] = {
    "Polygon": ("overlaps", "gaps", "slivers", "duplicates"),
    "LineString": ("overlaps", "duplicates", "dangles", "crossings"),
    "Point": ("duplicates",),
}
NOUNS = {"Polygon": "polygons", "LineString": "lines", "Point": "points"}
MOST_LISTED = 50
ROUNDING = 1e-12  # share of a limit that was converted


class Faults(NamedTuple):
    """Result of find_topology_errors."""

    output: Vector
    error_count: int
    invalid_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    if source.geometry_type is None:
        return {"output": LayerFacts(kind="vector", crs=source.crs)}
    is_area = source.geometry_type == "Polygon"
    ident = source.field(call.arguments.get("id_field") or "")
    word = ident.type if ident else "integer"
    fields = (Field("error", "text"), Field("id_1", word), Field("id_2", word), Field(_measure(is_area), "real"))
    known = source.fields is not None or not call.arguments.get("id_field")
    geometry_type: GeometryType = "Polygon" if is_area else "Point"
    return {"output": vector(source.crs, fields if known else None, geometry_type, is_multi=is_area)}


def _measure(is_area: bool) -> str:
    return "area" if is_area else "length"


@tool(
    group="Geometry repair and topology",
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=("topology checker", "validate topology", "must not overlap", "must not have gaps", "undershoot", "overshoot"),
)
def find_topology_errors(
    run: Run,
    layer: Vector,
    checks: list[Check],
    min_area: Annotated[float, Number(minimum=0)] = 0,
    area_unit: AreaUnit = "m2",
    sliver_width: Annotated[float | None, Distance("unit")] = None,
    dangle_length: Annotated[float | None, Distance("unit")] = None,
    unit: LengthUnit = "m",
    id_field: Annotated[str | None, FieldOf("layer")] = None,
) -> Faults:
    """Writes the overlaps, gaps, slivers, duplicates, dangles and crossings of one layer as features.

    What is an error depends on the data: a dead end is a dangle, a bridge a crossing, a lake a gap.

    Args:
        layer: Polygons, lines or points.
        checks: Of polygons overlaps (areas that two share), gaps (places enclosed by them, holes too), slivers
            and duplicates; of lines overlaps (stretches that two share), dangles (ends that touch nothing), crossings
            (points inside two lines) and duplicates; of points duplicates. Duplicates have an equal shape in an
            earlier row, whatever vertex it begins with; where they are asked for, they are not listed as overlaps too.
        min_area: Overlaps and gaps of polygons with less than this, in `area_unit`, are left out.
        area_unit: Unit of `min_area` and of the column area.
        sliver_width: For slivers, needed: polygons of at most this mean width, in `unit`; it is twice the area over
            the perimeter.
        dangle_length: For dangles: ends of lines longer than this, in `unit`, are left out; left out, all are listed.
        unit: Unit of the widths and lengths, and of the column length.
        id_field: Field whose values name the features; left out, their row numbers from 1.
    Returns:
        output: One row per error with `error` (the check), `id_1` and `id_2` of the features there, by row (of a gap
            the two with the longest borders; NULL for none), and `area` with polygons, or `length` with points on the
            lines (NULL for crossings and points). By the order of `checks`, without Z; how many of each is reported.
        error_count: Rows of the result.
        invalid_count: Invalid features, which were left out; their rows are reported.
    CRS: Projected; degrees and measures that are off by more than 1 % are refused.
    Edges: Features that only touch do not overlap, nor does what is as narrow as the noise of floats. A gap that is
        open to the outside is none. Crossings of a line with itself are not looked for. Rows without geometry are
        skipped.
    Raises: MISSING_ARGUMENT (sliver_width), BAD_VALUE (no checks, a negative width), WRONG_GEOMETRY_TYPE (a check of
        another kind of geometry), CRS_MISSING, CRS_UNSUITABLE, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Plane geometry; GEOS predicates and intersection (OverlayNG).
    """
    import numpy as np
    import shapely

    from ...execution.layers.rows import read_rows

    _require_checks(layer, checks, sliver_width, dangle_length)
    is_area = layer.facts.geometry_type == "Polygon"
    run.require.measurable(layer, "areal" if is_area else "linear")
    rows = read_rows(run, layer, [id_field] if id_field else [])
    run.count_before = rows.count
    run.empty_advice = "the checks found no errors"
    with run.timed():
        shapes = shapely.force_2d(shapely.from_wkb(rows.geometries, on_invalid="ignore"))
        invalid = np.flatnonzero(~shapely.is_missing(shapes) & ~shapely.is_valid(shapes))
        shapes[invalid] = None
        scale = metres_per_unit(layer.facts.crs or "")
        limits = {
            "overlaps": min_area * SQUARE_METRES[area_unit] / scale**2 if is_area else 0.0,
            "gaps": min_area * SQUARE_METRES[area_unit] / scale**2,
            "slivers": (sliver_width or 0.0) * METRES[unit] / scale,
            "dangles": np.inf if dangle_length is None else dangle_length * METRES[unit] / scale,
        }
        found = [_found(run, check, shapes, is_area, limits) for check in checks]
        if "duplicates" in checks and "overlaps" in checks:
            place = checks.index("overlaps")
            found[place] = _without(found[place], found[checks.index("duplicates")], rows.count)
        per_unit = scale**2 / SQUARE_METRES[area_unit] if is_area else scale / METRES[unit]
    run.report["errors"] = {check: len(each.shapes) for check, each in zip(checks, found, strict=True)}
    if len(invalid):
        run.report["invalid_rows"] = (invalid[:MOST_LISTED] + 1).tolist()
        run.note(f"invalid and not looked at: {counted(len(invalid), 'feature')}; fix_geometries repairs them.")
    output = _written(run, layer, checks, found, rows, per_unit)
    return Faults(output, sum(len(each.shapes) for each in found), len(invalid))


def _require_checks(
    layer: Vector, checks: list[Check], sliver_width: float | None, dangle_length: float | None
) -> None:
    kind = layer.facts.geometry_type or ""
    if not checks or len(set(checks)) < len(checks):
        raise ToolError("BAD_VALUE", "checks names one check or more, each once", argument="checks")
    if kind not in TAKES:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'"{layer.name}" holds several kinds of geometry, or none',
                        "extract_by_expression takes one kind out", argument="layer")  # fmt: skip
    for check in checks:
        if check not in TAKES[kind]:
            raise ToolError("WRONG_GEOMETRY_TYPE", f'{check} are not looked for among {NOUNS[kind]}',
                            f"checks of {NOUNS[kind]}: {', '.join(TAKES[kind])}", argument="checks")  # fmt: skip
    if "slivers" in checks and sliver_width is None:
        raise ToolError("MISSING_ARGUMENT", "slivers needs sliver_width", argument="sliver_width")
    for name, value in (("sliver_width", sliver_width), ("dangle_length", dangle_length)):
        if value is not None and value < 0:
            raise ToolError("BAD_VALUE", f"{name} is {value:g}; it must not be negative", argument=name)


def _found(run: Run, check: Check, shapes: np.ndarray, is_area: bool, limits: dict[str, float]) -> Broken:
    from ...execution.relations import topology_errors as topology

    if check == "overlaps":
        found = topology.shared_areas(run, shapes) if is_area else topology.shared_stretches(run, shapes)
        return found.take(found.size >= limits["overlaps"] * (1 - ROUNDING))
    if check == "gaps":
        found = topology.gaps_between(shapes)
        return found.take(found.size >= limits["gaps"] * (1 - ROUNDING))
    if check == "slivers":
        return topology.slivers(shapes, limits["slivers"] * (1 + ROUNDING))
    if check == "dangles":
        found = topology.dangles(shapes)
        return found.take(found.size <= limits["dangles"] * (1 + ROUNDING))
    return topology.crossings(run, shapes) if check == "crossings" else topology.duplicates(shapes)


def _without(found: Broken, duplicates: Broken, count: int) -> Broken:
    """Leaves out pairs of which both are copies of one feature."""
    import numpy as np

    original = np.arange(count)
    original[duplicates.second] = duplicates.first
    return found.take(original[found.first] != original[found.second])


def _written(run: Run, layer: Vector, checks: list[Check], found: list[Broken], rows: RowSet, per_unit: float) -> Any:
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import as_multi_parts, with_shapes
    from ...execution.layers.rows import Column, RowSet, write_rows

    is_area = layer.facts.geometry_type == "Polygon"
    shapes = np.concatenate([each.shapes for each in found])
    shapes = as_multi_parts(shapes) if is_area else shapely.point_on_surface(shapes)
    words = np.repeat(np.array(checks, object), [len(each.shapes) for each in found])
    size = np.concatenate([each.size for each in found]) * per_unit
    is_bare = np.isnan(size) | (layer.facts.geometry_type == "Point")
    number = Column(Field("row", "integer"), np.arange(1, rows.count + 1), np.zeros(rows.count, bool))
    ident = rows.columns[0] if rows.columns else number
    columns = [
        Column(Field("error", "text"), words, np.zeros(len(words), bool)),
        ident.take(np.concatenate([each.first for each in found])).renamed("id_1"),
        ident.take(np.concatenate([each.second for each in found])).renamed("id_2"),
        Column(Field(_measure(is_area), "real"), size, is_bare),
    ]
    result = with_shapes(RowSet(columns, None, len(words)), shapes)
    return write_rows(run, result, crs=layer.facts.crs, geometry_type="MultiPolygon" if is_area else "Point")
