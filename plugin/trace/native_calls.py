# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of QGIS that are exactly one of our tools: the same rows, fields and shapes for the same parameters.

Where a parameter makes them differ, the reason is given instead of a call. What QGIS does in silence and our tool
refuses, such as layers in two CRSs, is left to the call itself, which says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..i18n import tr

Values = Mapping[str, Any]
UnitOf = Callable[[str], str]
Arguments = dict[str, Any]
RELATIONS = ("intersects", "contains", "disjoint", "equals", "touches", "overlaps", "within", "crosses")
FIELD_TYPES = {0: "real", 1: "integer", 2: "text", 3: "date", 5: "datetime", 6: "boolean"}
SUFFIX_FORMATS = {
    ".gpkg": "gpkg",
    ".geojson": "geojson",
    ".shp": "shapefile",
    ".fgb": "flatgeobuf",
    ".kml": "kml",
    ".csv": "csv",
    ".xlsx": "xlsx",
}


class Inexact(Exception):
    """The run is not what our tool does; the text says why."""


@dataclass(frozen=True)
class NativeCall:
    """How an algorithm is one of our tools.

    Args:
        api: The tool.
        layers: Parameter to argument, for every layer.
        arguments: Gives the other arguments from the parameters and the length unit of a layer; raises Inexact.
        rest: Parameter of a second output to the argument that takes its handle.
        makes_layer: Whether the tool makes a layer; else it writes a file.
    """

    api: str
    layers: dict[str, str]
    arguments: Callable[[Values, UnitOf], Arguments]
    rest: tuple[str, str] | None = None
    makes_layer: bool = True


def _none(_values: Values, _unit: UnitOf) -> Arguments:
    return {}


def _demand_off(values: Values, *names: str) -> None:
    """Refuses parameters that our tool has not."""
    given = [name for name in names if values.get(name) not in (None, "", [], False, 0)]
    if given:
        raise Inexact(tr("{parameters} is set, which the tool has not.").format(parameters=", ".join(given)))


def _overlay(values: Values, _unit: UnitOf) -> Arguments:
    _demand_off(values, "GRID_SIZE")
    return {}


def _prefixed(values: Values, _unit: UnitOf) -> Arguments:
    _demand_off(values, "GRID_SIZE")
    return {"other_prefix": str(values.get("OVERLAY_FIELDS_PREFIX") or "")}


def _intersection(values: Values, _unit: UnitOf) -> Arguments:
    _demand_off(values, "GRID_SIZE")
    fields = {"copy_fields": _words(values.get("INPUT_FIELDS")), "other_fields": _words(values.get("OVERLAY_FIELDS"))}
    prefix = values.get("OVERLAY_FIELDS_PREFIX")
    return {**{name: words for name, words in fields.items() if words}, **({"other_prefix": prefix} if prefix else {})}


def _buffer(values: Values, unit: UnitOf) -> Arguments:
    _demand_off(values, "DISSOLVE", "SEPARATE_DISJOINT")
    distance = values.get("DISTANCE", 10)
    if isinstance(distance, bool) or not isinstance(distance, (int, float)):
        raise Inexact(tr("The distance differs from feature to feature."))
    found = unit("INPUT")
    if not found:
        raise Inexact(tr("The layer is in degrees, and a distance in degrees is none on the ground."))
    join = ("round", "mitre", "bevel")[int(values.get("JOIN_STYLE") or 0)]
    return {
        "distance": distance,
        "unit": found,
        "method": "planar",
        "quarter_segments": int(values.get("SEGMENTS", 5)),
        "cap": ("round", "flat", "square")[int(values.get("END_CAP_STYLE") or 0)],
        "join": join,
        **({"mitre_limit": values.get("MITER_LIMIT", 2)} if join == "mitre" else {}),
    }


def _each_part(values: Values, _unit: UnitOf) -> Arguments:
    each_part = values.get("ALL_PARTS", False)
    if not isinstance(each_part, bool):
        raise Inexact(tr("Whether parts are taken one by one differs from feature to feature."))
    return {"each_part": True} if each_part else {}


def _reproject(values: Values, _unit: UnitOf) -> Arguments:
    _demand_off(values, "OPERATION", "CONVERT_CURVED_GEOMETRIES", "TRANSFORM_Z")
    return {"target_crs": crs_words(values.get("TARGET_CRS", "EPSG:4326"))}


def _assign(values: Values, _unit: UnitOf) -> Arguments:
    return {"crs": crs_words(values.get("CRS", "EPSG:4326"))}


def _by_location(values: Values, _unit: UnitOf) -> Arguments:
    chosen = values.get("PREDICATE", [0])
    numbers = chosen if isinstance(chosen, list) else [chosen]
    if len(numbers) != 1:
        raise Inexact(tr("It asks for several relations at once, the tool for one."))
    return {"predicate": RELATIONS[int(numbers[0])]}


def _expression(values: Values, _unit: UnitOf) -> Arguments:
    return {"expression": str(values.get("EXPRESSION", ""))}


def _fix(values: Values, _unit: UnitOf) -> Arguments:
    return {"method": ("linework", "structure")[int(values.get("METHOD", 1))]}


def _unique_fields(values: Values, _unit: UnitOf) -> Arguments:
    _demand_off(values, "DUPLICATES")
    return {"compare": "fields", "fields": _words(values.get("FIELDS"))}


def _field(values: Values, _unit: UnitOf) -> Arguments:
    kind = FIELD_TYPES.get(int(values.get("FIELD_TYPE") or 0))
    if kind is None:
        raise Inexact(tr("The tool has no field of that type."))
    if kind in ("real", "text"):
        _demand_off(values, "FIELD_PRECISION" if kind == "real" else "FIELD_LENGTH")
    return {"field": str(values.get("FIELD_NAME", "")), "type": kind, "expression": str(values.get("FORMULA", ""))}


def _export(values: Values, _unit: UnitOf) -> Arguments:
    _demand_off(values, "DATASOURCE_OPTIONS", "LAYER_OPTIONS", "ACTION_ON_EXISTING_FILE")
    path = Path(str(values.get("OUTPUT") or ""))
    written = SUFFIX_FORMATS.get(path.suffix.lower())
    if written is None:
        raise Inexact(tr("The tool writes no file of that kind."))
    sublayer = values.get("LAYER_NAME")
    return {"file": path.name, "format": written, **({"sublayer": sublayer} if sublayer else {})}


def _words(value: Any) -> list[str]:
    if isinstance(value, str):
        return [word for word in value.split(";") if word]
    return [str(word) for word in value or []]


def crs_words(value: Any) -> str:
    """Gives a CRS as a tool takes it: its authority code, else its WKT."""
    return str(value.get("auth_id") or value.get("wkt") or "") if isinstance(value, dict) else str(value)


TWO_LAYERS = {"INPUT": "layer", "OVERLAY": "other_layer"}
ONE_LAYER = {"INPUT": "layer"}
NATIVE_CALLS: dict[str, NativeCall] = {
    "native:clip": NativeCall("clip", {"INPUT": "layer", "OVERLAY": "mask"}, _none),
    "native:difference": NativeCall("difference", TWO_LAYERS, _overlay),
    "native:symmetricaldifference": NativeCall("symmetrical_difference", TWO_LAYERS, _prefixed),
    "native:union": NativeCall("union", TWO_LAYERS, _prefixed),
    "native:intersection": NativeCall("intersection", TWO_LAYERS, _intersection),
    "native:buffer": NativeCall("buffer", ONE_LAYER, _buffer),
    "native:centroids": NativeCall("centroids", ONE_LAYER, _each_part),
    "native:pointonsurface": NativeCall("interior_points", ONE_LAYER, _each_part),
    "native:polygonstolines": NativeCall("polygons_to_lines", ONE_LAYER, _none),
    "native:reprojectlayer": NativeCall("reproject_layer", ONE_LAYER, _reproject),
    "native:assignprojection": NativeCall("assign_crs", ONE_LAYER, _assign),
    "native:extractbyexpression": NativeCall(
        "extract_by_expression", ONE_LAYER, _expression, ("FAIL_OUTPUT", "rest_output")
    ),
    "native:extractbylocation": NativeCall(
        "extract_by_location", {"INPUT": "layer", "INTERSECT": "other_layer"}, _by_location
    ),
    "native:fixgeometries": NativeCall("fix_geometries", ONE_LAYER, _fix),
    "native:deleteduplicategeometries": NativeCall(
        "remove_duplicates", ONE_LAYER, lambda values, unit: {"compare": "geometry"}
    ),
    "native:removeduplicatesbyattribute": NativeCall("remove_duplicates", ONE_LAYER, _unique_fields),
    "native:fieldcalculator": NativeCall("calculate_field", ONE_LAYER, _field),
    "native:savefeatures": NativeCall("export_layer", ONE_LAYER, _export, makes_layer=False),
}
