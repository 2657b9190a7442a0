# SPDX-License-Identifier: GPL-2.0-or-later
"""Density, clusters and autocorrelation: formulas in NumPy over all pairs, SciPy, scikit-learn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.spatial.distance
import scipy.stats
import shapely
from answers import Cells, Files, Rows
from sklearn.cluster import DBSCAN
from source_files import areas, layer, places, table, transformed

US_FOOT = 1200 / 3937


def q096(files: Files) -> Rows:
    """Groups by scikit-learn, outlines by Shapely."""
    rows = table(files["colonies"])
    points = _projected(rows, "longitude", "latitude", "EPSG:26917")
    labels = DBSCAN(eps=4000, min_samples=5).fit(points).labels_
    answer: Rows = {}
    for label in range(labels.max() + 1):
        group = points[labels == label]
        answer[str(label + 1),] = {"hull_area": shapely.MultiPoint(group).convex_hull.area / 1e6}
    return answer


def q100(files: Files) -> tuple[Rows, Rows]:
    """Squares by division, neighbours by row and column; I and its moments, and Gi*, by their formulas."""
    thefts = shapely.get_coordinates(layer(files["thefts"], to="EPSG:26910").shapes)
    city = shapely.union_all(areas(files["areas"], to="EPSG:26910").shapes)
    lower, upper = np.floor(np.array(city.bounds).reshape(2, 2) / 500).astype(int)
    lower[1], upper[1] = math.floor(city.bounds[1] / 500), math.ceil(city.bounds[3] / 500) - 1
    squares = [
        (column, row)
        for column in range(lower[0], upper[0] + 1)
        for row in range(lower[1], upper[1] + 1)
        if city.intersects(shapely.box(500 * column, 500 * row, 500 * column + 500, 500 * row + 500))
    ]
    held = np.floor(thefts / 500).astype(int).tolist()
    values = np.array([held.count(list(square)) for square in squares], float)
    near = (scipy.spatial.distance.cdist(squares, squares, "chebyshev") == 1).astype(float)
    own = near + np.eye(len(squares))
    z, p = getis_ord(values, own)
    corners = {
        (str(500 * column), str(500 * row)): {"count": values[place], "gi_z": z[place], "gi_p": p[place]}
        for place, (column, row) in enumerate(squares)
    }
    return {(): moran(values, near / near.sum(axis=1, keepdims=True))}, corners


def moran(values: np.ndarray, weights: np.ndarray) -> dict[str, float | None]:
    """Returns I and its expectation and variance under randomization (Cliff and Ord 1981)."""
    n = len(values)
    z = values - values.mean()
    s0 = weights.sum()
    s1 = ((weights + weights.T) ** 2).sum() / 2
    s2 = ((weights.sum(axis=0) + weights.sum(axis=1)) ** 2).sum()
    kurtosis = (z**4).mean() / (z**2).mean() ** 2
    expected = -1 / (n - 1)
    first = n * ((n**2 - 3 * n + 3) * s1 - n * s2 + 3 * s0**2)
    second = kurtosis * (n * (n - 1) * s1 - 2 * n * s2 + 6 * s0**2)
    variance = (first - second) / ((n - 1) * (n - 2) * (n - 3) * s0**2) - expected**2
    index = n / s0 * (z @ weights @ z) / (z @ z)
    return {"morans_i": index, "expected_i": expected, "variance_i": variance}


def getis_ord(values: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns z and two-sided p of Gi* (Getis and Ord 1995) with weights that hold the feature itself."""
    n, total = len(values), weights.sum(axis=1)
    spread = values.std() * np.sqrt((n * (weights**2).sum(axis=1) - total**2) / (n - 1))
    z = (weights @ values - values.mean() * total) / spread
    return z, 2 * scipy.stats.norm.sf(np.abs(z))


def q101(files: Files) -> Cells:
    """The kernel of every point at every centre, with lengths in hectometres."""
    points = _projected(table(files["squirrels"]), "X", "Y", "EPSG:32618")
    grid = Cells(np.zeros((100, 60)), (586000.0, 40.0, 0.0, 4517000.0, 0.0, -40.0))
    for point in points:
        share = np.hypot(*(one - place for one, place in zip(grid.centres(), point, strict=True))) / 150
        grid.values[share < 1] += 3 / np.pi * (1 - share[share < 1] ** 2) ** 2 / 1.5**2
    return grid


def q102(files: Files) -> Rows:
    """Local I by its formula, its mean and spread over all draws of five others exactly, p by draws of its own."""
    zones = areas(files["areas"], to="EPSG:2263")
    rents = zones.columns["RENT2008"].astype(float)
    z, n, k = rents - rents.mean(), len(rents), 5
    centers = shapely.get_coordinates(shapely.centroid(zones.shapes))
    ranked = np.argsort(scipy.spatial.distance.cdist(centers, centers), axis=1)
    random = np.random.default_rng(20)
    answer: Rows = {}
    for place, code in enumerate(zones.columns["bor_subb"]):
        near, others = z[ranked[place, 1 : k + 1]], z[ranked[place, 1:]]
        spread = math.sqrt(others.var() / k * (n - 1 - k) / (n - 2))
        draws = random.permuted(np.tile(others, (9999, 1)), axis=1)[:, :k].mean(axis=1)
        above, below = ((draws >= near.mean() - 1e-9).sum() + 1), ((draws <= near.mean() + 1e-9).sum() + 1)
        answer[str(code),] = {
            "lisa_i": z[place] * near.mean() / z.var(),
            "lisa_z": math.copysign(1, z[place]) * (near.mean() - others.mean()) / spread,
            "lisa_p": min(1.0, 2 * min(above, below) / 10000),
            "lisa_neighbors": k,
        }
    return answer


def q103(files: Files) -> tuple[Rows, Rows]:
    """All distances between gauges in the districts; the index after Clark and Evans, K by counting pairs."""
    districts = shapely.union_all(areas(files["areas"], to="EPSG:26915").shapes)
    gauges = _projected(table(files["gauges"]), "LONGITUDE", "LATITUDE", "EPSG:26915")
    gauges = gauges[shapely.intersects_xy(districts, *gauges.T)] / 1000
    n, area = len(gauges), districts.area / 1e6
    between = scipy.spatial.distance.cdist(gauges, gauges)
    np.fill_diagonal(between, np.inf)
    observed, expected = between.min(axis=1).mean(), 0.5 * math.sqrt(area / n)
    z = (observed - expected) / (math.sqrt((4 - np.pi) / (4 * np.pi)) / math.sqrt(n * n / area))
    index: Rows = {(): {"count": n, "area": area, "nearest_neighbor_index": observed / expected, "z": z}}
    k = {limit: area * (between <= limit).sum() / (n * (n - 1)) for limit in range(1, 11)}
    return index, {(f"{limit:.1f}",): {"k": one, "l": math.sqrt(one / np.pi)} for limit, one in k.items()}


def q106(files: Files) -> tuple[Rows, Rows]:
    """Means, and the axes of the covariance of each day."""
    rows = table(files["squirrels"])
    points = _projected(rows, "X", "Y", "EPSG:32618")
    days = np.array([row["Date"] for row in rows])
    centers: Rows = {}
    spreads: Rows = {}
    for day in sorted(set(days)):
        here = points[days == day]
        middle = here.mean(axis=0)
        variances, axes = np.linalg.eigh(np.cov(here.T, bias=True))
        angle = math.degrees(math.atan2(*axes[:, 1])) % 180
        centers[day,] = {"x": middle[0], "y": middle[1], "count": len(here)}
        spreads[day,] = {
            "semi_major": math.sqrt(variances[1]), "semi_minor": math.sqrt(variances[0]), "angle": angle
        }  # fmt: skip
    return centers, spreads


def _projected(rows: list[dict[str, str]], x: str, y: str, crs: str) -> Any:
    """Returns the coordinates of rows with degrees in a CRS."""
    return shapely.get_coordinates(transformed(shapely.points(places(rows, x, y)), "EPSG:4326", crs))
