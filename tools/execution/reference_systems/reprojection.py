# SPDX-License-Identifier: GPL-2.0-or-later
"""Transforms the rows of a layer to another CRS; what is lost, torn or moved to a strange place is a finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...declaration.layers import Vector
from ...declaration.observation import crs_label
from ..layers.layer_facts import vector_facts
from ..layers.missing_geometry import empty_as_null
from ..run import Run
from .area_of_use import lost_positions, outside_area_of_use, torn_geometries
from .operations import told_operation


def reprojected(run: Run, layer: Vector, target: str, *, source: Any = None, output: str = "output") -> Any:
    """Transforms a layer.

    Args:
        target: Known CRS, code or WKT.
        source: What the engine is given in place of the layer.
        output: Name of the tool's output; "" for a step between, then a GeoPackage.
    Returns: What the engine wrote.
    Raises:
        ToolError CRS_UNSUITABLE.
    """
    operation = told_operation(run, layer.facts.crs or "", target, layer.facts.extent)
    outside = outside_area_of_use(target, layer.facts.extent, layer.facts.crs or "")
    if outside:
        run.warn("CRS_UNSUITABLE", f'layer "{layer.name}" {outside}')
    written = run.native("native:reprojectlayer", output=output, INPUT=layer if source is None else source,
                         TARGET_CRS=operation.target, OPERATION=operation.proj)  # fmt: skip
    if not output:
        run.corners[str(written)] = empty_as_null(str(written))
    _demand_whole(run, layer, written, target, outside)
    return written


def moved_between(run: Run, layer: Vector, target: str) -> Vector:
    """Gives a layer in another CRS, as a file that is removed after the call."""
    path = str(reprojected(run, layer, target, output="")).partition("|")[0]
    stem = Path(path).stem
    return Vector(layer.name, vector_facts(path, stem), path=path, sublayer=stem)


def _demand_whole(run: Run, layer: Vector, written: Any, target: str, outside: str) -> None:
    lost = lost_positions(run, layer, written)
    if lost:
        sentence = f'{lost} of {layer.facts.count} geometries of "{layer.name}" have no image in {crs_label(target)}'
        hint = f'"{layer.name}" {outside}' if outside else "choose a CRS made for the area, or clip the layer first"
        run.require.find("CRS_UNSUITABLE", sentence, hint)
    torn = torn_geometries(run, layer, written, target)
    if torn:
        run.require.find("CRS_UNSUITABLE",
                         f'{torn} of {layer.facts.count} geometries of "{layer.name}" lie over the line where '
                         f"{crs_label(target)} is torn apart, and would reach around the whole Earth",
                         "a CRS that is whole there carries them, such as EPSG:3832 at 180 degrees")  # fmt: skip
