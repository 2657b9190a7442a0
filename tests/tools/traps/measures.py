# SPDX-License-Identifier: GPL-2.0-or-later
"""Traps of areas, lengths and distances."""

from __future__ import annotations

import math
from typing import Any

from .trap import Ours, Raw, Scene, Trap, native, tool

FOOT = 1200 / 3937
RD = "EPSG:28992"


def square(crs: str, x: float, y: float, side: float, **values: Any) -> dict[str, Any]:
    """Draws a layer of one square."""
    ring = f"{x} {y},{x + side} {y},{x + side} {y + side},{x} {y + side},{x} {y}"
    return {"crs": crs, "rows": [{"wkt": f"POLYGON(({ring}))", **values}]}


def layer(crs: str, *wkts: str) -> dict[str, Any]:
    """Draws a layer of numbered shapes."""
    return {"crs": crs, "rows": [{"wkt": wkt, "id": number} for number, wkt in enumerate(wkts, start=1)]}


def calculated(expression: str) -> dict[str, Any]:
    """Asks the field calculator for a number of the only row."""
    return native("native:fieldcalculator", "figure", INPUT="lots", FIELD_NAME="figure", FIELD_TYPE=0,
                  FORMULA=expression)  # fmt: skip


def shape_area(rows: list[dict[str, Any]]) -> float:
    """Sums the areas of the shapes."""
    import shapely

    return float(sum(shapely.from_wkt(row["wkt"]).area for row in rows))


def planar(unit: str) -> Any:
    """Asks ours for the planar area of the only lot."""
    return tool("add_geometry_attributes", "area", layer="lots", measures=["area"], method="planar", area_unit=unit)


def ellipsoidal() -> Any:
    """Asks ours for the ellipsoidal area of the only lot in m2."""
    return tool("add_geometry_attributes", "area", layer="lots", measures=["area"], method="ellipsoidal",
                area_unit="m2")  # fmt: skip


def graticule_area(south: float, north: float, width: float) -> float:
    """Gives the area in m2 between two parallels and two meridians of WGS 84, all in degrees."""
    a, f = 6378137.0, 1 / 298.257223563
    b, e = a * (1 - f), math.sqrt(f * (2 - f))

    def upto(degrees: float) -> float:
        s = math.sin(math.radians(degrees))
        return s / (2 * (1 - (e * s) ** 2)) + math.log((1 + e * s) / (1 - e * s)) / (4 * e)

    return b * b * math.radians(width) * (upto(north) - upto(south))


def area_in_two_projects(raw: Raw) -> float:
    """Asks one expression in a project with an ellipsoid and in one without; the second answer where they differ."""
    from qgis.core import QgsCoordinateReferenceSystem, QgsProject

    project, answers = QgsProject.instance(), []
    for crs, ellipsoid in (("EPSG:4326", "EPSG:7030"), ("", "NONE")):
        project.setCrs(QgsCoordinateReferenceSystem(crs))
        project.setEllipsoid(ellipsoid)
        answers += [row["figure"] for row in raw.rows("native:fieldcalculator", INPUT="lots", FIELD_NAME="figure",
                                                      FIELD_TYPE=0, FORMULA="$area")]  # fmt: skip
    return float(answers[0] if abs(answers[1] - answers[0]) <= 1e-6 * answers[0] else answers[1])


def width(rows: list[dict[str, Any]]) -> float:
    """Gives how wide the only shape is, in units of its CRS."""
    import shapely

    west, _, east, _ = shapely.from_wkt(rows[0]["wkt"]).bounds
    return float(east - west)


def has_round_corners(rows: list[dict[str, Any]]) -> bool:
    """Tells whether what is missing from 1,800 by 1,800 is nothing, or a circle of 100 to 0.2 %."""
    missing = 1800**2 - shape_area(rows)
    return missing < 1 or abs(missing / (math.pi * 1e4) - 1) < 2e-3


def clipped_circle(ours: Ours) -> Any:
    """Loads a circle drawn as arcs and gives its area where its tolerance is kept or said."""
    ours.call("load_layer", file="ponds.gpkg", name="ponds")
    return tool("clip", lambda rows: round(shape_area(rows), 6), layer="ponds", mask="frame")(ours)


def arcs(wkt: str) -> Any:
    """Writes a layer with one shape, arcs and all."""

    def write(path: Any) -> None:
        from given import write_vector

        write_vector(path, "ponds", {"crs": RD, "rows": [{"wkt": wkt, "id": 1}]})

    return write


FRAME = square(RD, 154000, 462000, 2000)
TRUE = square("EPSG:3035", 4321000, 3210000, 1000)  # at the middle of an equal-area map
SPECK = "(155000 463000,155000.01 463000,155000.01 463000.01,155000 463000)"
HOLED = f"POLYGON((154000 462000,156000 462000,156000 464000,154000 464000,154000 462000),{SPECK})"
METRES_PER_DEGREE = math.radians(6378137 / math.sqrt(1 - 0.00669437999014 * math.sin(math.radians(52)) ** 2)
                                 * math.cos(math.radians(52)))  # fmt: skip
BOW_TIE = "POLYGON((155000 463000,155004 463004,155004 463000,155000 463004,155000 463000))"
CIRCLE = "CURVEPOLYGON(CIRCULARSTRING(155000 463000,155100 463100,155200 463000,155100 462900,155000 463000))"

TRAPS = [
    Trap("linear units", "1,000 by 1,000 units of 1200/3937 m, and of 1 m",
         Scene({"lots": square("EPSG:2263", 984250, 200000, 1000)}, 1e6 * FOOT**2),
         Scene({"lots": square("EPSG:32118", 300000, 60000, 1000)}, 1e6),
         planar("m2"), **calculated("area(@geometry)"), wrong=1e6),
    Trap("implicit parameter units", "1,000 m wide; at 52 N a degree has N * cos 52 * pi / 180 m",
         Scene({"lots": layer("EPSG:4326", "POINT(5 52)")}, 1000 / METRES_PER_DEGREE),
         Scene({"lots": layer("EPSG:3035", "POINT(4321000 3210000)")}, 1000.0),
         tool("buffer", width, layer="lots", distance=500, unit="m", method="planar"), says="CRS_UNSUITABLE",
         **native("native:buffer", width, INPUT="lots", DISTANCE=500), wrong=1000.0),
    Trap("projection distortion", "0.01 by 0.01 degrees at 60 N on WGS 84, by the closed form of the ellipsoid",
         Scene({"lots": layer("EPSG:3857", "POLYGON((0 8399737.88981836,1113.194907932736 8399737.88981836,"
                              "1113.194907932736 8401964.95202889,0 8401964.95202889,0 8399737.88981836))")},
               graticule_area(60, 60.01, 0.01)),
         Scene({"lots": TRUE}, 1e6),
         planar("m2"), says="CRS_UNSUITABLE", **calculated("area(@geometry)")),
    Trap("geographic measure", "0.01 by 0.01 degrees at 52 N on WGS 84, by the closed form of the ellipsoid",
         Scene({"lots": square("EPSG:4326", 5, 52, 0.01)}, graticule_area(52, 52.01, 0.01)),
         Scene({"lots": TRUE}, 1e6),
         ellipsoidal(), **calculated("area(@geometry)"), wrong=1e-4),
    Trap("ellipsoid of the session", "0.01 by 0.01 degrees at 52 N on WGS 84, whatever the project is set to",
         Scene({"lots": square("EPSG:4326", 5, 52, 0.01)}, graticule_area(52, 52.01, 0.01)),
         Scene({"lots": TRUE}, 1e6),
         ellipsoidal(), area_in_two_projects, "field calculator, $area in two projects"),
    Trap("invalid geometry", "two triangles of 4 by 2 / 2",
         Scene({"lots": layer(RD, BOW_TIE)}, 8.0), Scene({"lots": TRUE}, 1e6),
         planar("m2"), says="INVALID_GEOMETRY", **calculated("$area"), wrong=0.0),
    Trap("Z", "3, 4, 12: a flat 5, in space 13",
         Scene({"lots": layer(RD, "LINESTRING Z(155000 463000 0,155003 463004 12)")}, 13.0),
         Scene({"lots": layer(RD, "LINESTRING Z(155000 463000 7,155003 463004 7)")}, 5.0),
         tool("add_geometry_attributes", "length_3d", layer="lots", measures=["length_3d"], method="planar",
              length_unit="m"),
         **calculated("$length"), wrong=5.0),
    Trap("mixed geometry", "a line of 5; the rings of a square, 40, are no road",
         Scene({"lots": {**layer(RD, "LINESTRING(155000 463000,155003 463004)",
                                 "POLYGON((155000 463000,155010 463000,155010 463010,155000 463010,155000 463000))"),
                         "geometry_type": "Unknown"}}, 5.0),
         Scene({"lots": layer(RD, "LINESTRING(155000 463000,155003 463004)")}, 5.0),
         tool("add_geometry_attributes", "length", layer="lots", measures=["length"], method="planar",
              length_unit="m"), says="WRONG_GEOMETRY_TYPE",
         **native("native:aggregate", "figure", INPUT="lots", GROUP_BY="NULL",
                  AGGREGATES=[{"aggregate": "sum", "input": "length(@geometry)", "name": "figure", "type": 6,
                               "length": 0, "precision": 0}])),
    Trap("buffer segments", "a hole like a point grows to a circle, pi * 100^2; 64 corners have 0.16 % less, 20 1.64 %",
         Scene({"lots": layer(RD, HOLED)}, True), Scene({"lots": square(RD, 154000, 462000, 2000)}, True),
         tool("buffer", has_round_corners, layer="lots", distance=-100, unit="m", method="planar"),
         **native("native:buffer", has_round_corners, INPUT="lots", DISTANCE=-100), wrong=False),
    Trap("antimeridian", "2 degrees of longitude, 111,319.49 m each on the map of EPSG:3832 about 150 E",
         Scene({"lots": square("EPSG:3832", 29 * 111319.49079327358, 0, 2 * 111319.49079327358)}, 2.0),
         Scene({"lots": square("EPSG:3832", 9 * 111319.49079327358, 0, 2 * 111319.49079327358)}, 2.0),
         tool("reproject_layer", width, layer="lots", target_crs="EPSG:4326"), says="CRS_UNSUITABLE",
         **native("native:reprojectlayer", width, INPUT="lots", TARGET_CRS="EPSG:4326"), wrong=358.0),
    Trap("curves", "a circle of radius 100, pi * 1e4; chords within a tolerance are less, which is to be said",
         Scene({"ponds.gpkg": arcs(CIRCLE), "frame": FRAME}, round(math.pi * 1e4, 6)),
         Scene({"ponds.gpkg": arcs("POLYGON((155000 463000,155200 463000,155200 463100,155000 463000))"),
                "frame": FRAME}, 10000.0),
         clipped_circle, says="curve", **native("native:clip", lambda rows: round(shape_area(rows), 6),
                                                INPUT="ponds.gpkg", OVERLAY="frame")),
]  # fmt: skip
