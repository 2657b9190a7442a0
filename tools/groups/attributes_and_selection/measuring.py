# SPDX-License-Identifier: GPL-2.0-or-later
"""add_geometry_attributes"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.units import METRES, SQUARE_METRES, AreaUnit, LengthUnit
from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Vector
from ...declaration.markers import CrsText
from ...declaration.registry import tool
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column
    from ...execution.run import Run

GROUP = "Attributes and selection"
Measure = Literal["area", "perimeter", "length", "length_3d", "x", "y", "z", "part_count", "vertex_count"]
MeasuringMethod = Literal["planar", "ellipsoidal"]
COUNTS = ("part_count", "vertex_count")
LENGTHS = ("perimeter", "length", "length_3d")
TAKES = {"area": "Polygon", "perimeter": "Polygon", "length": "LineString", "length_3d": "LineString", "z": "Point"}
INSTEAD = {
    "perimeter": "length measures lines",
    "length": "perimeter measures polygons",
    "length_3d": "perimeter measures polygons",
}
NOUNS = {"Polygon": "polygons", "LineString": "lines", "Point": "points"}
DIMENSIONS = {"Point": 0, "LineString": 1, "Polygon": 2}


class Measured(NamedTuple):
    """Result of add_geometry_attributes."""

    output: Vector


def _new_fields(measures: list[Measure], prefix: str | None) -> list[Field]:
    return [Field(f"{prefix or ''}{measure}", "integer" if measure in COUNTS else "real") for measure in measures]


@tool(
    group=GROUP,
    kind="table",
    engine="shapely; pyproj.Geod",
    effect=like(
        "layer",
        fields=adds_fields("layer", lambda call: _new_fields(call.arguments["measures"], call.arguments.get("prefix"))),
        keeps_rows=True,
    ),
    tags=("area", "length", "perimeter", "coordinates", "acreage", "measure", "centroid", "geodesic"),
)
def add_geometry_attributes(
    run: Run,
    layer: Vector,
    measures: list[Measure],
    method: MeasuringMethod,
    length_unit: LengthUnit | None = None,
    area_unit: AreaUnit | None = None,
    xy_crs: Annotated[str | None, CrsText()] = None,
    prefix: str | None = None,
) -> Measured:
    """Adds areas, lengths, coordinates or counts of the geometries as fields.

    Each new field is called by its measure, in the order asked.

    Args:
        layer: Features to measure; their geometry, fields and order are kept.
        measures: area and perimeter (with the edges of holes) of polygons; length (flat) and length_3d (along Z) of
            lines; x (east or longitude) and y (north or latitude) of points, else of the centroid, which may lie
            outside; z of points; part_count; vertex_count (the closing vertex of a ring counts).
        method: planar measures in the layer's CRS; ellipsoidal on the ellipsoid of that CRS, with geodesics between
            the vertices. Applies to areas and lengths; no default, since they differ by 4e-4 and more.
        length_unit: Unit of perimeter, length and length_3d; needed for these.
        area_unit: Unit of area; needed for it. A US survey square foot (us_ft2) is not a square foot (ft2).
        xy_crs: CRS of x and y; left out, that of the layer.
        prefix: Put before the names of the new fields; needed where a name is taken.
    Returns:
        output: The rows of `layer` with the new fields after their own.
    CRS: Areas and lengths need a known CRS and are converted by its own unit (US survey foot too). planar refuses
        degrees and a scale error above 1 %, and says one above 0.01 %. Z is taken to be in the vertical unit of the
        CRS, else in the unit of x and y, in metres where that is degrees; which is said.
    Edges: NULL geometry gives NULL; an empty one area and length 0 and no position. z of several points is NULL.
    Raises: MISSING_ARGUMENT (a unit), WRONG_GEOMETRY_TYPE (perimeter of lines, length of polygons, no Z), BAD_VALUE (a
        taken name, an unknown xy_crs), CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, UNKNOWN_LAYER.
    Source: GEOS; geodesics by Karney 2013, as in PROJ.
    """
    import shapely

    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows

    _require_units(measures, length_unit, area_unit)
    _require_types(layer, measures)
    fields = _new_fields(measures, prefix)
    names = [field.name for field in fields]
    run.require.names_free("prefix", layer.facts.field_names or [], names, "give a prefix for the new fields")
    _require_measurable(run, layer, measures, method)
    rows = read_rows(run, layer)
    run.count_before = rows.count
    with run.timed():
        shapes = shapely.from_wkb(rows.geometries, on_invalid="ignore")
        _require_shapes(layer, measures, shapes)
        values = _measured(run, layer, shapes, measures, method)
        values |= _positions(run, layer, shapes, measures, xy_crs)
    units = {**dict.fromkeys(LENGTHS, METRES[length_unit or "m"]), "area": SQUARE_METRES[area_unit or "m2"]}
    found = zip(fields, measures, strict=True)
    added = [_column(field, values[measure] / units.get(measure, 1.0)) for field, measure in found]
    result = RowSet([*rows.columns, *added], rows.geometries, rows.count)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    return Measured(output)


def _require_units(measures: list[Measure], length_unit: str | None, area_unit: str | None) -> None:
    lengths = [measure for measure in measures if measure in LENGTHS]
    if lengths and length_unit is None:
        raise ToolError("MISSING_ARGUMENT", f"{lengths[0]} needs length_unit", "one of " + ", ".join(METRES),
                        argument="length_unit")  # fmt: skip
    if "area" in measures and area_unit is None:
        raise ToolError("MISSING_ARGUMENT", "area needs area_unit", "one of " + ", ".join(SQUARE_METRES),
                        argument="area_unit")  # fmt: skip


def _require_types(layer: Vector, measures: list[Measure]) -> None:
    """Refuses measures that geometries of the layer's type do not have."""
    found = layer.facts.geometry_type
    for measure in measures:
        wanted = TAKES.get(measure)
        if wanted and found is not None and found != wanted:
            raise ToolError("WRONG_GEOMETRY_TYPE", f'{measure} is measured of {NOUNS[wanted]}; "{layer.name}" holds '
                            f"{NOUNS.get(found, found)}", INSTEAD.get(measure, ""),
                            argument="measures")  # fmt: skip
        if measure in ("length_3d", "z") and not layer.facts.has_z:
            raise ToolError("WRONG_GEOMETRY_TYPE",
                            f'{measure} needs heights; the geometries of "{layer.name}" have no Z',
                            "length measures lines without heights" if measure == "length_3d" else "",
                            argument="measures")  # fmt: skip


def _require_shapes(layer: Vector, measures: list[Measure], shapes: np.ndarray) -> None:
    """Refuses measures that single geometries do not have, in a layer whose type says nothing."""
    import shapely

    if layer.facts.geometry_type is not None:
        return
    dimensions = shapely.get_dimensions(shapes)
    for measure in measures:
        wanted = TAKES.get(measure)
        other = 0 if wanted is None else int(((dimensions != DIMENSIONS[wanted]) & (dimensions >= 0)).sum())
        if wanted and other:
            found = counted(other, "other geometry", "other geometries")
            raise ToolError("WRONG_GEOMETRY_TYPE",
                            f'{measure} is measured of {NOUNS[wanted]}; "{layer.name}" also holds {found}',
                            "the types must be in layers of their own", argument="measures")  # fmt: skip


def _require_measurable(run: Run, layer: Vector, measures: list[Measure], method: str) -> None:
    if method == "planar":
        if "area" in measures:
            run.require.measurable(layer, "areal")
        if set(LENGTHS) & set(measures):
            run.require.measurable(layer, "linear")
    elif {"area", *LENGTHS} & set(measures):
        run.require.crs_known(layer)
    if {"area", "perimeter", "x", "y"} & set(measures) and layer.facts.geometry_type in ("Polygon", None):
        run.require.valid(layer)


def _measured(
    run: Run, layer: Vector, shapes: np.ndarray, measures: list[Measure], method: str
) -> dict[str, np.ndarray]:
    """Measures everything but positions, in metres and square metres."""
    from ...execution.geometry.measures import count_parts, measure_on_ellipsoid, measure_planar
    from ...execution.reference_systems.ellipsoid import metres_of_heights

    crs = layer.facts.crs or ""
    if "length_3d" in measures:
        run.note(f"length_3d takes one unit of Z as {metres_of_heights(crs):.10g} m.")
    values: dict[str, np.ndarray] = {}
    for measure in measures:
        run.raise_if_cancelled()
        if measure in COUNTS:
            values[measure] = count_parts(measure, shapes)
        elif measure not in ("x", "y", "z"):
            of_shapes = measure_planar if method == "planar" else measure_on_ellipsoid
            values[measure] = of_shapes(measure, shapes, crs)
    return values


def _positions(
    run: Run, layer: Vector, shapes: np.ndarray, measures: list[Measure], xy_crs: str | None
) -> dict[str, np.ndarray]:
    """Gives x and y of points and centroids, and z of single points; NaN where there is none."""
    import shapely

    values: dict[str, Any] = {}
    if {"x", "y"} & set(measures):
        _warn_of_halves(run, layer, shapes)
        centres = _without_empty(shapely.centroid(shapes))
        values["x"], values["y"] = shapely.get_x(centres), shapely.get_y(centres)
        if xy_crs is not None:
            values["x"], values["y"] = _transformed(run, layer, values["x"], values["y"], xy_crs)
    if "z" in measures:
        is_single = shapely.get_num_geometries(shapes) == 1
        values["z"] = shapely.get_z(_without_empty(shapely.get_geometry(shapes, 0)))
        values["z"][~is_single] = float("nan")
    return values


def _warn_of_halves(run: Run, layer: Vector, shapes: np.ndarray) -> None:
    """Warns of centroids in degrees of what lies on both sides of the antimeridian."""
    import math

    import shapely

    from ....tasks.crs_equality import is_geographic, parse_crs

    crs = layer.facts.crs
    if not crs or not is_geographic(crs):
        return
    west, _, east, _ = shapely.bounds(shapes).T
    wide = int((east - west > math.pi / parse_crs(crs).GetAngularUnits()).sum())
    if wide:
        run.warn("CRS_UNSUITABLE", f'{counted(wide, "geometry", "geometries")} of "{layer.name}" reach over more than '
                 "180 degrees of longitude; of what the antimeridian cuts the x is not the middle")  # fmt: skip


def _without_empty(points: np.ndarray) -> np.ndarray:
    """Takes empty points out of an array, since GEOS has no coordinates for them."""
    import shapely

    points[shapely.is_empty(points)] = None
    return points


def _transformed(run: Run, layer: Vector, x: Any, y: Any, xy_crs: str) -> tuple[np.ndarray, np.ndarray]:
    """Transforms positions by the operation that reproject_layer uses."""
    from ...execution.reference_systems.crs import known_crs
    from ...execution.reference_systems.operations import told_operation, transform_positions

    run.require.crs_known(layer)
    source = layer.facts.crs or ""
    operation = told_operation(run, source, known_crs("xy_crs", xy_crs), layer.facts.extent)
    return transform_positions(x, y, source, operation)


def _column(field: Field, values: np.ndarray) -> Column:
    import numpy as np

    from ...execution.layers.rows import Column

    is_null = np.isnan(values)
    if field.type == "integer":
        values = np.where(is_null, 0, values).astype(np.int64)
    return Column(field, values, is_null)
