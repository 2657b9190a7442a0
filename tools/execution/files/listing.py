# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines of a listing: a layer by its facts, a file by its sublayers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from osgeo import ogr

from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.observation import crs_label
from ..drivers import SIDE_SUFFIXES, kind_of_file
from ..reference_systems.crs import crs_text
from .complaints import listening
from .contents import Opened, layers_of, open_file, sublayer_words

LARGEST_TEXT_FILE = 50_000_000
WHOLE_FILE_SUFFIXES = (".geojson", ".json", ".kml", ".kmz", ".gml", ".gpx", ".xlsx")


def listed_layer(handle: str, facts: LayerFacts) -> dict[str, Any]:
    """Describes a layer in one line: handle, kind, geometry, CRS, rows or cells."""
    line: dict[str, Any] = {"handle": handle, "kind": facts.kind}
    if facts.kind == "vector":
        line["geometry"] = geometry_words(facts)
    if facts.kind != "table":
        line["crs"] = crs_label(facts.crs) or "none"
    if facts.grid is not None:
        line["cells"] = f"{facts.grid.width} x {facts.grid.height}"
        line["bands"] = len(facts.bands or ())
    else:
        line["rows"] = facts.count
    return line


def geometry_words(facts: LayerFacts) -> str:
    """Names the geometry type of a layer: MultiPolygon, Point Z …"""
    if facts.geometry_type is None:
        return "any"
    suffix = f"{'Z' if facts.has_z else ''}{'M' if facts.has_m else ''}"
    return f"{'Multi' if facts.is_multi else ''}{facts.geometry_type} {suffix}".strip()


def listed_files(root: Path) -> list[dict[str, Any]]:
    """Lists the data files under a folder with their sublayers; side files are not named."""
    with listening():
        return [_listed_file(path, path.relative_to(root).as_posix()) for path in _data_files(root)]


def _data_files(root: Path) -> Iterator[Path]:
    databases = sorted(path for path in root.rglob("*.gdb") if path.is_dir())
    yield from databases
    for path in sorted(root.rglob("*")):
        is_inside = any(database in path.parents for database in databases)
        if path.is_symlink() or not path.is_file() or is_inside or _is_side_file(path):
            continue
        yield path


def _is_side_file(path: Path) -> bool:
    name = path.name.lower()
    if name.endswith(".dbf"):
        return path.with_suffix(".shp").exists()
    return name.endswith(SIDE_SUFFIXES) and not kind_of_file(name)


def _listed_file(path: Path, name: str) -> dict[str, Any]:
    if path.is_file() and path.suffix.lower() in WHOLE_FILE_SUFFIXES and path.stat().st_size > LARGEST_TEXT_FILE:
        return {"file": name, "kind": kind_of_file(name), "bytes": path.stat().st_size}
    try:
        opened = open_file(str(path))
    except ToolError as fault:
        return {"file": name, "kind": "unreadable", "why": fault.sentence}
    if opened.kind == "text":
        return {"file": name, "kind": "table", "bytes": path.stat().st_size}
    if opened.kind == "raster":
        dataset = opened.dataset
        return {"file": name, "kind": "raster", "crs": crs_label(crs_text(dataset.GetSpatialRef())) or "none",
                "cells": f"{dataset.RasterXSize} x {dataset.RasterYSize}", "bands": dataset.RasterCount}  # fmt: skip
    return _listed_layers(opened, name)


def _listed_layers(opened: Opened, name: str) -> dict[str, Any]:
    layers = layers_of(opened.dataset, opened.driver)
    shaped = [layer for layer in layers if layer.GetGeomType() != ogr.wkbNone]
    line: dict[str, Any] = {"file": name, "kind": "vector" if shaped else "table"}
    if shaped:
        systems = dict.fromkeys(crs_label(crs_text(layer.GetSpatialRef())) or "none" for layer in shaped)
        line["crs"] = " | ".join(systems)
    line["sublayers"] = "; ".join(sublayer_words(layer) for layer in layers)
    return line
