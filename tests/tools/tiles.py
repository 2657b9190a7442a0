# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the small layers of a row large: the same rows again and again, each time further off, keys made their own."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyogrio
import shapely
from odd_layers import column_types, has_shapes

Recipe = dict[str, Any]
GAP = 1.5  # from one tile to the next, in widths of a tile
DTYPES = {"integer": "Int64", "real": "float64", "text": "object", "boolean": "boolean",
          "date": "datetime64[ms]", "datetime": "datetime64[ms]"}  # fmt: skip


def step_of(given: dict[str, Recipe]) -> float:
    """Gives how far tiles must be apart, so that none of the layers of one reaches into another."""
    shapes = [shape for recipe in given.values() for shape in shapes_of(recipe) if shape is not None]
    if not shapes:
        return 0.0
    west, south, east, north = shapely.total_bounds(np.array(shapes))
    return GAP * max(east - west, north - south, 1e-3)


def shapes_of(recipe: Recipe) -> list[Any]:
    """Reads the shapes of a recipe."""
    return [shapely.from_wkt(row["wkt"]) if row.get("wkt") else None for row in recipe["rows"]]


def write_tiled(path: Path, name: str, recipe: Recipe, tiles: int, step: float) -> None:
    """Writes a layer of `tiles` times the rows of a recipe; the first tile is the recipe itself."""
    count = len(recipe["rows"])
    number = np.repeat(np.arange(tiles), count)
    columns: dict[str, Any] = {}
    for field, kind in column_types(recipe).items():
        values = [row.get(field) for row in recipe["rows"]]
        columns[field] = pandas.Series(np.tile(np.array(values, object), tiles)).astype(DTYPES[kind])
        is_key = kind in ("integer", "text") and None not in values and len(set(values)) == count > 1
        if is_key and kind == "integer":
            columns[field] += pandas.Series(number * (max(values) - min(values) + 1))
        elif is_key:
            columns[field] = columns[field].where(number == 0, columns[field] + "_" + pandas.Series(number).astype(str))
    frame = pandas.DataFrame(columns, index=range(count * tiles))
    if has_shapes(recipe):
        import geopandas

        shapes = moved(np.tile(np.array(shapes_of(recipe), object), tiles), number, tiles, step)
        frame = geopandas.GeoDataFrame(frame, geometry=shapes, crs=recipe.get("crs"))
    pyogrio.write_dataframe(frame, path, layer=name, driver="GPKG")


def moved(shapes: np.ndarray, number: np.ndarray, tiles: int, step: float) -> np.ndarray:
    """Moves each shape to its tile of a square of tiles."""
    coordinates, index = shapely.get_coordinates(shapes, include_z=True, return_index=True)
    side = math.ceil(math.sqrt(tiles))
    coordinates[:, 0] += number[index] % side * step
    coordinates[:, 1] += number[index] // side * step
    has_z = shapely.has_z(shapes)
    flat = shapely.force_2d(shapes)
    made = shapely.set_coordinates(shapely.force_3d(shapes) if has_z.any() else flat,
                                   coordinates if has_z.any() else coordinates[:, :2])  # fmt: skip
    return np.asarray(made)
