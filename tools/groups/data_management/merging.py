# SPDX-License-Identifier: GPL-2.0-or-later
"""merge_layers"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ....tasks.crs_equality import same_crs
from ...declaration.errors import ToolError
from ...declaration.facts import Field, FieldType, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import CrsText
from ...declaration.observation import crs_label
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run


class Merged(NamedTuple):
    """Result of merge_layers."""

    output: Vector


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    listed = call.layers.get("layers") or []
    if not listed or any(each is None for each in listed):
        return {"output": LayerFacts(kind="vector")}
    facts = merged_facts(listed, call.arguments["source_field"])
    return {"output": facts.with_(crs=call.arguments.get("crs") or listed[0].crs)}


def merged_facts(layers: Sequence[LayerFacts], source_field: str) -> LayerFacts:
    """Gives what is certain of layers put under one another: Z and M only where all have them."""
    unknown = any(facts.fields is None for facts in layers)
    fields = None if unknown else (*merged_fields(layers), Field(source_field, "text"))
    return LayerFacts(
        kind="vector",
        fields=fields,
        geometry_type=layers[0].geometry_type,
        is_multi=_known([facts.is_multi for facts in layers], any),
        has_z=_known([facts.has_z for facts in layers], all),
        has_m=_known([facts.has_m for facts in layers], all),
    )


def _known(values: list[bool | None], rule: Any) -> bool | None:
    return None if None in values else rule(values)


def merged_fields(layers: Sequence[LayerFacts]) -> list[Field]:
    """Gives the fields of layers put under one another, by name whatever the case, in order of first appearance.

    Whole and real numbers become real, other mixtures text.
    """
    found: dict[str, Field] = {}
    for facts in layers:
        for field in facts.fields or ():
            first = found.get(field.name.lower(), field)
            found[field.name.lower()] = Field(first.name, _joint_type(first.type, field.type))
    return list(found.values())


def _joint_type(first: FieldType, second: FieldType) -> FieldType:
    if first == second:
        return first
    return "real" if {first, second} == {"integer", "real"} else "text"


@tool(
    group="Data management",
    kind="vector",
    engine="numpy; native:reprojectlayer",
    effect=_effect,
    tags=("append", "combine", "union all", "stack", "concatenate", "mosaic tiles", "collect layers"),
)
def merge_layers(
    run: Run,
    layers: list[Vector],
    crs: Annotated[str | None, CrsText()] = None,
    source_field: str = "layer",
) -> Merged:
    """Appends the rows of several layers of one geometry type into one layer.

    Nothing is dissolved and duplicates are kept. Fields of one name become one field, whatever the case of the name;
    where a layer lacks a field its rows have NULL.

    Args:
        layers: Two or more layers, all of points, of lines or of polygons; their rows follow in this order.
        crs: CRS of the result, to which layers in another are transformed; left out, all must be in one CRS.
        source_field: Name of a new text field with the name of the layer each row comes from.
    Returns:
        output: All rows; multi-part where any layer is.
    CRS: Every layer must declare one. Those that differ are refused unless `crs` is given; transformations are listed.
    Edges: A field that is whole in one layer and real in another becomes real, any other mixture of types text, which
        is said. Z and M are kept where all layers have them, else left out, which is said. NULL geometries are kept.
    Raises: BAD_VALUE (one layer, a taken name, integers no real holds), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        WRONG_GEOMETRY_TYPE, UNKNOWN_LAYER.
    Source: Rows appended as by UNION ALL of SQL.
    """
    from ...execution.layers.merging import merged_rows
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    if len(layers) < 2:
        raise ToolError("BAD_VALUE", "layers takes two layers or more", argument="layers")
    run.require.crs_known(*layers)
    _demand_one_type(layers)
    fields = merged_fields([layer.facts for layer in layers])
    run.require.names_free(
        "source_field", [field.name for field in fields], [source_field], "give another source_field"
    )
    target = _target(run, layers, crs)
    placed = [_placed(run, layer, target) for layer in layers]
    facts = merged_facts([layer.facts for layer in placed], source_field)
    _tell(run, layers, placed, fields, facts)
    run.count_before = sum(layer.facts.count or 0 for layer in layers)
    with run.timed():
        rows = merged_rows(run, placed, fields, facts)
        rows.columns.append(_sources(source_field, placed))
    return Merged(write_rows(run, rows, crs=target, geometry_type=ogr_geometry_name(facts)))


def _demand_one_type(layers: Sequence[Vector]) -> None:
    first = layers[0]
    for layer in layers[1:]:
        if layer.facts.geometry_type != first.facts.geometry_type:
            raise ToolError("WRONG_GEOMETRY_TYPE",
                            f'"{first.name}" holds {first.facts.geometry_type or "mixed"} geometries, "{layer.name}" '
                            f"{layer.facts.geometry_type or 'mixed'}; a layer holds one type",
                            "merge layers of one type at a time", argument="layers")  # fmt: skip


def _target(run: Run, layers: Sequence[Vector], crs: str | None) -> str:
    from ...execution.reference_systems.crs import known_crs

    if crs is not None:
        return known_crs("crs", crs)
    for layer in layers[1:]:
        run.require.crs_same(layers[0], layer)
    return layers[0].facts.crs or ""


def _placed(run: Run, layer: Vector, target: str) -> Vector:
    from ...execution.reference_systems.reprojection import moved_between

    return layer if same_crs(layer.facts.crs or "", target) else moved_between(run, layer, target)


def _tell(
    run: Run, layers: Sequence[Vector], placed: Sequence[Vector], fields: Sequence[Field], facts: LayerFacts
) -> None:
    lines: list[dict[str, Any]] = []
    for layer, now in zip(layers, placed, strict=True):
        line: dict[str, Any] = {"layer": layer.name, "rows": layer.facts.count}
        if now is not layer:
            line["transformed_from"] = crs_label(layer.facts.crs)
        lines.append(line)
    run.report["layers"] = lines
    for field in fields:
        every = (each for layer in layers for each in layer.facts.fields or ())
        found = [each for each in every if each.name.lower() == field.name.lower()]
        types = list(dict.fromkeys(each.type for each in found))
        if len(types) > 1:
            run.note(f'"{field.name}" is {" or ".join(types)} in the layers, and {field.type} in the result.')
    for word, kept, has in (("Z", facts.has_z, "has_z"), ("M", facts.has_m, "has_m")):
        if not kept and any(getattr(layer.facts, has) for layer in placed):
            run.note(f"{word} is left out, since not all layers have it.")


def _sources(name: str, layers: Sequence[Vector]) -> Any:
    import numpy as np

    from ...execution.layers.rows import Column

    counts = [layer.facts.count or 0 for layer in layers]
    values = np.repeat(np.array([layer.name for layer in layers], object), counts)
    return Column(Field(name, "text"), values, np.zeros(sum(counts), bool))
