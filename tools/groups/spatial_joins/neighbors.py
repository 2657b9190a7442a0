# SPDX-License-Identifier: GPL-2.0-or-later
"""polygon_neighbors"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import table, unknown_table
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Polygons, Table
from ...declaration.markers import FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column
    from ...execution.relations.polygon_contacts import Contacts, Faults
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"


class Neighbors(NamedTuple):
    """Result of polygon_neighbors."""

    output: Table
    overlaps: Table | None
    isolated_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    found = call.facts("layer").field(call.arguments["id_field"])
    if found is None:
        return {"output": unknown_table()}
    ids = Field("polygon_id", found.type), Field("neighbor_id", found.type)
    return {
        "output": table(*ids, Field("length", "real"), Field("corners", "integer")),
        "overlaps": table(*ids, Field("area", "real")),
    }


@tool(
    group=GROUP,
    kind="table",
    engine="numpy; shapely",
    effect=_effect,
    tags=("adjacency", "contiguity", "rook", "queen", "common border", "adjacent polygons", "spatial weights"),
)
def polygon_neighbors(
    run: Run,
    layer: Polygons,
    id_field: Annotated[str, FieldOf("layer")],
    contiguity: Literal["edge", "edge_or_corner"],
    unit: LengthUnit,
) -> Neighbors:
    """Lists for each polygon its neighbors, with the length of the common edge and the number of common corners.

    Args:
        layer: Polygons that fit together; a vertex of one may lie anywhere on the edge of the other.
        id_field: Field that names each polygon; its values must be unique.
        contiguity: edge takes polygons with a common edge of any length (rook); edge_or_corner also those that meet in
            a point alone (queen).
        unit: Unit of the lengths; areas of overlaps are in its square.
    Returns:
        output: A row for each polygon and neighbor, so that each pair stands twice, once from either side:
            `polygon_id`, `neighbor_id`, `length` of the common edge (0 where there is none) and `corners`, the number
            of places where they meet in a point off their common edge.
        overlaps: A row for each pair of polygons that overlap, in both orders: `polygon_id`, `neighbor_id`, `area`.
            Such pairs are neighbors only by an edge with one of them on either side, and their corners do not count.
        isolated_count: Polygons without a neighbor; those without geometry are not counted.
    CRS: planar; degrees and a scale error above 1 % are refused.
    Edges: A gap as small as one may be hides a neighbor: pairs that miss each other by less than a thousandth of the
        typical width of a polygon are said. Parts of one multi-part polygon are not its neighbors. Edges around holes
        count as all others.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, KEY_MISMATCH (ids that repeat or are NULL), LIMIT_EXCEEDED,
        UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Common edges of a planar partition; rook and queen contiguity.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.keys import demand_unique
    from ...execution.layers.rows import read_rows
    from ...execution.relations.polygon_contacts import contacts_of, faults_of

    run.require.measurable(layer)
    run.require.valid(layer)
    rows = read_rows(run, layer, [id_field])
    run.count_before = rows.count
    run.empty_advice = "no polygon has a neighbor"
    demand_unique(rows.column(id_field), layer.name, "id_field")
    scale = metres_per_unit(layer.facts.crs or "") / METRES[unit]
    with run.timed():
        shapes = shapely.force_2d(shapes_of(rows))
        faults = faults_of(run, shapes)
        found = _neighbors(contacts_of(run, shapes), faults, contiguity, rows.count)
    full = ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)
    isolated = int((full & (np.bincount(found.first, minlength=rows.count) == 0)).sum())
    _tell(run, layer, faults, int((~full).sum()))
    ids = rows.column(id_field)
    measures = {"length": found.length * scale, "corners": found.corners}
    overlaps = None
    if run.wants("overlaps"):
        both = np.concatenate([faults.first, faults.second]), np.concatenate([faults.second, faults.first])
        areas = np.concatenate([faults.area, faults.area]) * scale**2
        overlaps = _written(run, ids, both, {"area": areas}, "overlaps")
    return Neighbors(_written(run, ids, (found.first, found.second), measures), overlaps, isolated)


def _neighbors(contacts: Contacts, faults: Faults, contiguity: str, count: int) -> Contacts:
    """Keeps the contacts that are asked for; those of polygons that overlap by their edge alone."""
    import numpy as np

    low, high = np.minimum(contacts.first, contacts.second), np.maximum(contacts.first, contacts.second)
    overlaps = np.isin(low * count + high, faults.first * count + faults.second)
    corners = np.where(overlaps, 0, contacts.corners)
    kept = (contacts.length > 0) | ((corners > 0) & (contiguity == "edge_or_corner"))
    return type(contacts)(contacts.first[kept], contacts.second[kept], contacts.length[kept], corners[kept])


def _tell(run: Run, layer: Polygons, faults: Faults, missing: int) -> None:
    if len(faults.area):
        run.note(f'overlapping and listed apart in overlaps: {counted(len(faults.area), "pair")} of polygons of '
                 f'"{layer.name}".')  # fmt: skip
    if faults.near_count:
        run.note(f"NEARLY TOUCHING: {counted(faults.near_count, 'pair')} of polygons of \"{layer.name}\" by less than "
                 "a thousandth of their typical width; a gap hides a neighbor.")  # fmt: skip
    if missing:
        run.note(f'without geometry and so without neighbors: {counted(missing, "polygon")} of "{layer.name}".')


def _written(
    run: Run,
    ids: Column,
    pairs: tuple[np.ndarray, np.ndarray],
    measures: dict[str, np.ndarray],
    output: str = "output",
) -> Any:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet, write_rows

    given = np.zeros(len(pairs[0]), bool)
    columns = [ids.take(rows).renamed(name) for rows, name in zip(pairs, ("polygon_id", "neighbor_id"), strict=True)]
    for name, values in measures.items():
        columns.append(Column(Field(name, "integer" if name == "corners" else "real"), values, given))
    return write_rows(run, RowSet(columns, None, len(given)), output=output)
