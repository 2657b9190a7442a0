# SPDX-License-Identifier: GPL-2.0-or-later
"""From the annotation of a parameter to its value type."""

from __future__ import annotations

import types
import typing
from typing import Any, Literal

from . import markers
from .grid_arithmetic import LARGEST_CELL, SMALLEST_CELL
from .layers import Layer
from .structured_types import (
    COORDINATES,
    RANGES,
    Coordinate,
    ExtentRequest,
    ExtentType,
    ListType,
    MappingType,
    RangeRule,
)
from .value_types import (
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


def unwrapped(hint: Any) -> tuple[Any, list[Any]]:
    """Takes Annotated and None off a type hint: the plain type, and the markers."""
    marks: list[Any] = []
    while True:
        if typing.get_origin(hint) is typing.Annotated:
            marks += hint.__metadata__
            hint = typing.get_args(hint)[0]
        elif typing.get_origin(hint) in (typing.Union, types.UnionType):
            rest = [part for part in typing.get_args(hint) if part is not type(None)]
            if len(rest) != 1:
                return typing.Union[tuple(rest)], marks  # noqa: UP007 (made of a tuple)
            hint = rest[0]
        else:
            return hint, marks


def value_type_of(where: str, plain: Any, marks: list[Any]) -> ValueType:
    """Gives the value type of a plain type with its markers.

    Raises:
        TypeError where there is none.
    """
    mark = marks[0] if marks else None
    origin, inner = typing.get_origin(plain), typing.get_args(plain)
    if origin is list and inner[0] is not RangeRule and inner[0] is not Coordinate:
        item, item_marks = unwrapped(inner[0])
        return ListType(value_type_of(where, item, item_marks + marks))
    if isinstance(mark, markers.MappingOf):
        many = typing.get_origin(inner[1]) is list
        return MappingType(_from_marker(where, mark.key), _from_marker(where, mark.value), many)
    if origin is Literal:
        return ChoiceType(tuple(inner))
    if origin is list:
        return RANGES if inner[0] is RangeRule else COORDINATES
    if isinstance(plain, type) and issubclass(plain, Layer):
        return LayerType(accepts=plain, words=f"the handle of {plain.words}")
    if plain == ExtentRequest | str or plain is ExtentRequest:
        return ExtentType()
    if plain is bool:
        return BooleanType()
    if plain in (int, float):
        return _number_type(plain is int, mark)
    if plain is str:
        return _from_marker(where, mark or markers.FreeText())
    raise TypeError(f"{where}: no value type for the annotation {plain!r}")


def _number_type(whole: bool, mark: Any) -> ValueType:
    if isinstance(mark, markers.BandNumber):
        return BandNumberType(raster=mark.raster)
    if isinstance(mark, markers.Distance):
        return DistanceType(unit=mark.unit)
    if isinstance(mark, markers.CellSize):
        return DistanceType(minimum=SMALLEST_CELL, maximum=LARGEST_CELL, unit=mark.unit)
    bounds = mark if isinstance(mark, markers.Number) else markers.Number()
    return NumberType(whole, bounds.minimum, bounds.maximum, bounds.above)


def _from_marker(where: str, mark: Any) -> ValueType:
    if isinstance(mark, markers.FieldOf):
        return FieldType(layer=mark.layer, types=mark.types)
    if isinstance(mark, markers.ExpressionOn):
        return ExpressionType(layer=mark.layer)
    if isinstance(mark, markers.FormulaOn):
        return FormulaType(inputs=mark.inputs)
    if isinstance(mark, markers.BandNumber):
        return BandNumberType(raster=mark.raster)
    if isinstance(mark, (markers.FileIn, markers.FileOut)):
        return FileType(writes=isinstance(mark, markers.FileOut))
    if isinstance(mark, markers.FreeText):
        return TextType(pattern=mark.pattern, words=f"text of the form {mark.pattern}" if mark.pattern else "text")
    if isinstance(mark, markers.Word):
        return ChoiceType(mark.choices)
    if isinstance(mark, markers.Number):
        return _number_type(False, mark)
    plain = {
        markers.StatisticWord: StatisticType,
        markers.BandText: BandType,
        markers.CrsText: CrsType,
        markers.NewHandle: NewHandleType,
    }
    if type(mark) in plain:
        return plain[type(mark)]()
    raise TypeError(f"{where}: {mark!r} is no marker")
