# SPDX-License-Identifier: GPL-2.0-or-later
"""create_grid, random_points"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic, metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, GeometryType, LayerFacts
from ...declaration.layers import Points, Polygons, Vector
from ...declaration.markers import CrsText, Distance, Number
from ...declaration.observation import crs_label
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.structured_types import ExtentRequest
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run

GROUP = "Vector geometry"
GRID_FIELDS = (Field("id", "integer"), Field("row", "integer"), Field("column", "integer"))
HEXAGON = 2 / 3**0.5  # between two corners, for 1 between two sides


class Gridded(NamedTuple):
    """Result of create_grid."""

    output: Vector


class Scattered(NamedTuple):
    """Result of random_points."""

    output: Points
    placed_count: int


def _grid_effect(call: Call) -> Mapping[str, LayerFacts]:
    geometry_type: GeometryType = "Point" if call.arguments["shape"] == "point" else "Polygon"
    return {"output": vector(call.arguments["crs"], GRID_FIELDS, geometry_type)}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=_grid_effect,
    tags=("fishnet", "tessellation", "hexbin", "hexagons", "lattice", "quadrats", "squares", "sampling grid"),
)
def create_grid(
    run: Run,
    shape: Literal["rectangle", "hexagon", "diamond", "point"],
    extent: ExtentRequest | str,
    crs: Annotated[str, CrsText()],
    unit: Literal["m", "km", "ft", "us_ft", "yd", "mi", "nmi", "deg"],
    cell_width: Annotated[float | None, Distance("unit")] = None,
    cell_height: Annotated[float | None, Distance("unit")] = None,
    hex_size: Annotated[float | None, Distance("unit")] = None,
    origin_x: float | None = None,
    origin_y: float | None = None,
    keep_intersecting: Vector | None = None,
) -> Gridded:
    """Covers an extent with rectangular, hexagonal or diamond cells, or with points.

    Cells are numbered column by column from the upper left. The last cells may reach beyond the extent, so that all of
    it is covered.

    Args:
        shape: rectangle; hexagon, with corners to the left and right; diamond; or point, at the corners of rectangles.
        extent: What is covered: an object in `crs`, or the handle of a layer in `crs`.
        crs: CRS of the grid.
        unit: Unit of all sizes; deg for a CRS in degrees, a length for a projected one.
        cell_width: Width of a rectangle or diamond, or the spacing of points, in `unit`.
        cell_height: Its height in `unit`; left out, the width.
        hex_size: For hexagon: distance between two parallel sides in `unit`; the side is 0.577 of it.
        origin_x: With origin_y, in `crs`: a place that is the upper left corner of a cell (or a point) of the endless
            grid; give it so that grids line up. Left out, the upper left corner of the extent.
        origin_y: The other half of the place that origin_x begins.
        keep_intersecting: Layer in `crs`; only cells that share a point with one of its features are kept, those that
            touch among them; the others keep their numbers.
    Returns:
        output: Cells or points with `id`, `row` and `column`, each from 1.
    CRS: Sizes are planar in `crs`; how true they are to the ground is that of the CRS.
    Edges: Hexagons and diamonds that share no area with the extent are left out.
    Raises: MISSING_ARGUMENT (a size, or one half of the origin), BAD_VALUE (a size of 0 or of another shape, an extent
        without area for cells), CRS_UNSUITABLE (a length in degrees), CRS_MISMATCH, CRS_MISSING, LIMIT_EXCEEDED,
        UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    import numpy as np

    from ...execution.geometry.grid_cells import cells_of, covering, lattice
    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.reference_systems.crs import known_crs
    from ...execution.reference_systems.extents import extent_in

    target = known_crs("crs", crs)
    width, height = _sizes(shape, cell_width, cell_height, hex_size)
    scale = _units_of(target, unit)
    assert isinstance(extent, ExtentRequest)
    where = extent_in(target, extent, "crs")
    if shape != "point" and (where.xmax <= where.xmin or where.ymax <= where.ymin):
        raise ToolError("BAD_VALUE", "extent is a point or a line, which cells cannot cover by area",
                        "give corners that differ in both coordinates", argument="extent")  # fmt: skip
    if (origin_x is None) != (origin_y is None):
        raise ToolError("MISSING_ARGUMENT", "an origin needs both origin_x and origin_y", argument="origin_x")
    origin = None if origin_x is None or origin_y is None else (origin_x, origin_y)
    place = lattice(shape, where, width * scale, height * scale, origin)
    run.require.size("rows", float(place.columns) * place.rows, "the grid", "larger cells or a smaller extent")
    with run.timed():
        cells = covering(cells_of(shape, place), where)
        number = np.lexsort((cells.row, cells.column))
        values = [np.arange(1, len(number) + 1), cells.row[number], cells.column[number]]
        shapes = cells.shapes[number]
        kept = _kept(run, target, shapes, keep_intersecting)
        columns = [
            Column(field, each[kept], np.zeros(len(kept), bool))
            for field, each in zip(GRID_FIELDS, values, strict=True)
        ]
        result = with_shapes(RowSet(columns, None, len(kept)), shapes[kept])
    kind = "Point" if shape == "point" else "Polygon"
    return Gridded(write_rows(run, result, crs=target, geometry_type=kind))


def _sizes(
    shape: str, cell_width: float | None, cell_height: float | None, hex_size: float | None
) -> tuple[float, float]:
    given = {"cell_width": cell_width, "cell_height": cell_height, "hex_size": hex_size}
    wanted, unwanted = (
        ("hex_size", ("cell_width", "cell_height")) if shape == "hexagon" else ("cell_width", ("hex_size",))
    )
    for name in unwanted:
        if given[name] is not None:
            raise ToolError("BAD_VALUE", f'{name} has no meaning for shape "{shape}"', f"{wanted} is its size",
                            argument=name)  # fmt: skip
    if given[wanted] is None:
        raise ToolError("MISSING_ARGUMENT", f'shape "{shape}" needs {wanted}', argument=wanted)
    for name, value in given.items():
        if value is not None and value <= 0:
            raise ToolError("BAD_VALUE", f"{name} takes a size above 0, not {value:g}", argument=name)
    if hex_size is not None:
        return hex_size * HEXAGON, hex_size
    assert cell_width is not None
    return cell_width, cell_width if cell_height is None else cell_height


def _units_of(crs: str, unit: str) -> float:
    """Gives how many units of a CRS one `unit` is."""
    if is_geographic(crs) != (unit == "deg"):
        words = "degrees" if is_geographic(crs) else "a length"
        raise ToolError("CRS_UNSUITABLE", f"{crs_label(crs)} measures in {words}, unit is {unit}",
                        "a projected CRS takes lengths, one in degrees takes deg", argument="unit")  # fmt: skip
    return 1.0 if unit == "deg" else METRES[unit] / metres_per_unit(crs)


def _kept(run: Run, crs: str, shapes: np.ndarray, layer: Vector | None) -> np.ndarray:
    import numpy as np

    from ...execution.geometry.shapes import read_shapes
    from ...execution.relations.spatial_pairs import related_pairs

    if layer is None:
        return np.arange(len(shapes))
    run.require.crs_same(layer, Vector("the grid", LayerFacts(crs=crs)))
    return np.unique(related_pairs(run, shapes, read_shapes(run, layer).shapes, ["intersects"]).first)


def _points_effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("polygons")
    return {"output": vector(source.crs, source.fields, "Point")}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=_points_effect,
    tags=("sampling", "random sample", "scatter", "simulate", "dot density", "stratified"),
)
def random_points(
    run: Run,
    polygons: Polygons,
    count: Annotated[int, Number(1, 10_000_000)],
    per: Literal["layer", "polygon"] = "layer",
    min_distance: Annotated[float, Distance("unit")] = 0,
    unit: LengthUnit = "m",
    seed: Annotated[int, Number(0, 4_294_967_295)] = 1,
) -> Scattered:
    """Places random points inside polygons, evenly over their area.

    The same call with the same seed gives the same points.

    Args:
        polygons: Where points are placed. Where polygons overlap, points are twice as dense.
        count: How many points.
        per: layer places `count` points over all polygons, by area; polygon places `count` in each.
        min_distance: Least distance between any two points, in `unit`; 0 for none. Where it leaves no room, fewer
            points are placed, which is said.
        unit: Unit of `min_distance`.
        seed: Seed of the random numbers.
    Returns:
        output: Points with the fields of the polygon they lie in, polygon by polygon.
        placed_count: Points placed.
    CRS: Even in the plane of the CRS; a CRS true to area makes them even on the ground. Degrees are refused with
        `min_distance` and said without.
    Edges: Rows without geometry and polygons without area get no points. Points lie inside, not on edges.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (a negative distance), LIMIT_EXCEEDED,
        UNKNOWN_LAYER.
    Source: Mersenne Twister MT19937; evenly in the triangles of a constrained Delaunay triangulation (GEOS); where
        little room is left, Ebeida et al. 2012.
    """
    import numpy as np

    from ...execution.geometry.random_places import scattered
    from ...execution.geometry.shapes import read_shapes, taken, with_shapes
    from ...execution.layers.rows import write_rows

    if min_distance < 0:
        raise ToolError("BAD_VALUE", f"min_distance takes a distance from 0, not {min_distance:g}",
                        argument="min_distance")  # fmt: skip
    run.require.crs_known(polygons)
    crs = polygons.facts.crs or ""
    if min_distance:
        run.require.measurable(polygons)
    elif is_geographic(crs):
        run.warn("CRS_UNSUITABLE", f'points in "{polygons.name}" are even in degrees, so denser on the ground towards '
                 "the poles")  # fmt: skip
    run.require.valid(polygons)
    total = count * (polygons.facts.count or 0) if per == "polygon" else count
    run.require.size("rows", total, "the result", "fewer points", "count")
    run.count_before = polygons.facts.count
    shaped = read_shapes(run, polygons)
    with run.timed():
        gap = min_distance * METRES[unit] / metres_per_unit(crs) if min_distance else 0.0
        places = scattered(run, shaped.shapes, count, per, gap, np.random.RandomState(seed))
        result = with_shapes(taken(shaped.rows, places.owner), places.points)
    if places.missing:
        run.note(f"min_distance left no room for {counted(places.missing, 'point')}; fewer were placed.")
    output = write_rows(run, result, crs=crs, geometry_type="Point")
    return Scattered(output, len(places.points))
