# SPDX-License-Identifier: GPL-2.0-or-later
"""Carries a column called geom through QGIS, whose writer keeps that name for the geometry of a GeoPackage."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from osgeo import gdal

from ...declaration.errors import ToolError
from .layer_facts import fields_of, open_vector
from .rows import free_name

TAKEN = "geom"


def column_in_the_way(names: Iterable[str]) -> str | None:
    """Finds the column that QGIS could not write."""
    return next((name for name in names if name.lower() == TAKEN), None)


def names_of(path: str, sublayer: str = "") -> list[str]:
    """Names the columns of a layer."""
    dataset = open_vector(path)
    layer = dataset.GetLayerByName(sublayer) if sublayer else dataset.GetLayer(0)
    return [field.name for field in fields_of(layer.GetLayerDefn())]


def stand_in(names: list[str]) -> str:
    """Gives a name that no column has."""
    return free_name("geom_1", names)


def copy_renamed(path: str, sublayer: str, target: str, renamed: dict[str, str]) -> None:
    """Copies a layer with some of its columns under other names.

    Raises:
        ToolError ENGINE_FAILED.
    """
    source = open_vector(path)
    layer = source.GetLayerByName(sublayer) if sublayer else source.GetLayer(0)
    names = [field.name for field in fields_of(layer.GetLayerDefn())]
    columns = ", ".join(f"{_quoted(name)} AS {_quoted(renamed.get(name, name))}" for name in names)
    used = [renamed.get(name, name) for name in names]
    options = gdal.VectorTranslateOptions(
        format="GPKG",
        layerName=Path(target).stem,
        layerCreationOptions=[f"GEOMETRY_NAME={free_name('geom', used)}", "FID=fid"],
        SQLStatement=f"SELECT {columns} FROM {_quoted(layer.GetName())}",  # nosec B608  # quoted
        SQLDialect="OGRSQL",
        options=["-unsetFid"],
    )
    count, kind = layer.GetFeatureCount(), layer.GetGeomType()
    copy = gdal.VectorTranslate(target, source, options=options)
    made = copy.GetLayer(0) if copy is not None else None
    if made is None or made.GetFeatureCount() != count or made.GetGeomType() != kind:
        raise ToolError("ENGINE_FAILED", "the rows could not be copied with a column under another name")


def rename_back(path: str, name: str, original: str) -> None:
    """Gives a column of the first layer of a GeoPackage its own name again, and moves the geometry out of its way."""
    if name not in names_of(path):
        return
    folder = Path(path).parent / "named"
    folder.mkdir()
    copy = folder / Path(path).name
    copy_renamed(path, "", str(copy), {name: original})
    copy.replace(path)
    folder.rmdir()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'
