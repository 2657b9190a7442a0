# SPDX-License-Identifier: GPL-2.0-or-later
"""Networks, patterns and surfaces from points by others, file to file: SciPy, NetworkX, esda.

Each takes the files of the layers by handle and the file to write.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .made_grids import CELL_M, NODATA
from .made_layers import CRS
from .tool_peers import Files, native

NEAREST = 12
NEIGHBORS = 8
SHORTEST = 0  # a strategy of QGIS


def weighed(files: Files, target: Path) -> None:
    """Interpolates by inverse squared distance to the nearest points, by a k-d tree of SciPy."""
    import numpy as np
    from scipy.spatial import KDTree

    x, y, values = _valued(files["points"])
    centers, grid = _centers(x, y)
    distance, index = KDTree(np.stack([x, y], 1)).query(centers, NEAREST)
    weights = 1 / np.maximum(distance, 1e-9) ** 2
    _write(target, ((weights * values[index]).sum(1) / weights.sum(1)).reshape(grid[:2]), grid)


def triangulated(files: Files, target: Path) -> None:
    """Interpolates over the triangles of Delaunay, by SciPy."""
    import numpy as np
    from scipy.interpolate import LinearNDInterpolator

    x, y, values = _valued(files["points"])
    centers, grid = _centers(x, y)
    origin = np.array([x.min(), y.min()])
    cells = LinearNDInterpolator(np.stack([x, y], 1) - origin, values)(centers - origin).reshape(grid[:2])
    _write(target, np.where(np.isnan(cells), NODATA, cells), grid)


def hot_spots(files: Files, target: Path) -> None:
    """Computes Gi* of the nearest neighbors, by esda."""
    import geopandas
    from esda import G_Local
    from libpysal.weights import KNN

    plots = geopandas.read_file(files["plots"], engine="pyogrio")
    weights = KNN.from_dataframe(plots.assign(geometry=plots.centroid), k=NEIGHBORS, use_index=False)
    found = G_Local(plots["people"], weights, transform="B", permutations=0, star=True)
    plots.assign(gi_z=found.Zs, gi_p=2 * found.p_norm).to_file(target, driver="GPKG", engine="pyogrio")


def routed(files: Files, target: Path) -> None:
    """Finds the shortest way of each origin to the only destination, with its line, by SciPy."""
    import numpy as np
    import pyogrio.raw
    import shapely
    from scipy.sparse import csgraph

    graph, nodes, node_of = _street_graph(files["streets"])
    origins, end = node_of(files["origins"]), node_of(files["terminal"])[0]
    cost, before = csgraph.dijkstra(graph, indices=end, return_predecessors=True)
    lines = []
    for origin in origins:
        way = [origin]
        while way[-1] != end:
            way.append(before[way[-1]])
        lines.append(shapely.linestrings(nodes[way]) if len(way) > 1 else None)
    pyogrio.raw.write(
        str(target), shapely.to_wkb(np.array(lines)), [np.arange(len(origins)), cost[origins]],
        ["origin_id", "cost"], crs=CRS, geometry_type="LineString", driver="GPKG",
    )  # fmt: skip


def routed_by_qgis(files: Files, target: Path) -> None:
    """Finds the shortest way of each origin to the only destination, by QGIS."""
    import pyogrio.raw
    import shapely

    x, y = shapely.get_coordinates(shapely.from_wkb(pyogrio.raw.read(str(files["terminal"]))[2]))[0]
    native("native:shortestpathlayertopoint", {"INPUT": "streets", "START_POINTS": "origins"}, STRATEGY=SHORTEST,
           END_POINT=f"{float(x)!r},{float(y)!r} [{CRS}]")(files, target)  # fmt: skip


def matrix_by_scipy(files: Files, target: Path) -> None:
    """Finds the cost of each origin to each destination, by SciPy."""
    from scipy.sparse import csgraph

    graph, _, node_of = _street_graph(files["streets"])
    origins, destinations = node_of(files["origins"]), node_of(files["destinations"])
    _write_pairs(target, csgraph.dijkstra(graph, indices=origins)[:, destinations])


def matrix_by_networkx(files: Files, target: Path) -> None:
    """Finds the cost of each origin to each destination, by NetworkX."""
    import networkx
    import numpy as np

    sparse, _, node_of = _street_graph(files["streets"])
    graph = networkx.from_scipy_sparse_array(sparse)
    origins, destinations = node_of(files["origins"]), node_of(files["destinations"])
    rows = (networkx.single_source_dijkstra_path_length(graph, origin) for origin in origins)
    _write_pairs(target, np.array([[row[end] for end in destinations] for row in rows]))


def _write_pairs(target: Path, costs: Any) -> None:
    import numpy as np
    import pandas
    import pyogrio

    first, second = (ids.ravel() for ids in np.indices(costs.shape))
    table = {"origin_id": first, "destination_id": second, "cost": costs.ravel()}
    pyogrio.write_dataframe(pandas.DataFrame(table), target)


def _street_graph(path: Path) -> tuple[Any, Any, Any]:
    """Makes a graph of the streets, and gives it, the places of its nodes, and what finds the nodes of points."""
    import numpy as np
    import pyogrio.raw
    import shapely
    from scipy import sparse
    from scipy.spatial import KDTree

    lines = shapely.from_wkb(pyogrio.raw.read(str(path))[2])
    ends = np.concatenate([shapely.get_coordinates(shapely.get_point(lines, place)) for place in (0, -1)])
    nodes, node = np.unique(ends, axis=0, return_inverse=True)
    pairs = node.reshape(2, -1)
    half = sparse.coo_matrix((shapely.length(lines), pairs), shape=(len(nodes), len(nodes))).tocsr()
    tree = KDTree(nodes)

    def node_of(points: Path) -> Any:
        shapes = shapely.from_wkb(pyogrio.raw.read(str(points))[2])
        return tree.query(shapely.get_coordinates(shapes))[1]

    return half + half.T, nodes, node_of


def _valued(path: Path) -> tuple[Any, Any, Any]:
    import pyogrio.raw
    import shapely

    _, _, shapes, (values,) = pyogrio.raw.read(str(path), columns=["amount"])
    x, y = shapely.get_coordinates(shapely.from_wkb(shapes)).T
    return x, y, values.astype(float)


def _centers(x: Any, y: Any) -> tuple[Any, tuple[int, int, float, float]]:
    """Gives the centres of the cells over points, (cells, 2), and rows, columns, west and north."""
    import numpy as np

    west, north = float(x.min()), float(y.max())
    columns, rows = int(np.ceil((x.max() - west) / CELL_M)), int(np.ceil((north - y.min()) / CELL_M))
    down, across = north - CELL_M * (np.arange(rows) + 0.5), west + CELL_M * (np.arange(columns) + 0.5)
    grid = np.meshgrid(across, down)
    return np.stack([part.ravel() for part in grid], 1), (rows, columns, west, north)


def _write(target: Path, cells: Any, grid: tuple[int, int, float, float]) -> None:
    from osgeo import gdal, osr

    rows, columns, west, north = grid
    made = gdal.GetDriverByName("GTiff").Create(str(target), columns, rows, 1, gdal.GDT_Float64)
    made.SetGeoTransform((west, CELL_M, 0, north, 0, -CELL_M))
    srs = osr.SpatialReference()
    srs.SetFromUserInput(CRS)
    made.SetSpatialRef(srs)
    band = made.GetRasterBand(1)
    band.SetNoDataValue(NODATA)
    band.WriteArray(cells)
    made.FlushCache()
