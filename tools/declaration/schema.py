# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON Schema: of a tool's arguments for models and MCP clients, and of the dataclasses that are stored."""

from __future__ import annotations

import dataclasses
import types
import typing
from typing import Any, Literal

from .spec import Argument, ToolSpec
from .structured_types import ListType, MappingType
from .value_types import DistanceType, ExpressionType, FieldType, LayerType, ValueType

Descriptions = Literal["full", "bare"]
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def arguments_schema(spec: ToolSpec, descriptions: Descriptions = "full") -> dict[str, Any]:
    """Gives the JSON Schema of a tool's arguments; `bare` leaves all help out."""
    properties = {argument.name: _argument_schema(argument, descriptions) for argument in spec.arguments}
    required = [argument.name for argument in spec.arguments if argument.required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def function_schema(spec: ToolSpec, descriptions: Descriptions = "full") -> dict[str, Any]:
    """Gives the tool as a function of the OpenAI chat interface."""
    return {
        "type": "function",
        "function": {
            "name": spec.name,
            "description": description(spec, descriptions),
            "parameters": arguments_schema(spec, descriptions),
        },
    }


def description(spec: ToolSpec, descriptions: Descriptions = "full") -> str:
    """Gives what a model is told of a tool: the first sentence, or all that its docstring says of use."""
    help_ = spec.help
    if descriptions == "bare":
        return help_.summary
    returns = "; ".join(f"{output.name}: {output.help}" for output in spec.outputs)
    parts = [help_.summary, help_.details, f"Returns {returns}" if returns else ""]
    parts += [f"CRS: {help_.crs}" if help_.crs else "", f"Edges: {help_.edges}" if help_.edges else ""]
    return "\n".join(part for part in parts if part)


def record_schema(record: type) -> dict[str, Any]:
    """Gives the JSON Schema of a stored dataclass, with its version in the title."""
    definitions: dict[str, Any] = {}
    root = _dataclass_schema(record, definitions)
    version = next((f.default for f in dataclasses.fields(record) if f.name == "schema_version"), None)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": record.__name__}
    return {**head, "version": version, **root, **({"$defs": definitions} if definitions else {})}


def union_schema(title: str, union: Any, version: int) -> dict[str, Any]:
    """Gives the JSON Schema of a value that is one of several dataclasses."""
    definitions: dict[str, Any] = {}
    root = _hint_schema(union, definitions)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "version": version}
    return {**head, **root, "$defs": definitions}


def _argument_schema(argument: Argument, descriptions: Descriptions) -> dict[str, Any]:
    schema = argument.type.schema()
    if not argument.required and argument.default not in (None, [], {}):
        schema["default"] = argument.type.encode(argument.default)
    if descriptions == "full":
        schema["description"] = " ".join(part for part in (argument.help, _relation(argument.type)) if part)
    if argument.left_out and "enum" not in schema:
        schema = {"anyOf": [schema, {"const": argument.left_out}], **_kept(schema, "description")}
    return schema


def _kept(schema: dict[str, Any], key: str) -> dict[str, Any]:
    return {key: schema.pop(key)} if key in schema else {}


def _relation(value_type: ValueType) -> str:
    if isinstance(value_type, ListType):
        return _relation(value_type.item)
    if isinstance(value_type, MappingType):
        return _relation(value_type.key)
    if isinstance(value_type, FieldType):
        return f"(field of `{value_type.layer}`)"
    if isinstance(value_type, ExpressionType):
        return f"(QGIS expression over `{value_type.layer}`: fields in double quotes, text in single quotes)"
    if isinstance(value_type, DistanceType):
        return f"(in `{value_type.unit}`)"
    if isinstance(value_type, LayerType):
        return f"({value_type.words})"
    return ""


def _dataclass_schema(record: type, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(record)
    properties = {f.name: _hint_schema(hints[f.name], definitions) for f in dataclasses.fields(record)}
    missing = dataclasses.MISSING
    required = [f.name for f in dataclasses.fields(record) if f.default is missing and f.default_factory is missing]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _hint_schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return {}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_hint_schema(part, definitions) for part in inner]}
    if origin is dict:
        return {"type": "object", "additionalProperties": _hint_schema(inner[1], definitions)}
    if origin is list or origin is tuple and inner[-1] is Ellipsis:
        return {"type": "array", "items": _hint_schema(inner[0], definitions)}
    if origin is tuple or hasattr(hint, "_fields"):
        parts = inner or tuple(typing.get_type_hints(hint).values())
        return {"type": "array", "prefixItems": [_hint_schema(part, definitions) for part in parts]}
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        if hint.__name__ not in definitions:
            definitions[hint.__name__] = {}
            definitions[hint.__name__] = _dataclass_schema(hint, definitions)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    raise TypeError(f"no JSON Schema for {hint!r}")
