# SPDX-License-Identifier: GPL-2.0-or-later
"""Slopes, costs, visibility, distance and interpolation: NumPy on whole arrays, SciPy's trees, NetworkX."""

from __future__ import annotations

import math

import networkx
import numpy as np
import scipy.spatial
import scipy.spatial.distance
import shapely
from answers import Cells, Files, Rows
from source_files import areas, layer, raster

EARTH = 6371000.0
US_FOOT = 1200 / 3937


def q064(files: Files) -> Rows:
    """Dijkstra over the cells that are not too steep, NetworkX; each metre costs 1, so that costs are lengths."""
    dem = raster(files["dem"]).window(slice(150, 300), slice(150, 300))
    east, north = gradient(dem)
    degrees = np.degrees(np.arctan(np.hypot(east, north)))
    graph = networkx.Graph()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        metres = math.hypot(down * dem.transform[5], right * dem.transform[1])
        for row, column in np.argwhere(degrees <= 30).tolist():
            end = row + down, column + right
            if end[0] < 150 and 0 <= end[1] < 150 and degrees[end] <= 30:
                graph.add_edge((row, column), end, metres=metres)
    start = tuple(int(one) for one in dem.place_of(np.array(559760), np.array(5118388)))
    lengths = networkx.single_source_dijkstra_path_length(graph, start, weight="metres")
    column, row = np.divmod(np.arange(17 * 18), 18)
    goals = zip(*dem.place_of(559600 + 213.0 * column, 5118570 - 213.0 * row), strict=True)
    found = [lengths.get((int(row), int(column))) for row, column in goals]
    return {("start", str(number)): {"cost": one, "length": one} for number, one in enumerate(found, start=1)}


def q071(files: Files) -> Rows:
    """The straight from the eyes to the ground at each stop, against every straight between centres that it crosses."""
    dem = raster(files["dem"])
    stops = layer(files["transit"], "muni_stops", to="EPSG:32610")
    row, column = (int(one) for one in dem.place_of(np.array(548700.0), np.array(4178800.0)))
    seen = []
    for target in zip(*dem.place_of(*shapely.get_coordinates(stops.shapes).T), strict=True):
        metres = math.hypot(target[0] - row, target[1] - column) * dem.transform[1]
        seen.append(float(_sees(dem, (row, column), target)) if metres <= 3000 else None)
    return {(stop,): {"seen_band_1": one} for stop, one in zip(stops.columns["stop_id"], seen, strict=True)}


def _sees(dem: Cells, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Tells whether nothing between two cells stands above the straight from 10 m over the one to the other."""
    along = np.subtract(end, start)
    shares = {k / abs(step) for step in along.tolist() for k in range(1, abs(step))}
    way = np.array(sorted(shares))
    metres = np.hypot(*along) * dem.transform[1]
    rows, columns = start[0] + way * along[0], start[1] + way * along[1]
    ground = _between_centres(dem.values, rows, columns) - (1 - 0.13) * (way * metres) ** 2 / (2 * EARTH)
    eyes = dem.values[start] + 10
    foot = dem.values[end] - (1 - 0.13) * metres**2 / (2 * EARTH)
    return bool((ground <= eyes + way * (foot - eyes) + 1e-9).all())


def _between_centres(values: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Interpolates on the lines between neighbouring centres, where one of the two places is whole."""
    is_row = np.abs(rows - np.round(rows)) < 1e-9
    rows, columns = np.where(is_row, np.round(rows), rows), np.where(is_row, columns, np.round(columns))
    top, left = np.floor(rows).astype(int), np.floor(columns).astype(int)
    share = (rows - top) + (columns - left)
    near = values[np.ceil(rows).astype(int), np.ceil(columns).astype(int)]
    return values[top, left] * (1 - share) + near * share


def q075(files: Files) -> tuple[Cells, Rows]:
    """Twelve nearest soundings by the square of the distance; contours by marching squares, added up level by level."""
    soundings = layer(files["chart"], "SOUNDG", to="EPSG:26917")
    grid = Cells(np.empty((120, 100)), (576500.0, 40.0, 0.0, 2852000.0, 0.0, -40.0))
    centres = np.column_stack([one.ravel() for one in grid.centres()])
    squares = scipy.spatial.distance.cdist(centres, shapely.get_coordinates(soundings.shapes), "sqeuclidean")
    nearest = np.argpartition(squares, 12, axis=1)[:, :12]
    weights = 1 / np.take_along_axis(squares, nearest, axis=1)
    depths = (soundings.columns["DEPTH"][nearest] * weights).sum(axis=1) / weights.sum(axis=1)
    surface = Cells(depths.reshape(grid.values.shape), grid.transform)
    metres = {level: contour_length(surface, level) for level in range(1, 12)}
    return surface, {(f"{level:.1f}",): {"length_sum": one} for level, one in metres.items() if one}


def contour_length(surface: Cells, level: float) -> float:
    """Adds up the straights in squares between four centres; half a cell at the rim has the value of the rim."""
    values = np.pad(surface.values, 1, mode="edge")
    y, x = (np.r_[0, np.arange(size) + 0.5, size] * surface.transform[1] for size in surface.values.shape)
    above = (values >= level).astype(int)
    corners = above[:-1, :-1] + above[:-1, 1:] + above[1:, :-1] + above[1:, 1:]
    total = 0.0
    for row, column in np.argwhere((corners > 0) & (corners < 4)):
        ring = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        places = [np.array([x[one[1]], y[one[0]], values[one]]) for one in ring]
        total += _length_in_square(places, level)
    return total


def _length_in_square(corners: list[np.ndarray], level: float) -> float:
    """Joins the places on the sides that have the level; of four, those that the mean of the corners parts."""
    crossings = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        if (start[2] >= level) != (end[2] >= level):
            crossings.append(start + (level - start[2]) / (end[2] - start[2]) * (end - start))
    if len(crossings) == 4 and (np.mean(corners, axis=0)[2] >= level) == (corners[0][2] >= level):
        crossings = crossings[1:] + crossings[:1]
    pairs = zip(crossings[::2], crossings[1::2], strict=True)
    return sum(math.dist(start[:2], end[:2]) for start, end in pairs)


def q076(files: Files) -> Cells:
    """Water by the two cells beside each centre that holds water, since the grids differ in y alone; in metres."""
    ground, water = raster(files["ground"]), raster(files["water"])
    share = (water.transform[3] - ground.transform[3]) / water.transform[5]
    above = np.vstack([np.full((1, water.values.shape[1]), np.nan), water.values[:-1]])
    weights = np.where(np.isnan([above, water.values]), 0.0, np.array([share, 1 - share])[:, None, None])
    with np.errstate(invalid="ignore"):
        level = np.nansum([above * weights[0], water.values * weights[1]], axis=0) / weights.sum(axis=0)
    level[np.isnan(water.values)] = np.nan
    return Cells(np.maximum(level - ground.values, 0) * US_FOOT, ground.transform)


def q104(files: Files) -> Cells:
    """The nearest of all centres that lie in a building, by a tree of these."""
    grid = Cells(np.zeros((290, 350)), (474900.0, 20.0, 0.0, 4429600.0, 0.0, -20.0))
    centres = np.column_stack([one.ravel() for one in grid.centres()])
    buildings = areas(files["buildings"], to="EPSG:26913").shapes
    built = np.unique(shapely.STRtree(shapely.points(centres)).query(buildings, predicate="contains")[1])
    metres, _ = scipy.spatial.KDTree(centres[built]).query(centres)
    return Cells(metres.reshape(grid.values.shape), grid.transform)


def gradient(dem: Cells) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rise per length to the east and to the north after Horn, NaN at the rim."""
    z = np.pad(dem.values, 1, constant_values=np.nan)
    rows, columns = dem.values.shape
    near = {(r, c): z[1 + r : 1 + r + rows, 1 + c : 1 + c + columns] for r in (-1, 0, 1) for c in (-1, 0, 1)}
    east = sum(near[r, 1] - near[r, -1] for r in (-1, 0, 0, 1)) / (8 * dem.transform[1])
    north = sum(near[-1, c] - near[1, c] for c in (-1, 0, 0, 1)) / (-8 * dem.transform[5])
    return east, north
