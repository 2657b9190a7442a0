# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays a trajectory by hand: every call as an algorithm of the toolbox, on files, without any workspace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gisagentbench.tools.declaration.registry import find
from gisagentbench.tools.declaration.structured_types import ExtentType, ListType, MappingType
from gisagentbench.tools.declaration.value_types import BandType, ChoiceType, FileType, LayerType, NewHandleType


def play_by_hand(steps: Any, inputs: Path, layers: Path, outputs: Path) -> None:
    """Runs the calls one after another.

    Args:
        steps: Of a trajectory.
        inputs: Folder of the files that are loaded.
        layers: Folder for layers.
        outputs: Folder for exported files.
    """
    sources: dict[str, str] = {}
    for number, step in enumerate(steps, start=1):
        spec = find(step.api)
        values: dict[str, Any] = {}
        made: dict[str, str] = {}
        for name, value in step.arguments.items():
            argument = spec.argument(name)
            if isinstance(argument.type, FileType):
                values[name.upper()] = str((outputs if argument.type.writes else inputs) / value)
            elif not isinstance(argument.type, NewHandleType):
                values[name.upper()] = plain_value(argument.type, value, sources)
        for output in spec.outputs:
            handle = step.arguments.get(spec.output_argument(output)) if output.is_layer else None
            if handle is not None:
                parameter = (output.name if output is spec.outputs[0] else f"{output.name}_output").upper()
                suffix = ".tif" if output.accepts.__name__ == "Raster" else ".gpkg"
                values[parameter] = str(layers / f"{handle}{suffix}")
                made[handle] = parameter
        results = run_algorithm(f"gisagentbench:{spec.algorithm_id}", values, f"call {number}, {step.api}")
        for handle, parameter in made.items():
            sources[handle] = str(results[parameter])
            if sources[handle].endswith(".gpkg"):
                by_gdal, by_qgis = crs_by_gdal(sources[handle]), crs_by_qgis(sources[handle])
                assert by_gdal == by_qgis, f"{handle} of call {number}: {by_gdal} by GDAL, {by_qgis} by QGIS"


def crs_by_gdal(path: str) -> str | None:
    """Names the CRS of the first layer of a file."""
    from osgeo import ogr

    dataset = ogr.Open(path)
    crs = dataset.GetLayer(0).GetSpatialRef()
    return f"{crs.GetAuthorityName(None)}:{crs.GetAuthorityCode(None)}" if crs is not None else None


def crs_by_qgis(path: str) -> str | None:
    """Names the CRS of the first layer of a file."""
    from qgis.core import QgsVectorLayer

    crs = QgsVectorLayer(path, "layer", "ogr").crs()
    return str(crs.authid()) if crs.isValid() else None


def run_algorithm(name: str, values: dict[str, Any], what: str) -> dict[str, Any]:
    """Runs an algorithm as the toolbox does, in a context that is not ours. Returns: Its results."""
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback, QgsProject

    algorithm = QgsApplication.processingRegistry().createAlgorithmById(name)
    context = QgsProcessingContext()
    project = QgsProject()
    context.setProject(project)
    is_right, message = algorithm.checkParameterValues(values, context)
    assert is_right, f"{what}: {message}"
    results, is_done = algorithm.run(values, context, QgsProcessingFeedback(False), {}, False)
    assert is_done, what
    return dict(results)


def plain_value(value_type: Any, value: Any, sources: dict[str, str]) -> Any:
    """Gives a value of a call as a dialog stores it; handles become files."""
    if isinstance(value_type, LayerType):
        return sources.get(value, value)
    if isinstance(value_type, ChoiceType) and not isinstance(value, bool) and isinstance(value, int):
        return str(value)
    if isinstance(value_type, ExtentType):
        return sources.get(value, value) if isinstance(value, str) else _extent(value)
    if isinstance(value_type, ListType) and isinstance(value_type.item, LayerType):
        return [sources.get(item, item) for item in value]
    if isinstance(value_type, MappingType) and isinstance(value, dict):
        has_bands = isinstance(value_type.value, BandType)
        pairs = [(key, _band(item, sources) if has_bands else item) for key, item in value.items()]
        return [cell for key, item in pairs for cell in (key, ",".join(item) if isinstance(item, list) else item)]
    return value


def _extent(value: dict[str, Any]) -> str:
    crs = f" [{value['crs']}]" if "crs" in value else ""
    return f"{value['xmin']},{value['xmax']},{value['ymin']},{value['ymax']}{crs}"


def _band(text: str, sources: dict[str, str]) -> str:
    handle, at, number = text.partition("@")
    return f"{sources[handle]}{at}{number}"
