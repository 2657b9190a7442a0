# SPDX-License-Identifier: GPL-2.0-or-later
"""The Processing algorithm made from a tool's specification: toolbox, model designer, batch mode, qgis_process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from qgis.core import (
    QgsMapLayer,
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingUtils,
    QgsRasterLayer,
)
from qgis.PyQt.QtGui import QIcon

from ..tools.declaration.decoding import check_arguments
from ..tools.declaration.errors import ToolError, bad_value
from ..tools.declaration.layers import BandOf, Layer, Raster
from ..tools.declaration.spec import Call, ToolSpec
from ..tools.declaration.structured_types import ListType, MappingType
from ..tools.declaration.validator import check_call
from ..tools.declaration.value_types import BAND, BandType, LayerType, NewHandleType, ValueType
from .argument_values import json_arguments
from .help_text import help_text
from .parameters import parameter_name, parameters_of, plain_outputs_of
from .unknown_parameters import unknown_parameters

ICONS = Path(__file__).parent / "icons"


class ToolAlgorithm(QgsProcessingAlgorithm):
    """One tool as an algorithm.

    Args:
        spec: The tool.
    """

    def __init__(self, spec: ToolSpec) -> None:
        super().__init__()
        self.spec = spec

    def createInstance(self) -> ToolAlgorithm:  # noqa: N802 (name of QGIS)
        """Makes another one for a run."""
        return ToolAlgorithm(self.spec)

    def name(self) -> str:
        """Gives the id without the provider."""
        return self.spec.algorithm_id

    def displayName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the title."""
        return self.spec.title

    def group(self) -> str:
        """Gives the title of the group."""
        return self.spec.group

    def groupId(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the id of the group."""
        return "".join(letter for letter in self.spec.group.lower() if letter.isalpha())

    def tags(self) -> list[str]:
        """Gives words the toolbox search finds the tool by."""
        return [*self.spec.tags, *self.spec.name.split("_"), "gisagentbench"]

    def icon(self) -> QIcon:
        """Gives the icon of the group."""
        return QIcon(self.svgIconPath())

    def svgIconPath(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the path of the group's icon."""
        return str(ICONS / f"{self.groupId()}.svg")

    def shortDescription(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the first sentence of the help."""
        return self.spec.help.summary

    def shortHelpString(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the help shown beside the dialog."""
        return help_text(self.spec)

    def initAlgorithm(self, configuration: dict[str, Any] | None = None) -> None:  # noqa: N802 (name of QGIS)
        """Declares parameters and outputs."""
        for parameter in parameters_of(self.spec):
            if not self.addParameter(parameter):
                raise TypeError(f"{self.spec.name}: parameter {parameter.name()} cannot be added")
        for output in plain_outputs_of(self.spec):
            self.addOutput(output)

    def checkParameterValues(  # noqa: N802 (name of QGIS)
        self, parameters: dict[str, Any], context: QgsProcessingContext
    ) -> tuple[bool, str]:
        """Checks the form of every value by the tool's own validator, and that no parameter is unknown."""
        is_right, message = super().checkParameterValues(parameters, context)
        if not is_right:
            return is_right, message
        faults = unknown_parameters(self, parameters)
        if not faults:
            arguments = json_arguments(self, self.spec, parameters, context)
            for argument in self.spec.arguments:
                if _takes_bands(argument.type) and argument.name in arguments:
                    texts = arguments[argument.name]
                    arguments[argument.name] = {key: f"raster@{_cut(text)[1]}" for key, text in texts.items()}
            faults, decoded = check_arguments(self.spec, arguments)
            faults = faults or self._expression_faults(decoded, parameters, context)
        return (False, "\n".join(fault.text for fault in faults)) if faults else (True, "")

    def processAlgorithm(  # noqa: N802 (name of QGIS)
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Runs the tool's body on the toolbox's sources and sinks."""
        from ..tools.execution.failures import fault_of
        from ..tools.execution.free_run import FreeRun

        run = FreeRun(self, self.spec, parameters, context, feedback)
        layers: dict[str, Layer] = {}
        try:
            return self._perform(run, layers)
        except QgsProcessingException:
            raise
        except Exception as failure:
            facts = {layer.name: layer.facts for layer in layers.values()}
            raise QgsProcessingException(fault_of(self.spec.name, failure, facts).text) from failure
        finally:
            run.close()

    def _perform(self, run: Any, layers: dict[str, Layer]) -> dict[str, Any]:
        """Runs the body; `layers` is filled with what it is given."""
        arguments = json_arguments(self, self.spec, run.parameters, run.context)
        layers.update(self._layers(run, arguments))
        checked = check_call(self.spec.name, arguments, {name: layer.facts for name, layer in layers.items()})
        if checked.faults:
            raise checked.faults[0]
        values = {
            argument.name: _resolved(argument.type, checked.call.arguments[argument.name], layers)
            for argument in self.spec.arguments
            if not argument.is_output
        }
        result = self.spec.body(run, **values)
        return self._results(run, result)

    def _expression_faults(
        self, arguments: dict[str, Any], parameters: dict[str, Any], context: QgsProcessingContext
    ) -> list[ToolError]:
        from ..tools.execution.expressions.call_check import expression_faults, expression_layers
        from ..tools.execution.free_run import facts_of_source

        named, facts = dict(arguments), {}
        for name in expression_layers(self.spec):
            source = self.parameterAsSource(parameters, parameter_name(name), context)
            if source is not None:
                named[name], facts[name] = source.sourceName(), facts_of_source(source)
        return expression_faults(self.spec, Call(named, facts))

    def _results(self, run: Any, result: Any) -> dict[str, Any]:
        from ..tools.declaration.observation import Observation

        results: dict[str, Any] = {}
        for index, output in enumerate(self.spec.outputs):
            value = getattr(result, output.name)
            if not output.is_layer:
                results[parameter_name(output.name)] = value
            elif value is not None:
                name = output.name if index == 0 else f"{output.name}_output"
                results[parameter_name(name)] = run.result_of(output.name, value)
        share = run.counts.pop("nodata_share", None)
        told = Observation(nodata_share=share, counts=run.counts, report=run.report, warnings=run.warnings)
        for line in told.text().splitlines():
            run.feedback.pushInfo(line)
        if self.spec.read_only:
            results["REPORT"] = told.text()
        return results

    def _layers(self, run: Any, arguments: dict[str, Any]) -> dict[str, Layer]:
        layers: dict[str, Layer] = {}
        for argument in self.spec.arguments:
            name = parameter_name(argument.name)
            if argument.name not in arguments:
                continue
            if isinstance(argument.type, LayerType):
                layers[argument.name] = self._layer(run, argument.name, argument.type)
            elif isinstance(argument.type, ListType) and isinstance(argument.type.item, LayerType):
                listed = self.parameterAsLayerList(run.parameters, name, run.context)
                _demand_once(argument.name, listed)
                for handle, layer in zip(arguments[argument.name], listed, strict=True):
                    layers[handle] = run.listed(layer, argument.name)
            elif _takes_bands(argument.type):
                arguments[argument.name] = self._band_texts(run, arguments[argument.name], layers)
        return layers

    def _layer(self, run: Any, argument: str, value_type: LayerType) -> Layer:
        name = parameter_name(argument)
        if issubclass(value_type.accepts, Raster):
            return run.raster(self.parameterAsRasterLayer(run.parameters, name, run.context), argument)
        if "raster" in value_type.accepts.kinds:
            found = self.parameterAsLayer(run.parameters, name, run.context)
            if isinstance(found, QgsRasterLayer):
                return run.raster(found, argument)
        return run.source(argument)

    def _band_texts(self, run: Any, texts: dict[str, str], layers: dict[str, Layer]) -> dict[str, str]:
        handles: dict[str, str] = {}
        for index, (key, text) in enumerate(texts.items(), start=1):
            source, number = _cut(text)
            found = QgsProcessingUtils.mapLayerFromString(source, run.context)
            handle = f"raster_{index}"
            layers[handle] = run.raster(found, f'inputs["{key}"]')
            handles[key] = f"{handle}@{number}"
        return handles


def _demand_once(argument: str, listed: list[QgsMapLayer]) -> None:
    """Refuses one layer twice, as a list of handles does; here each place of a list has a handle of its own."""
    sources = [layer.source() for layer in listed]
    repeated = [layer.name() for place, layer in enumerate(listed) if layer.source() in sources[:place]]
    if repeated:
        raise bad_value(argument, f"each value once, {repeated[0]!r} stands twice", [layer.name() for layer in listed])


def _resolved(value_type: ValueType, value: Any, layers: dict[str, Layer]) -> Any:
    if value is None or isinstance(value_type, NewHandleType):
        return value
    if isinstance(value_type, LayerType):
        return layers[value]
    if isinstance(value_type, ListType):
        return [_resolved(value_type.item, item, layers) for item in value]
    if _takes_bands(value_type):
        return {key: _band(item, layers) for key, item in value.items()}
    return value


def _takes_bands(value_type: ValueType) -> bool:
    return isinstance(value_type, MappingType) and isinstance(value_type.value, BandType)


def _cut(text: str) -> tuple[str, str]:
    """Cuts "source@4" into source and number; a source without a number stands for its band 1."""
    source, at, number = text.rpartition("@")
    return (source, number) if at and number.isdigit() else (text, "1")


def _band(text: str, layers: dict[str, Layer]) -> BandOf:
    match = BAND.fullmatch(text)
    assert match is not None
    raster = layers[match[1]]
    assert isinstance(raster, Raster)
    return BandOf(raster, int(match[2] or 1))
