# SPDX-License-Identifier: GPL-2.0-or-later
"""A step as Python, as a command and as JSON, with the files of the trace, so that it runs as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication, QgsProcessingContext, QgsProject

from ...tools.declaration.layers import Raster
from ...tools.declaration.parameter_values import Places, processing_parameters
from ...tools.declaration.registry import find
from ...tools.declaration.spec import ToolSpec
from .trace_step import TraceStep

Layers = Mapping[str, Mapping[str, Any]]


def workspace_of(folder: str, layers: Layers) -> Path:
    """Gives the folder in which inputs and layers of a trace are: that of its layers, else the newest."""
    for layer in layers.values():
        path = Path(str(layer.get("path", "")))
        inside = [parent for parent in path.parents if parent.parent == Path(folder)]
        if inside:
            return inside[0]
    runs = [path for path in Path(folder).glob("run-*") if path.name.removeprefix("run-").isdigit()]
    return max(runs, key=lambda path: int(path.name.removeprefix("run-")), default=Path(folder) / "run-1")


def layer_source(layer: Mapping[str, Any]) -> str:
    """Gives a layer of the trace as Processing takes it."""
    path, sublayer = str(layer.get("path", "")), layer.get("sublayer")
    return f"{path}|layername={sublayer}" if sublayer else path


def as_json(step: TraceStep) -> str:
    """Writes a step as an agent sends it."""
    return json.dumps({"api": step.api, "arguments": step.arguments}, ensure_ascii=False, indent=2)


def as_python(step: TraceStep, folder: str, layers: Layers) -> str:
    """Writes a step as it runs in the Python console of QGIS. Raises: ToolError UNKNOWN_TOOL."""
    algorithm, parameters = _run(step, folder, layers, lasting=False)
    return str(algorithm.asPythonCommand(parameters, _context()))


def as_command(step: TraceStep, folder: str, layers: Layers) -> str:
    """Writes a step as it runs in a terminal; what it makes becomes files where it is run.

    Raises: ToolError UNKNOWN_TOOL.
    """
    algorithm, parameters = _run(step, folder, layers, lasting=True)
    text, _ = algorithm.asQgisProcessCommand(parameters, _context())
    return str(text)


def places_of(spec: ToolSpec, folder: str, layers: Layers, lasting: bool = False) -> Places:
    """Says where layers and files of a trace are.

    Args:
        lasting: Whether new layers are files beside where one is; else temporary layers.
    """
    workspace = workspace_of(folder, layers)
    rasters = {output.name for output in spec.outputs if output.is_layer and issubclass(output.accepts, Raster)}

    def new_layer(handle: str) -> str:
        return f"{handle}{'.tif' if rasters else '.gpkg'}" if lasting else "TEMPORARY_OUTPUT"

    return Places(
        layer=lambda handle: layer_source(layers[handle]) if handle in layers else handle,
        new_layer=new_layer,
        file=lambda name, writes: name if writes else str(workspace / "inputs" / name),
    )


def _run(step: TraceStep, folder: str, layers: Layers, lasting: bool) -> tuple[Any, dict[str, Any]]:
    spec = find(step.api)
    algorithm = QgsApplication.processingRegistry().createAlgorithmById(f"gisagentbench:{spec.algorithm_id}")
    return algorithm, processing_parameters(spec, step.arguments, places_of(spec, folder, layers, lasting))


def _context() -> QgsProcessingContext:
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return context
