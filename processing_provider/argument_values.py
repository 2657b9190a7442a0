# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads Processing parameter values as the JSON arguments of a call."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsProcessingAlgorithm, QgsProcessingContext

from ..tools.declaration.spec import Argument, ToolSpec
from ..tools.declaration.structured_types import ExtentType, ListType, MappingType, RowsType
from ..tools.declaration.value_types import (
    BandNumberType,
    BooleanType,
    ChoiceType,
    CrsType,
    FieldType,
    LayerType,
    NewHandleType,
    NumberType,
    StatisticType,
    TextType,
    ValueType,
)
from .parameters import parameter_name


def json_arguments(
    algorithm: QgsProcessingAlgorithm, spec: ToolSpec, parameters: dict[str, Any], context: QgsProcessingContext
) -> dict[str, Any]:
    """Gives the arguments as an agent would send them; layers stand under the name of their own argument.

    What is empty in the dialog is left out, but for a required table that is given without rows.
    """
    found: dict[str, Any] = {}
    for argument in spec.arguments:
        name = parameter_name(argument.name)
        if isinstance(argument.type, NewHandleType):
            if not argument.is_output or argument.required:
                found[argument.name] = "result"
        elif _is_given(parameters.get(name)):
            value = _read(algorithm, argument, name, parameters, context)
            # a table without rows says something where the tool demands one: no statistics, count alone
            if value not in (None, "", [], {}) or (argument.required and value == {}):
                found[argument.name] = value
    return found


def layer_arguments(spec: ToolSpec) -> list[Argument]:
    """Gives the arguments that are one layer."""
    return [argument for argument in spec.arguments if isinstance(argument.type, LayerType)]


def _is_given(value: Any) -> bool:
    return not (value is None or value == "" or hasattr(value, "isNull") and value.isNull())


def _read(
    algorithm: QgsProcessingAlgorithm, argument: Argument, name: str, parameters: dict[str, Any], context: Any
) -> Any:
    value_type = argument.type
    if isinstance(value_type, LayerType):
        return argument.name
    if isinstance(value_type, ListType):
        return _read_list(algorithm, argument, value_type.item, name, parameters, context)
    if isinstance(value_type, (MappingType, RowsType)):
        return _read_matrix(value_type, _cells(algorithm, parameters, name, context), parameters[name])
    if isinstance(value_type, ExtentType):
        return _read_extent(algorithm, name, parameters, context)
    return _read_plain(algorithm, value_type, name, parameters, context)


def _read_plain(
    algorithm: QgsProcessingAlgorithm, value_type: ValueType, name: str, parameters: dict[str, Any], context: Any
) -> Any:
    if isinstance(value_type, BooleanType):
        return algorithm.parameterAsBool(parameters, name, context)
    if isinstance(value_type, NumberType):
        whole = value_type.whole or isinstance(value_type, BandNumberType)
        reader = algorithm.parameterAsInt if whole else algorithm.parameterAsDouble
        return reader(parameters, name, context)
    if isinstance(value_type, (ChoiceType, StatisticType)):
        return algorithm.parameterAsEnumString(parameters, name, context)
    if isinstance(value_type, CrsType):
        crs = algorithm.parameterAsCrs(parameters, name, context)
        return crs.authid() or crs.toWkt() if crs.isValid() else str(parameters[name])
    if isinstance(value_type, FieldType):
        return (algorithm.parameterAsStrings(parameters, name, context) or [None])[0]
    assert isinstance(value_type, TextType)
    return algorithm.parameterAsString(parameters, name, context)


def _read_list(
    algorithm: QgsProcessingAlgorithm,
    argument: Argument,
    item: ValueType,
    name: str,
    parameters: dict[str, Any],
    context: Any,
) -> Any:
    if isinstance(item, FieldType):
        return list(algorithm.parameterAsStrings(parameters, name, context))
    if isinstance(item, BandNumberType):
        return list(algorithm.parameterAsInts(parameters, name, context))
    if isinstance(item, (ChoiceType, StatisticType)):
        return list(algorithm.parameterAsEnumStrings(parameters, name, context))
    if isinstance(item, LayerType):
        count = len(algorithm.parameterAsLayerList(parameters, name, context))
        return [f"{argument.name}_{index + 1}" for index in range(count)]
    cells = _cells(algorithm, parameters, name, context)
    return [_number_or_text(cell) if isinstance(item, NumberType) else _text(cell) for cell in cells]


def _cells(algorithm: QgsProcessingAlgorithm, parameters: dict[str, Any], name: str, context: Any) -> list[Any]:
    """Gives the cells of a table; none for one left empty in a dialog, of which QGIS makes a cell without a value."""
    cells = algorithm.parameterAsMatrix(parameters, name, context)
    return list(cells) if any(_is_given(cell) for cell in cells) else []


def _read_matrix(value_type: MappingType | RowsType, cells: list[Any], raw: Any) -> Any:
    if isinstance(raw, (dict, list)) and (isinstance(raw, dict) or raw and isinstance(raw[0], dict)):
        return raw
    width = 2 if isinstance(value_type, MappingType) else len(value_type.columns)
    cells = [*cells, *[""] * (-len(cells) % width)]  # a last row that is cut short is told by the validator
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    rows = [row for row in rows if any(_is_given(cell) for cell in row)]  # a row that was added and left empty
    if isinstance(value_type, MappingType):
        return _mapping(value_type, rows)
    return [_table_row(value_type, row) for row in rows]


def _mapping(value_type: MappingType, rows: list[list[Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for cell, value in rows:
        key = _text(cell)
        if value_type.many:
            words = [word.strip() for word in _text(value).split(",") if word.strip()]
            found[key] = found.get(key, []) + words
        else:
            found[key] = _number_or_text(value) if isinstance(value_type.value, NumberType) else _text(value)
    return found


def _table_row(value_type: RowsType, row: list[Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for (name, column), cell in zip(value_type.columns.items(), row, strict=False):
        is_empty = not _text(cell).strip()
        if is_empty and name in value_type.optional:
            continue
        made[name] = None if is_empty else _number_or_text(cell) if isinstance(column, NumberType) else str(cell)
    return made


def _text(cell: Any) -> str:
    """Gives the text of a cell, "" for one without a value, which would write itself as NULL."""
    return str(cell) if _is_given(cell) else ""


def _number_or_text(cell: Any) -> Any:
    if isinstance(cell, (int, float)):
        return cell
    try:
        return float(str(cell).strip())
    except ValueError:
        return _text(cell)


def _read_extent(algorithm: QgsProcessingAlgorithm, name: str, parameters: dict[str, Any], context: Any) -> Any:
    rectangle = algorithm.parameterAsExtent(parameters, name, context)
    crs = algorithm.parameterAsExtentCrs(parameters, name, context)
    corners = {
        "xmin": rectangle.xMinimum(),
        "ymin": rectangle.yMinimum(),
        "xmax": rectangle.xMaximum(),
        "ymax": rectangle.yMaximum(),
    }
    return {**corners, **({"crs": crs.authid() or crs.toWkt()} if crs.isValid() else {})}
