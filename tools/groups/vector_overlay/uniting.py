# SPDX-License-Identifier: GPL-2.0-or-later
"""union, multi_union, symmetrical_difference"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import all_have_z, copied_fields, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Polygons
from ...declaration.markers import FreeText
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.geometry.shapes import ShapedRows
    from ...execution.relations.overlay import Pieces
    from ...execution.run import Run

GROUP = "Vector overlay"


class United(NamedTuple):
    """Result of union, multi_union and symmetrical_difference."""

    output: Polygons
    shared_count: int


class Separated(NamedTuple):
    """Result of symmetrical_difference."""

    output: Polygons
    first_count: int
    second_count: int


def _pieces_effect(call: Call, sources: Sequence[LayerFacts], prefixes: Sequence[str]) -> Mapping[str, LayerFacts]:
    fields = None
    if all(source.fields is not None for source in sources):
        fields = tuple(
            field
            for source, prefix in zip(sources, prefixes, strict=True)
            for field in copied_fields(source, prefix=prefix) or ()
        )
    return {"output": vector(sources[0].crs, fields, "Polygon", is_multi=True, has_z=all_have_z(*sources))}


def _two_layers(call: Call) -> Mapping[str, LayerFacts]:
    sources = [call.facts("layer"), call.facts("other_layer")]
    return _pieces_effect(call, sources, ["", str(call.arguments.get("other_prefix", ""))])


def _many_layers(call: Call) -> Mapping[str, LayerFacts]:
    sources = call.layers.get("layers") or [LayerFacts()]
    if len(sources) == 1 or any(source.fields is None for source in sources):
        return _pieces_effect(call, [LayerFacts(crs=sources[0].crs), LayerFacts()], ["", ""])
    handles = call.arguments["layers"]
    names = [[field.name for field in source.fields or ()] for source in sources]
    fields = tuple(
        Field(new, field.type)
        for source, renamed in zip(sources, distinct_names(handles, names), strict=True)
        for field, new in zip(source.fields or (), renamed, strict=True)
    )
    return {"output": _pieces_effect(call, sources, [""] * len(sources))["output"].with_(fields=fields)}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_two_layers,
    tags=("overlay", "or", "combine", "merge areas", "cross two layers"),
)
def union(
    run: Run, layer: Polygons, other_layer: Polygons, other_prefix: Annotated[str, FreeText()] = "other_"
) -> United:
    """Cuts two polygon layers against each other and keeps every piece.

    A piece has the attributes of the polygons it lies in; those of a layer that is absent there are NULL, which is not
    0: test for it before arithmetic. Values are copied to every piece.

    Args:
        layer: Polygons, whose fields come first.
        other_layer: Polygons that they are cut against, and that cut them.
        other_prefix: Put before the names of the fields of `other_layer`.
    Returns:
        output: Pieces in both layers first, then those of `layer` alone, then those of `other_layer` alone; multi-part.
        shared_count: Pieces that lie in both layers.
    CRS: Both layers in one CRS, which the output keeps.
    Edges: Polygons that only touch share no piece. Where polygons of one layer overlap, their pieces overlap too. Rows
        without geometry are not in the result. Borders that nearly match give slivers. Z is kept where both have it.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, BAD_VALUE (fields of one name), UNKNOWN_LAYER.
    Source: GEOS intersection and difference (OverlayNG).
    """
    pieces, read = _cut(run, [layer, other_layer])
    names = [layer.facts.field_names or [], [f"{other_prefix}{name}" for name in other_layer.facts.field_names or []]]
    run.require.names_free("other_prefix", names[0], names[1], "another prefix keeps them apart")
    return United(_written(run, [layer, other_layer], read, pieces, names), int((pieces.owners >= 0).all(1).sum()))


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_many_layers,
    title="Union (multiple)",
    tags=("overlay", "or", "combine several layers", "union of many", "suitability"),
)
def multi_union(run: Run, layers: list[Polygons], prefix_fields: bool = True) -> United:
    """Cuts any number of polygon layers against each other and keeps every piece with the attributes of all.

    The same as union for more than two layers: attributes of a layer that is absent are NULL.

    Args:
        layers: Two or more polygon layers; their order is that of the fields.
        prefix_fields: Whether fields whose name several layers have are called `<layer>_<field>`; else such names are
            refused. Other fields keep their names.
    Returns:
        output: Pieces of all layers, multi-part.
        shared_count: Pieces that lie in all layers.
    CRS: All layers in one CRS, which the output keeps.
    Edges: As in union; Z is kept where all layers have it. The number of pieces, slivers among them, grows with each
        layer.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, BAD_VALUE (fewer than two layers, a layer twice, fields of one
        name), UNKNOWN_LAYER.
    Source: GEOS intersection and difference (OverlayNG).
    """
    handles = [layer.name for layer in layers]
    if len(handles) < 2 or len(set(handles)) < len(handles):
        raise ToolError("BAD_VALUE", f"layers takes two or more different layers, not {', '.join(handles) or 'none'}",
                        argument="layers")  # fmt: skip
    own = [layer.facts.field_names or [] for layer in layers]
    names = distinct_names(handles, own) if prefix_fields else own
    taken: list[str] = []
    for renamed in names:
        run.require.names_free("prefix_fields", taken, renamed, "true puts the name of the layer before them")
        taken += renamed
    pieces, read = _cut(run, layers)
    return United(_written(run, layers, read, pieces, names), int((pieces.owners >= 0).all(1).sum()))


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_two_layers,
    tags=("overlay", "xor", "changes", "either", "difference of both", "update"),
)
def symmetrical_difference(
    run: Run, layer: Polygons, other_layer: Polygons, other_prefix: Annotated[str, FreeText()] = "other_"
) -> Separated:
    """Keeps the parts of two polygon layers that lie in one of them but not in the other.

    A part has the attributes of its own layer; those of the other are NULL.

    Args:
        layer: Polygons, whose fields come first.
        other_layer: Polygons that they are cut against, and that cut them.
        other_prefix: Put before the names of the fields of `other_layer`.
    Returns:
        output: Parts of `layer` first, then those of `other_layer`; multi-part, one row per polygon that has any.
        first_count: Rows that are parts of `layer`; they come first.
        second_count: Rows that are parts of `other_layer`.
    CRS: Both layers in one CRS, which the output keeps.
    Edges: Rows without geometry are not in the result. Small offsets between two versions of a layer give slivers. Z is
        kept where both layers have it.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, BAD_VALUE (fields of one name), UNKNOWN_LAYER.
    Source: GEOS difference (OverlayNG).
    """
    from ...execution.relations.overlay import Pieces

    pieces, read = _cut(run, [layer, other_layer])
    names = [layer.facts.field_names or [], [f"{other_prefix}{name}" for name in other_layer.facts.field_names or []]]
    run.require.names_free("other_prefix", names[0], names[1], "another prefix keeps them apart")
    alone = (pieces.owners < 0).any(axis=1)
    apart = Pieces(pieces.shapes[alone], pieces.owners[alone])
    first = int((apart.owners[:, 0] >= 0).sum())
    return Separated(_written(run, [layer, other_layer], read, apart, names), first, len(apart.shapes) - first)


def distinct_names(handles: Sequence[str], names: Sequence[Sequence[str]]) -> list[list[str]]:
    """Names the fields of several layers: those that several of them have get the name of their layer before them."""
    lowered = [name.lower() for each in names for name in each]
    return [
        [f"{handle}_{name}" if lowered.count(name.lower()) > 1 else name for name in each]
        for handle, each in zip(handles, names, strict=True)
    ]


def _cut(run: Run, layers: Sequence[Polygons]) -> tuple[Pieces, list[ShapedRows]]:
    from ...execution.geometry.shapes import read_alike
    from ...execution.relations.overlay import union_pieces

    for other in layers[1:]:
        run.require.crs_same(layers[0], other)
    run.require.valid(*layers)
    run.count_before = sum(layer.facts.count or 0 for layer in layers)
    read = read_alike(run, *layers)
    with run.timed():
        return union_pieces(run, [each.shapes for each in read]), read


def _written(
    run: Run, layers: Sequence[Polygons], read: list[ShapedRows], pieces: Pieces, names: Sequence[Sequence[str]]
) -> Any:
    from ...execution.geometry.shapes import as_multi_parts, with_shapes
    from ...execution.layers.rows import RowSet, ogr_geometry_name, write_rows

    with run.timed():
        columns = [
            column.take(pieces.owners[:, place]).renamed(name)
            for place, each in enumerate(read)
            for column, name in zip(each.rows.columns, names[place], strict=True)
        ]
        result = with_shapes(RowSet(columns, None, len(pieces.shapes)), as_multi_parts(pieces.shapes))
    bare = sum(_bare(each) for each in read)
    if bare:
        run.note(f"without geometry and so not in the result: {counted(bare, 'row')}.")
    facts = layers[0].facts.with_(is_multi=True, has_z=all(layer.facts.has_z for layer in layers), has_m=False)
    return write_rows(run, result, crs=layers[0].facts.crs, geometry_type=ogr_geometry_name(facts))


def _bare(read: ShapedRows) -> int:
    import shapely

    return int((shapely.is_missing(read.shapes) | shapely.is_empty(read.shapes)).sum())
