# SPDX-License-Identifier: GPL-2.0-or-later
"""multipart_to_singlepart"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import adds_fields, like
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import NEW_FIELD
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run


class Exploded(NamedTuple):
    """Result of multipart_to_singlepart."""

    output: Vector
    multipart_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    name = str(call.arguments.get("part_field"))
    facts = like("layer", fields=adds_fields("layer", lambda _: [Field(name, "integer")]))(call)["output"]
    return {"output": facts.with_(is_multi=False, has_m=False)}


@tool(
    group="Vector geometry",
    kind="vector",
    engine="shapely",
    effect=_effect,
    title="Multipart to singleparts",
    tags=("explode", "multi to single", "split parts", "ungroup", "single part"),
)
def multipart_to_singlepart(run: Run, layer: Vector, part_field: Annotated[str, NEW_FIELD] = "part_id") -> Exploded:
    """Splits multi-part features into one feature per part and numbers the parts.

    Attributes are copied to every part, so that sums over the result count them several times; areas, lengths and
    shares must be computed again.

    Args:
        layer: Features of any kind, multi-part or not.
        part_field: Name of the field that numbers the parts of each feature, from 1.
    Returns:
        output: One row per part, in the order of the features and of their parts, Z kept.
        multipart_count: Features that had more than one part.
    CRS: Any; coordinates stay as they are.
    Edges: Rows without geometry are kept as one row, with NULL in `part_field`; so are EMPTY ones. M values are lost,
        said.
    Raises: BAD_VALUE (the field is already there), UNKNOWN_LAYER.
    Source: Simple features: a multi-geometry is the collection of its parts.
    """
    import numpy as np

    from ...execution.geometry.shapes import apart, read_shapes, with_shapes
    from ...execution.layers.rows import Column, ogr_geometry_name, write_rows

    run.require.names_free("part_field", layer.facts.field_names or [], [part_field], "another name is needed")
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    with run.timed():
        parts = apart(shaped)
        parts.rows.columns.append(
            Column(Field(part_field, "integer"), parts.number.astype(np.int64), parts.number == 0)
        )
        result = with_shapes(parts.rows, parts.shapes)
    facts = layer.facts.with_(is_multi=False, has_m=False)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Exploded(output, int((parts.number == 2).sum()))
