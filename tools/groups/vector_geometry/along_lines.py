# SPDX-License-Identifier: GPL-2.0-or-later
"""split_lines, points_along_lines"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Points, Vector
from ...declaration.markers import Distance, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run

GROUP = "Vector geometry"
PLACE_FIELDS = [Field("distance", "real"), Field("bearing", "real")]
ROUNDING = 1e-9  # share of a piece; a line of 3 times 0.1 has 3 pieces, not 4


class SplitUp(NamedTuple):
    """Result of split_lines."""

    output: Lines


class Placed(NamedTuple):
    """Result of points_along_lines."""

    output: Points
    without_point_count: int


def _pieces_effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": like("layer")(call)["output"].with_(is_multi=False, has_m=False)}


def _places_effect(call: Call) -> Mapping[str, LayerFacts]:
    facts = like("layer", geometry_type="Point", fields=adds_fields("layer", lambda _: PLACE_FIELDS))(call)["output"]
    return {"output": facts.with_(is_multi=False, has_z=False, has_m=False)}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=_pieces_effect,
    tags=("explode lines", "split at vertices", "segments", "divide", "cut by length", "equal parts"),
)
def split_lines(
    run: Run,
    layer: Lines,
    method: Literal["max_length", "equal_parts", "each_segment"],
    length: Annotated[float | None, Distance("unit")] = None,
    unit: LengthUnit | None = None,
    parts: Annotated[int | None, Number(1, 100_000)] = None,
) -> SplitUp:
    """Cuts lines into pieces of a length, into equal parts, or into their straight segments.

    Attributes are copied to every piece, lengths and counts among them: measure again.

    Args:
        layer: Lines; each part of a multi-part line is cut for itself.
        method: max_length cuts every `length` from the start of the line on, and the last piece is shorter; equal_parts
            makes `parts` pieces of one length; each_segment cuts at every vertex.
        length: For max_length: length of the pieces in `unit`.
        unit: Unit of `length`.
        parts: For equal_parts: how many pieces of each line.
    Returns:
        output: Single lines in the direction of the line they come from, in its order, Z interpolated.
    CRS: max_length measures in the plane and refuses degrees and a scale error above 1 %; the other methods take any
        CRS, where equal parts are equal in its coordinates.
    Edges: Rows without geometry are kept without one. A closed line is cut at its first vertex too. M values are lost,
        said.
    Raises: MISSING_ARGUMENT, BAD_VALUE (an argument of another method, a length of 0), CRS_MISSING, CRS_UNSUITABLE,
        LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    import numpy as np

    from ...execution.geometry.line_cutting import cut_at
    from ...execution.geometry.shapes import apart, read_shapes, taken, with_shapes
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    _require_arguments(method, {"length": length, "unit": unit, "parts": parts})
    run.require.crs_known(layer)
    if method == "max_length":
        run.require.measurable(layer)
    run.count_before = layer.facts.count
    shaped = apart(read_shapes(run, layer))
    with run.timed():
        full = np.flatnonzero(shaped.number > 0)
        lines = shaped.shapes[full]
        line, distance = _cuts(run, layer, lines, method, length, unit, parts)
        cut = cut_at(lines, line, distance)
        rows = np.concatenate([full[cut.owner], np.flatnonzero(shaped.number == 0)])
        pieces = np.concatenate([cut.pieces, np.full(len(rows) - len(cut.pieces), None)])
        order = np.argsort(shaped.owner[rows], kind="stable")
        result = with_shapes(taken(shaped.rows, rows[order]), pieces[order])
    facts = layer.facts.with_(is_multi=False, has_m=False)
    return SplitUp(write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)))


def _require_arguments(method: str, given: Mapping[str, object]) -> None:
    wanted = {"max_length": ("length", "unit"), "equal_parts": ("parts",), "each_segment": ()}[method]
    for name in wanted:
        if given[name] is None:
            raise ToolError("MISSING_ARGUMENT", f'method "{method}" needs {name}', argument=name)
    for name, value in given.items():
        if value is not None and name not in wanted:
            raise ToolError("BAD_VALUE", f'{name} has no meaning for method "{method}"', "leave it out",
                            argument=name)  # fmt: skip
    length = given["length"]
    if isinstance(length, (int, float)) and length <= 0:
        raise ToolError("BAD_VALUE", f"length takes a distance above 0, not {length:g}", argument="length")


def _cuts(
    run: Run,
    layer: Vector,
    lines: np.ndarray,
    method: str,
    length: float | None,
    unit: LengthUnit | None,
    parts: int | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Gives the line and the distance from its start of every cut."""
    import numpy as np
    import shapely

    from ...execution.geometry.line_cutting import inner_vertices

    if method == "each_segment":
        return inner_vertices(lines)
    lengths = shapely.length(lines)
    if length is not None and unit is not None:
        step = np.full(len(lines), length * METRES[unit] / metres_per_unit(layer.facts.crs or ""))
        counts = np.ceil(lengths / step - ROUNDING)
    else:
        step, counts = lengths / (parts or 1), np.full(len(lines), parts or 1, float)
    run.require.size("rows", counts.sum(), "the result", "longer or fewer pieces", "length" if length else "parts")
    return _multiples(step, np.maximum(counts.astype(np.int64) - 1, 0), first=1)


def _multiples(step: np.ndarray, counts: np.ndarray, first: int) -> tuple[np.ndarray, np.ndarray]:
    """Lists, line by line, `counts` multiples of `step`, the first of them `first` times it."""
    import numpy as np

    line = np.repeat(np.arange(len(step)), counts)
    place = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
    return line, (place + first) * step[line]


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_places_effect,
    tags=("points at interval", "chainage", "stations", "densify to points", "along geometry", "bearing", "sampling"),
)
def points_along_lines(
    run: Run,
    layer: Vector,
    interval: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    start_offset: Annotated[float, Distance("unit")] = 0,
    end_offset: Annotated[float, Distance("unit")] = 0,
    include_ends: bool = False,
) -> Placed:
    """Places points at a fixed interval along lines or the outlines of polygons.

    Args:
        layer: Lines, or polygons whose rings are followed. Each part and ring begins again at 0: dissolve joins broken
            lines where the interval must run through.
        interval: Distance between points in `unit`.
        unit: Unit of all distances, those in the result among them.
        start_offset: Distance from the start of a line to its first point, in `unit`.
        end_offset: Distance before the end of a line beyond which there are no points, in `unit`.
        include_ends: Whether there is also a point at the end (less `end_offset`) where the interval does not fall on
            it; the start has one in any case.
    Returns:
        output: Points without Z and M, with the fields of their feature, `distance` from the start of the line in
            `unit`, and `bearing` of the line there in degrees clockwise from north: at a vertex that of the segment
            after it.
        without_point_count: Features with a geometry that got no point, since the offsets leave nothing.
    CRS: Planar: refuses degrees and a scale error above 1 %.
    Edges: Rows without geometry have no points. The end of a ring is its start, and gets a second point only by
        include_ends or where the interval falls on it.
    Raises: BAD_VALUE (an interval of 0, a negative offset, a field of these names), WRONG_GEOMETRY_TYPE (points),
        CRS_MISSING, CRS_UNSUITABLE, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.line_cutting import places_on
    from ...execution.geometry.shapes import read_shapes, taken, with_shapes
    from ...execution.layers.rows import Column, write_rows

    _require_places(layer, interval, start_offset, end_offset)
    added = [field.name for field in PLACE_FIELDS]
    run.require.names_free("layer", layer.facts.field_names or [], added, "it must be renamed or left out first")
    run.require.measurable(layer)
    run.count_before = layer.facts.count
    scale = METRES[unit] / metres_per_unit(layer.facts.crs or "")
    shaped = read_shapes(run, layer)
    with run.timed():
        lines, owner = _outlines(shaped.shapes)
        line, distance = _places(run, shapely.length(lines) / scale, interval, start_offset, end_offset, include_ends)
        places = places_on(lines, line, distance * scale)
        rows = taken(shaped.rows, owner[line])
        given = np.zeros(len(line), bool)
        values = (distance, places.bearing)
        rows.columns += [Column(field, each, given) for field, each in zip(PLACE_FIELDS, values, strict=True)]
        result = with_shapes(rows, places.points)
    without = len(np.setdiff1d(owner, owner[line]))
    if without:
        run.note(f"without a point, since the offsets leave nothing of them: {counted(without, 'feature')}.")
    return Placed(write_rows(run, result, crs=layer.facts.crs, geometry_type="Point"), without)


def _require_places(layer: Vector, interval: float, start_offset: float, end_offset: float) -> None:
    if layer.facts.geometry_type == "Point":
        raise ToolError("WRONG_GEOMETRY_TYPE", f'"{layer.name}" holds points, which have no length',
                        "lines or polygons are needed", argument="layer")  # fmt: skip
    if interval <= 0:
        raise ToolError("BAD_VALUE", f"interval takes a distance above 0, not {interval:g}", argument="interval")
    for name, value in (("start_offset", start_offset), ("end_offset", end_offset)):
        if value < 0:
            raise ToolError("BAD_VALUE", f"{name} takes a distance from 0, not {value:g}", argument=name)


def _outlines(shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives the lines of lines, the rings of polygons as lines, and the row each belongs to."""
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    if len(parts) and shapely.get_dimensions(parts).max() == 2:
        rings, ring_owner = shapely.get_rings(parts, return_index=True)
        parts, owner = shapely.linestrings(shapely.get_coordinates(rings, include_z=False), indices=np.repeat(
            np.arange(len(rings)), shapely.get_num_coordinates(rings))), owner[ring_owner]  # fmt: skip
    full = shapely.length(parts) > 0
    return parts[full], owner[full]


def _places(
    run: Run, lengths: np.ndarray, interval: float, start_offset: float, end_offset: float, include_ends: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Gives the line and the distance from its start of every point, along the lines."""
    import numpy as np

    room = lengths - end_offset - start_offset
    counts = np.where(room >= 0, np.floor(room / interval + ROUNDING) + 1, 0)
    run.require.size("rows", counts.sum(), "the result", "a longer interval", "interval")
    line, distance = _multiples(np.full(len(lengths), interval), counts.astype(np.int64), first=0)
    distance = np.minimum(distance + start_offset, lengths[line])
    if include_ends:
        rest = room - (counts - 1) * interval
        ends = np.flatnonzero((counts > 0) & (rest > ROUNDING * interval))
        line, distance = np.append(line, ends), np.append(distance, lengths[ends] - end_offset)
        order = np.lexsort((distance, line))
        line, distance = line[order], distance[order]
    return line, distance
