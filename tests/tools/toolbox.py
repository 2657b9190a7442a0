# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a tool as the toolbox does: Processing parameters, sources and sinks, a context that is not ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from given import write_raster, write_vector
from qgis.core import (
    QgsApplication,
    QgsFeatureRequest,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProject,
)

from gisagentbench.tools.declaration.registry import find
from gisagentbench.tools.declaration.structured_types import ExtentType, ListType, MappingType
from gisagentbench.tools.declaration.value_types import BandType, ChoiceType, LayerType


class ToolboxRun:
    """One toolbox run: results and everything it said, or the text of its error."""

    def __init__(self) -> None:
        self.results: dict[str, Any] = {}
        self.error = ""
        self.said: list[str] = []


class _Feedback(QgsProcessingFeedback):
    def __init__(self, said: list[str]) -> None:
        super().__init__(False)
        self.said = said

    def pushInfo(self, info: str) -> None:  # noqa: N802 (name of QGIS)
        self.said.append(info)

    def pushWarning(self, warning: str) -> None:  # noqa: N802 (name of QGIS)
        self.said.append(warning)


def run_in_toolbox(tool: str, given: dict[str, Any], call: dict[str, Any], folder: Path) -> ToolboxRun:
    """Runs one row as from the toolbox, in a context with another ellipsoid and geometry check than the host's."""
    run = ToolboxRun()
    sources = {name: write_source(folder, name, recipe) for name, recipe in given.items()}
    parameters = {name.upper(): value for name, value in parameter_values(tool, call, sources, folder).items()}
    algorithm = QgsApplication.processingRegistry().createAlgorithmById(f"gisagentbench:{tool.replace('_', '')}")
    project = QgsProject()
    context = QgsProcessingContext()
    context.setProject(project)
    context.setEllipsoid("EPSG:7019")
    context.setInvalidGeometryCheck(QgsFeatureRequest.InvalidGeometryCheck.GeometryAbortOnInvalid)
    is_right, message = algorithm.checkParameterValues(parameters, context)
    if not is_right:
        run.error = message
        return run
    try:
        run.results, _ = algorithm.run(parameters, context, _Feedback(run.said), {}, False)
    except QgsProcessingException as fault:
        run.error = str(fault)
    return run


def write_source(folder: Path, name: str, recipe: dict[str, Any]) -> str:
    """Makes a small layer and gives what Processing takes as its source."""
    if {"cells", "plane", "bands"} & set(recipe):
        path = folder / f"{name}.tif"
        write_raster(path, recipe)
        return str(path)
    path = folder / f"{name}.gpkg"
    write_vector(path, name, recipe)
    return f"{path}|layername={name}"


def parameter_values(tool: str, call: dict[str, Any], sources: dict[str, str], folder: Path) -> dict[str, Any]:
    """Gives the values of a call\'s parameters as a dialog stores them, the main output in a file of `folder`."""
    spec = find(tool)
    values: dict[str, Any] = {}
    for name, value in call.items():
        argument = spec.argument(name)
        values[name] = value if argument is None else _value(argument.type, value, sources)
    for output in spec.outputs:
        if output.is_layer and output is spec.outputs[0]:
            suffix = ".tif" if output.accepts.__name__ == "Raster" else ".gpkg"
            values[output.name] = str(folder / f"result{suffix}")
    return values


def _value(value_type: Any, value: Any, sources: dict[str, str]) -> Any:
    if isinstance(value_type, LayerType):
        return sources.get(value, value)
    if isinstance(value_type, ChoiceType) and not isinstance(value, bool) and isinstance(value, int):
        return str(value)
    if isinstance(value_type, ExtentType) and isinstance(value, dict):
        crs = f" [{value['crs']}]" if "crs" in value else ""
        return f"{value['xmin']},{value['xmax']},{value['ymin']},{value['ymax']}{crs}"
    if isinstance(value_type, ExtentType):
        return sources.get(value, value)
    if isinstance(value_type, ListType) and isinstance(value_type.item, LayerType):
        return [sources.get(item, item) for item in value]
    if isinstance(value_type, MappingType) and isinstance(value, dict):
        pairs = value.items()
        if isinstance(value_type.value, BandType):
            pairs = [(key, _band(text, sources)) for key, text in pairs]
        return [cell for key, item in pairs for cell in (key, ",".join(item) if isinstance(item, list) else item)]
    return value


def _band(text: str, sources: dict[str, str]) -> str:
    handle, at, number = text.partition("@")
    return f"{sources.get(handle, handle)}{at}{number}"
