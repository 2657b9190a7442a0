# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes and means of cells in polygons: Shapely for centres, exactextract for covered shares."""

from __future__ import annotations

import math
from typing import Any

import exactextract.raster
import numpy as np
import shapely
from answers import Cells, Files, Rows
from source_files import areas, layer, raster

from .surfaces import gradient


def q080(files: Files) -> Rows:
    """Sectors of the direction down, counted where the centre of a cell lies in a neighbourhood."""
    dem = raster(files["dem"])
    east, north = gradient(dem)
    toward = np.degrees(np.arctan2(-east, -north)) % 360
    steep = np.hypot(east, north) >= math.tan(math.radians(2))
    sectors = np.where(np.isnan(east), -1, np.where(steep, 1 + np.floor((toward + 22.5) % 360 / 45), 0))
    zones = areas(files["areas"], to="EPSG:32610")
    answer: Rows = {}
    for name, shape in zip(zones.columns["name"], zones.shapes, strict=True):
        inside = sectors[shapely.contains_xy(shape, *dem.centres())]
        answer[name,] = {f"class_{number}": 0.09 * (inside == number).sum() for number in range(9)}
    return answer


def q081(files: Files) -> Rows:
    """The angle between light and surface; means weighted by covered shares, by exactextract."""
    dem = raster(files["dem"])
    east, north = gradient(dem)
    azimuth, altitude = math.radians(238), math.radians(31)
    toward = math.sin(azimuth) * math.cos(altitude), math.cos(azimuth) * math.cos(altitude), math.sin(altitude)
    cosine = (toward[2] - east * toward[0] - north * toward[1]) / np.sqrt(1 + east**2 + north**2)
    light = np.where(np.isnan(cosine), np.nan, np.floor(1.5 + 254 * np.maximum(cosine, 0)))
    zones = areas(files["areas"], to="EPSG:32610")
    means = covered(Cells(light, dem.transform), zones.shapes, ["mean"])
    return {(name,): {"light_mean": mean["mean"]} for name, mean in zip(zones.columns["name"], means, strict=True)}


def q113(files: Files) -> Rows:
    """Shares of the covered parts of cells, by exactextract."""
    cover = raster(files["cover"])
    albers = "+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +datum=WGS84"
    counties = layer(files["counties"], to=albers)
    classes = np.unique(cover.values[~np.isnan(cover.values)]).astype(int).tolist()
    answer: Rows = {}
    for county, found in zip(
        counties.columns["geoid"], covered(cover, counties.shapes, ["unique", "frac"]), strict=True
    ):
        shares = dict(zip(found["unique"].astype(int).tolist(), (100 * found["frac"]).tolist(), strict=True))
        answer[county,] = {f"class_{one}": shares.get(one, 0.0) if shares else None for one in classes}
    return answer


def covered(cells: Cells, shapes: np.ndarray, statistics: list[str]) -> list[dict[str, Any]]:
    """Returns statistics of the cells of each shape, weighted by the shares that it covers."""
    left, width, _, top, _, height = cells.transform
    rows, columns = cells.values.shape
    values = np.where(np.isnan(cells.values), -9999, cells.values)
    source = exactextract.raster.NumPyRasterSource(
        values, left, top + rows * height, left + columns * width, top, nodata=-9999
    )
    features = [{"type": "Feature", "geometry": shapely.geometry.mapping(shape)} for shape in shapes]
    return [found["properties"] for found in exactextract.exact_extract(source, features, statistics)]
