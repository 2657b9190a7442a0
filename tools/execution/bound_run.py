# SPDX-License-Identifier: GPL-2.0-or-later
"""The run of a call in a workspace."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from qgis.core import QgsProviderRegistry, QgsRasterLayer, QgsVectorLayer

from ...tasks.crs_equality import same_crs
from ..declaration.errors import ToolError
from ..declaration.host_job import GuardLevel
from ..declaration.layers import Layer, Raster, Vector
from ..declaration.spec import ToolSpec
from .context import EngineFeedback, make_context
from .layers.missing_geometry import empty_as_null
from .paths import existing_file, new_file
from .reference_systems.operations import qgis_crs
from .run import Run
from .workspace import SUFFIXES, Workspace


class BoundRun(Run):
    """A call whose layers are handles of a workspace.

    Args:
        workspace: Where its layers stand.
        spec: The tool that runs.
        handles: Output name to the handle asked for.
        guard: What guards do.
        feedback: Collects what engines say.
    """

    def __init__(
        self,
        workspace: Workspace,
        spec: ToolSpec,
        handles: dict[str, str],
        guard: GuardLevel,
        feedback: EngineFeedback,
    ) -> None:
        super().__init__(make_context(feedback), feedback, guard)
        self.workspace = workspace
        self.spec = spec
        self.handles = handles
        self._opened: dict[str, Any] = {}

    def native(self, algorithm: str, *, output: str = "output", **parameters: Any) -> Any:
        written = super().native(algorithm, output=output, **parameters)
        if output and isinstance(written, str) and written.endswith(SUFFIXES["vector"]):
            with self.timed():
                self.corners[written] = empty_as_null(written)
        return written

    def engine(self, algorithm: str, **parameters: Any) -> dict[str, Any]:
        self._name_one_crs([value for value in parameters.values() if isinstance(value, Layer)])
        return super().engine(algorithm, **parameters)

    def _name_one_crs(self, layers: list[Layer]) -> None:
        """Calls equal CRSs by one name, since QGIS transforms between ESRI:102718 and EPSG:2263, which are one."""
        first = layers[0].facts.crs if layers else ""
        for layer in layers[1:]:
            other = layer.facts.crs
            if first and other and other != first and same_crs(first, other):
                self.parameter_of(layer).setCrs(qgis_crs(first))

    @property
    def own_folder(self) -> str:
        return str(self.workspace.writing)

    def destination(self, output: str = "output", suffix: str = "") -> str:
        return self.destination_path(output, suffix)

    def destination_path(self, output: str = "output", suffix: str = "") -> str:
        declared = next(item for item in self.spec.outputs if item.name == output)
        kind = "raster" if issubclass(declared.accepts, Raster) else "vector"
        return str(self.workspace.destination(self.handles[output], suffix or SUFFIXES[kind]))

    def intermediate(self, suffix: str) -> str:
        folder = self.workspace.writing / "between"
        folder.mkdir(parents=True, exist_ok=True)
        return str(Path(tempfile.mkdtemp(dir=folder)) / f"between{suffix}")

    def wants(self, output: str) -> bool:
        return output in self.handles

    def parameter_of(self, layer: Layer) -> Any:
        if layer.name not in self._opened:
            self._opened[layer.name] = layer.parameter if layer.parameter is not None else open_layer(layer)
        return self._opened[layer.name]

    def file_of(self, layer: Layer) -> tuple[str, str]:
        return layer.path, layer.sublayer

    def keep_validity(self, layer: Vector, invalid_count: int) -> None:
        layer.facts = layer.facts.with_(invalid_count=invalid_count)
        self.workspace.keep_facts(layer.name, layer.facts)

    def input_path(self, name: str) -> str:
        return str(existing_file(self.workspace.inputs, name, "file"))

    def output_path(self, name: str, suffixes: tuple[str, ...]) -> str:
        return str(new_file(self.workspace.output, name, "file", suffixes))

    def listing(self, include_files: bool) -> dict[str, list[dict[str, Any]]]:
        from .files.listing import listed_files, listed_layer

        layers = [listed_layer(handle, facts) for handle, facts in self.workspace.handles.items()]
        return {"layers": layers, "files": listed_files(self.workspace.inputs) if include_files else []}


def open_layer(layer: Layer) -> QgsVectorLayer | QgsRasterLayer:
    """Opens a layer's file in QGIS, read-only and without styles.

    Raises:
        ToolError ENGINE_FAILED where QGIS cannot open what GDAL could.
    """
    if isinstance(layer, Raster):
        opened = QgsRasterLayer(layer.path, layer.name, "gdal", QgsRasterLayer.LayerOptions(False))
    else:
        parts = {"path": layer.path, "layerName": layer.sublayer}
        uri = QgsProviderRegistry.instance().encodeUri("ogr", parts)
        options = QgsVectorLayer.LayerOptions(False)
        options.forceReadOnly = True
        opened = QgsVectorLayer(uri, layer.name, "ogr", options)
    if not opened.isValid():
        raise ToolError("ENGINE_FAILED", f'QGIS cannot open the file of layer "{layer.name}"')
    return opened
