# SPDX-License-Identifier: GPL-2.0-or-later
"""Indices, classes and changes: NumPy and SciPy on whole arrays."""

from __future__ import annotations

import math

import numpy as np
import scipy.stats
import shapely
from answers import Cells, Files, Rows
from source_files import layer, raster

US_FOOT = 1200 / 3937
TRAINING = {
    "built": [(705108, 4251203), (707538, 4253780), (704921, 4252697)],
    "crop": [(705631, 4253145), (707127, 4252734), (704286, 4250530)],
    "forest": [(708472, 4251763), (709071, 4250568), (707874, 4250568)],
    "meadow": [(705856, 4252211), (705482, 4252361), (704435, 4251912)],
    "water": [(707456, 4252585), (705108, 4251778), (706379, 4251277)],
}


def q111(files: Files) -> Rows:
    """The bands of the cell that holds each stop."""
    stops = layer(files["transit"], "muni_stops", to="EPSG:3857")
    near, red = (raster(files["image"], band).at(*shapely.get_coordinates(stops.shapes).T) for band in (1, 2))
    index = (near - red) / (near + red)
    return {
        (stop,): {"ndvi_band_1": None if math.isnan(value) else value}
        for stop, value in zip(stops.columns["stop_id"], index, strict=True)
    }


def q115(files: Files) -> tuple[Cells, Rows]:
    """Depths of two floods in classes, each cell with the ground that holds its centre."""
    ground = raster(files["ground"])
    often, rarely = raster(files["often"]), raster(files["rarely"])
    heights = ground.at(*often.centres())
    classes = []
    for water in (often, rarely):
        depth = np.where(np.isnan(water.values), 0, water.values - heights).astype(np.float32)
        classes.append(np.searchsorted([0, 1, 3], depth, side="left"))
    codes = 1000 * classes[0] + classes[1]
    hectares = -often.transform[1] * often.transform[5] * US_FOOT**2 / 1e4
    kinds, counts = np.unique(codes, return_counts=True)
    changes: Rows = {
        (str(kind // 1000), str(kind % 1000)): {"count": count, "area": count * hectares}
        for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True)
    }
    return Cells(codes.astype(float), often.transform), changes


def q120(files: Files) -> Cells:
    """The class whose normal distribution, from cells with centres near its places, is densest at each cell."""
    bands = [raster(files["image"], band) for band in (3, 4, 5, 6)]
    cells = np.stack([band.values for band in bands], axis=-1)
    x, y = bands[0].centres()
    densities = []
    for places in TRAINING.values():
        known = cells[np.any([np.hypot(x - place[0], y - place[1]) < 55 for place in places], axis=0)]
        normal = scipy.stats.multivariate_normal(known.mean(axis=0), np.cov(known.T))
        densities.append(normal.logpdf(cells))
    return Cells(1.0 + np.argmax(densities, axis=0), bands[0].transform)


def q128(files: Files) -> Cells:
    """The most frequent class among nine cells, the smallest of equally frequent ones."""
    cover = raster(files["cover"])
    rows, columns = cover.values.shape
    padded = np.pad(cover.values, 1, constant_values=np.nan)
    windows = np.stack([padded[r : r + rows, c : c + columns] for r in range(3) for c in range(3)])
    classes = np.unique(cover.values[~np.isnan(cover.values)])
    counts = np.stack([(windows == one).sum(axis=0) for one in classes])
    return Cells(np.where(counts.any(axis=0), classes[counts.argmax(axis=0)], np.nan), cover.transform)
