# SPDX-License-Identifier: GPL-2.0-or-later
"""overlap_analysis, apportion_attributes"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.units import SQUARE_METRES, AreaUnit
from ...declaration.effects import adds_fields, like, table
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Polygons, Table
from ...declaration.markers import FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column
    from ...execution.relations.apportioning import Shares
    from ...execution.run import Run

GROUP = "Vector overlay"
MeasuringMethod = Literal["planar", "ellipsoidal"]
UNASSIGNED = (
    Field("field", "text"), Field("source_total", "real"), Field("assigned", "real"), Field("unassigned", "real"),
)  # fmt: skip


class Overlapped(NamedTuple):
    """Result of overlap_analysis."""

    output: Polygons
    uncovered_count: int


class Apportioned(NamedTuple):
    """Result of apportion_attributes."""

    output: Polygons
    unassigned_sums: Table | None
    uncovered_count: int


def _overlap_fields(handles: list[str]) -> list[Field]:
    return [Field(f"{handle}_{measure}", "real") for handle in handles for measure in ("area", "percent")]


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely; pyproj.Geod",
    effect=like(
        "layer",
        fields=adds_fields("layer", lambda call: _overlap_fields(call.arguments["overlay_layers"])),
        keeps_rows=True,
    ),
    tags=("covered area", "percent covered", "tabulate intersection", "share of area", "coverage", "land use share"),
)
def overlap_analysis(
    run: Run, layer: Polygons, overlay_layers: list[Polygons], area_unit: AreaUnit, method: MeasuringMethod
) -> Overlapped:
    """Adds to each polygon the area and the percentage of it that each overlay layer covers as a whole.

    Polygons of one overlay layer count as one area: where two of them overlap, the ground counts once.

    Args:
        layer: Polygons that are measured; their geometry, fields and order are kept.
        overlay_layers: One or more polygon layers, each measured for itself; where they overlap each other, the ground
            counts for each.
        area_unit: Unit of the areas. A US survey square foot (us_ft2) is not a square foot (ft2).
        method: planar measures in the CRS of the layers; ellipsoidal on the ellipsoid of that CRS, with geodesics
            between the vertices.
    Returns:
        output: The rows of `layer` with `<overlay layer>_area` and `<overlay layer>_percent` (0 to 100 of the
            polygon's own area) for each overlay layer.
        uncovered_count: Polygons of which no overlay layer covers any area.
    CRS: All layers in one CRS. planar refuses degrees and a scale error above 1 %; polygons are cut at straight edges
        in the CRS by either method.
    Edges: 0 where nothing is covered, also where only edges meet. NULL geometry gives NULL, an empty one area 0 and
        percent NULL. Polygons of `layer` that overlap are measured each.
    Raises: BAD_VALUE (no overlay layer, one twice, a taken name), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        INVALID_GEOMETRY, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: GEOS intersection and union (OverlayNG); geodesics by Karney 2013, as in PROJ.
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows

    handles = [overlay.name for overlay in overlay_layers]
    if not handles or len(set(handles)) < len(handles):
        raise ToolError("BAD_VALUE", f"overlay_layers takes one or more different layers, not "
                        f"{', '.join(handles) or 'none'}", argument="overlay_layers")  # fmt: skip
    names = [field.name for field in _overlap_fields(handles)]
    run.require.names_free("overlay_layers", layer.facts.field_names or [], names, "the field needs another name")
    for overlay in overlay_layers:
        run.require.crs_same(layer, overlay)
    run.require.valid(layer, *overlay_layers)
    if method == "planar":
        run.require.measurable(layer, "areal")
    rows = read_rows(run, layer)
    run.count_before = rows.count
    areas = shapes_of(rows)
    own = _areas(layer, areas, method)
    added, is_covered = [], np.zeros(rows.count, bool)
    for overlay in overlay_layers:
        covered = _covered(run, layer, areas, overlay, shapes_of(read_rows(run, overlay, [])), method)
        is_covered |= covered > 0
        added += _overlap_columns(overlay.name, covered / SQUARE_METRES[area_unit], own / SQUARE_METRES[area_unit])
    result = RowSet([*rows.columns, *added], rows.geometries, rows.count)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    return Overlapped(output, int((~is_covered).sum()))


def _areas(layer: Polygons, shapes: np.ndarray, method: str) -> np.ndarray:
    from ...execution.geometry.measures import measure_on_ellipsoid, measure_planar

    measure = measure_planar if method == "planar" else measure_on_ellipsoid
    return measure("area", shapes, layer.facts.crs or "")


def _covered(
    run: Run, layer: Polygons, areas: np.ndarray, overlay: Polygons, others: np.ndarray, method: str
) -> np.ndarray:
    """Measures how much of each polygon the others cover together, in square metres; says where they overlap."""
    import numpy as np
    import shapely

    from ...execution.geometry.group_shapes import united
    from ...execution.layers.statistics import Groups
    from ...execution.relations.overlay import common_parts, is_more
    from ...execution.relations.spatial_pairs import related_pairs

    with run.timed():
        pairs = related_pairs(run, areas, others, ["intersects"])
        common = common_parts(run, areas, others, pairs, 2)
        together = united(run, common.shapes, Groups(common.pairs.first, len(areas)))
        parts = np.bincount(common.pairs.first, shapely.area(common.shapes), minlength=len(areas))
        overlapped = int(is_more(parts, np.nan_to_num(shapely.area(together))).sum())
        measured = np.nan_to_num(_areas(layer, together, method))
    if overlapped:
        run.note(f'polygons of "{overlay.name}" overlap each other in {counted(overlapped, "polygon")} of '
                 f'"{layer.name}"; the ground is counted once.')  # fmt: skip
    if len(areas) and not len(common.shapes):
        run.note(f'NOTHING OVERLAPS: no polygon of "{overlay.name}" covers any of "{layer.name}".')
    return measured


def _overlap_columns(handle: str, covered: np.ndarray, own: np.ndarray) -> list[Column]:
    import numpy as np

    from ...execution.layers.rows import Column

    is_null = np.isnan(own)
    is_flat = is_null | (own == 0)
    percent = 100 * covered / np.where(is_flat, 1.0, own)
    area_field, percent_field = _overlap_fields([handle])
    return [Column(area_field, covered, is_null), Column(percent_field, percent, is_flat)]


def _apportioned_fields(call: Call) -> list[Field]:
    given = call.arguments
    return _share_fields(given.get("sum_fields"), given.get("mean_fields"), given.get("prefix"))


def _share_fields(sum_fields: list[str] | None, mean_fields: list[str] | None, prefix: str | None) -> list[Field]:
    sums = [Field(f"{prefix or ''}{name}_sum", "real") for name in sum_fields or []]
    return [*sums, *(Field(f"{prefix or ''}{name}_mean", "real") for name in mean_fields or [])]


@tool(
    group=GROUP,
    kind="composite",
    engine="shapely; pyproj.Geod",
    effect=lambda call: {
        **like("target", fields=adds_fields("target", _apportioned_fields), keeps_rows=True)(call),
        "unassigned_sums": table(*UNASSIGNED),
    },
    title="Apportion attributes by area",
    tags=("areal interpolation", "areal weighting", "apportion polygon", "proportional allocation", "area weighted",
          "population estimate"),
)  # fmt: skip
def apportion_attributes(
    run: Run,
    target: Polygons,
    source: Polygons,
    method: MeasuringMethod,
    sum_fields: Annotated[list[str] | None, FieldOf("source", ("integer", "real"))] = None,
    mean_fields: Annotated[list[str] | None, FieldOf("source", ("integer", "real"))] = None,
    prefix: str | None = None,
) -> Apportioned:
    """Moves counts (shared out by overlapped area) and rates (averaged by overlapped area) from polygons to others.

    Each source polygon is taken to be evenly spread over its area. Where polygons of neither layer overlap each other,
    what the targets get and what is unassigned add up to the totals of `source`.

    Args:
        target: Polygons that get the values; their geometry, fields and order are kept.
        source: Polygons with the values. Rows without an area share nothing.
        method: How the overlapped areas are measured: planar in the CRS of the layers, ellipsoidal on the ellipsoid of
            that CRS.
        sum_fields: Counts, such as people: a source polygon gives each target the share of its value that the target
            covers of its area.
        mean_fields: Rates and densities, such as income per head: the mean of the source values, weighted by the area
            they have in the target. A rate per head would need heads as weights.
        prefix: Put before `<field>_sum` and `<field>_mean`; needed where a name is taken.
    Returns:
        output: The rows of `target` with `<field>_sum`, then `<field>_mean`.
        unassigned_sums: One row per sum field: `field`, `source_total`, what the targets were `assigned` and what
            stayed `unassigned`, since it lies outside all targets.
        uncovered_count: Targets without any area in a source polygon.
    CRS: Both layers in one CRS. planar refuses degrees and a scale error above 1 %; an equal-area CRS has none for
        areas.
    Edges: NULL values share nothing and are left out of means. A target is NULL where no source polygon with a value
        covers any of it; one that is covered in part has the sum of that part alone. Targets that overlap each get
        their share, so that more than the total is assigned; where sources overlap both values count there.
    Raises: MISSING_ARGUMENT (no field), BAD_VALUE (a taken name), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        INVALID_GEOMETRY, WRONG_TYPE, LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Goodchild and Lam 1980 (areal weighting); GEOS intersection; geodesics by Karney 2013, as in PROJ.
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.layers.statistics import note_rates
    from ...execution.relations.apportioning import means, shares_of, sums

    if not sum_fields and not mean_fields:
        raise ToolError("MISSING_ARGUMENT", "apportion_attributes needs sum_fields or mean_fields",
                        "counts go in sum_fields, rates in mean_fields", argument="sum_fields")  # fmt: skip
    names = [field.name for field in _share_fields(sum_fields, mean_fields, prefix)]
    run.require.names_free("prefix", target.facts.field_names or [], names, "give a prefix for the new columns")
    run.require.crs_same(target, source)
    run.require.valid(target, source)
    if method == "planar":
        run.require.measurable(source, "areal")
    note_rates(run, {name: ["sum"] for name in sum_fields or []})
    rows, others = read_rows(run, target), read_rows(run, source, [*(sum_fields or []), *(mean_fields or [])])
    run.count_before = rows.count
    with run.timed():
        shapes, other_shapes, is_planar = shapes_of(rows), shapes_of(others), method == "planar"
        shares = shares_of(run, shapes, other_shapes, lambda parts: _areas(source, parts, method), is_planar)
        sum_columns = [others.column(name) for name in sum_fields or []]
        made = [sums(shares, column) for column in sum_columns]
        made += [means(shares, others.column(name)) for name in mean_fields or []]
    added = [column.renamed(name) for column, name in zip(made, names, strict=True)]
    uncovered = rows.count - len(np.unique(shares.pairs.first))
    if uncovered:
        run.note(f'"{source.name}" covers nothing of {counted(uncovered, "polygon")} of "{target.name}", where the new '
                 "fields are NULL.")  # fmt: skip
    _tell_shares(run, target, source, shares, [*sum_columns, *(others.column(name) for name in mean_fields or [])])
    result = RowSet([*rows.columns, *added], rows.geometries, rows.count)
    output = write_rows(run, result, crs=target.facts.crs, geometry_type=ogr_geometry_name(target.facts))
    return Apportioned(output, _unassigned(run, shares, sum_columns, made), uncovered)


def _unassigned(run: Run, shares: Shares, columns: list[Column], made: list[Column]) -> Any:
    """Reports what no target got, and writes it as a table where it is asked for."""
    import numpy as np

    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.relations.apportioning import total_of, unassigned_of

    left = [unassigned_of(shares, column) for column in columns]
    totals = [total_of(column) for column in columns]
    given = [total_of(column) for column in made[: len(columns)]]
    run.report["unassigned_sums"] = {column.field.name: value for column, value in zip(columns, left, strict=True)}
    if not run.wants("unassigned_sums"):
        return None
    known = np.zeros(len(columns), bool)
    names = np.array([*(column.field.name for column in columns), ""], object)[:-1]
    values = [names, *(np.array(each, float) for each in (totals, given, left))]
    made_columns = [Column(field, each, known) for field, each in zip(UNASSIGNED, values, strict=True)]
    return write_rows(run, RowSet(made_columns, None, len(columns)), output="unassigned_sums")


def _tell_shares(run: Run, target: Polygons, source: Polygons, shares: Shares, columns: list[Column]) -> None:
    run.report["overlapping_pairs"] = {"target": shares.target_overlaps, "source": shares.source_overlaps}
    for layer, count, words in (
        (target, shares.target_overlaps, "what lies there is assigned to each of them"),
        (source, shares.source_overlaps, "the values of both count there"),
    ):
        if count:
            run.note(f'in "{layer.name}" {counted(count, "pair")} of polygons overlap each other; {words}.')
    outside = int((shares.outside > 0).sum())
    if outside:
        run.note(f'in part or in whole outside all of "{target.name}": {counted(outside, "polygon")} of '
                 f'"{source.name}".')  # fmt: skip
    for column in columns:
        missing = int(column.is_null.sum())
        if missing:
            run.note(f'"{column.field.name}" is NULL in {counted(missing, "row")} of "{source.name}", which share '
                     "nothing.")  # fmt: skip
