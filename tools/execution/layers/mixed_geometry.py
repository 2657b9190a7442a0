# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of a project that hold points, lines and polygons together, in one feature or in several."""

from __future__ import annotations

from pathlib import Path

from osgeo import gdal, ogr
from qgis.core import Qgis, QgsProviderRegistry, QgsVectorLayer, QgsWkbTypes

from ...declaration.errors import ToolError
from ..files.contents import family_of, geometry_types


def refuse_mixed(layer: QgsVectorLayer, argument: str) -> None:
    """Refuses a layer of collections, and one whose file declares any geometry and holds several kinds.

    QGIS takes a layer of collections as one without a place, whose CRS it does not tell. Of several kinds it states
    that of one for all, so results would be written into a layer of a wrong type.

    Raises: ToolError WRONG_GEOMETRY_TYPE, with the kinds and their counts where there are several.
    """
    if QgsWkbTypes.flatType(layer.wkbType()) == Qgis.WkbType.GeometryCollection:
        raise ToolError("WRONG_GEOMETRY_TYPE",
                        f'"{layer.name()}" holds collections; {argument} takes points, lines or polygons',
                        "their kinds must be separated in the source, into a layer each",
                        argument=argument)  # fmt: skip
    if layer.providerType() != "ogr":
        return
    parts = QgsProviderRegistry.instance().decodeUri("ogr", layer.source())
    if parts.get("geometryType") or not Path(str(parts.get("path", ""))).is_file():
        return
    dataset = gdal.OpenEx(parts["path"], gdal.OF_VECTOR)  # a person's own layer may be of any driver
    if dataset is None:
        return
    name = parts.get("layerName")
    rows = dataset.GetLayerByName(name) if name else dataset.GetLayer(int(parts.get("layerId") or 0))
    if rows is None or ogr.GT_Flatten(rows.GetGeomType()) != ogr.wkbUnknown:
        return
    counts = {code: count for code, count in geometry_types(rows).items() if code != ogr.wkbNone}
    kinds = sorted({family_of(code) for code in counts})
    if len(kinds) > 1:
        totals = {kind: sum(count for code, count in counts.items() if family_of(code) == kind) for kind in kinds}
        words = ", ".join(f"{kind} ({total})" for kind, total in totals.items())
        raise ToolError("WRONG_GEOMETRY_TYPE", f'{argument}: layer "{layer.name()}" mixes {words}',
                        "native:filterbygeometry separates them", argument=argument)  # fmt: skip
