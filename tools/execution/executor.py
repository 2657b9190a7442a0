# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs one call of a workspace: checks it, resolves its layers, runs its body, accepts its outputs, records it."""

from __future__ import annotations

import resource
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..declaration.errors import ToolError
from ..declaration.facts import LayerFacts
from ..declaration.host_job import GuardLevel
from ..declaration.layers import BandOf, Layer, Raster
from ..declaration.limits import LIMITS
from ..declaration.observation import facts_observation
from ..declaration.records import StepRecord
from ..declaration.roles import roles_of
from ..declaration.structured_types import ExtentRequest, ExtentType, ListType, MappingType
from ..declaration.validator import CheckedCall, check_call
from ..declaration.value_types import BAND, BandType, LayerType, NewHandleType, ValueType
from .bound_run import BoundRun
from .context import EngineFeedback
from .expressions.call_check import expression_faults
from .failures import fault_of
from .layers.layer_facts import raster_facts, vector_facts
from .process_limits import demand_room, file_room, is_want_of_memory, is_want_of_room
from .reference_systems.crs import unit_name
from .workspace import Workspace, Written

LEAST_FREE_BYTES = 1_000_000


class Executor:
    """Runs calls in one workspace, one after another.

    Args:
        workspace: Where layers and files stand.
        guard: What guards do: refuse, warn or silent.
        allowed: Tools the run may use; None for all.
        on_progress: Called with a share from 0 to 1.

    `is_spent` tells that the process has run out of memory once and is no place for another call.
    """

    def __init__(
        self,
        workspace: Workspace,
        guard: GuardLevel = "refuse",
        allowed: Iterable[str] | None = None,
        on_progress: Callable[[float], None] | None = None,
    ) -> None:
        self.workspace = workspace
        self.guard: GuardLevel = guard
        self.allowed = None if allowed is None else frozenset(allowed)
        self.on_progress = on_progress
        self.is_spent = False

    def call(self, api: str, arguments: dict[str, Any]) -> StepRecord:
        """Runs one call and records it; a fault of the call is a record with an error, never an exception."""
        start = time.perf_counter()
        self.workspace.state.steps += 1
        step = StepRecord(api, arguments, ok=False, step=self.workspace.state.steps)
        run: BoundRun | None = None
        try:
            checked = check_call(api, arguments, self.workspace.handles, self.allowed)
            if checked.faults:
                raise checked.faults[0]
            assert checked.spec is not None
            for fault in expression_faults(checked.spec, checked.call):
                raise fault
            step.roles = roles_of(api, checked.call.arguments)
            run = self._run_of(checked)
            with file_room(self.workspace.folder):
                self._perform(run, checked, step)
        except ToolError as fault:
            step.error = self._resource_fault(api, fault).record()
        except Exception as failure:  # whatever an engine raises is a failed call, never a lost episode
            told = fault_of(api, failure, self._named_layers(arguments))
            step.error = self._resource_fault(api, told).record()
        self.workspace.clear_writing()
        if run is not None:
            step.warnings, step.operations, step.engine_seconds = (
                run.warnings,
                run.operations,
                run.engine_seconds,
            )
        self._save(step)
        step.peak_memory_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        step.seconds = time.perf_counter() - start
        return step

    def _run_of(self, checked: CheckedCall) -> BoundRun:
        assert checked.spec is not None
        spec, arguments = checked.spec, checked.call.arguments
        handles = {
            output.name: arguments[spec.output_argument(output)]
            for output in spec.outputs
            if output.is_layer and arguments.get(spec.output_argument(output))
        }
        return BoundRun(self.workspace, spec, handles, self.guard, EngineFeedback(self.on_progress))

    def _named_layers(self, arguments: dict[str, Any]) -> dict[str, LayerFacts]:
        """Gives the layers that a call names."""
        named = [each for value in arguments.values() for each in (value if isinstance(value, list) else [value])]
        return {name: facts for name, facts in self.workspace.handles.items() if name in named}

    def _perform(self, run: BoundRun, checked: CheckedCall, step: StepRecord) -> None:
        spec = run.spec
        values = {
            argument.name: self._resolve(argument.type, checked.call.arguments[argument.name])
            for argument in spec.arguments
            if not argument.is_output
        }
        result = spec.body(run, **values)
        facts = self._accept(run, result, step)
        run.tell_empty(facts.count)
        first = spec.outputs[0] if spec.outputs else None
        step.output = None if first is None or spec.read_only else step.outputs.get(first.name)
        observation = facts_observation(
            facts,
            count_before=run.count_before,
            counts=run.counts,
            report=run.report,
            warnings=list(run.warnings),
        )
        observation.nodata_share = run.counts.pop("nodata_share", None)
        if facts.crs and facts.kind != "table":
            observation.unit = unit_name(facts.crs)
        step.observation = observation.record()
        step.ok = True

    def _accept(self, run: BoundRun, result: Any, step: StepRecord) -> LayerFacts:
        main = LayerFacts()
        accepted: list[tuple[str, Written, LayerFacts]] = []
        for output in run.spec.outputs:
            value = getattr(result, output.name)
            if not output.is_layer:
                step.outputs[output.name] = value
                if isinstance(value, (int, float)) and not isinstance(value, bool):
                    run.counts.setdefault(output.name, value)
                continue
            if output.name not in run.handles:
                continue
            written = _written(value)
            if not written.path.exists():
                raise ToolError("NO_OUTPUT_WRITTEN", f"{run.spec.name} wrote no {output.name}")
            facts = self._facts_of(run.spec.name, written, issubclass(output.accepts, Raster))
            accepted.append((run.handles[output.name], written, facts))
            if output is run.spec.outputs[0]:
                main = facts
        if accepted:
            demand_room(self.workspace.folder)
        for handle, written, facts in accepted:
            self.workspace.accept(handle, written, facts)
        step.outputs.update(run.handles)
        return main

    def _facts_of(self, api: str, written: Written, is_raster: bool) -> LayerFacts:
        # engines report success although their last pages found no room
        if shutil.disk_usage(self.workspace.folder).free < LEAST_FREE_BYTES:
            raise _storage_full()
        try:
            if is_raster or not written.sublayer:
                return raster_facts(str(written.path))
            return vector_facts(str(written.path), written.sublayer)
        except ToolError as fault:
            raise ToolError("NO_OUTPUT_WRITTEN", f"what {api} wrote cannot be read back") from fault

    def _resolve(self, value_type: ValueType, value: Any) -> Any:
        if value is None or isinstance(value_type, NewHandleType):
            return value
        if isinstance(value_type, LayerType):
            return self.workspace.layer(value)
        if isinstance(value_type, ExtentType):
            return _extent_of(self.workspace.layer(value)) if isinstance(value, str) else value
        if isinstance(value_type, ListType):
            return [self._resolve(value_type.item, item) for item in value]
        if isinstance(value_type, MappingType) and not value_type.many:
            return {key: self._resolve(value_type.value, item) for key, item in value.items()}
        if isinstance(value_type, BandType):
            return self._band(value)
        return value

    def _band(self, text: str) -> BandOf:
        match = BAND.fullmatch(text)
        assert match is not None
        layer: Layer = self.workspace.layer(match[1])
        assert isinstance(layer, Raster)
        return BandOf(layer, int(match[2] or 1))

    def _resource_fault(self, api: str, fault: ToolError) -> ToolError:
        """Tells what an engine lacked, where it failed for want of memory or room."""
        if fault.code not in ("ENGINE_FAILED", "NO_OUTPUT_WRITTEN", "DEPENDENCY_MISSING"):
            return fault
        if is_want_of_memory(fault):
            self.is_spent = True
            return ToolError("LIMIT_EXCEEDED", f"{api} needs more memory than its process may use",
                             "fewer or smaller layers, or larger cells, need less")  # fmt: skip
        if shutil.disk_usage(self.workspace.folder).free < LEAST_FREE_BYTES:
            return _storage_full()
        if is_want_of_room(fault):
            return ToolError("STORAGE_FULL", f"the workspace has no room for what {api} writes; nothing was kept",
                             f"a workspace holds {LIMITS['bytes']:,} bytes")  # fmt: skip
        return fault

    def _save(self, step: StepRecord) -> None:
        try:
            self.workspace.save()
        except OSError:
            step.ok, step.output, step.error = False, None, _storage_full().record()


def _extent_of(layer: Layer) -> ExtentRequest:
    if layer.facts.extent is None:
        raise ToolError("BAD_VALUE", f'layer "{layer.name}" has no extent, since it has no rows with a geometry')
    return ExtentRequest(layer.facts.extent, layer.facts.crs or "")


def _written(value: Any) -> Written:
    if isinstance(value, Written):
        return value
    path = Path(str(value).partition("|")[0])
    return Written(path, "" if path.suffix == ".tif" else path.stem)


def _storage_full() -> ToolError:
    return ToolError("STORAGE_FULL", "the disk of the workspace is full; nothing of this call was kept")
