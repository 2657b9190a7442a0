# SPDX-License-Identifier: GPL-2.0-or-later
"""snap_geometries"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.layers import Vector
from ...declaration.markers import Distance
from ...declaration.registry import tool
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run

Mode = Literal["vertices_first", "nearest_place", "line_ends_only"]
BEHAVIOURS: dict[Mode, int] = {"vertices_first": 0, "nearest_place": 1, "line_ends_only": 4}
JUST_BEYOND = 1 + 1e-9  # the engine leaves out what is just as far as its tolerance


class Snapped(NamedTuple):
    """Result of snap_geometries."""

    output: Vector
    moved_count: int
    invalid_count: int


@tool(
    group="Geometry repair and topology",
    kind="vector",
    engine="native:snapgeometries",
    effect=lambda call: {"output": like("layer")(call)["output"].with_(has_m=False)},
    title="Snap geometries to layer",
    tags=("snap", "align", "integrate", "match edges", "close gaps", "conflate", "v.clean snap", "tolerance"),
)
def snap_geometries(
    run: Run,
    layer: Vector,
    reference: Vector,
    tolerance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    mode: Mode = "vertices_first",
) -> Snapped:
    """Moves vertices within a tolerance onto the vertices or edges of a reference layer, or of the layer itself.

    Args:
        layer: Features to move.
        reference: Features to move onto; the same layer snaps its features to each other, where the later row moves.
        tolerance: Farthest that a vertex is moved, in `unit`, that distance itself included. Features that are not much
            larger collapse.
        unit: Unit of `tolerance`.
        mode: vertices_first takes a vertex of the reference where one is within the tolerance, else the nearest place
            on an edge; nearest_place takes the nearest of both; both add the vertices of the reference that an edge
            lacks. line_ends_only moves the ends of lines alone, vertices first.
    Returns:
        output: The rows of `layer` in their order with their attributes.
        moved_count: Features of which a vertex was moved or added.
        invalid_count: Features that were valid and are not any more.
    CRS: Both layers in one projected CRS; degrees and lengths that are off by more than 1 % are refused.
    Edges: Rows without geometry stay. Vertices that come to lie on the straight between their neighbours may go. Z
        stays that of the vertex, added ones have that of their edge; M values are lost, said. Snapping may make
        polygons invalid or collapse them, which is counted and said.
    Raises: BAD_VALUE (no positive tolerance, a column called geom in a layer that snaps to itself),
        WRONG_GEOMETRY_TYPE (line_ends_only of other geometries), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        UNKNOWN_LAYER.
    Source: QGIS geometry snapper.
    """
    from ...execution.geometry.shapes import read_shapes, with_shapes
    from ...execution.layers.layer_facts import vector_facts
    from ...execution.layers.rows import ogr_geometry_name, read_geometries, write_rows

    is_self = _is_same(layer, reference)
    _require_sense(layer, tolerance, mode, is_self)
    run.require.crs_same(layer, reference)
    run.require.measurable(layer)
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    snapped = run.native(
        "native:snapgeometries",
        output="",
        INPUT=layer,
        REFERENCE_LAYER=layer if is_self else reference,
        TOLERANCE=tolerance * METRES[unit] / metres_per_unit(layer.facts.crs or "") * JUST_BEYOND,
        BEHAVIOR=BEHAVIOURS[mode],
    )
    path = str(snapped).partition("|")[0]
    made = Vector("", vector_facts(path, ""), path=path)
    run.require.rows_kept(layer, made.facts.count)
    with run.timed():
        shapes, moved, spoilt = _moved(shaped.shapes, read_geometries(run, made))
    if spoilt:
        run.note(f"invalid after the move: {counted(spoilt, 'feature')}; fix_geometries repairs them.")
    name = ogr_geometry_name(layer.facts.with_(has_m=False))
    output = write_rows(run, with_shapes(shaped.rows, shapes), crs=layer.facts.crs, geometry_type=name)
    return Snapped(output, moved, spoilt)


def _require_sense(layer: Vector, tolerance: float, mode: Mode, is_self: bool) -> None:
    from ...execution.layers.geom_column import column_in_the_way

    if tolerance <= 0:
        raise ToolError("BAD_VALUE", f"tolerance is {tolerance:g}; it must be above 0", argument="tolerance")
    if mode == "line_ends_only" and layer.facts.geometry_type not in ("LineString", None):
        raise ToolError("WRONG_GEOMETRY_TYPE", f'line_ends_only moves ends of lines; "{layer.name}" has none',
                        "vertices_first moves all vertices", argument="mode")  # fmt: skip
    column = column_in_the_way(layer.facts.field_names or [])
    if is_self and column:  # the engine is given copies of such a layer, and would snap each vertex to its own copy
        raise ToolError("BAD_VALUE", f'a layer with a column called "{column}" cannot be snapped to itself',
                        "refactor_fields gives the column another name", argument="reference")  # fmt: skip


def _is_same(layer: Vector, reference: Vector) -> bool:
    places = [(each.name, each.path, each.sublayer) for each in (layer, reference)]
    return places[0] == places[1] and bool(layer.parameter == reference.parameter)


def _moved(before: np.ndarray, geometries: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Gives the shapes after the move, how many differ, and how many are invalid that were not."""
    import shapely

    from ...execution.layers.plain_shapes import plain_shapes

    after = plain_shapes(geometries)
    bare = shapely.is_missing(before) | shapely.is_empty(before)
    moved = ~bare & ~shapely.equals_exact(before, after, 0.0)
    spoilt = moved & shapely.is_valid(before) & ~shapely.is_valid(after)
    after[~moved] = before[~moved]
    raised = moved & shapely.has_z(after) & _has_all_heights(before)
    after[raised] = shapely.transform(after[raised], _with_heights, include_z=True)
    return after, int(moved.sum()), int(spoilt.sum())


def _has_all_heights(shapes: np.ndarray) -> np.ndarray:
    import numpy as np
    import shapely

    places, owner = shapely.get_coordinates(shapes, include_z=True, return_index=True)
    return np.bincount(owner[np.isnan(places[:, 2])], minlength=len(shapes)) == 0  # type: ignore[no-any-return]


def _with_heights(vertices: np.ndarray) -> np.ndarray:
    """Gives vertices that the engine has added, and left without height, the height of their edge there."""
    import numpy as np

    height = vertices[:, 2]
    known, added = np.flatnonzero(~np.isnan(height)), np.flatnonzero(np.isnan(height))
    if len(known) and len(added):
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(vertices[:, :2], axis=0).T))])
        height[added] = np.interp(along[added], along[known], height[known])
    return vertices
