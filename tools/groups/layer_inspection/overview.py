# SPDX-License-Identifier: GPL-2.0-or-later
"""list_layers, describe_layer"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.effects import no_output
from ...declaration.layers import Layer, Raster, Rows
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Layer inspection"


class Listed(NamedTuple):
    """Result of list_layers."""

    layer_count: int
    file_count: int


class Described(NamedTuple):
    """Result of describe_layer."""

    item_count: int


@tool(
    group=GROUP,
    kind="inspect",
    engine="gdal",
    effect=no_output,
    tags=("overview", "workspace", "files", "sublayers", "what is there"),
)
def list_layers(run: Run, include_files: bool = True) -> Listed:
    """Lists the layers that are loaded and the data files that can be.

    Args:
        include_files: Whether files under inputs/ are listed too, each with the layers inside; load_layer opens them.
    Returns:
        layer_count: Number of layers.
        file_count: Number of data files, 0 where they were not asked for.
    CRS: Of each layer and file; "none" where none is declared.
    Edges: Side files (.dbf of a shapefile, .prj, .aux.xml …) are not named. Text files of more than 50 MB are named
        without their layers.
    """
    listing = run.listing(include_files)
    run.report["layers"] = listing["layers"] or "none yet; load_layer makes the first one"
    if include_files:
        run.report["files"] = listing["files"] or "none"
    return Listed(len(listing["layers"]), len(listing["files"]))


@tool(
    group=GROUP,
    kind="inspect",
    engine="shapely, gdal",
    effect=no_output,
    tags=("fields", "schema", "metadata", "info", "columns", "bands", "extent", "statistics"),
)
def describe_layer(run: Run, layer: Layer) -> Described:
    """Describes a layer of any kind: fields or bands, geometry, CRS with its unit, extent, and what is suspicious.

    Args:
        layer: Vector layer, table or raster.
    Returns:
        item_count: Number of rows, or of cells of one band.
    CRS: Code, name, kind and unit; a missing one is said.
    Edges: Null, empty, invalid, multi-part and Z geometries are counted, each over all rows. Fields that look like ids
        are checked for duplicates, text fields for numbers. Minimum and maximum of bands are exact, over all cells
        with a value, as stored and with scale and offset applied.
    Raises: UNKNOWN_LAYER.
    """
    from ...execution.profiles.raster_profile import profile_of_raster
    from ...execution.profiles.row_profile import profile_of_rows

    if isinstance(layer, Raster):
        profile = profile_of_raster(run, layer)
    else:
        assert isinstance(layer, Rows)
        profile = profile_of_rows(run, layer)
    run.report.update(profile.report)
    return Described(profile.item_count)
