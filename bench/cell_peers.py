# SPDX-License-Identifier: GPL-2.0-or-later
"""The operations of our tools on rasters by others, file to file: GDAL, SciPy, exactextract and libraries of water.

Each takes the files of the layers by handle and the file to write.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .made_grids import CELL_M, NODATA
from .tool_peers import Files

WARPED_CRS, WARPED_M = "EPSG:32631", 4.0  # beside the zone of `tilted`, on the same datum
WINDOW = 5
EIGHT = ((0, 1), (1, 1), (1, 0), (1, -1))  # half of the neighbours; steps go both ways
CLASS_NODATA = -2147483648


def sloped(files: Files, target: Path) -> None:
    """Takes the slope in degrees, by GDAL."""
    from osgeo import gdal

    gdal.DEMProcessing(str(target), str(files["heights"]), "slope", alg="Horn", slopeFormat="degree")


def warped(files: Files, target: Path) -> None:
    """Warps without approximation, by GDAL."""
    from osgeo import gdal

    gdal.Warp(
        str(target), str(files["tilted"]), dstSRS=WARPED_CRS, xRes=WARPED_M, yRes=WARPED_M, resampleAlg="bilinear",
        errorThreshold=0, dstNodata=NODATA,
    )  # fmt: skip


def smoothed(files: Files, target: Path) -> None:
    """Averages the cells with a value in a square window, by SciPy."""
    import numpy as np
    from scipy import ndimage

    values, has_value = _values(files["heights"])
    parts = [
        ndimage.uniform_filter(cells, WINDOW, mode="constant", output=np.float64)
        for cells in (np.where(has_value, values, 0), has_value)
    ]
    is_empty = parts[1] < 0.5 / WINDOW**2
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = parts[0] / parts[1]
    mean[is_empty] = NODATA
    _write(target, mean.astype(np.float32), files["heights"])


def polygonized(files: Files, target: Path) -> None:
    """Makes polygons of equal cells, by GDAL."""
    from osgeo import gdal, ogr

    source = gdal.Open(str(files["classes"]))
    made = ogr.GetDriverByName("GPKG").CreateDataSource(str(target))
    layer = made.CreateLayer(target.stem, source.GetSpatialRef(), ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn("value", ogr.OFTInteger))
    band = source.GetRasterBand(1)
    layer.StartTransaction()
    gdal.Polygonize(band, band.GetMaskBand(), layer, 0, [])
    layer.CommitTransaction()


def extracted(files: Files, target: Path) -> None:
    """Summarizes the heights in each zone by covered shares, by exactextract."""
    import pyogrio
    from exactextract import exact_extract

    found = exact_extract(
        str(files["heights"]), str(files["zones"]), ["count", "sum", "mean"], include_cols=["zone_id"],
        include_geom=True, output="pandas",
    )  # fmt: skip
    pyogrio.write_dataframe(found, target)


def extracted_shares(files: Files, target: Path) -> None:
    """Gives the percent of each class in each zone by covered shares, by exactextract."""
    import pandas
    import pyogrio
    from exactextract import exact_extract

    found = exact_extract(
        str(files["classes"]), str(files["zones"]), ["unique", "frac"], include_cols=["zone_id"], output="pandas"
    )
    rows = {number: dict(zip(found["unique"][number], found["frac"][number], strict=True)) for number in found.index}
    table = pandas.DataFrame.from_dict(rows, orient="index").fillna(0.0) * 100
    table = table.rename(columns={value: f"class_{int(value)}" for value in table.columns})
    pyogrio.write_dataframe(table.assign(zone_id=found["zone_id"]), target)


def crossed(files: Files, target: Path) -> None:
    """Accumulates costs from the springs, by Dijkstra of SciPy over a graph of the cells."""
    from scipy.sparse import csgraph

    graph, cell_of, shape = _cost_graph(files["costs"])
    found = csgraph.dijkstra(graph, indices=cell_of(files["springs"]), min_only=True)
    _write(target, found.reshape(shape), files["costs"])


def traced(files: Files, target: Path) -> None:
    """Finds the least cost between the springs and the mouths, and the way's cells, by Dijkstra of SciPy."""
    import numpy as np
    import pyogrio.raw
    import shapely
    from osgeo import gdal
    from scipy.sparse import csgraph

    graph, cell_of, shape = _cost_graph(files["costs"])
    springs, mouths = cell_of(files["springs"]), cell_of(files["mouths"])
    west, _, _, north, _, _ = gdal.Open(str(files["costs"])).GetGeoTransform()
    shapes, columns = [], []
    for number, end in enumerate(mouths):
        cost, before = csgraph.dijkstra(graph, indices=end, return_predecessors=True)
        for start_number, start in enumerate(springs):
            way = [start]
            while way[-1] != end:
                way.append(before[way[-1]])
            row, column = np.divmod(np.array(way), shape[1])
            shapes.append(shapely.linestrings(west + CELL_M * (column + 0.5), north - CELL_M * (row + 0.5)))
            columns.append((start_number, number, cost[start]))
    pyogrio.raw.write(
        str(target), shapely.to_wkb(np.array(shapes)), [np.array(part) for part in zip(*columns, strict=True)],
        ["origin_id", "destination_id", "cost"], crs="EPSG:28992", geometry_type="LineString", driver="GPKG",
    )  # fmt: skip


def crossed_by_whitebox(files: Files, target: Path) -> None:
    """Accumulates costs from the springs, by Whitebox."""
    from osgeo import gdal

    tools = _whitebox()
    springs = target.with_name(f"{target.stem}_springs.tif")
    cost = gdal.Open(str(files["costs"]))
    made = gdal.GetDriverByName("GTiff").Create(str(springs), cost.RasterXSize, cost.RasterYSize, 1, gdal.GDT_Float32)
    made.SetGeoTransform(cost.GetGeoTransform())
    made.SetSpatialRef(cost.GetSpatialRef())
    gdal.Rasterize(made, str(files["springs"]), burnValues=[1])
    del made  # closes the file
    source, rough = tools.read_raster(str(springs)), tools.read_raster(str(files["costs"]))
    tools.raster.cost_distance(source=source, cost=rough, output=str(target))
    springs.unlink()


def accumulated(files: Files, target: Path) -> None:
    """Counts the cells upstream, by pyflwdir."""
    import numpy as np

    _write(target, _flow(files["directions"]).upstream_area("cell").astype(np.float64), files["directions"])


def drained(files: Files, target: Path) -> None:
    """Draws the basins of the outlets, by pyflwdir, GDAL and Shapely."""
    import numpy as np
    import pandas
    import pyogrio
    from osgeo import gdal, ogr

    cells, shape = _cells_of(files["directions"])
    outlets = cells(files["outlets"])
    labels = _flow(files["directions"]).basins(idxs=outlets, ids=np.arange(1, len(outlets) + 1).astype(np.uint32))
    path = target.with_name(f"{target.stem}_basins.tif")
    _write(path, labels.astype(np.int32), files["directions"], nodata=0)
    source = gdal.Open(str(path))
    drawn = ogr.GetDriverByName("Memory").CreateDataSource("basins")
    layer = drawn.CreateLayer("basins", source.GetSpatialRef(), ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn("basin_id", ogr.OFTInteger))
    gdal.Polygonize(source.GetRasterBand(1), source.GetRasterBand(1).GetMaskBand(), layer, 0, [])
    import geopandas
    import shapely

    rows = [(feature["basin_id"], bytes(feature.GetGeometryRef().ExportToWkb())) for feature in layer]
    table = pandas.DataFrame(rows, columns=["basin_id", "geometry"])
    frame = geopandas.GeoDataFrame(table, geometry=shapely.from_wkb(table["geometry"].to_numpy()), crs="EPSG:28992")
    merged = frame.dissolve("basin_id", method="coverage").reset_index()
    pyogrio.write_dataframe(merged.assign(area=merged.area), target)
    path.unlink()


def classified(method: str) -> Any:
    """Makes a peer of a classifier of scikit-learn, on the cells whose centre lies in a patch."""

    def run(files: Files, target: Path) -> None:
        import numpy as np
        from osgeo import gdal

        source = gdal.Open(str(files["image"]))
        bands = source.ReadAsArray().astype(np.float64)
        known = gdal.GetDriverByName("MEM").Create("", source.RasterXSize, source.RasterYSize, 1, gdal.GDT_Byte)
        known.SetGeoTransform(source.GetGeoTransform())
        known.SetSpatialRef(source.GetSpatialRef())
        gdal.Rasterize(known, str(files["patches"]), attribute="ground")
        ground = known.ReadAsArray().ravel()
        rows = bands.reshape(len(bands), -1).T
        found = _classifier(method).fit(rows[ground > 0], ground[ground > 0]).predict(rows)
        _write(target, found.reshape(bands.shape[1:]).astype(np.int32), files["image"], nodata=CLASS_NODATA)

    return run


def _classifier(method: str) -> Any:
    from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
    from sklearn.ensemble import RandomForestClassifier

    if method == "random_forest":
        return RandomForestClassifier(100, random_state=1, n_jobs=1)
    return QuadraticDiscriminantAnalysis(priors=[0.25] * 4)


def _flow(path: Path) -> Any:
    import pyflwdir
    from osgeo import gdal

    return pyflwdir.from_array(gdal.Open(str(path)).ReadAsArray(), ftype="d8", check_ftype=False)


def _whitebox() -> Any:
    from whitebox_workflows import WbEnvironment

    tools = WbEnvironment()
    tools.max_procs = 1
    return tools


def _cost_graph(path: Path) -> tuple[Any, Any, tuple[int, int]]:
    """Makes a graph of the cells, and gives it, what finds the cells of points, and the shape of the raster."""
    import numpy as np
    from scipy import sparse

    values, _ = _values(path)
    cells, shape = _cells_of(path)
    index = np.arange(values.size).reshape(shape)
    height, width = shape
    firsts, seconds, steps = [], [], []
    for row, column in EIGHT:
        one = (slice(0, height - row), slice(max(0, -column), width - max(0, column)))
        other = (slice(row, None), slice(max(0, column), width + min(0, column)))
        firsts.append(index[one].ravel())
        seconds.append(index[other].ravel())
        steps.append((np.hypot(row, column) * CELL_M * (values[one] + values[other]) / 2).ravel())
    pairs = (np.concatenate(firsts), np.concatenate(seconds))
    half = sparse.coo_matrix((np.concatenate(steps), pairs), shape=(values.size, values.size)).tocsr()
    return half + half.T, cells, shape


def _cells_of(path: Path) -> tuple[Any, tuple[int, int]]:
    """Gives what finds the flat cells of the points of a file, in their order, and the shape of the raster."""
    import numpy as np
    import pyogrio.raw
    import shapely
    from osgeo import gdal

    dataset = gdal.Open(str(path))
    west, _, _, north, _, _ = dataset.GetGeoTransform()
    shape = (dataset.RasterYSize, dataset.RasterXSize)

    def cells(points: Path) -> Any:
        x, y = shapely.get_coordinates(shapely.from_wkb(pyogrio.raw.read(str(points))[2])).T
        row, column = np.floor((north - y) / CELL_M), np.floor((x - west) / CELL_M)
        return (row * shape[1] + column).astype(np.int64)

    return cells, shape


def _values(path: Path) -> tuple[Any, Any]:
    """Reads the first band as float64, and which cells have a value."""
    import numpy as np
    from osgeo import gdal

    values = gdal.Open(str(path)).ReadAsArray().astype(np.float64)
    return values, values != NODATA


def _write(target: Path, cells: Any, like: Path, nodata: float = NODATA) -> None:
    from osgeo import gdal, gdal_array

    source = gdal.Open(str(like))
    kind = gdal_array.NumericTypeCodeToGDALTypeCode(cells.dtype)
    made = gdal.GetDriverByName("GTiff").Create(str(target), cells.shape[1], cells.shape[0], 1, kind)
    made.SetGeoTransform(source.GetGeoTransform())
    made.SetSpatialRef(source.GetSpatialRef())
    band = made.GetRasterBand(1)
    band.SetNoDataValue(nodata)
    band.WriteArray(cells)
    made.FlushCache()
