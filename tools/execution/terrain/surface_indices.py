# SPDX-License-Identifier: GPL-2.0-or-later
"""Indices of ruggedness, position, roughness and curvature, of heights with a frame of neighbours.

A cell whose window is not complete is NaN in each of them.
"""

from __future__ import annotations

import numpy as np

from ...declaration.facts import Grid
from .surface_windows import bending, gradient


def ruggedness(framed: np.ndarray, radius: int, formula: str) -> np.ndarray:
    """Gives the TRI of the square of cells around each cell.

    Args:
        radius: Of the square, cells; the frame is as wide.
        formula: riley takes the root of the sum of squared differences, wilson the mean absolute difference.
    """
    height, width = (side - 2 * radius for side in framed.shape)
    centre = framed[radius : radius + height, radius : radius + width]
    total = np.zeros_like(centre)
    for row in range(2 * radius + 1):
        for column in range(2 * radius + 1):
            difference = framed[row : row + height, column : column + width] - centre
            total += difference * difference if formula == "riley" else np.abs(difference)
    return np.sqrt(total) if formula == "riley" else total / ((2 * radius + 1) ** 2 - 1)


def position(framed: np.ndarray, radius: int) -> np.ndarray:
    """Gives the TPI: the height of each cell less the mean of the others in the square around it."""
    from scipy import ndimage

    centre = _middle(framed, radius)
    ones = np.ones(2 * radius + 1)
    total = ndimage.correlate1d(ndimage.correlate1d(framed, ones, 0, mode="constant"), ones, 1, mode="constant")
    return centre - (_middle(total, radius) - centre) / (len(ones) ** 2 - 1)  # type: ignore[no-any-return]


def roughness(framed: np.ndarray, radius: int) -> np.ndarray:
    """Gives the range of heights in the square around each cell."""
    from scipy import ndimage

    missing = np.isnan(framed)
    size = 2 * radius + 1
    highest = ndimage.maximum_filter(np.where(missing, np.inf, framed), size)
    lowest = ndimage.minimum_filter(np.where(missing, -np.inf, framed), size)
    span = _middle(highest - lowest, radius)
    return np.where(np.isinf(span), np.nan, span)


def curvature(framed: np.ndarray, grid: Grid, direction: str) -> np.ndarray:
    """Gives the second derivative of the surface in one direction, in heights by squared CRS units; 0 where flat.

    Args:
        direction: profile, down the slope, is above 0 where the surface is concave; plan, across it, where convex.
    """
    slope, bend = gradient(framed, grid, "zevenbergen_thorne"), bending(framed, grid)
    x, y, sign = (slope.east, slope.north, 1) if direction == "profile" else (-slope.north, slope.east, -1)
    steepness = x * x + y * y
    with np.errstate(invalid="ignore", divide="ignore"):
        value = sign * (bend.xx * x * x + 2 * bend.xy * x * y + bend.yy * y * y) / steepness
    return np.where(steepness == 0, 0.0, value)


def _middle(framed: np.ndarray, radius: int) -> np.ndarray:
    return framed[radius:-radius, radius:-radius]
