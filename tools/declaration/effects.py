# SPDX-License-Identifier: GPL-2.0-or-later
"""Effects: facts of the outputs from facts of the inputs, without running.

An effect says what is certain from the call alone; counts, extents and validity are left open unless the tool keeps
every row as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .facts import Band, Field, GeometryType, Grid, LayerFacts
from .spec import Call, Effect
from .statistics import result_column, result_type


def no_output(call: Call) -> Mapping[str, LayerFacts]:
    """Says that a call makes no layer."""
    return {}


def unknown_layer(output: str = "layer") -> Effect:
    """Says that nothing is known of the output before the call runs."""
    return lambda call: {output: LayerFacts()}


def like(
    argument: str,
    *,
    output: str = "output",
    fields: Callable[[Call], tuple[Field, ...] | None] | None = None,
    crs: Callable[[Call], str | None] | None = None,
    geometry_type: GeometryType | None = None,
    is_multi: Callable[[Call], bool | None] | bool | None = False,
    keeps_rows: bool = False,
) -> Effect:
    """Says that the output has the schema and CRS of a layer argument, except for what is named.

    Args:
        argument: The layer argument that is followed.
        output: Name of the output.
        fields: Gives the fields of the output from the call; None keeps those of the layer.
        crs: Gives the CRS of the output; None keeps that of the layer.
        geometry_type: Of the output, None keeps that of the layer.
        is_multi: False keeps that of the layer; None says it is not known; True that it is; or a function.
        keeps_rows: Whether the output has every row with its very shape, so that number, extent and validity stay.
    """

    def effect(call: Call) -> Mapping[str, LayerFacts]:
        source = call.facts(argument)
        open_facts = {} if keeps_rows else {"count": None, "extent": None, "invalid_count": None}
        multi = is_multi(call) if callable(is_multi) else source.is_multi if is_multi is False else is_multi
        return {
            output: source.with_(
                **open_facts,
                fields=fields(call) if fields else source.fields,
                crs=crs(call) if crs else source.crs,
                geometry_type=geometry_type or source.geometry_type,
                is_multi=multi,
            )
        }

    return effect


def adds_fields(
    argument: str, added: Callable[[Call], Sequence[Field] | None]
) -> Callable[[Call], tuple[Field, ...] | None]:
    """Says that the fields of the layer are followed by those that `added` names; None where it does not know them."""

    def fields(call: Call) -> tuple[Field, ...] | None:
        source, more = call.facts(argument).fields, added(call)
        return None if source is None or more is None else (*source, *more)

    return fields


def copied_fields(
    source: LayerFacts, names: Sequence[str] | None = None, prefix: str | None = None
) -> tuple[Field, ...] | None:
    """Lists the fields that RowSet.copied makes of those of a layer.

    Args:
        names: Of the fields, in the order of the result; None for all.
        prefix: Put before their names.
    Returns: None where the fields of the layer are not known.
    """
    if source.fields is None:
        return None
    kept = source.fields if names is None else [source.field(name) for name in dict.fromkeys(names)]
    return tuple(Field(f"{prefix or ''}{field.name}", field.type) for field in kept if field is not None)


def statistic_fields(source: LayerFacts, statistics: Mapping[str, list[str]], prefix: str = "") -> list[Field]:
    """Lists the fields that statistics over the fields of a layer make, in order."""
    return [
        Field(result_column(name, word, prefix), result_type(word, found.type))  # type: ignore[arg-type]
        for name, words in statistics.items()
        for word in words
        if (found := source.field(name)) is not None
    ]


def on_grid_of(argument: str, *, dtype: str | Callable[[Call], str], nodata: float | None = None) -> Effect:
    """Says that the output is one band of `dtype` on the grid and in the CRS of a raster argument."""

    def effect(call: Call) -> Mapping[str, LayerFacts]:
        source = call.facts(argument)
        word = dtype(call) if callable(dtype) else dtype
        return {"output": raster(source.crs, source.grid, Band(word, nodata))}

    return effect


def vector(
    crs: str | None,
    fields: tuple[Field, ...] | None,
    geometry_type: GeometryType | None,
    *,
    is_multi: bool | None = False,
    has_z: bool | None = False,
) -> LayerFacts:
    """Makes the facts of a vector layer, which has no M."""
    return LayerFacts(
        kind="vector", crs=crs, fields=fields, geometry_type=geometry_type, is_multi=is_multi, has_z=has_z, has_m=False
    )


def all_have_z(*layers: LayerFacts) -> bool | None:
    """Tells whether all layers have Z, as read_alike keeps it; None where that is not known."""
    heights = [layer.has_z for layer in layers]
    return False if False in heights else None if None in heights else True


def raster(crs: str | None, grid: Grid | None, *bands: Band) -> LayerFacts:
    """Makes the facts of a raster."""
    return LayerFacts(kind="raster", crs=crs, grid=grid, bands=bands, extent=grid.extent if grid else None)


def table(*fields: Field) -> LayerFacts:
    """Makes the facts of a table."""
    return LayerFacts(kind="table", crs="", fields=fields, geometry_type="None")


def unknown_table() -> LayerFacts:
    """Makes the facts of a table whose fields are not known."""
    return LayerFacts(kind="table", crs="", geometry_type="None")
