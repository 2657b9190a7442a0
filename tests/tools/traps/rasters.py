# SPDX-License-Identifier: GPL-2.0-or-later
"""Traps of rasters that are loaded, described and warped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .measures import RD
from .trap import Ours, Raw, Scene, Trap

CELLS = [[1, 2], [3, 4]]
PLACE = {"crs": RD, "cell": 10, "origin": [155000, 463020]}
SIDE_FILE = "<PAMDataset><SRS>EPSG:28992</SRS><GeoTransform>900000, 10, 0, 463020, 0, -10</GeoTransform></PAMDataset>"


def grid(change: Callable[[Any], None] | None = None, **recipe: Any) -> Callable[[Path], None]:
    """Writes a small raster and changes it where asked."""

    def write(path: Path) -> None:
        from given import write_raster
        from osgeo import gdal

        write_raster(path, {**PLACE, "cells": CELLS, "dtype": "uint8", "nodata": 255, **recipe})
        if change is not None:
            change(gdal.OpenEx(str(path), gdal.OF_UPDATE | gdal.OF_RASTER))

    return write


def hide_last(dataset: Any) -> None:
    """Masks the last cell."""
    import numpy as np
    from osgeo import gdal

    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 255], [255, 0]], np.uint8))
    dataset.FlushCache()
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)


def south_up(dataset: Any) -> None:
    """Lets the first row lie in the south."""
    dataset.SetGeoTransform((155000, 10, 0, 463000, 0, 10))


def of_points(dataset: Any) -> None:
    """Lets values stand for points; the corner stays where it is."""
    dataset.SetMetadataItem("AREA_OR_POINT", "Point")
    dataset.SetGeoTransform((155000, 10, 0, 463020, 0, -10))


def peak(size: int) -> Callable[[Path], None]:
    """Writes a flat raster with one high cell."""

    def write(path: Path) -> None:
        import numpy as np
        from osgeo import gdal, osr

        dataset = gdal.GetDriverByName("GTiff").Create(str(path), size, size, 1, gdal.GDT_Byte)
        dataset.SetGeoTransform((155000, 10, 0, 463000, 0, -10))
        srs = osr.SpatialReference()
        srs.ImportFromEPSG(28992)
        dataset.SetSpatialRef(srs)
        cells = np.zeros((size, size), np.uint8)
        cells[201, 302] = 100
        dataset.GetRasterBand(1).WriteArray(cells)

    return write


def reported(name: str) -> Callable[[Ours], Any]:
    """Loads the raster and gives one of its statistics."""

    def ask(ours: Ours) -> Any:
        ours.call("load_layer", file="dem.tif", name="dem")
        return ours.call("get_raster_statistics", raster="dem").observation["report"][name]

    return ask


def statistics_of_qgis(name: str) -> dict[str, Any]:
    """Asks QGIS for one of its statistics of a raster; gives the fields `raw` and `way`."""
    return {"raw": lambda raw: raw.run("native:rasterlayerstatistics", INPUT="dem.tif", BAND=1)[name],
            "way": "native:rasterlayerstatistics"}  # fmt: skip


def highest_of_style(raw: Raw) -> float:
    """Asks for the highest value as the default style of a raster does, from a sample of 250,000 cells."""
    from qgis.core import QgsRasterBandStats, QgsRasterLayer

    layer = QgsRasterLayer(raw.sources["dem.tif"], "dem")
    wanted = QgsRasterBandStats.Stats.Max
    return float(layer.dataProvider().bandStatistics(1, wanted, layer.extent(), 250000).maximumValue)


def averaged(ours: Ours) -> float:
    """Loads the raster and averages its four cells into one."""
    ours.call("load_layer", file="dem.tif", name="dem")
    ours.call("warp_raster", raster="dem", target_crs=RD, resampling="average", pixel_size=20, pixel_unit="m",
              output="result")  # fmt: skip
    return float(ours.harness.cells("result")[0][0])


def averaged_by_qgis(raw: Raw) -> float:
    """Averages four cells into one."""
    raw.run("gdal:warpreproject", INPUT="dem.tif", RESAMPLING=5, TARGET_RESOLUTION=20, TARGET_CRS=RD,
            OUTPUT=str(raw.folder / "coarse.tif"))  # fmt: skip
    from osgeo import gdal

    return float(gdal.Open(str(raw.folder / "coarse.tif")).ReadAsArray()[0][0])


def southern(ours: Ours) -> float:
    """Loads the raster and gives the value of the south-western cell."""
    ours.call("load_layer", file="dem.tif", name="dem")
    ours.call("warp_raster", raster="dem", target_crs=RD, resampling="nearest", pixel_size=10, pixel_unit="m",
              output="result")  # fmt: skip
    return float(ours.harness.cells("result")[-1][0])


def southern_by_qgis(raw: Raw) -> float:
    """Samples the south-western cell."""
    from qgis.core import QgsPointXY, QgsRasterLayer

    layer = QgsRasterLayer(raw.sources["dem.tif"], "dem")
    value, is_found = layer.dataProvider().sample(QgsPointXY(155005, 463005), 1)
    return float(value) if is_found else float("nan")


def western_edge(ours: Ours) -> float:
    """Loads the raster and tells where it begins."""
    return float(ours.call("load_layer", file="dem.tif", name="dem").observation["extent"][0])


def western_edge_in_qgis(raw: Raw) -> float:
    """Opens the raster with side files, as QGIS does unless it is told not to, and tells where it begins."""
    from osgeo import gdal
    from qgis.core import QgsRasterLayer

    gdal.SetConfigOption("GDAL_PAM_ENABLED", "YES")
    edge = QgsRasterLayer(raw.sources["dem.tif"], "dem").extent().xMinimum()
    gdal.SetConfigOption("GDAL_PAM_ENABLED", None)
    return float(edge)


TRAPS = [
    Trap("NoData", "(10 + 20) / 2; as zeros 7.5",
         Scene({"dem.tif": grid(cells=[[10, None], [20, None]], nodata=0)}, 15.0),
         Scene({"dem.tif": grid(cells=[[10, 10], [20, 20]])}, 15.0), reported("mean"), **statistics_of_qgis("MEAN")),
    Trap("scale and offset", "100.1 and 100.3, stored as 1 and 3",
         Scene({"dem.tif": grid(cells=[[1, 3]], dtype="int16", scale=0.1, offset=100)}, 100.2),
         Scene({"dem.tif": grid(cells=[[1, 3]], dtype="int16")}, 2.0), reported("mean"), **statistics_of_qgis("MEAN")),
    Trap("raster predictor, .aux.xml, side files", "the file itself begins at 155,000; a file beside it says 900,000",
         Scene({"dem.tif": grid(), "dem.tif.aux.xml": SIDE_FILE}, 155000.0), Scene({"dem.tif": grid()}, 155000.0),
         western_edge, western_edge_in_qgis, "QgsRasterLayer with its side file", wrong=900000.0),
    Trap("pixel is point", "a centre at 155,005 and cells of 10 m begin at 155,000",
         Scene({"dem.tif": grid(of_points)}, 155000.0), Scene({"dem.tif": grid()}, 155000.0),
         western_edge, western_edge_in_qgis, "QgsRasterLayer"),
    Trap("south-up, rotated rasters", "the first row, 1 2, lies in the south",
         Scene({"dem.tif": grid(south_up)}, 1.0), Scene({"dem.tif": grid()}, 3.0),
         southern, southern_by_qgis, "sample of a QgsRasterLayer"),
    Trap("categorical resampling", "classes 1, 1, 4 and 3: the most frequent is 1; their mean, 2.25, is no class",
         Scene({"dem.tif": grid(cells=[[1, 1], [4, 3]], palette=True)}, 1.0),
         Scene({"dem.tif": grid(cells=[[1, 1], [4, 3]], dtype="float32")}, 2.25),
         averaged, averaged_by_qgis, "gdal:warpreproject by average", says="BAD_VALUE"),
    Trap("mask and alpha bands", "1, 2 and 3 are seen, 4 is masked: 2, not 2.5",
         Scene({"dem.tif": grid(hide_last)}, 2.0), Scene({"dem.tif": grid()}, 2.5),
         reported("mean"), **statistics_of_qgis("MEAN")),
    Trap("palette, class codes", "classes 1 and 3 have no mean; 2 is no class here",
         Scene({"dem.tif": grid(cells=[[1, 3]], palette=True)}, None), Scene({"dem.tif": grid(cells=[[1, 3]])}, 2.0),
         reported("mean"), says="palette", wrong=2.0, **statistics_of_qgis("MEAN")),
    Trap("sampled statistics", "one cell of 2,250,000, and of 160,000, holds 100",
         Scene({"dem.tif": peak(1500)}, 100.0), Scene({"dem.tif": peak(400)}, 100.0),
         reported("max"), highest_of_style, "statistics of the default style"),
]  # fmt: skip
