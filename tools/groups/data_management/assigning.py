# SPDX-License-Identifier: GPL-2.0-or-later
"""assign_crs"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ....tasks.crs_equality import same_crs
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.layers import Layer, Raster
from ...declaration.markers import CrsText
from ...declaration.observation import crs_label
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run


class Assigned(NamedTuple):
    """Result of assign_crs."""

    output: Layer


@tool(
    group="Data management",
    kind="convert",
    engine="native:assignprojection; gdal:assignprojection",
    effect=like("layer", crs=lambda call: call.arguments["crs"], keeps_rows=True),
    title="Assign projection",
    tags=("define projection", "set crs", "srs", "missing crs", "wrong crs", "declare", "epsg"),
)
def assign_crs(run: Run, layer: Layer, crs: Annotated[str, CrsText()]) -> Assigned:
    """States the CRS of a layer that declares none or a wrong one; coordinates stay as they are.

    Nothing moves: reproject_layer and warp_raster transform.

    Args:
        layer: Vector layer or raster; it is copied, not changed.
        crs: CRS its coordinates are in, as known from its source.
    Returns:
        output: The same rows or cells in the CRS stated.
    CRS: As given. A layer outside the area the CRS is made for is warned of; a CRS that is replaced is told.
    Edges: NoData, scale, offset and palette of a raster are kept.
    Raises: BAD_VALUE (an unknown crs), WRONG_TYPE (a table), UNKNOWN_LAYER.
    """
    from ...execution.reference_systems.area_of_use import outside_area_of_use
    from ...execution.reference_systems.crs import known_crs
    from ...execution.reference_systems.operations import qgis_crs

    if layer.facts.kind == "table":
        raise ToolError("WRONG_TYPE", f'"{layer.name}" is a table and has no coordinates', argument="layer")
    known, declared = known_crs("crs", crs), layer.facts.crs
    run.count_before = layer.facts.count
    if declared and not same_crs(declared, known):
        run.note(f'"{layer.name}" declared {crs_label(declared)}; its coordinates are taken as {crs_label(known)} now, '
                 "unchanged.")  # fmt: skip
    outside = outside_area_of_use(known, layer.facts.extent, known)
    if outside:
        run.warn("CRS_UNSUITABLE", f'layer "{layer.name}" {outside}')
    if isinstance(layer, Raster):
        return Assigned(_stated_for_cells(run, layer, known))
    return Assigned(run.native("native:assignprojection", INPUT=layer, CRS=qgis_crs(known)))


def _stated_for_cells(run: Run, raster: Raster, crs: str) -> Any:
    from osgeo import gdal

    from ...execution.layers.layer_facts import open_raster
    from ...execution.rasters.raster_files import CREATION_OPTIONS, gdal_failures, gdal_progress
    from ...execution.workspace import Written

    path = run.destination_path("output", ".tif")
    source = open_raster(run.file_of(raster)[0])
    with run.timed(), gdal_failures("the raster could not be written"):
        try:
            made = gdal.Translate(path, source, format="GTiff", outputSRS=crs, creationOptions=CREATION_OPTIONS,
                                  callback=gdal_progress(run))  # fmt: skip
        finally:
            run.raise_if_cancelled()
        if made is None:
            raise RuntimeError
        made = None
    return Written(Path(path), "")
