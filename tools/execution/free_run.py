# SPDX-License-Identifier: GPL-2.0-or-later
"""The run of a toolbox call: ordinary Processing sources and sinks, no confinement."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from qgis.core import (
    Qgis,
    QgsCoordinateReferenceSystem,
    QgsFeatureRequest,
    QgsFeatureSink,
    QgsFeatureSource,
    QgsFields,
    QgsMapLayer,
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeatureSourceDefinition,
    QgsProcessingFeedback,
    QgsProcessingOutputLayerDefinition,
    QgsProcessingUtils,
    QgsProviderRegistry,
    QgsRasterLayer,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QMetaType

from ..declaration.errors import ToolError
from ..declaration.facts import Extent, Field, FieldType, GeometryType, LayerFacts
from ..declaration.layers import Layer, Raster, Vector
from ..declaration.spec import ToolSpec
from .layers.geom_column import column_in_the_way, copy_renamed
from .layers.layer_facts import raster_facts
from .layers.missing_geometry import empty_as_null
from .layers.mixed_geometry import refuse_mixed
from .layers.rows import free_name
from .run import Run
from .workspace import Written, layer_class

_FIELD_TYPES: dict[int, FieldType] = {
    QMetaType.Type.Bool: "boolean",
    QMetaType.Type.Int: "integer",
    QMetaType.Type.UInt: "integer",
    QMetaType.Type.LongLong: "integer",
    QMetaType.Type.ULongLong: "integer",
    QMetaType.Type.Double: "real",
    QMetaType.Type.QDate: "date",
    QMetaType.Type.QDateTime: "datetime",
}
_GEOMETRY_TYPES: dict[Any, GeometryType] = {
    Qgis.GeometryType.Point: "Point",
    Qgis.GeometryType.Line: "LineString",
    Qgis.GeometryType.Polygon: "Polygon",
    Qgis.GeometryType.Null: "None",
}


class FreeRun(Run):
    """A call whose layers are Processing sources and whose outputs are sinks.

    Args:
        algorithm: The algorithm that runs, for reading its parameters.
        spec: The tool.
        parameters: Values of its Processing parameters.
        context, feedback: Of the toolbox.
    """

    def __init__(
        self,
        algorithm: QgsProcessingAlgorithm,
        spec: ToolSpec,
        parameters: dict[str, Any],
        context: QgsProcessingContext,
        feedback: QgsProcessingFeedback,
    ) -> None:
        super().__init__(context, feedback, "refuse")
        self.algorithm = algorithm
        self.spec = spec
        self.parameters = parameters
        self._folder = tempfile.TemporaryDirectory(prefix="gisagentbench-")
        # Whether invalid shapes stop the call is for the guards; engines that ask again also stop at EMPTY ones.
        self._geometry_check = context.invalidGeometryCheck()
        context.setInvalidGeometryCheck(QgsFeatureRequest.InvalidGeometryCheck.GeometryNoCheck)

    def close(self) -> None:
        """Removes the files between and gives the toolbox its own geometry check back."""
        self.context.setInvalidGeometryCheck(self._geometry_check)
        self._folder.cleanup()

    def source(self, argument: str) -> Layer:
        """Gives the layer of a vector or table argument, selections and filters named."""
        name = argument.upper()
        source = self.algorithm.parameterAsSource(self.parameters, name, self.context)
        if source is None:
            raise ToolError("MISSING_ARGUMENT", f"{argument} is no layer that can be read", argument=argument)
        facts = facts_of_source(source)
        layer = layer_class(facts)(source.sourceName(), facts, parameter=self.parameters[name])
        opened = self.algorithm.parameterAsVectorLayer(self.parameters, name, self.context)
        if opened is not None:
            refuse_mixed(opened, argument)
        self._name_hidden_inputs(layer, opened)
        layer.path, layer.sublayer = self._plain_file(layer.parameter, opened)
        return layer

    def listed(self, value: QgsMapLayer | None, argument: str) -> Layer:
        """Gives one layer of an argument that takes a list."""
        if not isinstance(value, QgsVectorLayer):
            return self.raster(value, argument)
        refuse_mixed(value, argument)
        facts = facts_of_source(value)
        layer = layer_class(facts)(value.name(), facts, parameter=value)
        self._name_hidden_inputs(layer, value)
        layer.path, layer.sublayer = self._plain_file(value, value)
        return layer

    def raster(self, value: QgsMapLayer | None, argument: str) -> Layer:
        """Gives the layer of a raster argument.

        Raises:
            ToolError BAD_FORMAT where it is no local file.
        """
        if not isinstance(value, QgsRasterLayer):
            raise ToolError("MISSING_ARGUMENT", f"{argument} is no raster that can be read", argument=argument)
        path = value.source().partition("|")[0]
        if value.providerType() != "gdal" or not Path(path).is_file():
            raise ToolError("BAD_FORMAT", f'{argument}: "{value.name()}" is no raster file on this computer',
                            "save it as a GeoTIFF first", argument=argument)  # fmt: skip
        return Raster(value.name(), raster_facts(path), parameter=value, path=path)

    @property
    def own_folder(self) -> str:
        return self._folder.name

    def destination(self, output: str = "output", suffix: str = "") -> Any:
        return self.parameters.get(self._destination_name(output), "TEMPORARY_OUTPUT")

    def destination_path(self, output: str = "output", suffix: str = "") -> str:
        declared = next(item for item in self.spec.outputs if item.name == output)
        if issubclass(declared.accepts, Raster):
            return str(
                self.algorithm.parameterAsOutputLayer(self.parameters, self._destination_name(output), self.context)
            )
        return str(Path(self._folder.name) / f"{output}{suffix or '.gpkg'}")

    def intermediate(self, suffix: str) -> str:
        return str(Path(tempfile.mkdtemp(dir=self._folder.name)) / f"between{suffix}")

    def wants(self, output: str) -> bool:
        return self.parameters.get(self._destination_name(output)) is not None

    def parameter_of(self, layer: Layer) -> Any:
        return layer.parameter if layer.parameter is not None else f"{layer.path}|layername={layer.sublayer}"

    def file_of(self, layer: Layer) -> tuple[str, str]:
        if not layer.path:
            names = layer.facts.field_names or []
            layer.path = self.engine(
                "native:savefeatures", INPUT=layer.parameter, OUTPUT=self.intermediate(".gpkg"), LAYER_NAME="rows",
                LAYER_OPTIONS=f"GEOMETRY_NAME={free_name('geom', names)}",
            )["OUTPUT"].partition("|")[0]  # fmt: skip
            layer.sublayer = "rows"
        return layer.path, layer.sublayer

    def keep_validity(self, layer: Vector, invalid_count: int) -> None:
        layer.facts = layer.facts.with_(invalid_count=invalid_count)

    def input_path(self, name: str) -> str:
        if not Path(name).is_file():
            raise ToolError("FILE_NOT_FOUND", f'file: there is no file "{Path(name).name}"', argument="file")
        return name

    def output_path(self, name: str, suffixes: tuple[str, ...]) -> str:
        if Path(name).suffix.lower() not in suffixes:
            raise ToolError("BAD_VALUE", f'file: "{Path(name).name}" does not end in {" or ".join(suffixes)}',
                            "the ending follows the format", argument="file")  # fmt: skip
        return name

    def listing(self, include_files: bool) -> dict[str, list[dict[str, Any]]]:
        """Lists the layers of the project; files are not listed, since there is no inputs folder."""
        project = self.context.project()
        layers = project.mapLayers().values() if project is not None else []
        return {
            "layers": [
                {
                    "handle": layer.name(),
                    "kind": "raster" if isinstance(layer, QgsRasterLayer) else "vector",
                    "crs": layer.crs().authid(),
                }
                for layer in layers
            ],
            "files": [],
        }

    def result_of(self, output: str, value: Any) -> Any:
        """Turns what a body gave for a layer output into what Processing returns: a layer id or file.

        Rows without geometry stay NULL in a GeoPackage, where QGIS writes EMPTY; a main output without rows is told.
        """
        placed = self._placed(output, value)
        path, _, sublayer = str(placed).partition("|layername=")
        if path.lower().endswith(".gpkg") and Path(path).is_file():
            empty_as_null(path, sublayer)
        if output == self.spec.outputs[0].name:
            made = QgsProcessingUtils.mapLayerFromString(str(placed), self.context)
            self.tell_empty(made.featureCount() if isinstance(made, QgsVectorLayer) else None)
        return placed

    def _placed(self, output: str, value: Any) -> Any:
        written = value if isinstance(value, Written) else None
        path = str(written.path if written else value)
        if not path.startswith(self.own_folder) and written is None:
            return value
        sublayer = written.sublayer if written else Path(path).stem
        declared = next(item for item in self.spec.outputs if item.name == output)
        if issubclass(declared.accepts, Raster):
            return path
        if not sublayer:  # a raster of a tool whose output may be of any kind
            return self._raster_in_place(output, path)
        return self._copied_to_sink(output, path, sublayer)

    def _raster_in_place(self, output: str, path: str) -> str:
        """Puts a raster where it was asked for; our folder goes when the call ends.

        A dialog offers the endings of vector files for an output of any kind, so the ending follows the raster.
        """
        is_ours, asked = path.startswith(self.own_folder), self._asked_file(output)
        if asked is None and not is_ours:
            return path
        if asked is None:
            place = Path(QgsProcessingUtils.generateTempFilename(Path(path).name, self.context))
        else:
            place = asked if asked.suffix.lower() in (".tif", ".tiff") else asked.with_suffix(Path(path).suffix)
            if place != asked:
                self.note(f'the result is a raster, so its file is called "{place.name}".')
            place.parent.mkdir(parents=True, exist_ok=True)
        if is_ours:
            shutil.move(path, place)
        elif not (place.exists() and place.samefile(path)):
            shutil.copyfile(path, place)
        return str(place)

    def _asked_file(self, output: str) -> Path | None:
        """Gives the file that was asked for, None for a temporary one.

        Raises:
            ToolError BAD_VALUE for a table of a database.
        """
        value = self.parameters.get(self._destination_name(output))
        if isinstance(value, QgsProcessingOutputLayerDefinition):
            value = value.sink.staticValue()
        text = str(value or "")
        if text in ("", "TEMPORARY_OUTPUT") or text.startswith("memory:"):
            return None
        if re.match(r"\w{2,}:", text):
            raise ToolError("BAD_VALUE", f"{output} is a table of a database, and the result is a raster",
                            "name a file that ends in .tif", argument=output)  # fmt: skip
        return Path(text)

    def _copied_to_sink(self, output: str, path: str, sublayer: str) -> str:
        layer = QgsVectorLayer(f"{path}|layername={sublayer}", sublayer, "ogr")
        wanted = [index for index, field in enumerate(layer.fields()) if index not in layer.primaryKeyAttributes()]
        fields = QgsFields()
        for index in wanted:
            fields.append(layer.fields()[index])
        column = column_in_the_way(fields.names())
        sink, sink_id = self._sink(output, layer, fields)
        if sink is None and column:  # GDAL 3.10 refuses it; a GeoPackage is copied, and needs a place alone
            fields.remove(fields.indexOf(column))
            sink, sink_id = self._sink(output, layer, fields)
            if not str(sink_id).lower().endswith(".gpkg"):
                raise _unwritable(output, column)
        if sink is None:
            raise _unwritable(output, column)
        if column and str(sink_id).lower().endswith(".gpkg"):
            del sink
            Path(sink_id).unlink(missing_ok=True)
            copy_renamed(path, sublayer, sink_id, {})
            return str(sink_id)
        for feature in layer.getFeatures(QgsFeatureRequest()):
            feature.setAttributes([feature.attributes()[index] for index in wanted])
            if not sink.addFeature(feature, QgsFeatureSink.Flag.FastInsert):
                raise ToolError("ENGINE_FAILED", f"a row of {output} could not be written")
        del sink
        return str(sink_id)

    def _sink(self, output: str, layer: QgsVectorLayer, fields: QgsFields) -> tuple[QgsFeatureSink | None, str]:
        name = self._destination_name(output)
        try:
            sink, sink_id = self.algorithm.parameterAsSink(
                self.parameters, name, self.context, fields, layer.wkbType(), layer.crs()
            )
        except QgsProcessingException:
            return None, ""
        return sink, str(sink_id)

    def _destination_name(self, output: str) -> str:
        is_main = output == self.spec.outputs[0].name
        return (output if is_main else f"{output}_output").upper()

    def _name_hidden_inputs(self, layer: Layer, opened: QgsVectorLayer | None) -> None:
        value = layer.parameter
        if isinstance(value, QgsProcessingFeatureSourceDefinition) and value.selectedFeaturesOnly:
            self.note(f'Only the {layer.facts.count} selected rows of "{layer.name}" are used.')
        if opened is not None and opened.subsetString():
            self.note(f'Layer "{layer.name}" has a filter; only the {layer.facts.count} rows it lets through are used.')

    def _plain_file(self, value: Any, opened: QgsVectorLayer | None) -> tuple[str, str]:
        is_plain = (
            opened is not None
            and opened.providerType() == "ogr"
            and not isinstance(value, QgsProcessingFeatureSourceDefinition)
            and not opened.subsetString()
            and not opened.isEditable()
            and not opened.vectorJoins()
            and opened.expressionField(opened.fields().count() - 1) == ""
        )
        if opened is None or not is_plain:
            return "", ""
        parts = QgsProviderRegistry.instance().decodeUri("ogr", opened.source())
        path, sublayer = parts.get("path", ""), parts.get("layerName") or ""
        if not path.lower().endswith(".gpkg") or not Path(path).is_file():
            return "", ""
        return path, sublayer


def _unwritable(output: str, column: str | None) -> ToolError:
    if column:
        return ToolError("BAD_VALUE", f'{output}: a column called "{column}" cannot be written there',
                         "a file that ends in .gpkg takes it, and refactor_fields gives it another name",
                         argument=output)  # fmt: skip
    return ToolError("NO_OUTPUT_WRITTEN", f"the place asked for {output} cannot be written to")


def facts_of_source(source: QgsFeatureSource) -> LayerFacts:
    """Gives the facts of a source of features; a field named fid is the feature id and none of them."""
    kind = QgsWkbTypes.geometryType(source.wkbType())
    crs = source.sourceCrs()
    rectangle = source.sourceExtent()
    has_geometry = kind != Qgis.GeometryType.Null
    extent = Extent(rectangle.xMinimum(), rectangle.yMinimum(), rectangle.xMaximum(), rectangle.yMaximum())
    names = [
        Field(field.name(), _FIELD_TYPES.get(field.type(), "text"))
        for field in source.fields()
        if field.name().lower() != "fid"
    ]
    return LayerFacts(
        kind="vector" if has_geometry else "table",
        crs=_crs_text(crs),
        fields=tuple(names),
        geometry_type=_GEOMETRY_TYPES.get(kind),
        is_multi=QgsWkbTypes.isMultiType(source.wkbType()) if has_geometry else None,
        has_z=QgsWkbTypes.hasZ(source.wkbType()) if has_geometry else None,
        has_m=QgsWkbTypes.hasM(source.wkbType()) if has_geometry else None,
        count=max(source.featureCount(), 0),
        extent=None if rectangle.isNull() or not has_geometry else extent,
        invalid_count=0 if kind == Qgis.GeometryType.Point else None,
    )


def _crs_text(crs: QgsCoordinateReferenceSystem) -> str:
    """Writes a CRS; the "undefined" ones that a GeoPackage stores where a layer declares none are none."""
    if not crs.isValid() or not crs.authid() and crs.description().startswith("Undefined "):
        return ""
    return str(crs.authid() or crs.toWkt(Qgis.CrsWktVariant.Preferred))
