# SPDX-License-Identifier: GPL-2.0-or-later
"""Contracts of which several answers are right: predicates of every kind, ties, more rows or fewer."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..edited_rows import EditedRows
from .columns import MadeReference, integers, names, reals, texts
from .layers import UTM, layer, points
from .tables import table

ROWS = 9
NUMBERS = np.arange(ROWS)
X, Y = 500_000.0, 5_300_000.0
SIDE = 1000.0
HECTARE = 10_000.0


def made_answers() -> dict[str, MadeReference]:
    """Makes all of them, by name."""
    return _more_or_fewer_rows() | _placed() | {"a tie": _tied()}


def _rated(file: str, **keys: Any) -> MadeReference:
    columns = {"name": {"type": "text"}, "visits": {"type": "integer", "role": "count"}, "rate": {"type": "real"}}
    values = {"name": texts(names(ROWS)), "visits": integers(10 + NUMBERS), "rate": reals(NUMBERS / 10)}
    return table(file, columns, values, id_columns=["name"], **keys)


def _more_or_fewer_rows() -> dict[str, MadeReference]:
    some: dict[str, Any] = {"non_empty": True}
    limits = {"range": {"column": "rate", "min": 0, "max": 0.8}}
    least = {"range": {"column": "visits", "min": 10}}
    return {
        "more rows": _rated("more.csv", rows="superset"),
        "more rows of a range": _rated("range.gpkg", rows="superset", predicates=[some, limits]),
        "more rows from a value on": _rated("least.gpkg", rows="superset", predicates=[some, least]),
        "more rows that differ": _rated("unique.csv", rows="superset", predicates=[some, {"unique": "visits"}]),
        "so many rows": _rated("count.csv", rows="superset", predicates=[{"count": ROWS}]),
        "fewer rows": _rated("fewer.csv", rows="subset"),
        "fewer rows, but some": _rated("some.gpkg", rows="subset", predicates=[some]),
        "fewer rows, so many": _rated("many.csv", rows="subset", predicates=[{"count": ROWS}]),
        "a predicate that says nothing more": _rated("same.csv", predicates=[some]),
        "one row per zone": _per_zone(),
        "more points than asked for": layer(
            "Point", "more.gpkg", points(), rows="superset", id_columns=["name"], predicates=[some]
        ),
    }


def _zones() -> dict[str, EditedRows]:
    """Makes nine square zones in a row, with a number each."""
    return {"zones.gpkg": EditedRows({"zone": integers(NUMBERS)}, _squares(SIDE), UTM, "zones", "Polygon")}


def _squares(side: float) -> Any:
    import shapely

    west = X + SIDE * NUMBERS
    return shapely.box(west, Y, west + side, Y + side)


def _per_zone() -> MadeReference:
    columns = {"zone": {"type": "integer"}, "visits": {"type": "integer", "role": "count"}}
    predicates = [{"non_empty": True}, {"one_per": {"input": "zones", "key": "zone"}}]
    values = {"zone": integers(NUMBERS), "visits": integers(NUMBERS * 3)}
    made = table("zones.csv", columns, values, id_columns=["zone"], rows="subset", predicates=predicates)
    return made._replace(inputs=_zones())


def _placed() -> dict[str, MadeReference]:
    import shapely

    middle = shapely.points(np.column_stack([X + SIDE * (NUMBERS + 0.5), np.full(ROWS, Y + SIDE / 2)]))
    anywhere = [{"count": ROWS}, {"within": {"input": "zones"}}]
    own_zone = [{"non_empty": True}, {"within": {"input": "zones", "key": "zone"}}]
    at = [{"non_empty": True}, {"equals_measure": {"column": "east", "measure": "x"}}]
    inside = _squares(SIDE / 2)
    whole = [{"non_empty": True}, {"covers": {"input": "zones"}}]
    area = [{"non_empty": True}, {"equals_measure": {"column": "area", "measure": "area", "unit": "ha"}}]
    ring = {"column": "length", "measure": "perimeter", "unit": "m", "method": "ellipsoidal"}
    lengths = [{"non_empty": True}, {"equals_measure": ring}]
    real, place = {"type": "real"}, {"type": "real", "role": "coordinate"}
    hectares = np.full(ROWS, SIDE**2 / HECTARE)
    return {
        "points in zones": _zoned("Point", "in.gpkg", middle, anywhere),
        "points in their own zone": _zoned("Point", "own.gpkg", middle, own_zone),
        "points at their coordinates": _zoned("Point", "at.gpkg", middle, at, "east", shapely.get_x(middle), place),
        "polygons in their own zone": _zoned("Polygon", "inner.gpkg", inside, own_zone),
        "polygons that cover all": _zoned("Polygon", "all.gpkg", _squares(SIDE), whole),
        "polygons of their area": _zoned("Polygon", "area.gpkg", _squares(SIDE), area, "area", hectares, real),
        "polygons of their perimeter": _zoned(
            "Polygon", "ring.gpkg", _squares(SIDE), lengths, "length", _perimeters(_squares(SIDE)), real
        ),
    }


def _perimeters(shapes: Any) -> np.ndarray:
    """Returns perimeters on the ellipsoid of WGS 84 in metres, by pyproj."""
    import pyproj
    import shapely

    to_degrees = pyproj.Transformer.from_crs(UTM, "EPSG:4326", always_xy=True)
    geod = pyproj.Geod(ellps="WGS84")
    rings = [shapely.get_coordinates(shape) for shape in shapes]
    return np.array([geod.line_length(*to_degrees.transform(ring[:, 0], ring[:, 1])) for ring in rings])


def _zoned(
    kind: str, file: str, shapes: Any, predicates: list[Any], name: str = "", values: Any = None, column: Any = None
) -> MadeReference:
    columns = {"zone": {"type": "integer"}} | ({name: column} if name else {})
    held = {"zone": integers(NUMBERS)} | ({name: reals(values)} if name else {})
    contract = {
        "kind": "vector",
        "file": file,
        "crs": UTM,
        "geometry_type": kind,
        "columns": columns,
        "id_columns": ["zone"],
        "geometry": {"compare": "predicates"},
        "predicates": predicates,
    }
    return MadeReference(contract, EditedRows(held, shapes, UTM, file.rsplit(".", 1)[0], kind), _zones())


def _tied() -> MadeReference:
    columns = {"rank": {"type": "integer"}, "stop": {"type": "text"}, "visits": {"type": "integer", "role": "count"}}
    values = {"rank": integers([1, 2, 3]), "stop": texts(["A", "B", "C"]), "visits": integers([9, 7, 7])}
    limits = [{"count": 3}, {"range": {"column": "visits", "min": 7}}]
    return table("top.csv", columns, values, id_columns=["stop"], tie_groups=[["C", "D", "E"]], predicates=limits)
