# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks calls without running them: names, forms, handles, kinds, fields, bands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import formula, registry
from .decoding import check_arguments
from .errors import ToolError, did_you_mean
from .facts import LayerFacts
from .layers import Layer
from .spec import REQUIRED, Argument, Call, ToolSpec
from .statistics import needs_numbers
from .structured_types import ExtentType, ListType, MappingType
from .value_types import (
    BAND,
    BandNumberType,
    BandType,
    FieldType,
    FormulaType,
    LayerType,
    NewHandleType,
    StatisticType,
    ValueType,
)

Handles = Mapping[str, LayerFacts]


@dataclass
class CheckedCall:
    """A call with all that is known of it before it runs.

    Args:
        spec: The tool; None where there is no such tool.
        call: Decoded arguments and layer facts, as far as they are right.
        faults: Every fault found; empty when the call may run.
    """

    spec: ToolSpec | None
    call: Call
    faults: list[ToolError] = field(default_factory=list)


def check_call(api: str, arguments: Any, handles: Handles, allowed: Iterable[str] | None = None) -> CheckedCall:
    """Checks one call against the handles that exist.

    Args:
        api: Name of the tool.
        arguments: As sent.
        handles: Handle to facts; facts that are not known are not checked.
        allowed: Tools the run may use; None for all.
    """
    try:
        spec = registry.find(api)
        if allowed is not None and api not in set(allowed):
            raise ToolError("UNKNOWN_TOOL", f'"{api}" is not among the tools of this run')
    except ToolError as fault:
        return CheckedCall(None, Call({}, {}), [fault])
    faults, decoded = check_arguments(spec, arguments)
    call = Call(decoded, {})
    for argument in spec.arguments:
        value = decoded.get(argument.name)
        if value is not None and argument.default is not value:
            faults += _check_value(spec, argument, argument.type, value, call, handles)
    faults += _check_new_handles(spec, decoded, handles)
    return CheckedCall(spec, call, faults)


def effect_of(spec: ToolSpec, call: Call) -> dict[str, LayerFacts]:
    """Gives the facts of each layer output by name, from the call alone."""
    return dict(spec.effect(call))


def _check_value(
    spec: ToolSpec, argument: Argument, value_type: ValueType, value: Any, call: Call, handles: Handles
) -> list[ToolError]:
    if isinstance(value_type, ListType):
        faults = []
        facts = []
        for item in value:
            faults += _check_value(spec, argument, value_type.item, item, call, handles)
            facts.append(call.layers.pop(argument.name, None))
        if isinstance(value_type.item, (LayerType, BandType)):
            call.layers[argument.name] = facts
        return faults
    if isinstance(value_type, MappingType):
        parts = [
            *value,
            *(item for items in value.values() for item in (items if value_type.many else [items])),
        ]
        types = [value_type.key] * len(value) + [value_type.value] * (len(parts) - len(value))
        faults = []
        for part, part_type in zip(parts, types, strict=True):
            faults += _check_value(spec, argument, part_type, part, call, handles)
        if isinstance(value_type.value, BandType):
            call.layers[argument.name] = {name: handles.get(_handle(band)) for name, band in value.items()}
        if isinstance(value_type.key, FieldType) and isinstance(value_type.value, StatisticType):
            faults += _check_statistics(argument, call.facts(value_type.key.layer), value)
        return faults
    if isinstance(value_type, LayerType):
        return _check_layer(argument, value_type, value, call, handles)
    if isinstance(value_type, ExtentType) and isinstance(value, str):
        return _check_layer(argument, LayerType(accepts=Layer), value, call, handles)
    if isinstance(value_type, FieldType):
        return _check_field(argument, value_type, value, call)
    if isinstance(value_type, FormulaType):
        inputs = call.arguments.get(value_type.inputs)
        return [] if inputs is None else formula.check_names(formula.parse(value), inputs)
    if isinstance(value_type, BandType):
        return _check_band_text(argument, value, call, handles)
    if isinstance(value_type, BandNumberType):
        raster = call.arguments.get(value_type.raster)
        return _check_band(argument.name, raster, value, call.facts(value_type.raster))
    return []


def _check_layer(
    argument: Argument, value_type: LayerType, handle: str, call: Call, handles: Handles
) -> list[ToolError]:
    if handle not in handles:
        hint = did_you_mean(handle, handles, "handles", "list_layers") if handles else "load_layer makes the first one"
        return [ToolError("UNKNOWN_LAYER", f'{argument.name}: there is no layer "{handle}"', hint,
                          argument=argument.name, found=handle)]  # fmt: skip
    facts = handles[handle]
    call.layers[argument.name] = facts
    accepts: type[Layer] = value_type.accepts  # type: ignore[assignment]
    if facts.kind is not None and facts.kind not in accepts.kinds:
        return [ToolError("WRONG_TYPE", f'{argument.name} takes {accepts.words}; "{handle}" is a {facts.kind}',
                          argument=argument.name, expected=accepts.words, found=facts.kind)]  # fmt: skip
    found = facts.geometry_type
    if accepts.geometry_types and found is not None and found not in accepts.geometry_types:
        return [ToolError("WRONG_GEOMETRY_TYPE",
                          f'{argument.name} takes {accepts.words}; "{handle}" holds {found} geometries',
                          argument=argument.name, expected=accepts.words, found=found)]  # fmt: skip
    return []


def _check_field(argument: Argument, value_type: FieldType, name: str, call: Call) -> list[ToolError]:
    facts = call.layers.get(value_type.layer)
    if facts is None or facts.fields is None:
        return []
    handle = call.arguments.get(value_type.layer)
    found = facts.field(name)
    if found is None:
        hint = did_you_mean(name, facts.field_names or (), "fields", "describe_layer")
        return [ToolError("UNKNOWN_FIELD", f'{argument.name}: "{handle}" has no field "{name}"', hint,
                          argument=argument.name, found=name)]  # fmt: skip
    if value_type.types and found.type not in value_type.types:
        wanted = " or ".join(value_type.types)
        return [ToolError("WRONG_TYPE", f'{argument.name}: field "{name}" of "{handle}" is {found.type}, not {wanted}',
                          argument=argument.name, expected=wanted, found=found.type)]  # fmt: skip
    return []


def _check_statistics(argument: Argument, facts: LayerFacts, statistics: Mapping[str, list[str]]) -> list[ToolError]:
    faults = []
    for name, words in statistics.items():
        found = facts.field(name)
        unfit = [word for word in words if needs_numbers(word)]
        if found is not None and unfit and found.type not in ("integer", "real"):
            advice = "numbers stored as text are read by load_layer with types" if found.type == "text" else ""
            faults.append(ToolError("WRONG_TYPE",
                          f'{argument.name}: {", ".join(unfit)} takes numbers, but field "{name}" is {found.type}',
                          advice, argument=argument.name, expected="integer or real", found=found.type))  # fmt: skip
    return faults


def _check_band_text(argument: Argument, text: str, call: Call, handles: Handles) -> list[ToolError]:
    handle = _handle(text)
    number = int(text.partition("@")[2] or 1)
    from .layers import Raster

    faults = _check_layer(argument, LayerType(accepts=Raster), handle, call, handles)
    return faults or _check_band(argument.name, handle, number, handles[handle])


def _check_band(argument: str, handle: str | None, number: int, facts: LayerFacts) -> list[ToolError]:
    if facts.bands is None or number <= len(facts.bands):
        return []
    bands = f"{len(facts.bands)} band{'s' if len(facts.bands) > 1 else ''}"
    return [ToolError("UNKNOWN_BAND", f'{argument}: "{handle}" has {bands}, there is no band {number}',
                      "bands are numbered from 1", argument=argument, found=str(number))]  # fmt: skip


def _check_new_handles(spec: ToolSpec, decoded: dict[str, Any], handles: Handles) -> list[ToolError]:
    faults = []
    seen: set[str] = set()
    for argument in spec.arguments:
        name = decoded.get(argument.name, REQUIRED)
        if not isinstance(argument.type, NewHandleType) or not isinstance(name, str):
            continue
        if name in handles or name in seen:
            faults.append(ToolError("OUTPUT_EXISTS", f'{argument.name}: the handle "{name}" is taken',
                                    "a handle is written once; choose a new one", argument=argument.name))  # fmt: skip
        seen.add(name)
    return faults


def _handle(band_text: str) -> str:
    match = BAND.fullmatch(band_text)
    return match[1] if match else band_text
