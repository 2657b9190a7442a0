# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools that work by window on rasters larger than the memory of their host: what each of them took.

Each tool gets a host of its own, which may take `megabytes` beyond what it starts with. The rasters are sparse files of
`side` x `side` cells of 10 m: 0, and hills in a few places. The peak is that of the host, QGIS and its libraries
included. A tool that fails is MISSED.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .measuring import Row

SIDE = 20_000
MEGABYTES = 1_024
CELL_M = 10
WEST, NORTH = 20_000, 600_000
CRS = "EPSG:28992"
HILL = 512  # cells
SECONDS = 3_600
MIB = 1024**2
SUMMARY = ["count", "mean", "min", "max"]


class Case(NamedTuple):
    """A call on the made layers.

    Args:
        api: Name of the tool.
        arguments: Without its output.
    """

    api: str
    arguments: dict[str, Any]


def cases(side: int) -> list[Case]:
    """Gives a call of each tool that works by window."""
    ground = {"raster": "ground"}
    zones = {"zones": "zones", "raster": "ground", "small_zones": "leave_null"}
    inner = {"xmin": WEST + 15, "ymin": NORTH - side * CELL_M + 15, "xmax": WEST + side * CELL_M - 15,
             "ymax": NORTH - 15}  # fmt: skip
    return [
        Case("describe_raster", ground),
        Case("get_raster_statistics", ground),
        Case("get_unique_values", {"source": "classes"}),
        Case("export_raster", {**ground, "file": "ground.tif"}),
        Case("set_nodata", {**ground, "nodata": -1}),
        Case("raster_calculator", {"inputs": {"a": "ground", "b": "later"}, "formula": "(a - b) / (a + b + 1)"}),
        Case("reclassify_raster", {**ground, "rules": [{"min": None, "max": 5, "value": 1}], "unlisted": "keep",
                                   "boundaries": "include_both", "data_type": "float32"}),
        Case("cell_statistics", {"rasters": ["ground", "later"], "statistic": "stdev_pop"}),
        Case("focal_statistics", {**ground, "statistic": "mean", "size_cells": 5}),
        Case("fill_nodata", {"raster": "classes", "method": "constant", "constant": 3}),
        Case("fill_nodata", {"raster": "holes", "method": "interpolate", "max_distance_cells": 10}),
        Case("resample_raster", {**ground, "pixel_size": 20, "pixel_unit": "m", "resampling": "average"}),
        Case("align_rasters", {**ground, "reference": "later", "resampling": "bilinear"}),
        Case("warp_raster", {**ground, "target_crs": "EPSG:25831", "resampling": "bilinear", "pixel_size": 20,
                             "pixel_unit": "m", "nodata": -9999}),
        Case("clip_raster", {**ground, "extent": inner}),
        Case("clip_raster", {**ground, "mask": "zones", "cell_rule": "any_touch"}),
        Case("mosaic_rasters", {"rasters": ["ground", "later"], "overlap": "mean"}),
        Case("stack_bands", {"bands": {"a": "ground", "b": "later"}}),
        Case("spectral_index", {"raster": "photo", "index": "ndvi", "bands": {"red": 1, "nir": 2}}),
        Case("detect_change", {"before": "ground", "after": "later", "method": "difference", "threshold": 1}),
        Case("slope", {"dem": "ground", "z_unit": "m"}),
        Case("aspect", {"dem": "ground"}),
        Case("hillshade", {"dem": "ground", "z_unit": "m"}),
        Case("terrain_index", {"dem": "ground", "index": "tpi", "radius_cells": 3}),
        Case("zonal_statistics", {**zones, "statistics": SUMMARY}),
        Case("zonal_statistics", {**zones, "statistics": SUMMARY, "cell_rule": "area_weighted"}),
        Case("tabulate_area", {**zones, "raster": "classes", "unit": "ha", "zone_id": "zone_id"}),
        Case("sample_raster", {"points": "points", "raster": "ground", "method": "bilinear"}),
        Case("polygonize_raster", {"raster": "classes", "connectivity": 4}),
        Case("polygonize_raster", {"raster": "ground", "connectivity": 8}),
        Case("contour_lines", {**ground, "interval": 10}),
        Case("contour_lines", {**ground, "levels": [10.5, 40.5], "result": "bands"}),
        Case("rasterize_vector", {"layer": "zones", "cell_rule": "any_touch", "value_field": "zone_id",
                                  "match_raster": "ground"}),
    ]  # fmt: skip


def rows(side: int = SIDE, megabytes: int = MEGABYTES) -> Iterator[Row]:
    """Measures each tool in a host of its own."""
    folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
    try:
        make_layers(folder / "workspace" / "inputs", side)
        for case in [*loads(), *cases(side)]:
            yield measured(folder, case, megabytes * MIB, 4 * side * side)
    finally:
        shutil.rmtree(folder)


def loads() -> list[Case]:
    """Gives the calls that bring the layers in."""
    files = ("ground.tif", "later.tif", "photo.tif", "classes.tif", "holes.tif", "zones.gpkg", "points.gpkg")
    return [Case("load_layer", {"file": name, "name": name.partition(".")[0]}) for name in files]


def measured(folder: Path, case: Case, memory_bytes: int, raster_bytes: int) -> Row:
    """Makes one call, and removes what it wrote.

    Args:
        raster_bytes: Of a raster of float32, for the words.
    """
    from ..headless.tool_host import ToolHost
    from ..tools.declaration.registry import find

    has_output = find(case.api).argument("output") is not None and case.api != "load_layer"
    arguments = {**case.arguments, **({"output": "made"} if has_output else {})}
    with ToolHost(folder / "workspace", folder / "host.log", memory_bytes=memory_bytes) as host:
        start = time.perf_counter()
        step = host.call(case.api, arguments, SECONDS)
        seconds = time.perf_counter() - start
    _forget(folder / "workspace")
    more = " ".join(str(value) for value in case.arguments.values() if isinstance(value, str))
    verdict = "met" if step["ok"] else f"MISSED: {step['error']['code']}: {step['error']['message']}"
    peak = step["peak_memory_bytes"] / MIB
    bar = f"{verdict}: peak {peak:,.0f} MiB for a raster of {raster_bytes / MIB:,.0f} MiB"
    return Row(f"{case.api} {more}", seconds, None, None, (), bar)


def _forget(workspace: Path) -> None:
    """Removes the result of a call, so that the room of the workspace is that of one."""
    from ..tools.execution.workspace import Workspace

    kept = Workspace(workspace)
    kept.state.handles.pop("made", None)
    kept.save()
    for written in [*kept.work.glob("made.*"), *kept.output.glob("*")]:
        written.unlink()


def make_layers(folder: Path, side: int) -> None:
    """Writes the rasters, two by two zones that cover them, and points."""
    import numpy as np
    import pyogrio.raw
    import shapely
    from osgeo import gdal

    folder.mkdir(parents=True)
    raster(folder / "ground.tif", side, gdal.GDT_Float32, [1.0])
    raster(folder / "later.tif", side, gdal.GDT_Float32, [1.5])
    raster(folder / "photo.tif", side, gdal.GDT_Int16, [1.0, 2.0])
    raster(folder / "classes.tif", side, gdal.GDT_Byte, [0.1], nodata=255)
    raster(folder / "holes.tif", side, gdal.GDT_Float32, [1.0], nodata=0)
    half = side * CELL_M / 2
    corners = [(WEST + column * half, NORTH - (row + 1) * half) for row in range(2) for column in range(2)]
    boxes = np.array([shapely.box(x, y, x + half, y + half) for x, y in corners])
    places = np.random.default_rng(1).uniform(0, side * CELL_M, (1_000, 2)) * (1, -1) + (WEST, NORTH)
    for name, column, shapes, kind in (
        ("zones", "zone_id", boxes, "Polygon"),
        ("points", "point_id", shapely.points(places), "Point"),
    ):
        pyogrio.raw.write(str(folder / f"{name}.gpkg"), shapely.to_wkb(shapes), [np.arange(len(shapes))], [column],
                          crs=CRS, geometry_type=kind, driver="GPKG", layer=name)  # fmt: skip


def raster(path: Path, side: int, code: int, heights: list[float], nodata: float | None = None) -> None:
    """Writes a sparse raster with a round hill in each quarter of it.

    Args:
        heights: Of the hills of each band, in 60 units of the values.
        nodata: Of cells around the hills too, where it is 0.
    """
    import numpy as np
    from osgeo import gdal, osr

    options = ["SPARSE_OK=TRUE", "TILED=YES", "BIGTIFF=IF_SAFER", "INTERLEAVE=BAND"]
    dataset: Any = gdal.GetDriverByName("GTiff").Create(str(path), side, side, len(heights), code, options)
    dataset.SetGeoTransform((WEST, CELL_M, 0, NORTH, 0, -CELL_M))
    srs = osr.SpatialReference()
    srs.SetFromUserInput(CRS)
    dataset.SetSpatialRef(srs)
    size = min(HILL, side // 4)
    place = np.arange(size) - (size - 1) / 2
    hill = np.floor(60 * np.clip(1 - np.hypot(place[:, None], place) / (size / 2), 0, None))
    for number, height in enumerate(heights, start=1):
        if nodata is not None:
            dataset.GetRasterBand(number).SetNoDataValue(nodata)
        for row in (side // 4, 3 * side // 4 - size):
            for column in (side // 4, 3 * side // 4 - size):
                dataset.GetRasterBand(number).WriteArray(np.floor(height * hill), column, row)
    dataset.FlushCache()
