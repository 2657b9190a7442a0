# SPDX-License-Identifier: GPL-2.0-or-later
"""Follows the steps of a plan by the effects of their tools, and finds what each call would be refused for.

A step that is faulty still makes its layers, of which nothing is known from then on: one mistake is told once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from ...tools.declaration.errors import ToolError
from ...tools.declaration.facts import UNKNOWN, Extent, LayerFacts
from ...tools.declaration.spec import Call, ToolSpec
from ...tools.declaration.validator import CheckedCall, check_call, effect_of
from ...tools.declaration.value_types import HANDLE, FieldType
from .expressions import expression_faults
from .finding import Finding, of_fault
from .given_inputs import GivenInputs, file_name
from .key_types import key_fault
from .places import carried_place
from .rehearsal import KnownLayers, rehearsed_fault

LOAD = "load_layer"
EXPORT_LAYER, EXPORT_RASTER = "export_layer", "export_raster"


@dataclass(frozen=True)
class Written:
    """A file that an export writes.

    Args:
        step: Of the export.
        file: Under output/, without that prefix.
        sublayer: The layer in it, "" for rasters.
        call: The export, with the facts of what it writes.
    """

    step: int
    file: str
    sublayer: str
    call: Call


@dataclass
class Walk:
    """What is known once the steps are followed.

    Args:
        findings: In the order of the steps.
        made: Handle to the step that makes it.
        written: Files in the order they are written; of a file or sublayer that is replaced the last.
        loaded: Files that load_layer opens.
        is_certain: Whether it is known of every step which file it writes, so that no other could be there.
    """

    findings: list[Finding] = field(default_factory=list)
    made: dict[str, int] = field(default_factory=dict)
    written: dict[tuple[str, str], Written] = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    is_certain: bool = True


def walk(steps: Iterable[tuple[str, Any]], inputs: GivenInputs) -> Walk:
    """Follows the steps of a plan.

    Args:
        steps: API and arguments of each step, as sent.
        inputs: The input files, as far as they are known.
    """
    with tempfile.TemporaryDirectory(prefix="gisagentbench-plan-") as folder:
        walker = _Walker(inputs, Path(folder) / "output")
        for number, (api, arguments) in enumerate(steps):
            walker.take(number, api, arguments)
    return walker.walk


class _Walker:
    def __init__(self, inputs: GivenInputs, output: Path) -> None:
        self.inputs = inputs
        self.output = output
        self.walk = Walk()
        self.handles: dict[str, LayerFacts] = {}
        self.places: dict[str, Extent | None] = {}
        self.last_written: dict[str, Written] = {}
        output.mkdir()

    def take(self, number: int, api: str, arguments: Any) -> None:
        """Follows one step."""
        checked = check_call(api, arguments, self.handles)
        faults = checked.faults or self._further_faults(checked)
        facts: Mapping[str, LayerFacts] = {}
        if checked.spec is None:
            self.walk.is_certain = False
            self._bind(number, dict.fromkeys(_possible_handles(arguments), UNKNOWN))
        else:
            if not faults and api == LOAD:
                loaded = self.inputs.load(checked.call.arguments)
                faults = [loaded] if isinstance(loaded, ToolError) else []
                facts = {} if isinstance(loaded, ToolError) else {"layer": loaded}
            elif not faults:
                facts = effect_of(checked.spec, checked.call)
            made = _layers_of(checked.spec, checked.call, facts)
            self.places |= {name: carried_place(api, checked.call, one, self.places) for name, one in made.items()}
            self._bind(number, made)
            self._note_files(number, checked.spec, checked.call, bool(faults))
        self.walk.findings += [of_fault(number, fault) for fault in faults]

    def _further_faults(self, checked: CheckedCall) -> list[ToolError]:
        """Lists what a call of the right form is refused for; the first of it, as when it runs."""
        spec, call = checked.spec, checked.call
        assert spec is not None
        if spec.name == LOAD:
            return []
        faults = expression_faults(spec, call)
        if not faults:
            known = KnownLayers(self.handles, self.places)
            fault = rehearsed_fault(spec, call, known, self.output) or key_fault(spec, call)
            faults = [] if fault is None or _names_open_fields(spec, call, fault) else [fault]
        return faults or self._taken_file(spec, call)

    def _taken_file(self, spec: ToolSpec, call: Call) -> list[ToolError]:
        """Finds an export to what an earlier step has written; a GeoPackage is added to."""
        place = _place(spec, call)
        if place is None or call.arguments.get("overwrite"):
            return []
        holds_layers = call.arguments.get("format") == "gpkg"
        earlier = self.walk.written.get(place) if holds_layers else self.last_written.get(place[0])
        if earlier is None:
            return []
        what = f'holds a layer "{place[1]}" already' if holds_layers else "is there already"
        return [ToolError("OUTPUT_EXISTS", f'file: "{place[0]}" {what}, written by step {earlier.step + 1}',
                          "overwrite true replaces it, or choose another name", argument="file")]  # fmt: skip

    def _note_files(self, number: int, spec: ToolSpec, call: Call, is_faulty: bool) -> None:
        if spec.name == LOAD and isinstance(call.arguments.get("file"), str):
            self.walk.loaded.add(str(file_name(call.arguments)))
        place = _place(spec, call)
        if place is None:
            self.walk.is_certain &= spec.name not in (EXPORT_LAYER, EXPORT_RASTER)
        else:
            known = Call(call.arguments, {} if is_faulty else call.layers)
            self.walk.written[place] = self.last_written[place[0]] = Written(number, *place, known)

    def _bind(self, number: int, layers: Mapping[str, LayerFacts]) -> None:
        new = {handle: facts for handle, facts in layers.items() if handle not in self.handles}
        self.handles |= new
        self.walk.made |= dict.fromkeys(new, number)


def _names_open_fields(spec: ToolSpec, call: Call, fault: ToolError) -> bool:
    """Tells whether a fault is about an argument that names fields which are not known; they may not be there."""
    argument = spec.argument(fault.argument)
    parts = ("item", "key", "value")
    kinds = [argument.type, *(getattr(argument.type, part, None) for part in parts)] if argument else []
    return any(isinstance(kind, FieldType) and call.facts(kind.layer).fields is None for kind in kinds)


def _layers_of(spec: ToolSpec, call: Call, facts: Mapping[str, LayerFacts]) -> dict[str, LayerFacts]:
    """Gives the new handles of a call with their facts; of what is not known at least the kind, where there is one."""
    made = {}
    for output in spec.outputs:
        handle = call.arguments.get(spec.output_argument(output)) if output.is_layer else None
        if isinstance(handle, str):
            kinds = output.accepts.kinds  # type: ignore[attr-defined]
            known = facts.get(output.name) or UNKNOWN
            made[handle] = known.with_(kind=kinds[0]) if known.kind is None and len(kinds) == 1 else known
    return made


def _possible_handles(arguments: Any) -> list[str]:
    """Lists what a call of an unknown tool may call its results."""
    if not isinstance(arguments, dict):
        return []
    named = [value for name, value in arguments.items() if "output" in str(name) or name == "name"]
    return [value for value in named if isinstance(value, str) and HANDLE.fullmatch(value)]


def _place(spec: ToolSpec, call: Call) -> tuple[str, str] | None:
    """Gives file and sublayer that an export writes."""
    file = call.arguments.get("file")
    if spec.name not in (EXPORT_LAYER, EXPORT_RASTER) or not isinstance(file, str):
        return None
    name = PurePosixPath(file.removeprefix("output/"))
    sublayer = "" if spec.name == EXPORT_RASTER else call.arguments.get("sublayer") or name.stem
    return str(name), sublayer
