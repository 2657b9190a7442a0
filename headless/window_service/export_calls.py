# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of a trace as calls of Processing algorithms on files, without any workspace.

Layers become files of a folder, by the names of their handles. Files of a step are confined to inputs/ and output/, so
an exported program reads and writes nowhere else. A place inside a value is written between two NUL characters, which
no argument of a tool can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...tools.declaration.decoding import check_arguments
from ...tools.declaration.errors import ToolError, did_you_mean
from ...tools.declaration.layers import Raster
from ...tools.declaration.parameter_values import Places, processing_parameters
from ...tools.declaration.registry import all_tools
from ...tools.declaration.spec import ToolSpec
from ...tools.execution.drivers import kind_of_file
from ...tools.execution.paths import inside
from ..refusal import CommandRefused

PROVIDER = "gisagentbench"
MARK = "\0"
PlaceKind = Literal["layer", "new", "inputs", "output"]
Words = Callable[["PlacedFile"], str]


class ExportedStep(NamedTuple):
    """A step as it was sent."""

    api: str
    arguments: dict[str, Any]
    note: str | None = None


class PlacedFile(NamedTuple):
    """A place inside a value.

    Args:
        kind: layer: a layer that an earlier step made; new: one that this step makes; inputs, output: a file.
        name: Handle of a layer; else the file under that folder.
        file: Name of the file that holds it.
    """

    kind: PlaceKind
    name: str
    file: str


class PlacedCall(NamedTuple):
    """A step as a call of an algorithm.

    Args:
        number: Of the step, from 1.
        parameters: Processing name to value, places between marks.
        made: Processing name of an output to the handle of the layer.
    """

    number: int
    algorithm: str
    parameters: dict[str, Any]
    made: dict[str, str]
    note: str


class PlacedSteps:
    """Places steps one after another.

    Args:
        kinds: Handle to vector, raster or table, as far as they are known.
        takes_any: Whether layers may be taken that no step before has made, as for a step alone.
    """

    def __init__(self, kinds: Mapping[str, str], takes_any: bool = False) -> None:
        self.kinds, self.takes_any = kinds, takes_any
        self.files: list[PlacedFile] = []
        self._layers: dict[str, str] = {}
        self._count = 0

    def place(self, step: ExportedStep) -> PlacedCall:
        """Returns a step as a call of an algorithm.

        Raises: CommandRefused with the code of the fault where it could not run: an unknown tool or argument, a layer
            that no earlier step makes, a file outside of the trace.
        """
        self._count += 1
        try:
            return self._placed(step)
        except ToolError as fault:
            message = f"Step {self._count} ({step.api[:60]}) cannot be exported: {fault.sentence.rstrip('.')}."
            raise CommandRefused(fault.code, message, fault.hint) from None

    def _placed(self, step: ExportedStep) -> PlacedCall:
        spec = all_tools().get(step.api)
        if spec is None:
            raise ToolError("UNKNOWN_TOOL", "there is no such tool", did_you_mean(step.api, all_tools(), "tools"))
        faults, _ = check_arguments(spec, step.arguments)
        if faults:
            raise faults[0]
        new: dict[str, str] = {}

        def new_layer(handle: str) -> str:
            if handle in self._layers or handle in new:
                raise ToolError("OUTPUT_EXISTS", f'the layer "{handle}" is made already')
            new[handle] = f"{handle}{_suffix(spec, step.arguments, handle, self.kinds)}"
            return self._marked(PlacedFile("new", handle, new[handle]))

        parameters = processing_parameters(spec, step.arguments, Places(self._layer, new_layer, self._file))
        self._layers |= new
        destinations = {self._text("new", handle): handle for handle in new}
        made = {
            name: destinations[value]
            for name, value in parameters.items()
            if isinstance(value, str) and value in destinations
        }
        return PlacedCall(self._count, f"{PROVIDER}:{spec.algorithm_id}", parameters, made, step.note or "")

    def _layer(self, handle: str) -> str:
        if handle not in self._layers and not self.takes_any:
            raise ToolError("UNKNOWN_LAYER", f'no step before it makes the layer "{handle}"')
        suffix = ".tif" if self.kinds.get(handle) == "raster" else ".gpkg"
        return self._marked(PlacedFile("layer", handle, self._layers.get(handle, f"{handle}{suffix}")))

    def _file(self, name: str, is_written: bool) -> str:
        root: PlaceKind = "output" if is_written else "inputs"
        file = inside(Path(root), name, "file").relative_to(root).as_posix()
        return self._marked(PlacedFile(root, file, file))

    def _marked(self, place: PlacedFile) -> str:
        if place not in self.files:
            self.files.append(place)
        return self._text(place.kind, place.name)

    @staticmethod
    def _text(kind: str, name: str) -> str:
        return f"{MARK}{kind}/{name}{MARK}"

    def parts(self, text: str) -> Iterable[str | PlacedFile]:
        """Cuts a text of a value into plain texts and places."""
        known = {self._text(place.kind, place.name).strip(MARK): place for place in self.files}
        for index, part in enumerate(text.split(MARK)):
            if index % 2:
                yield known[part]
            elif part:
                yield part


def _suffix(spec: ToolSpec, arguments: Mapping[str, Any], handle: str, kinds: Mapping[str, str]) -> str:
    """Chooses the ending of the file of a new layer: by what it is, else by what its tool makes or loads."""
    output = next(one for one in spec.outputs if one.is_layer and arguments.get(spec.output_argument(one)) == handle)
    loaded = arguments.get("file")
    makes_raster = issubclass(output.accepts, Raster) or isinstance(loaded, str) and kind_of_file(loaded) == "raster"
    is_raster = kinds[handle] == "raster" if handle in kinds else makes_raster
    return ".tif" if is_raster else ".gpkg"
