# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a run of the toolbox as a call of one of our tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qgis.core import Qgis, QgsApplication, QgsMapLayer, QgsProcessingContext, QgsProject

from ...processing_provider.argument_values import json_arguments
from ...processing_provider.parameters import parameter_name
from ...processing_provider.tool_algorithm import ToolAlgorithm
from ...tools.declaration.spec import ToolSpec
from ...tools.declaration.value_types import FileType
from ..i18n import tr
from .layer_book import project_layer, source_of
from .layer_uses import LayerUse, layer_uses
from .native_calls import NATIVE_CALLS, Inexact, NativeCall, crs_words
from .nearest_tools import nearest_tool
from .toolbox_run import ToolboxRun
from .usual_operation import without_usual_operation

OURS = "gisagentbench:"
UNITS = {
    Qgis.DistanceUnit.Meters: "m",
    Qgis.DistanceUnit.Kilometers: "km",
    Qgis.DistanceUnit.Feet: "ft",
    Qgis.DistanceUnit.FeetUSSurvey: "us_ft",
    Qgis.DistanceUnit.Yards: "yd",
    Qgis.DistanceUnit.Miles: "mi",
    Qgis.DistanceUnit.NauticalMiles: "nmi",
}


class NotRecorded(Exception):
    """A run that is no step of a trace.

    Args:
        title: Of its algorithm.
        why: And which tool is nearest.
    """

    def __init__(self, title: str, why: str) -> None:
        super().__init__(tr("{algorithm} was not recorded. {why}").format(algorithm=title, why=why))
        self.why = why


@dataclass(frozen=True)
class ReadRun:
    """A run as a call, layers and new handles still to be named.

    Args:
        spec: The tool.
        title: Of the algorithm that was run.
        arguments: All but layers, new handles and files.
        uses: Where layers stand.
        outputs: Argument that takes a new handle to the output of the run that it is: its name among the results, ""
            for none.
        files: Argument to the path of the file that is read.
    """

    spec: ToolSpec
    title: str
    arguments: dict[str, Any]
    uses: list[LayerUse]
    outputs: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)


def read_run(run: ToolboxRun) -> ReadRun | None:
    """Reads a run; None for algorithms of the harness itself, which are no steps.

    Raises: NotRecorded.
    """
    algorithm = QgsApplication.processingRegistry().algorithmById(run.algorithm_id)
    title = algorithm.displayName() if algorithm is not None else run.algorithm_id
    if run.algorithm_id.startswith(OURS):
        return _own(run, algorithm, title) if isinstance(algorithm, ToolAlgorithm) else None
    native = NATIVE_CALLS.get(run.algorithm_id)
    nearest = nearest_tool(run.algorithm_id)
    try:
        if native is None:
            raise Inexact(tr("No tool does exactly the same."))
        return _native(run, native, title)
    except Inexact as why:
        hint = tr("The nearest tool is {tool}.").format(tool=_title_of(nearest)) if nearest else ""
        raise NotRecorded(title, f"{why} {hint}".strip()) from None


def _own(run: ToolboxRun, algorithm: ToolAlgorithm, title: str) -> ReadRun:
    spec = algorithm.spec
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    uses = layer_uses(spec, run.inputs)
    placed = {use.place[0] for use in uses}
    # layers are left out, since reading a list of them would open files here
    plain = {name: value for name, value in run.inputs.items() if name.lower() not in placed}
    read = json_arguments(algorithm, spec, plain, context)
    outputs, files = _outputs(spec, run.inputs), {}
    arguments = {name: value for name, value in read.items() if name not in outputs}
    for argument in spec.arguments:
        if isinstance(argument.type, FileType) and argument.name in arguments:
            path = str(arguments[argument.name])
            if argument.type.writes:
                arguments[argument.name] = path.replace("\\", "/").rpartition("/")[2]
            else:
                files[argument.name] = path
    return ReadRun(spec, title, arguments, uses, outputs, files)


def _outputs(spec: ToolSpec, inputs: dict[str, Any]) -> dict[str, str]:
    """Gives the arguments that take new handles: the main one always, others where the run asked for them."""
    found: dict[str, str] = {}
    for index, output in enumerate(spec.outputs):
        if output.is_layer:
            name = parameter_name(output.name if index == 0 else f"{output.name}_output")
            if index == 0 or inputs.get(name) not in (None, ""):
                found[spec.output_argument(output)] = name
    return found


def _native(run: ToolboxRun, native: NativeCall, title: str) -> ReadRun:
    from ...tools.declaration.registry import find

    uses = [
        LayerUse((argument, None), run.inputs[parameter])
        for parameter, argument in native.layers.items()
        if run.inputs.get(parameter) not in (None, "")
    ]
    if len(uses) < len(native.layers):
        raise Inexact(tr("It was run with one layer, and the tool takes two."))
    target = crs_words(run.inputs.get("TARGET_CRS"))
    inputs = without_usual_operation(run.inputs, _layer(run.inputs.get("INPUT")), target)
    arguments = native.arguments(inputs, lambda parameter: _unit(inputs.get(parameter)))
    outputs = {"output": "OUTPUT"} if native.makes_layer else {}
    if native.rest is not None and run.inputs.get(native.rest[0]) not in (None, ""):
        outputs[native.rest[1]] = native.rest[0]
    return ReadRun(find(native.api), title, arguments, uses, outputs)


def _unit(value: Any) -> str:
    """Gives the length unit of a layer's CRS; "" for degrees and layers that are not found."""
    layer = _layer(value)
    return UNITS.get(layer.crs().mapUnits(), "") if layer is not None else ""


def _layer(value: Any) -> QgsMapLayer | None:
    return project_layer(source_of(value)) if value is not None else None


def _title_of(api: str) -> str:
    from ...tools.declaration.registry import find

    return f"{find(api).title} ({api})"
