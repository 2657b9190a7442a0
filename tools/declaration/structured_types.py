# SPDX-License-Identifier: GPL-2.0-or-later
"""Argument types made of several values: lists, mappings, extents, ranges, coordinates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import bad_value, wrong_type
from .facts import Extent
from .value_types import HANDLE, CrsType, LayerType, NumberType, TextType, ValueType


class Coordinate(NamedTuple):
    """One given position."""

    x: float
    y: float
    label: str | None = None


class RangeRule(NamedTuple):
    """Values from `min` to `max` become `value`; None is open, a `value` of None is NoData."""

    min: float | None
    max: float | None
    value: float | None


class ExtentRequest(NamedTuple):
    """A rectangle with the CRS it is given in ("" for the CRS of the layer it is used on)."""

    extent: Extent
    crs: str


@dataclass(frozen=True)
class ListType(ValueType):
    """A list of at least one value of one type, without repeats."""

    item: ValueType

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item.schema(), "minItems": 1}

    def decode(self, argument: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise wrong_type(argument, "a list", value)
        if not value:
            raise bad_value(argument, "a list of at least one value", value)
        items = [self.item.decode(f"{argument}[{index}]", item) for index, item in enumerate(value)]
        repeated = [item for index, item in enumerate(items) if item in items[:index]]
        if repeated:
            raise bad_value(argument, f"each value once, {repeated[0]!r} stands twice", value)
        return items

    def encode(self, value: Any) -> list[Any]:
        return [self.item.encode(item) for item in value]


@dataclass(frozen=True)
class MappingType(ValueType):
    """An object; where `many` is set a value may be one word or a list of words, and is decoded to a list."""

    key: ValueType
    value: ValueType
    many: bool = False

    def schema(self) -> dict[str, Any]:
        one = self.value.schema()
        many = {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}
        return {"type": "object", "additionalProperties": many if self.many else one}

    def decode(self, argument: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong_type(argument, "an object", value)
        return {
            self.key.decode(argument, key): self._decode_value(f'{argument}["{key}"]', item)
            for key, item in value.items()
        }

    def _decode_value(self, argument: str, value: Any) -> Any:
        if not self.many:
            return self.value.decode(argument, value)
        return ListType(self.value).decode(argument, value if isinstance(value, list) else [value])

    def encode(self, value: Any) -> dict[str, Any]:
        return dict(value)


@dataclass(frozen=True)
class ExtentType(ValueType):
    """A rectangle {xmin, ymin, xmax, ymax, crs?} or the handle of a layer whose extent is meant."""

    def schema(self) -> dict[str, Any]:
        corners = ("xmin", "ymin", "xmax", "ymax")
        rectangle = {
            "type": "object",
            "properties": {**{name: {"type": "number"} for name in corners}, "crs": {"type": "string"}},
            "required": list(corners),
            "additionalProperties": False,
        }
        return {"anyOf": [rectangle, {"type": "string", "pattern": f"^{HANDLE.pattern}$"}]}

    def decode(self, argument: str, value: Any) -> ExtentRequest | str:
        if isinstance(value, str):
            return LayerType().decode(argument, value)
        if not isinstance(value, dict):
            raise wrong_type(argument, "an object {xmin, ymin, xmax, ymax, crs} or a handle", value)
        unknown = set(value) - {*Extent._fields, "crs"}
        missing = [name for name in Extent._fields if name not in value]
        if unknown or missing:
            raise bad_value(argument, "xmin, ymin, xmax, ymax and optionally crs", value)
        corners = Extent(*(NumberType().decode(f"{argument}.{name}", value[name]) for name in Extent._fields))
        if corners.xmin >= corners.xmax or corners.ymin >= corners.ymax:
            raise bad_value(argument, "xmin below xmax and ymin below ymax", value)
        crs = CrsType().decode(f"{argument}.crs", value["crs"]) if "crs" in value else ""
        return ExtentRequest(corners, crs)

    def encode(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return {**value.extent._asdict(), **({"crs": value.crs} if value.crs else {})}


@dataclass(frozen=True)
class RowsType(ValueType):
    """A list of objects with fixed keys, decoded to named tuples: ranges and coordinates."""

    row: type
    columns: dict[str, ValueType] = field(default_factory=dict, hash=False)
    optional: tuple[str, ...] = ()
    nullable: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        properties = {name: self._column_schema(name) for name in self.columns}
        required = [name for name in self.columns if name not in self.optional]
        item = {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
        return {"type": "array", "items": item, "minItems": 1}

    def _column_schema(self, name: str) -> dict[str, Any]:
        schema = self.columns[name].schema()
        return {**schema, "type": [schema["type"], "null"]} if name in self.nullable else schema

    def decode(self, argument: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise wrong_type(argument, "a list of objects", value)
        if not value:
            raise bad_value(argument, "at least one object", value)
        return [self._decode_row(f"{argument}[{index}]", item) for index, item in enumerate(value)]

    def _decode_row(self, argument: str, value: Any) -> Any:
        names = ", ".join(self.columns)
        if not isinstance(value, dict):
            raise wrong_type(argument, f"an object with {names}", value)
        if set(value) - set(self.columns) or any(
            name not in value for name in self.columns if name not in self.optional
        ):
            raise bad_value(argument, f"an object with {names}", value)
        cells = {
            name: None
            if item is None and name in self.nullable + self.optional
            else self.columns[name].decode(f"{argument}.{name}", item)
            for name, item in value.items()
        }
        return self.row(**cells)

    def encode(self, value: Any) -> list[Any]:
        return [
            {key: item for key, item in row._asdict().items() if item is not None or key not in self.optional}
            for row in value
        ]


COORDINATES = RowsType(Coordinate, {"x": NumberType(), "y": NumberType(), "label": TextType()}, optional=("label",))
RANGES = RowsType(
    RangeRule,
    {"min": NumberType(), "max": NumberType(), "value": NumberType()},
    nullable=("min", "max", "value"),
)
