# SPDX-License-Identifier: GPL-2.0-or-later
"""Traps of files, columns, numbers and places."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .joins import table
from .measures import RD, layer
from .trap import Ours, Raw, Scene, Trap, listening, native, rows_of, tool

LONG_NAMES = ("population_2010", "population_2020")


def mean(rows: list[dict[str, Any]], field: str) -> float:
    """Averages the values of a column that are numbers."""
    values = [row[field] for row in rows if isinstance(row[field], int | float)]
    return sum(values) / len(values) if values else 0.0


def loaded_mean(**options: Any) -> Callable[[Ours], float]:
    """Loads a table and averages its column `depth`."""

    def ask(ours: Ours) -> float:
        ours.call("load_layer", file="wells.csv", name="wells", **options)
        return mean(list(ours.harness.rows("wells")), "depth")

    return ask


def opened_mean(raw: Raw) -> float:
    """Opens a table as the data source manager does, by OGR, and averages its column `depth` by an expression."""
    from qgis.core import QgsExpression, QgsExpressionContext, QgsExpressionContextUtils, QgsVectorLayer

    source = QgsVectorLayer(raw.sources["wells.csv"] + "|option:AUTODETECT_TYPE=YES", "wells", "ogr")
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(source))
    found = QgsExpression('mean(to_real("depth"))').evaluate(context)
    return float(found) if isinstance(found, int | float) else 0.0


def sole_point(rows: list[dict[str, Any]]) -> list[float] | None:
    """Gives x and y of the only point; None where it has no place."""
    import shapely

    shape = shapely.from_wkt(rows[0]["wkt"]) if rows[0]["wkt"] else None
    return None if shape is None or shape.is_empty else [shape.x, shape.y]


def rounded_point(rows: list[dict[str, Any]]) -> list[float]:
    """Gives x and y of the only point to a millionth of a degree, a tenth of a metre."""
    return [round(part, 6) for part in sole_point(rows) or ()]


def points(figure: Any = sole_point) -> dict[str, Any]:
    """Asks ours and QGIS for points from the columns `east` and `north` of a table; gives the fields of a trap."""
    asked = native("native:createpointslayerfromtable", figure, INPUT="places", XFIELD="east", YFIELD="north",
                   TARGET_CRS="EPSG:4326")  # fmt: skip
    ours = tool("create_points_from_table", figure, table="places", x_field="east", y_field="north",
                crs="EPSG:4326")  # fmt: skip
    return {"ours": ours, **asked}


def two_layers(*names: str) -> Callable[[Path], None]:
    """Writes a GeoPackage with a table under each name, holding that name."""

    def write(path: Path) -> None:
        from osgeo import gdal, ogr

        dataset = gdal.GetDriverByName("GPKG").Create(str(path), 0, 0, 0, gdal.GDT_Unknown)
        for name in names:
            made = dataset.CreateLayer(name, None, ogr.wkbNone)
            made.CreateField(ogr.FieldDefn("name", ogr.OFTString))
            feature = ogr.Feature(made.GetLayerDefn())
            feature["name"] = name
            made.CreateFeature(feature)

    return write


def loaded_name(ours: Ours) -> str:
    """Loads a file of layers and tells which one came."""
    ours.call("load_layer", file="city.gpkg", name="city")
    return str(ours.harness.rows("city")[0]["name"])


def opened_name(raw: Raw) -> str:
    """Opens a file of layers by its path alone, as scripts do, and tells which one came."""
    return str(rows_of(raw.sources["city.gpkg"])[0]["name"])


def copied_by_qgis(raw: Raw) -> list[int]:
    """Copies a column of whole numbers with the field calculator, into a file."""
    path = raw.folder / "copied.gpkg"
    raw.run("native:fieldcalculator", INPUT="lots", FIELD_NAME="copy", FIELD_TYPE=1, FORMULA='"bbl"',
            OUTPUT=str(path))  # fmt: skip
    return [row["copy"] for row in rows_of(str(path))]


def exported_columns(ours: Ours) -> list[str]:
    """Writes a shapefile and reads the names of its columns."""
    ours.call("export_layer", layer="towns", file="towns.shp", format="shapefile")
    return columns_in(ours.harness.workspace.folder / "output" / "towns.shp")


def saved_columns(raw: Raw) -> list[str]:
    """Saves a shapefile and reads the names of its columns."""
    path = raw.folder / "towns.shp"
    raw.run("native:savefeatures", INPUT="towns", OUTPUT=str(path))
    return columns_in(path)


def columns_in(path: Path) -> list[str]:
    """Gives the names of the columns of a file, but for its feature ids."""
    from osgeo import ogr

    dataset = ogr.Open(str(path))  # kept, since a layer does not keep its dataset open
    return [field.GetName() for field in dataset.GetLayer(0).schema if field.GetName() != "fid"]


@contextmanager
def zone(name: str) -> Iterator[None]:
    """Lets the session be in a time zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        os.environ["TZ"] = before or "UTC"
        time.tzset()


def loaded_time(ours: Ours) -> str:
    """Loads a time in a session in Amsterdam and gives it in UTC."""
    with zone("Europe/Amsterdam"):
        ours.call("load_layer", file="seen.csv", name="seen")
        return str(ours.harness.rows("seen")[0]["seen"])[:16].replace("/", "-")


def opened_time(raw: Raw) -> str:
    """Opens a time in a session in Amsterdam, saves it to a GeoPackage and gives what is stored there, in UTC."""
    path = raw.folder / "seen.gpkg"
    with zone("Europe/Amsterdam"):
        uri = f"delimitedtext://file://{raw.sources['seen.csv']}?type=csv&detectTypes=yes&geomType=none"
        raw.run("native:savefeatures", INPUT=uri, OUTPUT=str(path))
    return stored_time(path)


def stored_time(path: Path) -> str:
    """Gives the time in the first row of a file, as it is stored there."""
    import sqlite3

    with sqlite3.connect(path) as file:
        (table_name,) = file.execute("SELECT table_name FROM gpkg_contents").fetchone()
        (text,) = file.execute(f'SELECT seen FROM "{table_name}"').fetchone()
    return str(text)[:16].replace("T", " ")


def counted_in_toolbox(ours: Ours) -> int:
    """Runs a tool in the toolbox on a layer of which one row is selected, and counts rows."""
    from qgis import processing
    from qgis.core import QgsProcessingFeatureSourceDefinition, QgsProject

    chosen = with_selection(str(ours.harness.workspace.layer("lots").path))
    feedback = listening(ours.said, is_told_all=True)
    source = QgsProcessingFeatureSourceDefinition(chosen.id(), True)
    folder = ours.harness.workspace.folder
    found = processing.run("gisagentbench:centroids",
                           {"LAYER": source, "OUTPUT": str(folder / "chosen.gpkg")}, feedback=feedback)  # fmt: skip
    QgsProject.instance().removeMapLayer(chosen.id())
    return len(rows_of(str(found["OUTPUT"]).partition("|")[0]))


def counted_by_qgis(raw: Raw) -> int:
    """Runs an algorithm on a layer of which one row is selected, and counts rows."""
    from qgis.core import QgsProcessingFeatureSourceDefinition, QgsProject

    chosen = with_selection(raw.sources["lots"])
    found = raw.rows("native:centroids", INPUT=QgsProcessingFeatureSourceDefinition(chosen.id(), True))
    QgsProject.instance().removeMapLayer(chosen.id())
    return len(found)


def with_selection(path: str) -> Any:
    """Opens a layer in the project with its first row selected, if it has several."""
    from qgis.core import QgsProject, QgsVectorLayer

    opened = QgsVectorLayer(path, "lots", "ogr")
    QgsProject.instance().addMapLayer(opened)
    if opened.featureCount() > 1:
        opened.selectByIds([1])
    else:
        opened.selectAll()
    return opened


CAISTER = [1.716074, 52.658008]
DEGREES = {"east": [4.5], "north": [52.5]}
TRAPS = [
    Trap("64-bit integers", "both lots are kept, with their own numbers",
         Scene({"lots": table(bbl=[3000000001, 3000000002])}, [3000000001, 3000000002]),
         Scene({"lots": table(bbl=[30001, 30002])}, [30001, 30002]),
         tool("calculate_field", "copy", layer="lots", field="copy", type="integer", expression='"bbl"'),
         copied_by_qgis, "native:fieldcalculator into a GeoPackage"),
    Trap("sentinel values", "-9999 stands for no value: (10 + 20) / 2 = 15; with it -3323",
         Scene({"wells.csv": "id,depth\n1,10\n2,-9999\n3,20\n"}, 15.0),
         Scene({"wells.csv": "id,depth\n1,10\n2,15\n3,20\n"}, 15.0),
         loaded_mean(), opened_mean, "OGR layer, mean of a column", says="-9999", wrong=-3323.0),
    Trap("decimal comma, delimiter", "(1.5 + 2.5) / 2",
         Scene({"wells.csv": "id;depth\n1;1,5\n2;2,5\n"}, 2.0), Scene({"wells.csv": "id,depth\n1,1.5\n2,2.5\n"}, 2.0),
         loaded_mean(), opened_mean, "OGR layer, mean of a column", says="decimal comma"),
    Trap("time zone", "a time without a zone is in UTC and stays what it is, wherever the session is",
         Scene({"seen.csv": "id,seen\n1,2024-07-01T12:00:00\n"}, "2024-07-01 12:00"),
         Scene({"seen.csv": "id,seen\n1,2024-07-01T12:00:00Z\n"}, "2024-07-01 12:00"),
         loaded_time, opened_time, "delimited text layer, saved in Europe/Amsterdam"),
    Trap("coordinate text", "4 degrees 30 minutes east, 52 degrees 30 minutes north: 4.5 and 52.5",
         Scene({"places": table(east=["4°30'"], north=["52°30'"])}, [4.5, 52.5]),
         Scene({"places": table(east=["4.5"], north=["52.5"])}, [4.5, 52.5]), says="BAD_VALUE", **points()),
    Trap("axis order", "Irkutsk is at 104.3 E, 52.3 N; no latitude is 104.3",
         Scene({"places": table(east=[52.3], north=[104.3])}, [104.3, 52.3]),
         Scene({"places": table(east=[104.3], north=[52.3])}, [104.3, 52.3]), says="CRS_UNSUITABLE", **points()),
    Trap("ambiguous layer", "the file holds parks and roads; roads were meant, and by name alone they can be had",
         Scene({"city.gpkg": two_layers("parks", "roads")}, "roads"),
         Scene({"city.gpkg": two_layers("roads")}, "roads"),
         loaded_name, opened_name, "OGR layer by its path", says="AMBIGUOUS_LAYER", wrong="parks"),
    Trap("truncated names", "two columns of 15 letters that differ in the last four",
         Scene({"towns": {"crs": RD, "rows": [{"wkt": "POINT(155000 463000)", LONG_NAMES[0]: 1, LONG_NAMES[1]: 2}]}},
               list(LONG_NAMES)),
         Scene({"towns": {"crs": RD, "rows": [{"wkt": "POINT(155000 463000)", "pop_2010": 1, "pop_2020": 2}]}},
               ["pop_2010", "pop_2020"]),
         exported_columns, saved_columns, "native:savefeatures to a shapefile", says="cut in a shapefile"),
    Trap("datum shift", "published: the water tower of Caister, E 651409.804 N 313177.450 under OSTN15, in ETRS89",
         Scene({"lots": layer("EPSG:27700", "POINT(651409.804 313177.450)")}, CAISTER),
         Scene({"lots": layer("EPSG:4258", "POINT(1.716073972 52.658007833)")}, CAISTER),
         tool("reproject_layer", rounded_point,
              layer="lots", target_crs="EPSG:4258"), says="CRS_UNSUITABLE",
         **native("native:reprojectlayer", rounded_point, INPUT="lots", TARGET_CRS="EPSG:4258")),
    Trap("hidden selection or filter", "the layer has three lots",
         Scene({"lots": layer(RD, *("POINT(155000 463000)",) * 3)}, 3),
         Scene({"lots": layer(RD, "POINT(155000 463000)")}, 1),
         counted_in_toolbox, counted_by_qgis, "native:centroids, selected features only", says="select", wrong=1),
]  # fmt: skip
