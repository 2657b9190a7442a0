# SPDX-License-Identifier: GPL-2.0-or-later
"""Rehearses a call: its tool begins with the facts of its layers alone, and is stopped before it touches any data.

What a tool refuses before that it would refuse when it runs, by the same code and in the same words, since it is the
same lines that refuse. Where a fact is not known, nothing is concluded.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...tools.declaration.errors import ToolError
from ...tools.declaration.facts import Extent, LayerFacts
from ...tools.declaration.layers import BandOf, Layer, Polygons, Raster
from ...tools.declaration.observation import crs_label
from ...tools.declaration.spec import Call, ToolSpec
from ...tools.declaration.structured_types import ExtentRequest, ExtentType, ListType, MappingType
from ...tools.declaration.value_types import BAND, BandType, LayerType, NewHandleType, ValueType
from .argument_texts import texts_in
from .places import SURELY, is_surely_untrue
from .unknown import UNKNOWN, UNKNOWN_EXTENT, NoFile, NotKnown, cases_of, guarded, open_forms

OF_THIS_MACHINE = ("DEPENDENCY_MISSING", "ENGINE_FAILED", "STORAGE_FULL")
DATA_FREE = ("note", "warn", "progress", "raise_if_cancelled", "tell_empty")


def rehearsed_fault(spec: ToolSpec, call: Call, known: KnownLayers, output: Path) -> ToolError | None:
    """Finds what the tool of a call refuses before it looks at any data; None where nothing, or where data decide.

    Args:
        call: Without faults of form.
        known: Every layer there is, with what is known of it.
        output: Empty folder that takes the place of output/; nothing is left in it.
    Edges: Where it stops at a fact that can only be one of a few, each of them is tried; what is refused in every case
        is refused.
    """
    try:
        return _begun(spec, call, known, output)
    except NotKnown:
        return _in_every_case(spec, call, known, output)


def _in_every_case(spec: ToolSpec, call: Call, known: KnownLayers, output: Path) -> ToolError | None:
    """Tries the cases of the one layer whose form is not known."""
    named = {text.partition("@")[0] for text in texts_in(call.arguments)}
    handles = [name for name in named if name in known.handles and open_forms(known.handles[name])]
    if len(handles) != 1:
        return None
    faults: list[ToolError] = []
    for case in cases_of(known.handles[handles[0]]):
        try:
            fault = _begun(spec, call, known._replace(case={handles[0]: case}), output)
        except NotKnown:
            return None
        if fault is None or faults and fault.code != faults[0].code:
            return None
        faults.append(fault)
    return faults[0] if faults else None


def _begun(spec: ToolSpec, call: Call, known: KnownLayers, output: Path) -> ToolError | None:
    """Lets a tool begin. Raises: NotKnown where it stops at something that is not known."""
    try:
        values = {
            argument.name: _resolved(argument.type, call.arguments[argument.name], known)
            for argument in spec.arguments
            if not argument.is_output
        }
        spec.body(Rehearsal(spec, call, output), **values)
    except ToolError as fault:
        return None if fault.code in OF_THIS_MACHINE else fault
    except Exception:  # a stand-in is no layer: whatever else goes wrong says nothing of the call
        return None
    return None


class KnownLayers(NamedTuple):
    """Every layer of a plan so far.

    Args:
        handles: Handle to what is known of it.
        places: Where it lies in degrees, where that is known.
        case: Facts that are taken to be so, for the layer whose form is not known.
    """

    handles: Mapping[str, LayerFacts]
    places: Mapping[str, Extent | None]
    case: Mapping[str, Mapping[str, Any]] = {}


class Rehearsal:
    """What a tool body sees of its run here: words are taken, guards hold, everything that leads to data stops it."""

    guard = "refuse"

    def __init__(self, spec: ToolSpec, call: Call, output: Path) -> None:
        self.spec = spec
        self.call = call
        self.output = output
        self.counts: dict[str, float] = {}
        self.report: dict[str, Any] = {}
        self.warnings: list[str] = []
        self.operations: list[str] = []
        self.count_before: int | None = None
        self.empty_advice = ""
        self.engine_seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        if name in DATA_FREE:
            return lambda *_, **__: None
        raise NotKnown

    @property
    def require(self) -> Any:
        """Gives the guards, which go on where they cannot tell."""
        from ...tools.execution.guards import Guards

        return _Guards(Guards(self))  # type: ignore[arg-type]

    def takes(self, argument: str) -> bool:
        """Tells whether the tool has an argument of that name."""
        return self.spec.argument(argument) is not None

    def wants(self, output: str) -> bool:
        """Tells whether a secondary output was asked for."""
        declared = next(item for item in self.spec.outputs if item.name == output)
        return bool(self.call.arguments.get(self.spec.output_argument(declared)))

    def timed(self) -> Any:
        """Counts no time."""
        return contextlib.nullcontext()

    def expression(self, text: str, layer: Any, argument: str = "expression") -> Any:
        """Holds an expression to the rules, and its measures to the CRS of the layer."""
        from ...tools.execution.expressions.planar_measures import demand_measurable
        from ...tools.execution.expressions.rules import checked

        with contextlib.suppress(NotKnown):
            expression = checked(text, layer, argument)  # kept, since its nodes go with it
            demand_measurable(self, layer, expression.rootNode())  # type: ignore[arg-type]
        return UNKNOWN

    def output_path(self, name: str, suffixes: tuple[str, ...]) -> str:
        """Holds the name of a file to the rules."""
        from ...tools.execution.paths import new_file

        return str(new_file(self.output, name, "file", suffixes))


class _Guards:
    """The guards of tools, each of which lets pass what it cannot tell."""

    def __init__(self, guards: Any) -> None:
        self._guards = guards

    def measurable(self, layer: Any, what: str = "linear", extent: Extent | None = None) -> None:
        """Demands true measures, also of a layer of which only the place is known."""
        try:
            self._guards.measurable(layer, what, extent)
        except NotKnown:
            if layer.facts.place is None or layer.facts.crs is UNKNOWN:
                return
            if is_surely_untrue(layer.facts.crs, layer.facts.place, what):
                noun = "areas" if what == "areal" else "lengths"
                self._guards.find("CRS_UNSUITABLE", f'in {crs_label(layer.facts.crs)} {noun} where "{layer.name}" lies '
                                  f"are off by more than {100 * SURELY:.3g} %",
                                  "reproject_layer to a CRS made for the area, such as its UTM zone")  # fmt: skip

    def __getattr__(self, name: str) -> Callable[..., Any]:
        guard = getattr(self._guards, name)

        def careful(*arguments: Any, **named: Any) -> Any:
            try:
                return guard(*arguments, **named)
            except NotKnown:
                return UNKNOWN

        return careful


def _resolved(value_type: ValueType, value: Any, known: KnownLayers) -> Any:
    if value is None or isinstance(value_type, NewHandleType):
        return value
    if isinstance(value_type, LayerType):
        return _layer(value_type.accepts, value, known)
    if isinstance(value_type, ExtentType) and isinstance(value, str):
        facts = guarded(known.handles[value])
        return ExtentRequest(facts.extent or UNKNOWN_EXTENT, facts.crs or "")
    if isinstance(value_type, ListType):
        return [_resolved(value_type.item, item, known) for item in value]
    if isinstance(value_type, MappingType) and not value_type.many:
        return {key: _resolved(value_type.value, item, known) for key, item in value.items()}
    if isinstance(value_type, BandType):
        match = BAND.fullmatch(value)
        assert match is not None
        return BandOf(_layer(Raster, match[1], known), int(match[2] or 1))
    return value


def _layer(accepts: Any, handle: str, known: KnownLayers) -> Any:
    """Makes the layer that a body would see, without a file.

    Raises: NotKnown where its kind is open and the tool takes several.
    """
    from ...tools.execution.workspace import layer_class

    facts = known.handles[handle]
    kind = facts.kind or (accepts.kinds[0] if len(accepts.kinds) == 1 else None)
    if kind is None:
        raise NotKnown
    facts = facts.with_(kind=kind, **known.case.get(handle, {}))
    chosen: type[Layer] = layer_class(facts)
    if chosen is not Raster and accepts.geometry_types == ("Polygon",):
        chosen = Polygons
        facts = facts.with_(geometry_type="Polygon")
    file: Any = NoFile(handle)
    return chosen(handle, guarded(facts, known.places.get(handle), known.case.get(handle)), parameter=file, path=file)
