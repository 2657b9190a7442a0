# SPDX-License-Identifier: GPL-2.0-or-later
"""Small layers that go together, for chains of calls: one CRS, one grid, whole values."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

CRS, WEST, SOUTH, SIDE = "EPSG:28992", 155_000, 463_000, 300
TYPES = {"id": "integer", "size": "real", "kind": "text", "is_open": "boolean", "day": "date"}
KINDS = ("wood", "crop", "lake")
CELLS, CELL = 12, 25


def write_inputs(folder: Path) -> list[str]:
    """Writes the files of all layers.

    Returns: Their names, each with the handle it is meant for as its stem.
    """
    given = importlib.import_module(f"{__package__.partition('.')[0]}.tests.tools.given")
    layers = {"plots": squares(50), "districts": squares(150), "trees": points(36, 50), "stops": points(6, 110),
              "streets": streets(50)}  # fmt: skip
    for name, shapes in layers.items():
        rows = [{**row(number), "wkt": shape} for number, shape in enumerate(shapes)]
        given.write_vector(folder / f"{name}.gpkg", name, {"crs": CRS, "types": TYPES, "rows": rows})
    codes = {"types": TYPES, "rows": [row(number) for number in range(20)]}
    given.write_vector(folder / "codes.gpkg", "codes", codes)
    place = {"crs": CRS, "cell": CELL, "origin": [WEST, SOUTH + SIDE]}
    for name, recipe in grids().items():
        given.write_raster(folder / f"{name}.tif", {**place, **recipe})
    return sorted(path.name for path in folder.iterdir())


def row(number: int) -> dict[str, Any]:
    """Gives values that vary: each id once, sizes up to 45, three kinds."""
    size = float(number * 7 % 11 + number)
    day = f"2024-02-{number % 28 + 1:02}"
    return {"id": number, "size": size, "kind": KINDS[number % 3], "is_open": number % 2, "day": day}


def squares(side: int) -> list[str]:
    """Gives squares that cover the whole."""
    corners = [(WEST + x, SOUTH + y) for y in range(0, SIDE, side) for x in range(0, SIDE, side)]
    return [f"POLYGON(({x} {y},{x + side} {y},{x + side} {y + side},{x} {y + side},{x} {y}))" for x, y in corners]


def points(count: int, step: int) -> list[str]:
    """Gives points inside, no three on a line along an axis."""
    return [
        f"POINT({WEST + number * step % SIDE + number + 5} {SOUTH + number * 37 % SIDE + 5})" for number in range(count)
    ]


def streets(step: int) -> list[str]:
    """Gives the edges of a grid, cut at every crossing."""
    ways = [(x, y, x + step, y) for y in range(0, SIDE + 1, step) for x in range(0, SIDE, step)]
    ways += [(y, x, y2, x2) for x, y, x2, y2 in ways]
    return [f"LINESTRING({WEST + x} {SOUTH + y},{WEST + x2} {SOUTH + y2})" for x, y, x2, y2 in ways]


def grids() -> dict[str, dict[str, Any]]:
    """Gives rasters on one grid: heights with a sink, classes, a photo of four bands, directions and their sums."""
    steps = range(CELLS)
    heights = [[10 + 0.5 * x + (y - 5) ** 2 / 4 - 8 * (x == 6 and y == 6) for x in steps] for y in steps]
    classes = [[1 + (x // 4 + y // 6) % 3 for x in steps] for y in steps]
    bands = [[[20 + 9 * band + (3 * x + 5 * y) % 40 for x in steps] for y in steps] for band in range(4)]
    return {
        "dem": {"cells": heights, "dtype": "float32", "nodata": -9999},
        "classes": {"cells": classes, "dtype": "uint8", "nodata": 255},
        "photo": {"bands": bands, "dtype": "int16", "nodata": -1},
        "flow_direction": {"cells": [[1] * (CELLS - 1) + [4]] * CELLS, "dtype": "uint8", "nodata": 247},
        "flow_accumulation": {
            "cells": [[*range(1, CELLS), CELLS * (y + 1)] for y in steps],
            "dtype": "float64",
            "nodata": -1,
        },
    }
