# SPDX-License-Identifier: GPL-2.0-or-later
"""An input for predicates: two zones that cover the lattice of made shapes, in memory and as a file."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from ..layer_files import write_layer
from .layers import Keys, Layer
from .made_shapes import box
from .places import in_crs

NAME, KEY = "zones", "code"


@cache
def zones(crs: str) -> Layer:
    """Returns the zones "a", the first two columns of the lattice, and "A", the last one."""
    shapes = {"a": box(-10, -10, 400).intersection(box(-210, -100, 360)), "A": box(150, -10, 400)}
    rows = [{KEY: key, "shape": in_crs(shape, crs)} for key, shape in shapes.items()]
    return Layer({KEY: "text"}, rows, crs, "Polygon")


def inputs_of(contract: Keys) -> dict[str, Layer]:
    """Returns the inputs that predicates of a contract may name."""
    return {NAME: zones(contract["crs"])} if contract["kind"] == "vector" else {}


def folder_of(contract: Keys) -> Path | None:
    """Returns the folder with the file of the zones."""
    return Path(_written(contract["crs"]).name) if contract["kind"] == "vector" else None


@cache
def _written(crs: str) -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="gisagentbench-")
    rows = [{KEY: row[KEY], "shape": row["shape"].wkt} for row in zones(crs).rows]
    write_layer(Path(folder.name) / f"{NAME}.gpkg", {KEY: "text"}, rows, crs)
    return folder


def zone_rules(keys: Keys) -> list[Keys]:
    """Returns predicates on the zones that a contract can have."""
    rules: list[Keys] = [{"within": {"input": NAME}}] * 2
    if KEY in keys["columns"]:
        rules += [{"within": {"input": NAME, "key": KEY}}, {"one_per": {"input": NAME, "key": KEY}}]
    if keys["geometry_type"] == "Polygon":
        rules.append({"covers": {"input": NAME}})
    return rules
