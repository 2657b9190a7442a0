# SPDX-License-Identifier: GPL-2.0-or-later
"""A workspace for one test: give it layers, call tools, look at what came out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from given import write_raster, write_vector
from osgeo import gdal, ogr

from gisagentbench.tools.declaration.records import StepRecord
from gisagentbench.tools.execution.executor import Executor
from gisagentbench.tools.execution.layers.layer_facts import raster_facts, vector_facts
from gisagentbench.tools.execution.workspace import Workspace, Written


class Harness:
    """A workspace with an executor.

    Args:
        folder: Where the workspace is made.
        guard: refuse, warn or silent.
    """

    def __init__(self, folder: Path, guard: str = "refuse") -> None:
        self.workspace = Workspace(folder)
        self.executor = Executor(self.workspace, guard)

    def give(self, name: str, recipe: dict[str, Any]) -> None:
        """Makes a small layer and binds it to a handle (see given.py)."""
        if "cells" in recipe or "plane" in recipe or "bands" in recipe:
            path = self.workspace.work / f"{name}.tif"
            write_raster(path, recipe)
            self.workspace.accept(name, Written(path, ""), raster_facts(str(path)))
        else:
            path = self.workspace.work / f"{name}.gpkg"
            write_vector(path, name, recipe)
            self.workspace.accept(name, Written(path, name), vector_facts(str(path), name))

    def load(self, name: str, recipe: dict[str, Any]) -> StepRecord:
        """Makes a small file among the inputs and loads it, as an agent gets its layers."""
        is_raster = bool({"cells", "plane", "bands"} & set(recipe))
        path = self.workspace.inputs / f"{name}{'.tif' if is_raster else '.gpkg'}"
        if is_raster:
            write_raster(path, recipe)
        else:
            write_vector(path, name, recipe)
        return self.call("load_layer", file=path.name, name=name)

    def call(self, api: str, **arguments: Any) -> StepRecord:
        """Runs one call."""
        return self.executor.call(api, arguments)

    def done(self, api: str, **arguments: Any) -> StepRecord:
        """Runs one call that must succeed."""
        step = self.call(api, **arguments)
        assert step.ok, step.error
        return step

    def refused(self, api: str, **arguments: Any) -> dict[str, str]:
        """Runs one call that must fail, and gives its error."""
        step = self.call(api, **arguments)
        assert not step.ok and step.error is not None, f"{api} was done"
        return step.error

    def rows(self, handle: str) -> list[dict[str, Any]]:
        """Reads the rows of a layer; geometries as WKT under `wkt`."""
        layer = self.workspace.layer(handle)
        return read_rows(layer.path, layer.sublayer)

    def cells(self, handle: str, band: int = 1) -> np.ndarray:
        """Reads a band as float64, NoData as NaN."""
        return read_cells(self.workspace.layer(handle).path, band)


def read_rows(path: str, sublayer: str = "") -> list[dict[str, Any]]:
    """Reads the rows of a file by OGR; geometries as WKT under `wkt`."""
    dataset = gdal.OpenEx(path, gdal.OF_VECTOR)
    layer = dataset.GetLayerByName(sublayer) if sublayer else dataset.GetLayer(0)
    rows = []
    for feature in layer:
        row = {name: feature.GetField(name) for name in feature.keys()}  # noqa: SIM118 (an OGR feature is no dict)
        for name in row:
            definition = feature.GetFieldDefnRef(name)
            if definition.GetSubType() == ogr.OFSTBoolean and row[name] is not None:
                row[name] = bool(row[name])
        geometry = feature.GetGeometryRef()
        if layer.GetGeomType() != ogr.wkbNone:
            row["wkt"] = geometry.ExportToIsoWkt() if geometry is not None else None
        rows.append(row)
    return rows


def read_cells(path: str, band: int = 1) -> np.ndarray:
    """Reads one band of a file as float64, NoData as NaN."""
    dataset = gdal.Open(path)
    source = dataset.GetRasterBand(band)
    cells = source.ReadAsArray().astype(float)
    nodata = source.GetNoDataValue()
    if nodata is not None:
        cells[cells == nodata] = np.nan
    return cells
