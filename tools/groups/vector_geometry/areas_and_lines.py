# SPDX-License-Identifier: GPL-2.0-or-later
"""polygonize_lines, polygons_to_lines"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import like, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Polygons
from ...declaration.markers import FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run

GROUP = "Vector geometry"


class Polygonized(NamedTuple):
    """Result of polygonize_lines."""

    output: Polygons
    dangle_count: int
    unnoded_count: int


class Outlined(NamedTuple):
    """Result of polygons_to_lines."""

    output: Lines


def _faces(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": vector(call.facts("layer").crs, (Field("id", "integer"),), "Polygon")}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_faces,
    tags=("lines to polygons", "feature to polygon", "build areas", "faces", "close lines"),
)
def polygonize_lines(run: Run, layer: Lines) -> Polygonized:
    """Builds a polygon for every face that lines enclose.

    Lines must meet at common ends: planarize_lines cuts them at their crossings first. Attributes do not carry over;
    join them by location.

    Args:
        layer: Lines that may enclose faces.
    Returns:
        output: Polygons without Z and M that do not overlap, with `id` from 1, from west to east.
        dangle_count: Lines that enclose nothing, since they end in the open or join two faces.
        unnoded_count: Pairs of lines that meet elsewhere than at an end of both, and lines that meet themselves on the
            way; each may hide faces, which is said.
    CRS: Any; coordinates stay as they are.
    Edges: A face inside another one is a hole of that and a polygon of its own. Lines that are there several times
        count once.
    Raises: CRS_MISSING, UNKNOWN_LAYER.
    Source: GEOS polygonizer.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import apart, read_shapes, with_shapes
    from ...execution.layers.rows import Column, RowSet, write_rows

    run.require.crs_known(layer)
    run.count_before = layer.facts.count
    parts = apart(read_shapes(run, layer))
    with run.timed():
        lines = np.unique(shapely.to_wkb(shapely.normalize(shapely.force_2d(parts.shapes[parts.number > 0]))))
        lines = shapely.from_wkb(lines)
        faces, cuts, dangles, _ = (shapely.get_parts(each) for each in shapely.polygonize_full(lines))
        faces = faces[np.lexsort(shapely.bounds(faces).T[::-1])] if len(faces) else faces
        unnoded = _unnoded(run, lines)
        number = Column(Field("id", "integer"), np.arange(1, len(faces) + 1), np.zeros(len(faces), bool))
        result = with_shapes(RowSet([number], None, len(faces)), faces)
    if unnoded:
        run.note(f"without a common end where they meet: {counted(unnoded, 'pair')} of lines; planarize_lines cuts "
                 "them there.")  # fmt: skip
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type="Polygon")
    return Polygonized(output, len(dangles) + len(cuts), unnoded)


def _unnoded(run: Run, lines: np.ndarray) -> int:
    """Counts the pairs of lines that meet elsewhere than at an end of both, and the lines that meet themselves."""
    import shapely

    from ...execution.relations.spatial_pairs import related_pairs

    pairs = related_pairs(run, lines, lines, ["intersects"])
    once = pairs.first < pairs.second
    first, second = pairs.first[once], pairs.second[once]
    ends = shapely.union(shapely.get_point(lines, 0), shapely.get_point(lines, -1))
    shared = shapely.intersection(lines[first], lines[second])
    is_common = shapely.covers(ends[first], shared) & shapely.covers(ends[second], shared)
    return int((~is_common).sum() + (~shapely.is_simple(lines)).sum())


def _outlines(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    facts = like("layer", geometry_type="LineString", is_multi=True)(call)["output"].with_(has_m=False)
    if call.arguments.get("mode") == "shared_edges":
        ident = source.field(call.arguments.get("id_field") or "")
        names = () if ident is None else (f"left_{ident.name}", f"right_{ident.name}")
        fields = tuple(Field(name, ident.type) for name in names if ident)
        facts = facts.with_(is_multi=False, has_z=False, fields=fields if source.fields is not None else None)
    return {"output": facts}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_outlines,
    tags=("boundary", "outline", "borders", "polygon to line", "rings", "shared borders", "contour of polygons"),
)
def polygons_to_lines(
    run: Run,
    layer: Polygons,
    mode: Literal["rings", "shared_edges"] = "rings",
    id_field: Annotated[str | None, FieldOf("layer")] = None,
) -> Outlined:
    """Turns the outlines of polygons into lines: whole rings, or each border once with the polygons beside it.

    Args:
        layer: Polygons whose outlines are taken.
        mode: rings gives each polygon its rings, so that a common border is there twice; shared_edges gives each border
            between two polygons, or between one and nothing, once.
        id_field: For shared_edges: field whose values name the polygons.
    Returns:
        output: For rings one multi-part line per polygon with its fields, Z kept; for shared_edges single lines
            without Z with `left_<id_field>` and `right_<id_field>` as seen along the line, NULL where nothing is.
    CRS: Any; coordinates stay as they are.
    Edges: Borders are common where they match within the noise of floats, vertices of one polygon on the edge of the
        other among them; near misses are borders with nothing beyond. Where polygons overlap, the first one counts.
        Rows without geometry are kept by rings alone.
    Raises: MISSING_ARGUMENT (id_field), BAD_VALUE (id_field with rings), INVALID_GEOMETRY, CRS_MISSING, UNKNOWN_FIELD,
        UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    import shapely

    from ...execution.geometry.shapes import as_multi_parts, read_shapes, with_shapes
    from ...execution.geometry.shared_edges import edges_of, merged_lines
    from ...execution.layers.rows import RowSet, ogr_geometry_name, write_rows

    if (id_field is None) == (mode == "shared_edges"):
        code = "MISSING_ARGUMENT" if id_field is None else "BAD_VALUE"
        words = "needs id_field" if id_field is None else "takes no id_field, all fields are kept"
        raise ToolError(code, f'mode "{mode}" {words}', argument="id_field")  # type: ignore[arg-type]
    run.require.crs_known(layer)
    if mode == "shared_edges":
        run.require.valid(layer)
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    if id_field is None:
        facts = layer.facts.with_(geometry_type="LineString", is_multi=True, has_m=False)
        rings = with_shapes(shaped.rows, as_multi_parts(shapely.boundary(shaped.shapes)))
        return Outlined(write_rows(run, rings, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)))
    with run.timed():
        edges = edges_of(shaped.shapes)
        wide = shaped.rows.count + 1
        lines, group = merged_lines(edges, (edges.left + 1) * wide + edges.right + 1)
        ident = shaped.rows.column(id_field)
        columns = [
            ident.take(group // wide - 1).renamed(f"left_{id_field}"),
            ident.take(group % wide - 1).renamed(f"right_{id_field}"),
        ]
        result = with_shapes(RowSet(columns, None, len(lines)), lines)
    return Outlined(write_rows(run, result, crs=layer.facts.crs, geometry_type="LineString"))
