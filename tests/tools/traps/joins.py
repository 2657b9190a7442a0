# SPDX-License-Identifier: GPL-2.0-or-later
"""Traps of joins, overlays and what belongs to what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .measures import RD, layer, shape_area, square
from .trap import Ours, Raw, Scene, Trap, native, tool

NEAR = "LINESTRING(155000.5 463000,155009.5 463000)"
EDGE_ZONES = {
    "crs": RD,
    "rows": [
        {"wkt": "POLYGON((155000 463000,155010 463000,155010 463010,155000 463010,155000 463000))", "zone": "west"},
        {"wkt": "POLYGON((155010 463000,155020 463000,155020 463010,155010 463010,155010 463000))", "zone": "east"},
    ],
}
ELL = "POLYGON((155000 463000,155004 463000,155004 463001,155001 463001,155001 463004,155000 463004,155000 463000))"
SQUARE = "POLYGON((155000 463000,155004 463000,155004 463004,155000 463004,155000 463000))"
FLOODS = ("POLYGON((155000 463000,155002 463000,155002 463004,155000 463004,155000 463000))",
          "POLYGON((155001 463000,155003 463000,155003 463004,155001 463004,155001 463000))")  # fmt: skip
APART = ("POLYGON((155000 463000,155001 463000,155001 463004,155000 463004,155000 463000))",
         "POLYGON((155002 463000,155003 463000,155003 463004,155002 463004,155002 463000))")  # fmt: skip
ENCLAVE = ("MULTIPOLYGON(((155000 463000,155010 463000,155010 463010,155000 463010,155000 463000)),"
           "((155002 463002,155004 463002,155004 463004,155002 463004,155002 463002)))")  # fmt: skip
HOLE = ("MULTIPOLYGON(((155000 463000,155010 463000,155010 463010,155000 463010,155000 463000),"
        "(155002 463002,155004 463002,155004 463004,155002 463004,155002 463002)))")  # fmt: skip
ONE_WAY = ("LINESTRING(155010 463000,155005 463000)", "LINESTRING(155005 463000,155000 463000)")


def eastern_start(rows: list[dict[str, Any]]) -> float:
    """Tells where the street begins, by the starts of its pieces."""
    import shapely

    lines = [line for row in rows for line in shapely.get_parts(shapely.from_wkt(row["wkt"]))]
    return max(float(shapely.get_coordinates(line)[0][0]) for line in lines)


def joined(**more: Any) -> Any:
    """Asks ours for the total of what is joined to lots by their keys."""
    return tool("join_by_field", lambda rows: sum(row["people"] or 0 for row in rows), layer="lots",
                join_layer="others", **more)  # fmt: skip


def joined_by_qgis(field: str = "key") -> dict[str, Any]:
    """Asks QGIS for the same, by the one field that its dialog takes."""
    return native("native:joinattributestable", lambda rows: sum(row["people"] or 0 for row in rows), INPUT="lots",
                  FIELD=field, INPUT_2="others", FIELD_2=field, FIELDS_TO_COPY=["people"], METHOD=1)  # fmt: skip


def table(**columns: list[Any]) -> dict[str, Any]:
    """Makes a table of columns."""
    return {"rows": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}


def counted(rows: list[dict[str, Any]]) -> int:
    """Sums the counts of all zones."""
    return int(sum(row.get("count", row.get("NUMPOINTS")) for row in rows))


def is_inside(rows: list[dict[str, Any]]) -> bool:
    """Tells whether the only point lies in the lot."""
    import shapely

    return bool(shapely.from_wkt(ELL).contains(shapely.from_wkt(rows[0]["wkt"])))


def equal_area(*wkts: str) -> dict[str, Any]:
    """Draws shapes at the middle of an equal-area map instead."""
    return layer("EPSG:3035", *(wkt.replace("155", "4321").replace("463", "3210") for wkt in wkts))


def flooded_by_qgis(raw: Raw) -> float:
    """Sums the flooded areas as a workflow of intersection and field calculator does."""
    import shapely

    pieces = raw.rows("native:intersection", INPUT="lots", OVERLAY="floods")
    return float(sum(shapely.from_wkt(row["wkt"]).area for row in pieces))


def names_of_cells(ours: Ours) -> list[str]:
    """Names the wells by what their cells carry, from west to east."""
    return west_to_east(ours.rows("voronoi_polygons", layer="wells"))


def west_to_east(rows: list[dict[str, Any]]) -> list[str]:
    """Names the rows from west to east."""
    import shapely

    return [row["name"] for row in sorted(rows, key=lambda row: shapely.from_wkt(row["wkt"]).centroid.x)]


def rows_in(path: Path) -> int:
    """Counts the rows of a file."""
    from osgeo import ogr

    dataset = ogr.Open(str(path))  # kept, since a layer does not keep its dataset open
    return int(dataset.GetLayer(0).GetFeatureCount())


def saved_copies(ours: Ours) -> int:
    """Joins one to many, and writes the result to a GeoPackage."""
    ours.call("join_by_field", layer="lots", join_layer="others", keys={"key": "key"}, matches="every", output="many")
    ours.call("export_layer", layer="many", file="many.gpkg", format="gpkg")
    return rows_in(ours.harness.workspace.folder / "output" / "many.gpkg")


def saved_by_qgis(raw: Raw) -> int:
    """Joins one to many, and writes the result to a GeoPackage."""
    path = raw.folder / "many.gpkg"
    raw.run("native:joinattributestable", INPUT="lots", FIELD="key", INPUT_2="others", FIELD_2="key", METHOD=0,
            OUTPUT=str(path))  # fmt: skip
    return rows_in(path)


KEYED = {"crs": RD, "rows": [{"wkt": SQUARE, "key": "a"}]}
FOUR_WELLS = {"crs": RD, "rows": [{"wkt": f"POINT({155000 + x} {463000 + x % 20})", "name": name}
                                  for x, name in ((30, "d"), (0, "a"), (20, "c"), (10, "b"))]}  # fmt: skip

TRAPS = [
    Trap("mismatched CRS", "both ends lie 0.5 m from the stops, so they are moved onto them: 10 m",
         Scene({"lots": layer(RD, NEAR), "others": layer("EPSG:32631", "POINT(663303.92834 5780984.29995)",
                                                         "POINT(663313.92309 5780984.62896)")}, 10.0),
         Scene({"lots": layer(RD, NEAR), "others": layer(RD, "POINT(155000 463000)", "POINT(155010 463000)")}, 10.0),
         tool("snap_geometries", lambda rows: length(rows), layer="lots", reference="others", tolerance=1, unit="m"),
         says="CRS_MISMATCH", **native("native:snapgeometries", lambda rows: length(rows), INPUT="lots",
                                       REFERENCE_LAYER="others", TOLERANCE=1, BEHAVIOR=0)),
    Trap("boundary rule", "the one point stands on the edge that two zones share: counted once",
         Scene({"zones": EDGE_ZONES, "stops": layer(RD, "POINT(155010 463005)")}, 1),
         Scene({"zones": EDGE_ZONES, "stops": layer(RD, "POINT(155005 463005)")}, 1),
         tool("count_points_in_polygons", counted, polygons="zones", points="stops", boundary="exactly_one"),
         **native("native:countpointsinpolygon", counted, POLYGONS="zones", POINTS="stops"), wrong=0),
    Trap("centroid outside", "areas 4 and 3 with centres (2, 0.5) and (0.5, 2.5): (1.357, 1.357) is in neither arm",
         Scene({"lots": layer(RD, ELL)}, True),
         Scene({"lots": square(RD, 155000, 463000, 1)}, True),
         tool("interior_points", is_inside, layer="lots"), **native("native:centroids", is_inside, INPUT="lots"),
         wrong=False),
    Trap("double counting", "two floods of 2 by 4 share 1 by 4: 12 of 16 m2 are wet, not 16; apart 8",
         Scene({"lots": equal_area(SQUARE), "floods": equal_area(*FLOODS)}, 12.0),
         Scene({"lots": equal_area(SQUARE), "floods": equal_area(*APART)}, 8.0),
         tool("overlap_analysis", "floods_area", layer="lots", overlay_layers=["floods"], area_unit="m2",
              method="planar"), flooded_by_qgis, "native:intersection, areas summed", wrong=16.0),
    Trap("one-to-many join", "a has 3 and 4 people, b 5: 12 in all",
         Scene({"lots": table(key=["a", "b"]), "others": table(key=["a", "a", "b"], people=[3, 4, 5])}, 12),
         Scene({"lots": table(key=["a", "b"]), "others": table(key=["a", "b"], people=[7, 5])}, 12),
         joined(keys={"key": "key"}), says="KEY_MISMATCH", **joined_by_qgis(), wrong=8),
    Trap("key types", '"007" and 7 are not one key; no lot has people',
         Scene({"lots": table(key=["007", "7"]), "others": table(key=[7, 8], people=[3, 4])}, 0),
         Scene({"lots": table(key=["007", "7"]), "others": table(key=["7", "8"], people=[3, 4])}, 3),
         joined(keys={"key": "key"}), says="KEY_MISMATCH", **joined_by_qgis()),
    Trap("composite keys", "county 1 is in two states: 3 and 4 people, each its own",
         Scene({"lots": table(state=["x", "y"], key=[1, 1]),
                "others": table(state=["x", "y"], key=[1, 1], people=[3, 4])}, 7),
         Scene({"lots": table(state=["x", "y"], key=[1, 2]),
                "others": table(state=["x", "y"], key=[1, 2], people=[3, 4])}, 7),
         joined(keys={"state": "state", "key": "key"}), **joined_by_qgis(), wrong=6),
    Trap("weighting", "(10 * 0.5 + 90 * 0.1) / 100 = 0.14; unweighted 0.3",
         Scene({"lots": table(rate=[0.5, 0.1], people=[10, 90])}, 0.14),
         Scene({"lots": table(rate=[0.5, 0.1], people=[50, 50])}, 0.3),
         tool("summarize_by_group", "rate_mean", layer="lots", statistics={"rate": ["mean"]}, weight_field="people"),
         **native("native:aggregate", "rate", INPUT="lots", GROUP_BY="NULL",
                  AGGREGATES=[{"aggregate": "mean", "input": '"rate"', "name": "rate", "type": 6, "length": 0,
                               "precision": 0}]), wrong=0.3),
    Trap("positional pairing", "the cells of four wells lie from west to east as the wells do",
         Scene({"wells": FOUR_WELLS}, ["a", "b", "c", "d"]),
         Scene({"wells": {**FOUR_WELLS, "rows": sorted(FOUR_WELLS["rows"], key=lambda row: row["name"])}},
               ["a", "b", "c", "d"]),
         names_of_cells, **native("native:voronoipolygons", west_to_east, INPUT="wells")),
    Trap("holes and winding", "an enclave of 2 by 2 in 10 by 10, stored as a part of its own: 96",
         Scene({"lots": layer(RD, ENCLAVE)}, 96.0), Scene({"lots": layer(RD, HOLE)}, 96.0),
         tool("fix_geometries", shape_area, layer="lots", method="linework"),
         **native("native:fixgeometries", shape_area, INPUT="lots"), wrong=100.0),
    Trap("empty result", "the mask holds degrees and states metres; on the ground the lot, at 5.39 E 52.16 N, is in it",
         Scene({"lots": layer(RD, SQUARE), "others": layer(RD, "POLYGON((5 52,6 52,6 53,5 52))")}, 1),
         Scene({"lots": layer(RD, SQUARE), "others": square(RD, 154000, 462000, 2000)}, 1),
         tool("clip", len, layer="lots", mask="others"), says="EMPTY",
         **native("native:clip", len, INPUT="lots", OVERLAY="others"), wrong=0),
    Trap("fid", "one lot with three rows: three rows in the file, each with an id of its own",
         Scene({"lots": KEYED,
                "others": table(key=["a", "a", "a"], people=[3, 4, 5])}, 3),
         Scene({"lots": KEYED,
                "others": table(key=["a"], people=[3])}, 1),
         saved_copies, saved_by_qgis, "native:joinattributestable into a GeoPackage"),
    Trap("direction", "a one-way street in two pieces runs from 155,010 west; cut at 155,008 it begins there",
         Scene({"lots": layer(RD, *ONE_WAY), "others": square(RD, 155001, 462999, 7)}, 155008.0),
         Scene({"lots": layer(RD, *ONE_WAY), "others": square(RD, 154001, 462999, 2000)}, 155010.0),
         tool("intersection", eastern_start, layer="lots", other_layer="others", other_prefix="other_"),
         **native("native:intersection", eastern_start, INPUT="lots", OVERLAY="others")),
]  # fmt: skip


def length(rows: list[dict[str, Any]]) -> float:
    """Sums the lengths of the shapes."""
    import shapely

    return float(sum(shapely.from_wkt(row["wkt"]).length for row in rows))
