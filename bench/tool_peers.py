# SPDX-License-Identifier: GPL-2.0-or-later
"""The operations of our tools by others, file to file: algorithms of QGIS, GeoPandas, and Shapely where they have none.

Each takes the files of the layers by handle and the file to write. Columns bear the names that `tool_cases` reads. What
a peer gives back are numbers that our tool tells beside its layer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .warm_workspace import run_native

Files = Mapping[str, Path]
Peer = Callable[[Files, Path], Mapping[str, float] | None]
OTHER = "other_"
NEAR_M, BUFFER_M, SEGMENTS = 150.0, 10.0, 16


def native(algorithm: str, layers: Mapping[str, str], **parameters: Any) -> Peer:
    """Makes a peer of an algorithm of QGIS.

    Args:
        layers: Parameter to the handle of its layer.
    """

    def run(files: Files, target: Path) -> None:
        sources = {name: str(files[handle]) for name, handle in layers.items()}
        run_native(algorithm, {**sources, **parameters, "OUTPUT": str(target)})

    return run


def joined(files: Files, target: Path) -> None:
    """Copies the id of the plot to the points within it, by GeoPandas."""
    import geopandas

    plots = _read(files["plots"])[["plot_id", "geometry"]]
    found = geopandas.sjoin(_read(files["points"]), plots, how="left", predicate="within")
    _write(found.drop(columns="index_right"), target)


def summarized(files: Files, target: Path) -> None:
    """Counts the points in each plot and summarizes their amounts, by GeoPandas."""
    import geopandas

    plots = _read(files["plots"])
    found = geopandas.sjoin(_read(files["points"]), plots[["plot_id", "geometry"]], predicate="within")
    _write(_with_statistics(plots, found, "plot_id"), target)


def nearest(files: Files, target: Path) -> None:
    """Joins the nearest station to each point, by GeoPandas."""
    import geopandas

    stations = _read(files["stations"])[["station_id", "geometry"]]
    found = geopandas.sjoin_nearest(_read(files["points"]), stations, how="left", distance_col="distance")
    _write(found.drop(columns="index_right"), target)


def summarized_near(files: Files, target: Path) -> None:
    """Counts the points near each station and summarizes their amounts, by GeoPandas."""
    import geopandas

    stations = _read(files["stations"])[["station_id", "geometry"]]
    found = geopandas.sjoin(_read(files["points"]), stations, predicate="dwithin", distance=NEAR_M)
    _write(_with_statistics(stations, found, "station_id"), target)


def overlaid(how: str) -> Peer:
    """Makes a peer of an overlay of plots and zones by GeoPandas."""

    def run(files: Files, target: Path) -> None:
        import geopandas

        zones = _read(files["zones"])
        renamed = zones.rename(columns={name: f"{OTHER}{name}" for name in zones.columns if name != "geometry"})
        _write(geopandas.overlay(_read(files["plots"]), renamed, how=how), target)

    return run


def dissolved(files: Files, target: Path) -> None:
    """Merges the crowded plots of a block, by GeoPandas."""
    _write(_read(files["crowded"])[["block", "geometry"]].dissolve(by="block").reset_index(), target)


def buffered(files: Files, target: Path) -> None:
    """Buffers the plots, by GeoPandas."""
    plots = _read(files["plots"])
    _write(plots.set_geometry(plots.buffer(BUFFER_M, resolution=SEGMENTS)), target)


def measured_pairs(files: Files, target: Path) -> None:
    """Writes the distance of each station to each depot, by Shapely."""
    import numpy as np
    import pandas
    import pyogrio
    import shapely

    stations, depots = _read(files["stations"]), _read(files["depots"])
    distance = shapely.distance(_shapes(stations)[:, None], _shapes(depots))
    ids = np.meshgrid(stations["station_id"], depots["depot_id"], indexing="ij")
    table = {"station_id": ids[0].ravel(), "depot_id": ids[1].ravel(), "distance": distance.ravel()}
    pyogrio.write_dataframe(pandas.DataFrame(table), target)


def apportioned(files: Files, target: Path) -> None:
    """Shares people by area and averages rates by area from plots to zones, by Shapely."""
    import numpy as np
    import shapely

    zones, plots = _read(files["zones"]), _read(files["plots"])
    shapes = plots.geometry.values
    zone, plot = shapely.STRtree(shapes).query(zones.geometry.values, predicate="intersects")
    area = shapely.area(shapely.intersection(zones.geometry.values[zone], shapes[plot]))
    people, rate = plots["people"].to_numpy()[plot], plots["rate"].to_numpy()[plot]
    share = area / shapely.area(shapes)[plot]
    sums = np.bincount(zone, people * share, len(zones))
    weights = np.bincount(zone, area, len(zones))
    with np.errstate(invalid="ignore"):
        means = np.bincount(zone, rate * area, len(zones)) / weights
    _write(zones.assign(people_sum=sums, rate_mean=means), target)


def separated(files: Files, target: Path) -> Mapping[str, float]:
    """Takes from each crowded plot what larger ones cover, and measures what each pair shares, by Shapely."""
    import numpy as np
    import shapely

    plots = _read(files["crowded"])
    shapes = _shapes(plots)
    rank = np.empty(len(shapes), int)
    rank[np.argsort(-shapely.area(shapes), kind="stable")] = np.arange(len(shapes))
    loser, winner = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    kept = rank[winner] < rank[loser]
    loser, winner = loser[kept], winner[kept]
    shared = shapely.area(shapely.intersection(shapes[loser], shapes[winner]))
    told = {"overlap_count": int((shared > 0).sum()), "overlap_area": float(shared.sum())}
    loser, winner = loser[shared > 0], winner[shared > 0]
    order = np.argsort(loser, kind="stable")
    losers, starts = np.unique(loser[order], return_index=True)
    cover = np.array([shapely.union_all(part) for part in np.split(shapes[winner[order]], starts[1:])])
    shapes[losers] = shapely.difference(shapes[losers], cover[: len(losers)])
    result = plots.set_geometry(shapes, crs=plots.crs)
    _write(result[~result.geometry.is_empty], target)
    return told


def _read(path: Path) -> Any:
    import geopandas

    return geopandas.read_file(path, engine="pyogrio")


def _shapes(frame: Any) -> Any:
    return frame.geometry.to_numpy(copy=True)


def _write(frame: Any, target: Path) -> None:
    frame.to_file(target, driver="GPKG", engine="pyogrio")


def _with_statistics(layer: Any, found: Any, key: str) -> Any:
    values = found.groupby(key)["amount"].agg(count="count", amount_sum="sum", amount_mean="mean")
    return layer.merge(values, how="left", left_on=key, right_index=True)
