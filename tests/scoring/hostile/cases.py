# SPDX-License-Identifier: GPL-2.0-or-later
"""The form of a case, the contracts, and honest files to start from."""

from __future__ import annotations

import functools
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from osgeo import gdal, ogr, osr

from ..layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, write_layer

SEED = 20261130
ANY, PASSES, FREE = "some", "none", "any or none"
CELLS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
GEOTRANSFORM = (155000, 10, 0, 463030, 0, -10)


class Case(NamedTuple):
    """One hostile output.

    Args:
        name: What is hostile about it; unique.
        file: Name of the output, whose extension says the format and with it the contract.
        make: Writes it to a path.
        reason: What the detail of the failing check must hold.
        check: The first failing check; ANY where it depends on the version of GDAL, PASSES where all pass, FREE where
            only that there is a record counts.
    """

    name: str
    file: str
    make: Callable[[Path], Any]
    reason: str
    check: str = "readable"


DEGREE_PARKS = [
    row | {"shape": f"POLYGON(({x} 52,{x + 1} 52,{x + 1} 53,{x} 53,{x} 52))"}
    for row, x in zip(PARKS, (4, 6, 8), strict=True)
]
TABLE_CONTRACT = {key: PARK_CONTRACT[key] for key in ("columns", "id_columns")} | {"kind": "table"}
DEGREE_CONTRACT = PARK_CONTRACT | {"crs": "EPSG:4326"}
KML_CONTRACT = DEGREE_CONTRACT | {"columns": {"nta": {"type": "text"}}}
RASTER_CONTRACT = {
    "kind": "raster", "crs": "EPSG:28992", "transform": [10, 0, 155000, 0, -10, 463030],
    "width": 4, "height": 3, "bands": 1, "dtype": "any_float", "nodata": "any", "values": "continuous",
}  # fmt: skip
ASCII_CONTRACT = RASTER_CONTRACT | {"dtype": "any_integer"}
CONTRACTS: dict[str, dict[str, Any]] = {
    ".gpkg": PARK_CONTRACT, ".geojson": DEGREE_CONTRACT, ".fgb": PARK_CONTRACT, ".shp": PARK_CONTRACT,
    ".kml": KML_CONTRACT, ".csv": TABLE_CONTRACT, ".xlsx": TABLE_CONTRACT,
    ".tif": RASTER_CONTRACT, ".asc": ASCII_CONTRACT,
}  # fmt: skip


def honest(path: Path) -> Path:
    """Writes the right answer in the format of the extension."""
    for ending, data in _parts(path.suffix).items():
        path.with_name(path.stem + ending).write_bytes(data)
    return path


@functools.cache
def _parts(ending: str) -> dict[str, bytes]:
    """Returns the right answer as bytes by file ending, written once."""
    with tempfile.TemporaryDirectory() as folder:
        gdal.SetConfigOption("OGR_CURRENT_DATE", "2026-01-01T00:00:00.000Z")
        path = WRITERS[ending](Path(folder, f"result{ending}"))
        gdal.SetConfigOption("OGR_CURRENT_DATE", None)
        return {file.name.removeprefix(path.stem): file.read_bytes() for file in Path(folder).iterdir()}


def _layer(path: Path) -> Path:
    kind = ogr.wkbPolygon if path.suffix == ".shp" else ogr.wkbUnknown
    return write_layer(path, PARK_FIELDS, PARKS, shape_type=kind, layer="result")


def _geojson(path: Path) -> Path:
    return write_layer(path, PARK_FIELDS, DEGREE_PARKS, "EPSG:4326", layer="result")


def _table(path: Path) -> Path:
    return write_layer(path, PARK_FIELDS, [{**row, "shape": None} for row in PARKS], None, ogr.wkbNone, layer="result")


def _csv(path: Path) -> Path:
    path.write_text("nta,parks,area\n" + "".join(f"{row['nta']},{row['parks']},{row['area']}\n" for row in PARKS))
    return path


def _kml(path: Path) -> Path:
    places = [
        f"<Placemark><ExtendedData><SchemaData schemaUrl='#s'><SimpleData name='nta'>{row['nta']}</SimpleData>"
        "</SchemaData></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>"
        + " ".join(",".join(pair.split()) for pair in str(row["shape"])[9:-2].split(","))
        + "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>"
        for row in DEGREE_PARKS
    ]
    schema = "<Schema name='s' id='s'><SimpleField name='nta' type='string'/></Schema>"
    path.write_text(
        "<?xml version='1.0' encoding='UTF-8'?><kml xmlns='http://www.opengis.net/kml/2.2'>"
        f"<Document>{schema}<Folder><name>result</name>{''.join(places)}</Folder></Document></kml>"
    )
    return path


def tif(path: Path, cells: Any = None, options: tuple[str, ...] = ()) -> Path:
    """Writes float cells as GeoTIFF; the right ones where none are given."""
    rows = cells or CELLS
    driver = gdal.GetDriverByName("GTiff")
    dataset = driver.Create(str(path), len(rows[0]), len(rows), 1, gdal.GDT_Float32, list(options))
    dataset.SetGeoTransform(GEOTRANSFORM)
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(28992)
    dataset.SetSpatialRef(crs)
    flat = [float(cell) for row in rows for cell in row]
    import numpy as np

    dataset.GetRasterBand(1).WriteArray(np.array(flat, np.float32).reshape(len(rows), -1))
    dataset = None
    return path


def _asc(path: Path) -> Path:
    head = "ncols 4\nnrows 3\nxllcorner 155000\nyllcorner 463000\ncellsize 10\n"
    path.write_text(head + "\n".join(" ".join(map(str, row)) for row in CELLS) + "\n")
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(28992)
    path.with_suffix(".prj").write_text(crs.ExportToWkt())
    return path


WRITERS: dict[str, Callable[[Path], Path]] = {
    ".gpkg": _layer, ".geojson": _geojson, ".fgb": _layer, ".shp": _layer,
    ".kml": _kml, ".csv": _csv, ".xlsx": _table, ".tif": tif, ".asc": _asc,
}  # fmt: skip
EXTENSIONS = tuple(WRITERS)


def changed(change: Callable[[bytes], bytes], part: str | None = None) -> Callable[[Path], None]:
    """Returns a maker that writes the right answer and changes the bytes of it, or of one of its parts."""

    def make(path: Path) -> None:
        honest(path)
        file = path.with_suffix(part) if part else path
        file.write_bytes(change(file.read_bytes()))

    return make


def scrambled(data: bytes, seed: int, flips: int = 20, first: int = 0) -> bytes:
    """Returns bytes with some of them changed by chance."""
    chance, found = random.Random(SEED + seed), bytearray(data)
    for _ in range(flips):
        found[chance.randrange(first, len(found))] = chance.randrange(256)
    return bytes(found)


def written(text: str | bytes) -> Callable[[Path], None]:
    """Returns a maker that writes just this."""
    data = text.encode() if isinstance(text, str) else text
    return lambda path: path.write_bytes(data) and None
