# SPDX-License-Identifier: GPL-2.0-or-later
"""What an argument takes: in words for people, and in the notation of the catalogue."""

from __future__ import annotations

import json

from ...tools.declaration.layers import Layer
from ...tools.declaration.spec import Argument, Output
from ...tools.declaration.structured_types import COORDINATES, RANGES, ExtentType, ListType, MappingType, RowsType
from ...tools.declaration.value_types import (
    BandNumberType,
    BandType,
    BooleanType,
    ChoiceType,
    CrsType,
    DistanceType,
    ExpressionType,
    FieldType,
    FileType,
    FormulaType,
    LayerType,
    NewHandleType,
    NumberType,
    StatisticType,
    TextType,
    ValueType,
)

_NOTATION: tuple[tuple[type[ValueType], str], ...] = (
    (BooleanType, "bool"),
    (BandNumberType, "band"),
    (DistanceType, "distance"),
    (StatisticType, "statistic"),
    (CrsType, "crs"),
    (ExpressionType, "expression"),
    (FormulaType, "formula"),
    (FieldType, "field"),
    (BandType, "raster_band"),
    (NewHandleType, "new_handle"),
    (FileType, "file"),
    (TextType, "text"),
    (ExtentType, "extent"),
)


def notation(argument: Argument) -> str:
    """Writes an argument as `name:type`, or `name:type=default` where it may be left out."""
    text = f"{argument.name}:{type_notation(argument.type)}"
    return text if argument.required else f"{text}={default_text(argument) or 'none'}"


def type_notation(value_type: ValueType) -> str:
    """Writes a type in one word, choices and parts of lists and mappings in brackets."""
    if isinstance(value_type, ChoiceType):
        return f"enum({'|'.join(map(str, value_type.choices))})"
    if isinstance(value_type, LayerType):
        return layer_word(value_type.accepts)
    if isinstance(value_type, ListType):
        return f"list({type_notation(value_type.item)})"
    if isinstance(value_type, MappingType):
        value = type_notation(value_type.value)
        return f"mapping({type_notation(value_type.key)}:{f'list({value})' if value_type.many else value})"
    if value_type is RANGES or value_type is COORDINATES:
        return "ranges" if value_type is RANGES else "coordinates"
    for known, word in _NOTATION:
        if isinstance(value_type, known):
            return word
    if isinstance(value_type, NumberType):
        return "integer" if value_type.whole else "number"
    raise TypeError(f"no notation for {type(value_type).__name__}")


def output_notation(output: Output) -> str:
    """Writes an output as `name:type`."""
    return f"{output.name}:{layer_word(output.accepts)}"


def layer_word(kind: type) -> str:
    """Names a kind of layer, or the type of a plain value."""
    words = {int: "integer", float: "number", str: "text", bool: "bool"}
    return words.get(kind) or kind.__name__.lower()


def default_text(argument: Argument) -> str:
    """Writes the default of an argument; "" where leaving it out means that there is none."""
    if argument.required or argument.default in (None, [], {}):
        return argument.left_out if not argument.required else ""
    value = argument.type.encode(argument.default)
    return value if isinstance(value, str) else json.dumps(value)


def takes(value_type: ValueType) -> str:
    """Says in Markdown what values a type takes."""
    if isinstance(value_type, ChoiceType):
        return ", ".join(f"`{choice}`" for choice in value_type.choices)
    if isinstance(value_type, BooleanType):
        return "`true`, `false`"
    if isinstance(value_type, LayerType):
        return value_type.accepts.words if issubclass(value_type.accepts, Layer) else "a layer"
    if isinstance(value_type, ListType):
        return f"list: {takes(value_type.item)}"
    if isinstance(value_type, MappingType):
        many = ", one or a list" if value_type.many else ""
        return f"object, {takes(value_type.key)}: {takes(value_type.value)}{many}"
    if isinstance(value_type, RowsType):
        return f"list of objects with {', '.join(f'`{name}`' for name in value_type.columns)}"
    if isinstance(value_type, ExtentType):
        return "an object with `xmin`, `ymin`, `xmax`, `ymax` and optionally `crs`, or a layer"
    if isinstance(value_type, DistanceType):
        return f"{value_type.words}, in `{value_type.unit}`"
    if isinstance(value_type, BandNumberType):
        return f"number of a band of `{value_type.raster}`"
    if isinstance(value_type, FieldType):
        types = f" ({', '.join(value_type.types)})" if value_type.types else ""
        return f"a field of `{value_type.layer}`{types}"
    if isinstance(value_type, ExpressionType):
        return f"a QGIS expression over `{value_type.layer}`"
    if isinstance(value_type, NewHandleType):
        return "a new handle"
    if isinstance(value_type, (TextType, NumberType)):
        return value_type.words
    raise TypeError(f"no words for {type(value_type).__name__}")
