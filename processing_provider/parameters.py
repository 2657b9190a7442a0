# SPDX-License-Identifier: GPL-2.0-or-later
"""One Processing parameter per argument and layer output of a tool; names are those of the tool in capitals."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    Qgis,
    QgsProcessingOutputFile,
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterBand,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterCrs,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterEnum,
    QgsProcessingParameterExpression,
    QgsProcessingParameterExtent,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
    QgsProcessingParameterFile,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterMapLayer,
    QgsProcessingParameterMatrix,
    QgsProcessingParameterMultipleLayers,
    QgsProcessingParameterNumber,
    QgsProcessingParameterRasterDestination,
    QgsProcessingParameterRasterLayer,
    QgsProcessingParameterString,
)

from ..tools.declaration.layers import Layer, Raster, Rows, Table, Vector
from ..tools.declaration.spec import Argument, Output, ToolSpec
from ..tools.declaration.statistics import STATISTICS
from ..tools.declaration.structured_types import ExtentType, ListType, MappingType, RowsType
from ..tools.declaration.value_types import (
    BandNumberType,
    BandType,
    BooleanType,
    ChoiceType,
    CrsType,
    ExpressionType,
    FieldType,
    FileType,
    LayerType,
    NewHandleType,
    NumberType,
    StatisticType,
    ValueType,
)
from .help_text import shown_name

_SOURCE_TYPES = {
    "Point": Qgis.ProcessingSourceType.VectorPoint,
    "LineString": Qgis.ProcessingSourceType.VectorLine,
    "Polygon": Qgis.ProcessingSourceType.VectorPolygon,
}
_FIELD_TYPES = {
    ("integer", "real"): Qgis.ProcessingFieldParameterDataType.Numeric,
    ("text",): Qgis.ProcessingFieldParameterDataType.String,
}
COMMON_STATISTICS = [*STATISTICS, *(f"percentile_{share}" for share in (5, 10, 25, 75, 90, 95))]


def parameter_name(name: str) -> str:
    """Gives the Processing name of an argument."""
    return name.upper()


def parameters_of(spec: ToolSpec) -> list[QgsProcessingParameterDefinition]:
    """Makes the parameters of a tool: inputs in order of the signature, then layer outputs."""
    inputs = [
        _described(_input(argument), argument)
        for argument in spec.arguments
        if not isinstance(argument.type, NewHandleType)
    ]
    return inputs + [_destination(spec, output) for output in spec.outputs if output.is_layer]


def plain_outputs_of(spec: ToolSpec) -> list[Any]:
    """Makes the outputs of a tool that are no layers."""
    kinds = {int: QgsProcessingOutputNumber, float: QgsProcessingOutputNumber, str: QgsProcessingOutputString}
    files = {argument.name for argument in spec.arguments if isinstance(argument.type, FileType)}
    outputs = []
    for output in spec.outputs:
        if not output.is_layer:
            made = (
                QgsProcessingOutputFile
                if output.name in files
                else kinds.get(output.accepts, QgsProcessingOutputString)
            )
            if output.name not in files:
                outputs.append(made(parameter_name(output.name), shown_name(output.name)))
    return outputs


def _described(parameter: QgsProcessingParameterDefinition, argument: Argument) -> QgsProcessingParameterDefinition:
    parameter.setHelp(argument.help)
    return parameter


def _input(argument: Argument) -> QgsProcessingParameterDefinition:
    name, label = parameter_name(argument.name), shown_name(argument.name)
    default = None if argument.required or argument.default in ([], {}) else argument.default
    optional = not argument.required and default is None
    value_type = argument.type
    if isinstance(value_type, ListType):
        return _list(name, label, value_type.item, default, optional)
    if isinstance(value_type, (MappingType, RowsType)):
        # Processing takes no table without rows where one is demanded; what a tool demands is checked by its validator
        may_be_empty = optional or isinstance(value_type, MappingType)
        return QgsProcessingParameterMatrix(name, label, 1, False, _matrix_headers(value_type), None, may_be_empty)
    if isinstance(value_type, LayerType):
        return _layer(name, label, value_type.accepts, optional)
    if isinstance(value_type, BandType):
        return QgsProcessingParameterString(name, label, default, False, optional)
    if isinstance(value_type, FieldType):
        return _field(name, label, value_type, optional, many=False)
    return _plain(name, label, value_type, default, optional)


def _plain(name: str, label: str, value_type: ValueType, default: Any, optional: bool) -> Any:
    if isinstance(value_type, BooleanType):
        return QgsProcessingParameterBoolean(name, label, default, optional)
    if isinstance(value_type, BandNumberType):
        return QgsProcessingParameterBand(name, label, default, parameter_name(value_type.raster), optional)
    if isinstance(value_type, NumberType):
        return _number(name, label, value_type, default, optional)
    if isinstance(value_type, ChoiceType):
        words = [str(choice) for choice in value_type.choices]
        return QgsProcessingParameterEnum(
            name, label, words, False, None if default is None else str(default), optional, True
        )
    if isinstance(value_type, StatisticType):
        return QgsProcessingParameterEnum(name, label, COMMON_STATISTICS, False, default, optional, True)
    if isinstance(value_type, CrsType):
        return QgsProcessingParameterCrs(name, label, default, optional)
    if isinstance(value_type, ExpressionType):
        return QgsProcessingParameterExpression(name, label, default, parameter_name(value_type.layer), optional)
    if isinstance(value_type, ExtentType):
        return QgsProcessingParameterExtent(name, label, default, optional)
    if isinstance(value_type, FileType):
        if value_type.writes:
            return QgsProcessingParameterFileDestination(name, label, "", default, optional)
        return QgsProcessingParameterFile(name, label, Qgis.ProcessingFileParameterBehavior.File, "", default, optional)
    return QgsProcessingParameterString(name, label, default, False, optional)


def _number(name: str, label: str, value_type: NumberType, default: Any, optional: bool) -> Any:
    kinds = Qgis.ProcessingNumberParameterType
    parameter = QgsProcessingParameterNumber(
        name, label, kinds.Integer if value_type.whole else kinds.Double, default, optional
    )
    lowest = value_type.minimum if value_type.minimum is not None else value_type.above
    if lowest is not None:
        parameter.setMinimum(lowest)
    if value_type.maximum is not None:
        parameter.setMaximum(value_type.maximum)
    return parameter


def _layer(name: str, label: str, accepts: type, optional: bool) -> Any:
    if issubclass(accepts, Raster):
        return QgsProcessingParameterRasterLayer(name, label, None, optional)
    if issubclass(accepts, Rows):
        return QgsProcessingParameterFeatureSource(name, label, _source_types(accepts), None, optional)
    return QgsProcessingParameterMapLayer(name, label, None, optional, _map_layer_types(accepts))


def _source_types(accepts: type[Layer]) -> list[int]:
    if accepts.geometry_types:
        return [_SOURCE_TYPES[word] for word in accepts.geometry_types]
    any_geometry = issubclass(accepts, Vector)
    kinds = Qgis.ProcessingSourceType
    return [kinds.VectorAnyGeometry if any_geometry else kinds.Vector]


def _map_layer_types(accepts: type[Layer]) -> list[int]:
    """Gives the types of a layer of several kinds; none where all are taken."""
    return [*_source_types(accepts), Qgis.ProcessingSourceType.Raster] if accepts.geometry_types else []


def _field(name: str, label: str, value_type: FieldType, optional: bool, *, many: bool) -> Any:
    kinds = Qgis.ProcessingFieldParameterDataType
    kind = _FIELD_TYPES.get(value_type.types, kinds.Any)
    return QgsProcessingParameterField(name, label, None, parameter_name(value_type.layer), kind, many, optional)


def _list(name: str, label: str, item: ValueType, default: Any, optional: bool) -> Any:
    if isinstance(item, FieldType):
        return _field(name, label, item, optional, many=True)
    if isinstance(item, BandNumberType):
        return QgsProcessingParameterBand(name, label, default, parameter_name(item.raster), optional, True)
    if isinstance(item, (ChoiceType, StatisticType)):
        words = COMMON_STATISTICS if isinstance(item, StatisticType) else [str(choice) for choice in item.choices]
        return QgsProcessingParameterEnum(name, label, words, True, default, optional, True)
    if isinstance(item, LayerType):
        kinds = Qgis.ProcessingSourceType
        kind = kinds.Raster if issubclass(item.accepts, Raster) else kinds.VectorAnyGeometry
        return QgsProcessingParameterMultipleLayers(name, label, kind, None, optional)
    return QgsProcessingParameterMatrix(name, label, 1, False, [label], None, optional)


def _matrix_headers(value_type: ValueType) -> list[str]:
    if isinstance(value_type, RowsType):
        return list(value_type.columns)
    assert isinstance(value_type, MappingType)
    words = {FieldType: "field", StatisticType: "statistics", BandType: "raster@band"}
    return [words.get(type(part), "value") for part in (value_type.key, value_type.value)]


def _destination(spec: ToolSpec, output: Output) -> QgsProcessingParameterDefinition:
    is_main = output is spec.outputs[0]
    name = parameter_name(output.name if is_main else f"{output.name}_output")
    label = spec.title if is_main else shown_name(output.name)
    if issubclass(output.accepts, Raster):
        parameter: Any = QgsProcessingParameterRasterDestination(name, label, None, not is_main, is_main)
    else:
        kinds = Qgis.ProcessingSourceType
        kind = kinds.Vector if issubclass(output.accepts, Table) else kinds.VectorAnyGeometry
        if not issubclass(output.accepts, (Vector, Table)):
            kind = kinds.Vector
        parameter = QgsProcessingParameterFeatureSink(name, label, kind, None, not is_main, is_main)
    parameter.setHelp(output.help)
    return parameter
