# SPDX-License-Identifier: GPL-2.0-or-later
"""A vector layer or table: geometry and columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....tasks.crs_equality import parse_crs
from ...declaration.layers import Rows, Vector
from ...declaration.observation import crs_label, cut, rounded
from ..files.listing import geometry_words
from ..layers.rows import read_rows
from ..reference_systems.crs import unit_name
from ..run import Run
from .field_profile import field_profile

BYTES_OF_FIELDS = 1900
BYTES_OF_NAMES = 1500


class Profile(NamedTuple):
    """What was found: number of rows or cells, and the report."""

    item_count: int
    report: dict[str, Any]


def profile_of_rows(run: Run, layer: Rows) -> Profile:
    """Describes a vector layer or table."""
    rows = read_rows(run, layer)
    report: dict[str, Any] = {}
    if isinstance(layer, Vector):
        report["crs"] = crs_words(layer.facts.crs)
        if layer.facts.extent is not None:
            report["extent"] = [rounded(value) for value in layer.facts.extent]
        assert rows.geometries is not None
        report["geometry"] = _geometry(run, layer, rows.geometries)
    lines = []
    with run.timed():
        for index, column in enumerate(rows.columns):
            lines.append(field_profile(column))
            run.progress(index / len(rows.columns))
    report.update(_fields(lines))
    head = f"{geometry_words(layer.facts)} layer" if isinstance(layer, Vector) else "table"
    return Profile(rows.count, {"layer": f"{head}, {rows.count} rows, {len(lines)} fields", **report})


def crs_words(crs: str | None) -> str:
    """Says a CRS in words: code, name, kind and unit."""
    if not crs:
        return "none declared"
    name = str(parse_crs(crs).GetName())
    srs = parse_crs(crs)
    kinds = {"geographic": srs.IsGeographic(), "projected": srs.IsProjected(), "geocentric": srs.IsGeocentric(),
             "vertical": srs.IsVertical()}  # fmt: skip
    kind = next((word for word, holds in kinds.items() if holds), "local")
    code = crs_label(crs)
    return ", ".join(dict.fromkeys([str(code), name, kind, f"unit {unit_name(crs)}"]))


def _geometry(run: Run, layer: Vector, geometries: np.ndarray) -> dict[str, Any]:
    import shapely

    with run.timed():
        shapes = shapely.from_wkb(geometries, on_invalid="ignore")
        missing = np.array([value is None for value in geometries], bool)
        unread = shapely.is_missing(shapes) & ~missing
        empty = shapely.is_empty(shapes)
        invalid = ~shapely.is_missing(shapes) & ~shapely.is_valid(shapes)
        kinds = shapely.get_type_id(shapes)
    run.keep_validity(layer, int(invalid.sum()))
    found: dict[str, Any] = {
        "null": int(missing.sum()),
        "empty": int(empty.sum()),
        "invalid": int(invalid.sum()) + int(unread.sum()),
        "multi": int((kinds >= 4).sum()),
        "z": int(shapely.has_z(shapes).sum()),
    }
    if layer.facts.has_m:
        found["m"] = "declared"
    if layer.facts.geometry_type is None:
        names = ["Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon",
                 "GeometryCollection"]  # fmt: skip
        found["types"] = {names[kind]: int((kinds == kind).sum()) for kind in np.unique(kinds[kinds >= 0])}
    if invalid.any():
        first = int(np.flatnonzero(invalid)[0])
        found["first_invalid"] = f"row {first + 1}: {shapely.is_valid_reason(shapes[first])}"
    return found


def _fields(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Shows every field in full where they are few, else those with a remark first, and the others by name."""
    if not lines:
        return {"fields": "none"}
    full: set[str] = set()
    left = BYTES_OF_FIELDS
    for line in sorted(lines, key=lambda line: "remark" not in line):
        left -= sum(len(f"{key}={value}, ".encode()) for key, value in line.items()) + 3
        if left < 0:
            break
        full.add(line["name"])
    others = [_name_and_type(line) for line in lines if line["name"] not in full]
    shown = {"fields": [line for line in lines if line["name"] in full]}
    return {**shown, "other_fields": cut(", ".join(others), BYTES_OF_NAMES)} if others else shown


def _name_and_type(line: dict[str, Any]) -> str:
    nulls = f", {line['null']} null" if line["null"] else ""
    return f"{line['name']} ({line['type']}{nulls})"
