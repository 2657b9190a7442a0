# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the JSON arguments of a call as values of Processing parameters, without QGIS.

The way back is `processing_provider/argument_values`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .spec import ToolSpec
from .structured_types import ExtentType, ListType, MappingType, RowsType
from .value_types import BAND, BandType, ChoiceType, FileType, LayerType, NewHandleType, ValueType


@dataclass(frozen=True)
class Places:
    """Where the layers and files of a call are, in the words of whoever runs it.

    Args:
        layer: Gives the value of a parameter for the handle of a layer that is there.
        new_layer: Gives the destination of a layer that the call makes, by its handle.
        file: Gives the path of a file by the name in the call; the second argument tells whether it is written.
    """

    layer: Callable[[str], Any]
    new_layer: Callable[[str], Any]
    file: Callable[[str, bool], Any]


def processing_parameters(spec: ToolSpec, arguments: dict[str, Any], places: Places) -> dict[str, Any]:
    """Gives the values of the Processing parameters of a call, layers and files as `places` says.

    Args:
        spec: The tool.
        arguments: As an agent sends them; what is null or has its word for "left out" is left out.
        places: Where layers and files are.
    Returns: Processing name to value: words, numbers, booleans, texts and flat lists of them.
    """
    values: dict[str, Any] = {}
    for argument in spec.arguments:
        value = arguments.get(argument.name)
        if isinstance(argument.type, NewHandleType) or value is None:
            continue
        if not (argument.left_out and value == argument.left_out):
            values[argument.name.upper()] = _value(argument.type, value, places)
    for output in spec.outputs:
        handle = arguments.get(spec.output_argument(output)) if output.is_layer else None
        if handle is not None:
            is_main = output is spec.outputs[0]
            values[(output.name if is_main else f"{output.name}_output").upper()] = places.new_layer(handle)
    return values


def _value(value_type: ValueType, value: Any, places: Places) -> Any:
    if isinstance(value_type, LayerType):
        return places.layer(value)
    if isinstance(value_type, FileType):
        return places.file(value, value_type.writes)
    if isinstance(value_type, ListType) and isinstance(value, list):
        return [_value(value_type.item, item, places) for item in value]
    if isinstance(value_type, MappingType) and isinstance(value, dict):
        return [cell for key, item in value.items() for cell in (key, _mapped(value_type, item, places))]
    if isinstance(value_type, RowsType) and isinstance(value, list):
        return [_cell(row.get(name)) for row in value for name in value_type.columns]
    if isinstance(value_type, ExtentType):
        return places.layer(value) if isinstance(value, str) else _extent(value)
    if isinstance(value_type, ChoiceType):
        return str(value)
    return value


def _mapped(value_type: MappingType, value: Any, places: Places) -> Any:
    if isinstance(value_type.value, BandType):
        found = BAND.fullmatch(str(value))
        return f"{places.layer(found[1])}@{found[2] or 1}" if found else value
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _cell(value: Any) -> Any:
    return "" if value is None else value


def _extent(value: dict[str, Any]) -> str:
    """Writes a rectangle in the order of Processing, which is not ours."""
    corners = ",".join(repr(value[name]) for name in ("xmin", "xmax", "ymin", "ymax"))
    return f"{corners} [{value['crs']}]" if value.get("crs") else corners
