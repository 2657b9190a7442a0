# SPDX-License-Identifier: GPL-2.0-or-later
"""A vector file or table becomes a layer: bound in place where nothing is to mend, else written as a GeoPackage."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from osgeo import gdal, ogr

from ...declaration.errors import ToolError
from ..layers.rows import MOST_COLUMNS, free_name
from ..reference_systems.crs import crs_text
from ..run import Run
from ..workspace import Written
from .complaints import ROW_BY_ROW, listening, telling
from .contents import FAMILIES, Choice, Opened, family_of, geometry_types, uses_write_ahead_log

ARC_STEP_DEGREES = "1"
ARC_WORDS = "arcs became chords of 1 degree, which lie within 0.004 % of the radius"
FID_NAMES = ("fid", "")
LARGEST_INTEGER = 2**63 - 1
PLAIN_NAME = re.compile(r"[\w .-]+")  # QGIS takes such a name apart in no address
CURVES = frozenset({
    ogr.wkbCircularString, ogr.wkbCompoundCurve, ogr.wkbCurvePolygon, ogr.wkbMultiCurve, ogr.wkbMultiSurface,
})  # fmt: skip


class GeometryFinding(NamedTuple):
    """What is known of the geometries that are to be read.

    Args:
        family: Point, LineString, Polygon, GeometryCollection, None (a table) or "" (nothing to tell from).
        is_multi: Whether the layer is to hold multi-parts.
        has_z, has_m: Whether any vertex carries them.
        flat_rows: Rows without Z beside others with Z.
        null_rows: Rows without geometry in a layer that has some.
        single_rows, multi_rows: Rows of each sort.
        curve_rows: Rows of a curve type.
        rows: All rows.
    """

    family: str
    is_multi: bool = False
    has_z: bool = False
    has_m: bool = False
    flat_rows: int = 0
    null_rows: int = 0
    single_rows: int = 0
    multi_rows: int = 0
    curve_rows: int = 0
    rows: int = 0

    @property
    def type_name(self) -> str:
        """Gives the geometry type as GDAL's -nlt takes it."""
        if self.family in ("None", ""):
            return "NONE" if self.family == "None" else "GEOMETRY"
        word = self.family.upper()
        multi = "MULTI" if self.is_multi and self.family != "GeometryCollection" else ""
        return f"{multi}{word}{'Z' if self.has_z else ''}{'M' if self.has_m else ''}"


def find_geometry(layer: Any, family: str) -> GeometryFinding:
    """Looks at every geometry type of a layer; of one family where one is named."""
    declared = layer.GetGeomType()
    if ogr.GT_Flatten(declared) == ogr.wkbNone:
        return GeometryFinding("None", rows=layer.GetFeatureCount())
    counts = geometry_types(layer)
    if family:
        counts = {code: count for code, count in counts.items() if family_of(code) == family}
        if family == "None":
            return GeometryFinding("None", rows=sum(counts.values()))
    null_rows = 0 if family else counts.pop(ogr.wkbNone, 0)
    shaped = counts or ({} if ogr.GT_Flatten(declared) == ogr.wkbUnknown else {declared: 0})
    multi = {code: n for code, n in shaped.items() if ogr.GT_IsSubClassOf(code, ogr.wkbGeometryCollection)}
    z_rows = sum(count for code, count in shaped.items() if ogr.GT_HasZ(code))
    has_z = any(ogr.GT_HasZ(code) for code in shaped)
    return GeometryFinding(
        family=family or (family_of(next(iter(shaped))) if shaped else ""),
        is_multi=bool(multi),
        has_z=has_z,
        has_m=any(ogr.GT_HasM(code) for code in shaped),
        flat_rows=sum(shaped.values()) - z_rows if has_z else 0,
        null_rows=null_rows,
        single_rows=sum(shaped.values()) - sum(multi.values()),
        multi_rows=sum(multi.values()),
        curve_rows=sum(count for code, count in shaped.items() if ogr.GT_Flatten(code) in CURVES),
        rows=sum(shaped.values()) + null_rows,
    )


def import_vector(
    run: Run, opened: Opened, choice: Choice, path: str, target: str | None, fid_field: str | None, *, as_is: bool
) -> Written:
    """Makes a layer of one OGR layer.

    Args:
        target: File to write where something is to mend.
        fid_field: Column for the feature ids of the source.
        as_is: Whether the file may be bound in place.
    Raises:
        ToolError BAD_FORMAT, BAD_VALUE, LIMIT_EXCEEDED.
    """
    layer = opened.dataset.GetLayerByName(choice.layer)
    with run.timed(), listening() as complaints:
        if opened.driver == "GeoJSON":
            _refuse_clamped_integers(layer, path)
        finding = find_geometry(layer, choice.family)
    complaints.refuse_damaged(path)
    stated = layer.GetFeatureCount()
    is_counted = bool(choice.family) or finding.rows == stated
    if not is_counted and opened.driver != "GPKG":  # a GeoPackage states a count that programs may forget to keep
        raise ToolError("BAD_FORMAT", f'"{Path(path).name}" states {stated} rows, but {finding.rows} could be read',
                        "fetch the file again", argument="file")  # fmt: skip
    names = new_names(layer, opened.has_names)
    refuse_too_many_columns(len(names), path)
    if as_is and is_counted and not fid_field and _is_plain(opened, layer, finding, names, path):
        _say(run, opened, layer, finding, names, fid_field)
        return Written(Path(path), choice.layer)
    assert target is not None
    if fid_field and fid_field.lower() in {"fid", *(name.lower() for name in names.values())}:
        raise ToolError("BAD_VALUE", f'fid_field: the name "{fid_field}" is taken', "choose another",
                        argument="fid_field")  # fmt: skip
    written = _translate(run, opened, layer, choice, finding, names, target, fid_field)
    if fid_field:
        _add_feature_ids(written, fid_field)
    _say(run, opened, layer, finding, names, fid_field)
    return written


def _refuse_clamped_integers(layer: Any, path: str) -> None:
    """Refuses integers at the end of 64 bits, which GDAL also puts in the place of larger ones; it says so only once.

    Raises:
        ToolError BAD_VALUE.
    """
    definition = layer.GetLayerDefn()
    for index in range(definition.GetFieldCount()):
        field = definition.GetFieldDefn(index)
        if field.GetType() == ogr.OFTInteger64:
            name = _quoted(field.GetName())
            layer.SetAttributeFilter(f"{name} >= {LARGEST_INTEGER} OR {name} <= -{LARGEST_INTEGER}")
            count = layer.GetFeatureCount()
            layer.SetAttributeFilter(None)
            if count:
                raise ToolError("BAD_VALUE", f'{count} values of "{field.GetName()}" in "{Path(path).name}" lie at or '
                                "beyond the end of 64 bits, where they cannot be told from one another",
                                "in the file they must be texts", argument="file")  # fmt: skip


def new_names(layer: Any, has_names: bool = True) -> dict[str, str]:
    """Gives every column the name it will have: none is empty, fid, or another one but for case.

    Args:
        has_names: Whether the source has names at all; without any the columns are numbered.
    """
    definition = layer.GetLayerDefn()
    names: dict[str, str] = {}
    taken = {"fid"}
    sources = [definition.GetFieldDefn(index).GetName() for index in range(definition.GetFieldCount())]
    if not has_names:
        return {source: f"column_{index}" for index, source in enumerate(sources, start=1)}
    plain = {name.lower() for name in sources}
    for index, source in enumerate(sources):
        name = source or f"column_{index + 1}"
        number = 0
        while name.lower() in taken or (number and name.lower() in plain):
            number += 1
            name = f"{source}_{number}"
        taken.add(name.lower())
        names[source] = name
    return names


def refuse_too_many_columns(count: int, path: str) -> None:
    """Refuses what a GeoPackage cannot hold.

    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    if count > MOST_COLUMNS:
        raise ToolError("LIMIT_EXCEEDED", f'"{Path(path).name}" has {count} columns; a layer holds {MOST_COLUMNS}')


def _is_plain(opened: Opened, layer: Any, finding: GeometryFinding, names: dict[str, str], path: str) -> bool:
    if opened.driver != "GPKG" or not path.lower().endswith(".gpkg") or uses_write_ahead_log(path):
        return False
    if not PLAIN_NAME.fullmatch(layer.GetName()):
        return False
    if layer.GetFIDColumn() != "fid" or any(source != name for source, name in names.items()) or _odd_fields(layer):
        return False
    declared = layer.GetGeomType()
    if finding.family == "None":
        return bool(ogr.GT_Flatten(declared) == ogr.wkbNone)
    flat = ogr.GT_Flatten(declared)
    is_declared_multi = bool(ogr.GT_IsSubClassOf(declared, ogr.wkbGeometryCollection))
    is_true = (
        flat not in CURVES
        and family_of(declared) == finding.family
        and bool(ogr.GT_HasZ(declared)) == finding.has_z
        and bool(ogr.GT_HasM(declared)) == finding.has_m
    )
    return is_true and not finding.curve_rows and not finding.flat_rows and (
        not finding.single_rows if is_declared_multi else not finding.multi_rows
    )  # fmt: skip


def _translate(
    run: Run, opened: Opened, layer: Any, choice: Choice, finding: GeometryFinding, names: dict[str, str],
    target: str, fid_field: str | None,
) -> Written:  # fmt: skip
    renamed = any(source != name for source, name in names.items())
    source: dict[str, Any] = {"layers": [choice.layer]}
    if renamed or choice.family:
        source = {"SQLStatement": _statement(choice, names), "SQLDialect": "OGRSQL"}
    column = free_name("geom", [*names.values(), fid_field or ""])
    sublayer = Path(target).stem
    options = gdal.VectorTranslateOptions(
        format="GPKG",
        layerName=sublayer,
        geometryType=finding.type_name,
        layerCreationOptions=[f"GEOMETRY_NAME={column}", "FID=fid"],
        options=["-preserve_fid"] if fid_field else ["-unsetFid"],
        callback=telling(run),
        **source,
    )
    written = 0
    with run.timed(), listening(OGR_ARC_STEPSIZE=ARC_STEP_DEGREES, **ROW_BY_ROW) as complaints:
        dataset = gdal.VectorTranslate(target, opened.dataset, options=options)
        written = dataset.GetLayer(0).GetFeatureCount() if dataset is not None and dataset.GetLayerCount() else -1
        dataset = None
    run.raise_if_cancelled()
    complaints.refuse_damaged(opened.dataset.GetDescription())
    if written != finding.rows:
        raise ToolError("BAD_FORMAT", f"the file states {finding.rows} rows, but {max(written, 0)} could be read",
                        "fetch the file again", argument="file")  # fmt: skip
    return Written(Path(target), sublayer)


def _statement(choice: Choice, names: dict[str, str]) -> str:
    columns = ", ".join(f"{_quoted(source)} AS {_quoted(name)}" for source, name in names.items()) or "FID"
    statement = f"SELECT {columns} FROM {_quoted(choice.layer)}"  # nosec B608  # quoted
    if choice.family == "None":
        return f"{statement} WHERE OGR_GEOMETRY IS NULL"
    if choice.family:
        words = [ogr.GeometryTypeToName(code).replace(" ", "").upper() for code in FAMILIES[choice.family]]
        listed = ", ".join(f"'{word}'" for word in words)
        return f"{statement} WHERE OGR_GEOMETRY IN ({listed})"
    return statement


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'


def _add_feature_ids(written: Written, name: str) -> None:
    dataset = gdal.OpenEx(str(written.path), gdal.OF_VECTOR | gdal.OF_UPDATE, ["GPKG"])
    layer = dataset.GetLayerByName(written.sublayer)
    assert layer.CreateField(ogr.FieldDefn(name, ogr.OFTInteger64)) == 0
    table, column = (f'"{text.replace(chr(34), chr(34) * 2)}"' for text in (written.sublayer, name))
    dataset.ExecuteSQL(f"UPDATE {table} SET {column} = fid")  # nosec B608  # quoted
    dataset = None


def _odd_fields(layer: Any) -> list[str]:
    kept = (ogr.OFTInteger, ogr.OFTInteger64, ogr.OFTReal, ogr.OFTString, ogr.OFTDate, ogr.OFTDateTime)
    definition = layer.GetLayerDefn()
    fields = (definition.GetFieldDefn(index) for index in range(definition.GetFieldCount()))
    return [f'"{field.GetName()}"' for field in fields if field.GetType() not in kept]


def _say(
    run: Run, opened: Opened, layer: Any, finding: GeometryFinding, names: dict[str, str], fid_field: str | None
) -> None:
    changed = [f'"{source}" is now "{name}"' for source, name in names.items() if source != name]
    if changed and not opened.has_names:
        run.note(f"the columns are named column_1 to column_{len(changed)}")
    elif changed:
        run.note(f"columns renamed, since fid, empty and equal names cannot stand: {', '.join(changed)}")
    odd = _odd_fields(layer)
    if odd:
        run.note(f"lists, times of day and binary values stand as text: {', '.join(odd)}")
    id_column = layer.GetFIDColumn()
    if opened.driver in ("GPKG", "SQLite") and id_column not in FID_NAMES and fid_field is None:
        run.note(f'the key column "{id_column}" holds the feature ids and is no attribute; '
                 f'fid_field "{id_column}" keeps it')  # fmt: skip
    if finding.family != "None":
        _say_geometry(run, layer, finding)


def _say_geometry(run: Run, layer: Any, finding: GeometryFinding) -> None:
    if finding.single_rows and finding.multi_rows:
        run.note(f"{finding.single_rows} single and {finding.multi_rows} multi-part geometries: all are multi-part now")
    if finding.curve_rows:
        run.note(f"{finding.curve_rows} curved geometries were linearized: {ARC_WORDS}")
    if finding.flat_rows and finding.has_z:
        run.note(f"{finding.flat_rows} geometries without Z stand beside others with Z; their Z is 0 now")
    if finding.null_rows:
        run.note(f"{finding.null_rows} of {finding.rows} rows have no geometry (NULL)")
    if finding.family == "GeometryCollection":
        run.warn("WRONG_GEOMETRY_TYPE", "the geometries are collections; tools take points, lines or polygons")
    if not crs_text(layer.GetSpatialRef()):
        run.warn("CRS_MISSING", "the file declares no CRS; it stays missing and nothing was assumed")
